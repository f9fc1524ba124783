package parse

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// applyPatch is the V4A format of OpenAI's models.
var applyPatch = &Dialect{
	Name:     "apply-patch",
	Patch:    true,
	Quiet:    true,
	Forms:    []*Form{{Name: "apply-patch", spellings: 2, write: writeApplyPatch}},
	marker:   applyPatchMarker,
	begins:   "*",
	starts:   applyPatchStarts,
	read:     readApplyPatch,
	hints:    applyPatchHints,
	newPath:  func(r *Result, b *Block) string { return afterColon(r.Text.Line(b.Start)) },
	distinct: func(token) bool { return true },
}

const (
	beginPatch = iota
	endPatch
	addFile
	deleteFile
	updateFile
	moveTo
	endOfFile
	noPatchMarker
)

// applyPatchMarkers is indexed by kind. Markers that end with a colon take a path.
var applyPatchMarkers = [...]struct {
	text string
	role role
}{
	beginPatch: {"*** Begin Patch", keyword},
	endPatch:   {"*** End Patch", endMarker},
	addFile:    {"*** Add File:", keyword},
	deleteFile: {"*** Delete File:", separator},
	updateFile: {"*** Update File:", keyword},
	moveTo:     {"*** Move to:", separator},
	endOfFile:  {"*** End of File", separator},
}

// applyPatchStarts are the markers that may begin a patch without an envelope.
var applyPatchStarts = []string{applyPatchMarkers[updateFile].text, applyPatchMarkers[addFile].text}

func applyPatchMarker(_, trimmed string) (token, bool) {
	if kind := patchMarker(trimmed); kind != noPatchMarker {
		return token{role: applyPatchMarkers[kind].role, kind: kind}, true
	}
	// **Update file: x** is emphasis.
	if strings.Contains(strings.TrimLeft(trimmed, "*"), "*") {
		return token{}, false
	}
	for kind, marker := range applyPatchStarts {
		if resemblesSection(trimmed, marker) {
			return token{role: nearMiss, kind: uint8(kind)}, true
		}
	}
	return token{}, false
}

// patchMarker returns the kind of a trimmed line.
func patchMarker(trimmed string) uint8 {
	if !strings.HasPrefix(trimmed, "*** ") {
		return noPatchMarker
	}
	for kind, m := range applyPatchMarkers {
		if trimmed == m.text || strings.HasSuffix(m.text, ":") && strings.HasPrefix(trimmed, m.text) {
			return uint8(kind)
		}
	}
	return noPatchMarker
}

func afterColon(line string) string {
	_, name, _ := strings.Cut(line, ":")
	return cleanPath(name)
}

const (
	patchNoEnd    = "expected `*** End Patch` %s"
	chunkNoLines  = "expected lines with a space, `-` or `+` below `@@`"
	updateNoLines = "expected lines to change below `*** Update File:`"
	addBareLine   = "expected `+` at the start of %s, which is part of the new file"
	deleteLines   = "expected no lines below `*** Delete File:`, found %s"
	moveNoName    = "expected a path after `*** Move to:`"
	moveTooLate   = "expected `*** Move to:` right below `*** Update File:`"
	patchNoFile   = "expected `*** Update File:` above `@@`"
	fileNoName    = "expected a path after `%s`"
)

type envelope struct {
	*patchText
	r reading
	// bare is set for a section outside an envelope.
	bare bool
}

func readApplyPatch(h here, start token) reading {
	e := &envelope{patchText: h.patchText(start), r: begun(start)}
	switch {
	case start.kind == beginPatch:
		if e.read(start.line + 1); e.r.tail == text.None && len(e.r.blocks)+len(e.r.problems) == 0 {
			e.r.plain("") // only the marker text, no patch
		}
	case start.line+1 < e.limit && e.belongs(start.kind, e.at(start.line+1)) && !isProse(e.named(start.line, start.kind)):
		e.bare = true
		if end := e.section(start.line, start.kind); e.r.rest == whole {
			e.r.next = max(start.line+1, e.trimEmpty(start.line, end))
		}
	default:
		e.r.plain("")
	}
	if e.r.rest == cutOff {
		e.r.fault = fmt.Sprintf(patchNoEnd, h.beforeLine(cmp.Or(e.r.next, h.bound)))
	}
	return e.r
}

func (e *envelope) named(l text.Line, kind uint8) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(e.at(l)), applyPatchMarkers[kind].text))
}

// belongs reports whether the second line of a bare section confirms it (apply-patch/bare-update-is-prose).
func (e *envelope) belongs(kind uint8, line string) bool {
	if kind == addFile {
		return strings.HasPrefix(line, "+")
	}
	return strings.HasPrefix(line, hunkMark) || line != "" && strings.IndexByte(" +-", line[0]) >= 0 ||
		patchMarker(strings.TrimSpace(line)) == moveTo
}

func (e *envelope) read(l text.Line) {
	for l < e.limit && e.r.rest == whole {
		switch kind := patchMarker(strings.TrimSpace(e.at(l))); kind {
		case endPatch:
			e.r.next = l + 1
			return
		case beginPatch:
			e.cutOff(l, text.None, Path{})
		case addFile, deleteFile, updateFile:
			l = e.section(l, kind)
		case noPatchMarker:
			if !e.heads(l) {
				e.headless(l)
				return
			}
			e.nearSection(l)
			l++
		default:
			l++
		}
	}
	switch {
	case e.r.rest != whole:
	case e.open:
		e.cutOff(e.limit, text.None, Path{})
	default:
		e.r.next = e.limit
	}
}

// heads reports whether an unmarked line may precede the first section.
func (e *envelope) heads(l text.Line) bool {
	line := strings.TrimSpace(e.at(l))
	return line == "" || strings.HasPrefix(line, "***") || len(e.r.blocks)+len(e.r.problems) > 0
}

// headless reports a chunk at the start of an envelope, whose file isn't named (apply-patch/no-file-named).
func (e *envelope) headless(l text.Line) {
	if strings.HasPrefix(e.at(l), hunkMark) {
		e.r.next = l + 1
		e.r.problems = append(e.r.problems, Problem{
			Code: codes.MissingPath, Start: e.r.start.line, End: l, Detail: patchNoFile, Quiet: true,
		})
	}
}

// nearSection reports a line that resembles the start of a section. Otherwise a patch could be ignored
// in silence (near-misses/section-of-a-patch).
func (e *envelope) nearSection(l text.Line) {
	for _, kind := range []int{addFile, deleteFile, updateFile} {
		if marker := applyPatchMarkers[kind].text; resemblesSection(strings.TrimSpace(e.at(l)), marker) {
			e.r.problems = append(e.r.problems, Problem{
				Code: codes.LooksLikeEdit, Start: l, End: l, Detail: "the marker should be `" + marker + "`", Quiet: true,
			})
		}
	}
}

// resemblesSection reports whether a trimmed line would begin with the marker but for whitespace,
// letter case or the number of asterisks.
func resemblesSection(trimmed, marker string) bool {
	word := strings.TrimLeft(trimmed, "*")
	colon := strings.IndexByte(word, ':')
	return colon > 0 && colon <= maxNearWord && len(trimmed)-len(word) > 1 &&
		strings.EqualFold(withoutBlanks(word[:colon+1]), withoutBlanks(strings.TrimLeft(marker, "*")))
}

// isPatchLine reports whether the line below a near miss of a section shows that a patch is meant. A
// list item doesn't.
func isPatchLine(line string) bool {
	if strings.HasPrefix(line, hunkMark) {
		return true
	}
	return line != "" && (line[0] == '+' || line[0] == '-') && (len(line) < 3 || line[1] != ' ' || line[2] == ' ')
}

// cutOff ends the reading at l, inside the text that begins at tail.
func (e *envelope) cutOff(l, tail text.Line, path Path) {
	e.r.rest, e.r.tail, e.r.path = cutOff, tail, path
	if e.r.next = 0; l < e.limit {
		e.r.next = l
	}
}

// section reads the operations on the file named on line l and returns the next line.
func (e *envelope) section(l text.Line, kind uint8) text.Line {
	end := l + 1
	for end < e.limit && !e.ends(end) {
		end++
	}
	cut := end == e.limit && e.open || !e.bare && end < e.limit && patchMarker(strings.TrimSpace(e.at(end))) == beginPatch
	path := patchPath(e.named(l, kind), l)
	tail := text.None
	switch {
	case !path.Named():
		p := e.malformed(l, end, fmt.Sprintf(fileNoName, applyPatchMarkers[kind].text))
		p.Code = codes.MissingPath
		e.r.problems = append(e.r.problems, p)
	case kind == addFile:
		tail = e.add(path, end, cut)
	case kind == deleteFile:
		tail = e.delete(path, end, cut)
	default:
		tail = e.update(path, end, cut)
	}
	if tail != text.None {
		e.cutOff(end, tail, path)
	}
	return end
}

func (e *envelope) ends(l text.Line) bool {
	line := e.at(l)
	switch patchMarker(strings.TrimSpace(line)) {
	case beginPatch, endPatch, addFile, deleteFile, updateFile:
		return true
	case endOfFile, moveTo:
		return false
	}
	// Only in an envelope or a fence may a line lack its sign.
	return e.bare && !e.fenced && line != "" && strings.IndexByte(" +-", line[0]) < 0 && !strings.HasPrefix(line, hunkMark)
}

// add reads a new file. Like delete and update, it returns where cut-off text begins, or None.
func (e *envelope) add(path Path, end text.Line, cut bool) text.Line {
	stop := e.trimEmpty(path.Line+1, end)
	for l := path.Line + 1; l < stop; l++ {
		if line := e.at(l); line != "" && line[0] != newSign {
			e.r.problems = append(e.r.problems, e.malformed(path.Line, end, fmt.Sprintf(addBareLine, lineNumber(l))))
			return text.None
		}
	}
	if cut {
		return path.Line
	}
	b := e.blockOf(Create, path, path.Line, stop-1)
	if stop > path.Line+1 {
		e.body(&b, path.Line+1, stop)
	}
	e.r.keep(b)
	return text.None
}

func (e *envelope) delete(path Path, end text.Line, cut bool) text.Line {
	switch stop := e.trimEmpty(path.Line+1, end); {
	case stop > path.Line+1:
		e.r.problems = append(e.r.problems, e.malformed(path.Line, end, fmt.Sprintf(deleteLines, lineNumber(path.Line+1))))
	case cut:
		return path.Line
	default:
		e.r.keep(e.blockOf(Delete, path, path.Line, path.Line))
	}
	return text.None
}

func (e *envelope) update(path Path, end text.Line, cut bool) text.Line {
	stop := e.trimEmpty(path.Line+1, end)
	first, move := path.Line+1, text.None
	if first < stop && patchMarker(strings.TrimSpace(e.at(first))) == moveTo {
		move = first
		first++
	}
	nameless := move != text.None && !patchPath(afterColon(e.at(move)), move).Named()
	if nameless && !cut {
		e.r.problems = append(e.r.problems, e.malformed(move, move+1, moveNoName))
	}
	tail := max(path.Line, move)
	found := len(e.r.blocks) + len(e.r.problems)
	for l := first; l < stop; {
		c := e.chunk(l, stop)
		last := c.next >= stop
		switch {
		case cut && last:
			tail = l
		case c.fault != "":
			e.r.problems = append(e.r.problems, e.malformed(l, c.next, c.fault))
		default:
			b := e.blockOf(Modify, path, l, c.next-1)
			e.body(&b, c.first, c.end)
			e.r.keep(b)
		}
		l = c.next
		for c.ended && l < stop && e.at(l) == "" {
			l++
		}
	}
	switch {
	case cut:
		return tail
	case nameless:
	case move != text.None:
		e.r.keep(e.blockOf(Rename, path, move, move))
	case len(e.r.blocks)+len(e.r.problems) == found:
		e.r.problems = append(e.r.problems, e.malformed(path.Line, end, updateNoLines))
	}
	return text.None
}

// chunk is lines first to end (exclusive) of an update; next is where the next one begins. ended means
// that the file ends with it.
type chunk struct {
	first, end, next text.Line
	ended            bool
	fault            string
}

func (e *envelope) chunk(l, stop text.Line) chunk {
	for l < stop && strings.HasPrefix(e.at(l), hunkMark) {
		l++
	}
	c := chunk{first: l}
	kind := uint8(noPatchMarker)
	for ; l < stop && !strings.HasPrefix(e.at(l), hunkMark); l++ {
		if kind = patchMarker(strings.TrimSpace(e.at(l))); kind == endOfFile || kind == moveTo {
			break
		}
	}
	c.end, c.next = l, l
	switch {
	case l < stop && kind == moveTo:
		c.fault, c.next = moveTooLate, l+1
	case l < stop && kind == endOfFile:
		c.ended, c.next = true, l+1
	}
	if c.fault == "" && c.first == c.end {
		c.fault = chunkNoLines
	}
	return c
}

func applyPatchHints(r *Result, b *Block) Hints {
	h := Hints{From: text.None, To: text.None}
	if b.Operation != Modify {
		return h
	}
	for l := b.Start; l < b.Old.First; l++ {
		if scope := strings.TrimSpace(strings.TrimPrefix(r.bodyLine(b, l), hunkMark)); scope != "" {
			h.Scopes = append(h.Scopes, scope)
		}
	}
	h.EndOfFile = b.End >= b.Old.End
	return h
}
