package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// outline is what matters of a whole chat, in the order of the lines: the tokens of its
// pieces, and what only their neighbours tell.
type outline struct {
	text *text.Text
	// top is the line after the document's header.
	top text.Line
	// markers are those of all dialects; ends are the lines of the end markers of each
	// dialect and set (endList), so that a block without one is not looked through to
	// the end of the document.
	markers []token
	ends    [][]text.Line
	fences  []fence
	// fenceEnds says of each fence where it ends.
	fenceEnds []fenceEnd
	// allMarks are the turn marks, and marks those of each layout.
	allMarks []turnMark
	marks    [layouts][]turnMark
	// history: this may be an aider history; aiderLines are the lines of its layout.
	history    bool
	aiderLines []turnMark
	// named are the start markers with a path right above them; indented are those that
	// count only in an open fence of their indentation.
	named, indented []namedStart
	commands        []text.Line
	events          []event
	// paths are the path lines that have been read, since most are read twice and files
	// are named again and again.
	paths map[string]*pathLine
}

// namedStart is a start marker's line, and the line of the path right above it.
type namedStart struct{ line, path text.Line }

// endList is the index of the list of a dialect's end markers of one set.
func endList(dialect uint8, set int8) int { return int(dialect)*(setLimit-minSet) + int(set) - minSet }

// newOutline joins the pieces of a text. The header ends before line top. history: it is an
// aider history by its name. growing: a last line that is not ended doesn't count, since it
// may become anything.
func newOutline(t *text.Text, pieces []*piece, top text.Line, history, growing bool) *outline {
	o := &outline{text: t, top: top, ends: make([][]text.Line, len(dialects)*(setLimit-minSet)), paths: map[string]*pathLine{}}
	end := text.Line(t.LineCount())
	if growing && !t.EndsWithNewline() {
		end--
	}
	o.history = history || slices.ContainsFunc(pieces, func(p *piece) bool { return p.session })
	o.reserve(pieces)
	base := text.Line(0)
	for _, p := range pieces {
		o.join(p, base, end)
		base += p.lines
	}
	o.sortTokens()
	o.findRoles()
	o.endFences()
	o.nameStarts()
	return o
}

// sortTokens makes the lists of end markers and of each layout's turn marks.
func (o *outline) sortTokens() {
	ends := make([]int, len(o.ends))
	var marks [layouts]int
	for _, m := range o.markers {
		if m.role == endMarker {
			ends[endList(m.dialect, m.set)]++
		}
	}
	for _, m := range o.allMarks {
		marks[m.layout]++
	}
	for i, n := range ends {
		o.ends[i] = make([]text.Line, 0, n)
	}
	for l, n := range marks {
		o.marks[l] = make([]turnMark, 0, n)
	}
	for _, m := range o.markers {
		if m.role == endMarker {
			list := &o.ends[endList(m.dialect, m.set)]
			*list = append(*list, m.line)
		}
	}
	for _, m := range o.allMarks {
		o.marks[m.layout] = append(o.marks[m.layout], m)
	}
	o.ownAiderMarks()
}

// reserve makes room for the tokens of all pieces.
func (o *outline) reserve(pieces []*piece) {
	var markers, fences, marks, commands, events int
	for _, p := range pieces {
		markers, fences, marks = markers+len(p.markers), fences+len(p.fences), marks+len(p.marks)
		commands, events = commands+len(p.commands), events+len(p.events)
	}
	o.markers, o.fences = make([]token, 0, markers), make([]fence, 0, fences)
	o.allMarks, o.commands = make([]turnMark, 0, marks), make([]text.Line, 0, commands)
	o.events = make([]event, 0, events)
}

// join appends the tokens of a piece that begins at line base, of the lines from the
// header's end to before end.
func (o *outline) join(p *piece, base, end text.Line) {
	counts := func(l text.Line) bool { return o.top <= base+l && base+l < end }
	inHeader := sort.Search(len(p.markers), func(i int) bool { return base+p.markers[i].line >= o.top })
	for _, e := range p.events {
		if !counts(e.line) {
			continue
		}
		switch e.kind {
		case fenceEvent:
			f := p.fences[e.index]
			f.line += base
			e.index = int32(len(o.fences))
			o.fences = append(o.fences, f)
		case turnEvent:
			m := p.marks[e.index]
			if m.layout == layoutAider && !o.history {
				continue
			}
			m.line += base
			e.index = int32(len(o.allMarks))
			o.allMarks = append(o.allMarks, m)
		case blockEvent:
			e.index += int32(len(o.markers) - inHeader) // where they are appended below
		}
		e.line += base
		o.events = append(o.events, e)
	}
	for _, m := range p.markers {
		if counts(m.line) {
			m.line += base
			o.markers = append(o.markers, m)
		}
	}
	for _, l := range p.commands {
		if counts(l) {
			o.commands = append(o.commands, base+l)
		}
	}
}

// dropMarks takes marks of a layout out.
func (o *outline) dropMarks(l layout, drop func(turnMark) bool) {
	o.marks[l] = o.marks[l][:0]
	for i, m := range o.allMarks {
		if m.layout != l || m.who == nobody {
			continue
		}
		if drop(m) {
			o.allMarks[i].who = nobody
		} else {
			o.marks[l] = append(o.marks[l], m)
		}
	}
}

// nameStarts finds the start markers that have a path above them.
func (o *outline) nameStarts() {
	for _, e := range o.events {
		if e.kind != blockEvent || o.markers[e.index].role != startMarker {
			continue
		}
		start := o.markers[e.index]
		switch path := o.namedAbove(start); {
		case path == text.None:
		case start.indent == 0 || o.beginsFence(start, path):
			o.named = append(o.named, namedStart{line: start.line, path: path})
		default:
			o.indented = append(o.indented, namedStart{line: start.line, path: path})
		}
	}
}

// namedAbove is the line right above a start marker, or above the fence that it
// begins, that names a path; or None. It is looked for as the dialect looks for it.
func (o *outline) namedAbove(start token) text.Line {
	far := !dialects[start.dialect].pathNear
	blanks, fences, seen := 0, 0, 0
	for l := start.line - 1; l >= o.top && seen < linesAbove; l-- {
		line := o.text.Line(l)
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			if blanks++; blanks > 1 && !far {
				return text.None
			}
			seen++
			continue
		}
		if _, ok := parseFence(line); ok {
			if fences++; fences > 1 {
				return text.None
			}
			seen = 0
			continue
		}
		if isMarker(line, trimmed) {
			return text.None
		}
		if p := o.pathIn(line, trimmed); p.ok {
			return l
		}
		// Prose may stand between only for search-replace; the others take the
		// nearest line.
		if !far {
			return text.None
		}
		seen++
	}
	return text.None
}

// beginsFence reports whether the fence that a start marker stands in, by its
// indentation, begins with it or with the path above it.
func (o *outline) beginsFence(start token, path text.Line) bool {
	for l := start.line - 1; l >= max(path-2, o.top); l-- {
		line := o.text.Line(l)
		if f, ok := parseFence(line); ok && line[:f.indent] == o.indent(start) {
			return true
		}
		if l < path && !text.IsBlank(line) {
			break
		}
	}
	return false
}

// indent is what stands before a marker.
func (o *outline) indent(t token) string { return o.text.Line(t.line)[:t.indent] }

// pathAt reads line l as a path line, if it may be one: if it is not above floor.
func (o *outline) pathAt(l, floor text.Line) (namedPath, bool) {
	if l < floor {
		return namedPath{}, false
	}
	line := o.text.Line(l)
	trimmed := strings.TrimSpace(line)
	if trimmed == "" || isMarker(line, trimmed) {
		return namedPath{}, false
	}
	if _, ok := parseFence(line); ok {
		return namedPath{}, false
	}
	p := o.pathIn(line, trimmed)
	if p == noPath {
		return namedPath{}, false
	}
	return namedPath{says: p, line: l}, p.ok
}

// noPath is what a line says that names nothing.
var noPath = &pathLine{}

// pathIn reads a line that is neither blank nor a marker nor a fence.
func (o *outline) pathIn(line, trimmed string) *pathLine {
	if isTagFence(trimmed) {
		return noPath
	}
	return o.readPath(line)
}

// readPath is the function of this name; what it has said of a line it knows.
func (o *outline) readPath(line string) *pathLine {
	p := o.paths[line]
	if p == nil {
		p = &pathLine{}
		p.readings, p.fallback, p.ok = readPath(line)
		o.paths[line] = p
	}
	return p
}

// between are the markers in lines first to before end.
func (o *outline) between(first, end text.Line) []token {
	lo := sort.Search(len(o.markers), func(i int) bool { return o.markers[i].line >= first })
	below := o.markers[lo:]
	return below[:sort.Search(len(below), func(i int) bool { return below[i].line >= end })]
}

// firstEnd is the line of the first end marker of start's dialect and set after it,
// before bound, or None.
func (o *outline) firstEnd(start token, bound text.Line) text.Line {
	lines := o.ends[endList(start.dialect, start.set)]
	i, _ := slices.BinarySearch(lines, start.line+1)
	if i < len(lines) && lines[i] < bound {
		return lines[i]
	}
	return text.None
}

// first is the line of the first marker of start's dialect with a role, from line first
// to before end, for which own holds; or None.
func (o *outline) first(start token, r role, first, end text.Line, own func(token) bool) text.Line {
	for _, t := range o.between(first, end) {
		if t.dialect == start.dialect && t.role == r && own(t) {
			return t.line
		}
	}
	return text.None
}

func (o *outline) trimmed(l text.Line) string { return strings.TrimSpace(o.text.Line(l)) }

// place names the line where something was expected.
func (o *outline) place(l text.Line) string {
	if o.atEnd(l) {
		return "the end of the document"
	}
	return lineNumber(l)
}

func (o *outline) atEnd(l text.Line) bool { return int(l) >= o.text.LineCount() }

// closing is the line of the fence that closes open, or limit.
func (o *outline) closing(open fence, limit text.Line) text.Line {
	if closed := o.fenceEnds[o.fenceAt(open.line)].closed; closed != text.None {
		return min(closed, limit)
	}
	return limit
}

// fenceAt is the index of the fence in a line.
func (o *outline) fenceAt(line text.Line) int {
	return sort.Search(len(o.fences), func(i int) bool { return o.fences[i].line >= line })
}
