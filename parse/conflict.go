package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// conflict is the layout of search-replace with the markers of a merge conflict. The base part isn't compared:
//
//	<<<<<<< HEAD
//	old lines
//	||||||| base
//	=======
//	new lines
//	>>>>>>> updated
//
// A file with such a marker has an unresolved conflict, which is no edit: see [Result.WithFiles].
var conflict = &Dialect{
	Name:       searchReplace.Name,
	of:         searchReplace,
	marker:     conflictMarker,
	begins:     "<>",
	read:       readConflict,
	path:       conflictPath,
	ownPath:    true,
	separators: conflictSeparators,
	settle:     settleConflict,
}

const (
	conflictStart   = "<<<<<<<"
	conflictBase    = "|||||||"
	conflictDivider = "======="
	conflictEnd     = ">>>>>>>"
)

func conflictMarker(line, trimmed string) (token, bool) {
	t := token{role: keyword, indent: int32(strings.IndexByte(line, trimmed[0]))}
	if trimmed[0] == '>' {
		t.role = endMarker
	}
	return t, marksConflict(trimmed)
}

// marksConflict reports whether a line begins or ends a conflict, with a label or none. The words of search-replace's
// own markers are near misses of those (near-misses/conflict-labelled-search), but models end a conflict with `updated`
// (near-misses/conflict-labelled-updated).
func marksConflict(line string) bool {
	label, starts := strings.CutPrefix(line, conflictStart)
	if !starts {
		var ends bool
		if label, ends = strings.CutPrefix(line, conflictEnd); !ends {
			return false
		}
	}
	if label != "" && label[0] != ' ' || len(label) > longestPathLine {
		return false
	}
	switch strings.ToUpper(withoutBlanks(label)) {
	case "SEARCH", "REPLACE", "ORIGINAL":
		return false
	case "UPDATED":
		return !starts
	}
	return true
}

// settleConflict drops a conflict of a file that is in conflict itself.
func settleConflict(_ *Result, b Block, file *fileLines) []Block {
	if file.inConflict() {
		return nil
	}
	return []Block{b}
}

func readConflict(h here, start token) reading {
	limit := min(h.bound, h.end)
	if f, in := h.inside.top(); in {
		limit = h.closing(f, limit)
	}
	fence, indent := h.fenceIndent()
	r := begun(start)
	own := func(t token) bool { return h.indent(t) == indent }
	end := h.firstEnd(start, limit)
	_, _, named := conflictPath(h, start)
	if r.plain(""); !named || !own(start) || end == text.None || h.first(start, keyword, start.line+1, end, own) != text.None {
		return r
	}
	b := newBlock(start.line)
	b.cutAs = fence
	oldEnd, dividers := text.None, []text.Line{}
	for l := start.line + 1; l < end; l++ {
		switch line := strings.TrimRight(unindent(h.text.Line(l), indent), " \t"); {
		case line == conflictDivider:
			dividers = append(dividers, l)
		case len(dividers) == 0 && oldEnd == text.None && (line == conflictBase || strings.HasPrefix(line, conflictBase+" ")):
			oldEnd = l
		}
	}
	if len(dividers) != 1 {
		r.malformed(end, "expected one divider, found %d", len(dividers))
		return r
	}
	divider := dividers[0]
	if oldEnd == text.None {
		oldEnd = divider
	}
	b.Old, b.New = span(start.line+1, oldEnd), span(divider+1, end)
	b.Leading, b.Trailing = sectionAt(b.Old.First), sectionAt(divider)
	if h.trimBlankLines(b.Old).Len() == 0 {
		b.Old.First = b.Old.End
	}
	r.progress = 1
	r.complete(b, end)
	return r
}

func conflictSeparators(b *Block) []text.Line {
	return slices.Compact([]text.Line{b.Old.End, b.Trailing.First})
}

func conflictPath(h here, start token) (Path, Layout, bool) {
	p, named := h.conflictPath(start.line)
	return p, LayoutConflict, named
}

// conflictPath finds the path in a fence's info string, right above the fence or on its first line. Without a fence,
// it is the line right above the marker and nothing else, since git prints conflicts below a sentence
// (search-replace/git-conflict-is-no-block). Right below another block, or in its fence, it is that one's.
func (h *here) conflictPath(start text.Line) (p Path, named bool) {
	f, fenced := h.inside.top()
	if !fenced {
		if h.textBelow(h.floor-1, start) == start && h.inForce.Named() {
			return h.inForce, true
		}
		p, _ = firstOf(h.pathsAbove(start, h.floor, rightAbove))
		return p, h.isSurely(p) && cleanPath(h.text.Line(p.Line)) == p.Fallback
	}
	if h.fencePathOf == f.line {
		return h.fencePath, true
	}
	if p, _, named = h.fenceName(f.line); named {
		return p, true
	}
	if p, _ = firstOf(h.pathsAbove(f.line, h.floor, rightAbove)); h.isSurely(p) {
		return p, true
	}
	first := h.textBelow(f.line, start)
	if p, named = commentPath(h.text.Line(first)); named {
		p.Line = first
		return p, true
	}
	p, _ = h.pathAt(first, h.floor)
	return p, strings.ContainsAny(p.Fallback, `/\`) // os.path is code
}

// isSurely reports whether there is a path, which can't be a word of prose.
func (h *here) isSurely(p Path) bool {
	line := h.trimmed(p.Line)
	return p.Named() && (looksLikePath(p.Fallback) || strings.Contains(line, "`") || hasPathLabel(line))
}
