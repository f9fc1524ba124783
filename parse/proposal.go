package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Proposal is a fence that holds a whole file, and names it. It isn't a block: whether it is
// meant for the file nobody knows, so nothing is done with it unasked.
type Proposal struct {
	Path Path
	// Start and End are the lines of the fence's marks.
	Start, End text.Line
	// Commented: the first line in the fence is a comment with the path, and most likely
	// not the file's.
	Commented bool
	// Turn is the index into Result.Turns, or -1.
	Turn int
}

// Proposed returns the lines in the fence of a proposal, without the fence's indentation.
func (r *Result) Proposed(p *Proposal) []string {
	indent := text.Indentation(r.Text.Line(p.Start))
	lines := r.Text.Lines(p.Start+1, p.End)
	for i, l := range lines {
		lines[i] = unindent(l, indent)
	}
	return lines
}

// HasExtension reports whether the name that is meant where no file exists has one.
func (p Path) HasExtension() bool {
	base := p.Fallback[strings.LastIndexAny(p.Fallback, `/\`)+1:]
	return extension().MatchString(base)
}

// shownTags are those of fences whose text isn't a file's: what a shell is told and answers,
// and differences.
var shownTags = []string{
	"bash", "sh", "shell", "zsh", "fish", "console", "terminal", "shell-session", "shellsession", "sh-session", "powershell", "pwsh", "bat", "cmd",
	"output", "stdout", "stderr", "log", "diff", "patch", "udiff",
}

// propose notes the fence at an index, which has just opened, if it may hold a whole file.
func (w *walk) propose(index int) {
	f, end := w.fences[index], w.fenceEnds[index]
	if end.closed == text.None || end.torn || end.closed == f.line+1 || w.off || w.mute || f.line < w.suppress {
		return
	}
	p := Proposal{Start: f.line, End: end.closed}
	info := strings.TrimSpace(strings.TrimLeft(w.trimmed(f.line), "`~"))
	comment, commented := commentPath(w.text.Line(f.line + 1))
	named := false
	if p.Path, named = infoPath(info); !named {
		tag, _, _ := strings.Cut(info, " ")
		if slices.Contains(shownTags, strings.ToLower(tag)) {
			return
		}
		// Prose above a fence may speak of another file than the one that it holds.
		if p.Path, named = w.pathAboveFence(f.line); named && commented && strings.ContainsAny(cleanPath(w.text.Line(p.Path.Line)), " \t") {
			named = false
		}
	}
	switch {
	case named && p.Path.Line == text.None:
		p.Path.Line = f.line
	case !named && commented:
		p.Path, named = comment, true
		p.Path.Line = f.line + 1
	}
	if !named {
		return
	}
	p.Commented = commented && slices.Contains(p.Path.Readings, comment.Fallback)
	w.proposals = append(w.proposals, p)
}

// pathAboveFence is the path on the nearest line above a fence, with at most one blank line
// between.
func (w *walk) pathAboveFence(line text.Line) (Path, bool) {
	l := line - 1
	if l >= w.floor && text.IsBlank(w.text.Line(l)) {
		l--
	}
	return w.pathAt(l, w.floor)
}

var (
	infoAttribute = expression(`(?i)(?:^|[\s,{])(?:title|name|file|filename|path)=(?:"([^"]*)"|'([^']*)'|([^\s"'},]+))`)
	// A quotation of a file's lines has their numbers before the path.
	infoLanguage = expression(`^[\w+#.-]*[A-Za-z+#][\w+#.-]*(?::|\s+)(\S+)$`)
)

// infoPath is the path in the info string of a fence. Its line is None.
func infoPath(info string) (Path, bool) {
	name := ""
	if m := infoAttribute().FindStringSubmatch(info); m != nil {
		name = m[1] + m[2] + m[3]
	} else if m := infoLanguage().FindStringSubmatch(info); m != nil {
		name = m[1]
	}
	return plainPath(name)
}

// commentPath is the path that is all of a comment.
func commentPath(line string) (Path, bool) {
	line = strings.TrimSpace(line)
	for _, c := range [][2]string{{"// ", ""}, {"# ", ""}, {"<!-- ", " -->"}} {
		if inner, ok := strings.CutPrefix(line, c[0]); ok && strings.HasSuffix(inner, c[1]) {
			return plainPath(cleanPath(strings.TrimSuffix(inner, c[1])))
		}
	}
	return Path{}, false
}

// plainPath is a path that is nothing but one.
func plainPath(name string) (Path, bool) {
	if !looksLikePath(name) || strings.Contains(name, "://") || strings.ContainsAny(name, " \t<>\"'`={},;*|?") {
		return Path{}, false
	}
	p, ok := readPath(name)
	p.Line = text.None
	return p, ok
}

// addProposals keeps the proposals whose fences hold no block, and nothing that would have
// been one.
func (r *Result) addProposals(found []Proposal) {
	for _, p := range found {
		block := sort.Search(len(r.Blocks), func(i int) bool { return r.Blocks[i].Start > p.Start })
		problem := sort.Search(len(r.Problems), func(i int) bool { return r.Problems[i].Start > p.Start })
		if block < len(r.Blocks) && r.Blocks[block].Start < p.End || problem < len(r.Problems) && r.Problems[problem].Start < p.End {
			continue
		}
		p.Turn = turnAt(r.Turns, p.Start)
		r.Proposals = append(r.Proposals, p)
	}
}
