package parse

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// outline is a whole chat's structure in line order: its pieces' tokens, and what depends on their
// neighbours.
type outline struct {
	text *text.Text
	// reads says which dialects are enabled.
	reads []bool
	// top is the line after the front matter.
	top text.Line
	// ends indexes the end markers, so a block without one isn't searched to the document's end.
	markers   []token
	ends      map[markerSet][]text.Line
	fences    []fence
	fenceEnds []fenceEnd
	marks     []mark
	commands  []text.Line
	names     []text.Line
	history   bool
	// elementEnds are the end tags, by element.
	elementEnds [][]text.Line
	// end is the line after the last one that counts.
	end text.Line
	// growing: the document is still being written.
	growing bool
	// defaultTarget is the path of blocks without any, or empty.
	defaultTarget string
	// unsigned are those of named that can't be patch lines.
	unsigned []namedStart
	// named are start markers with a path right above; indented ones count only in an open fence of
	// their indentation.
	named, indented []namedStart
	// linesRead has what lines say, most of which are read twice.
	linesRead *lineMemo
	// closings caches the results of closingTags.
	closings map[string][]closingTag
	// jsonRead are the lines of JSON outside of fences without a call. Each of its lines may begin one, and isn't read again.
	jsonRead text.LineRange
	// patchCloses are lines without a fence that closes one around a patch; one that does follows.
	patchCloses map[patchFence]text.LineRange
}

type namedStart struct{ line, path text.Line }

// newOutline joins the pieces of a text. In a growing text an unterminated last line is ignored because
// it may become anything.
func newOutline(t *text.Text, pieces []*piece, linesRead *lineMemo, front FrontMatter, options Options) *outline {
	o := &outline{
		text: t, top: front.End, end: text.Line(t.LineCount()), growing: options.Growing, reads: readDialects(options),
		history: isAiderHistory(options.FileName), defaultTarget: cmp.Or(front.DefaultTarget, options.DefaultTarget),
		ends: map[markerSet][]text.Line{}, linesRead: linesRead, closings: map[string][]closingTag{},
		patchCloses: map[patchFence]text.LineRange{},
	}
	if o.growing && !t.EndsWithNewline() {
		o.end--
	}
	base, markers, fences := text.Line(0), 0, 0
	for _, p := range pieces {
		markers, fences = markers+len(p.markers), fences+len(p.fences)
	}
	o.markers, o.fences = make([]token, 0, markers), make([]fence, 0, fences)
	for _, p := range pieces {
		o.join(p, base)
		base += p.lines
	}
	if o.history {
		o.dropAnswersHeadings()
	} else {
		o.marks = slices.DeleteFunc(o.marks, func(m mark) bool { return m.layout == layoutAider })
	}
	o.findElementEnds()
	o.findRoles()
	o.endFences()
	o.nameStarts()
	return o
}

func readDialects(o Options) []bool {
	read := make([]bool, len(dialects))
	for i, d := range dialects {
		read[i] = o.Dialects == nil || slices.Contains(o.Dialects, d.Name)
	}
	return read
}

// join appends the tokens of the piece at line base.
func (o *outline) join(p *piece, base text.Line) {
	counts := func(l text.Line) bool { return o.top <= base+l && base+l < o.end }
	for _, m := range p.markers {
		if counts(m.line) && o.reads[m.dialect] {
			m.line += base
			o.markers = append(o.markers, m)
			if m.role == endMarker {
				o.ends[m.markerSet()] = append(o.ends[m.markerSet()], m.line)
			}
		}
	}
	for _, f := range p.fences {
		if counts(f.line) {
			f.line += base
			o.fences = append(o.fences, f)
		}
	}
	for _, m := range p.marks {
		o.history = o.history || m.who == aiderSession
		if counts(m.line) {
			m.line += base
			o.marks = append(o.marks, m)
		}
	}
	for _, l := range p.commands {
		if counts(l) {
			o.commands = append(o.commands, base+l)
		}
	}
	for _, l := range p.names {
		o.names = append(o.names, base+l)
	}
}

func (o *outline) nameStarts() {
	for _, start := range o.markers {
		if start.role != startMarker {
			continue
		}
		p, named := firstOf(o.pathsAbove(start.line, o.top, dialects[start.dialect].above))
		switch path := p.Line; {
		case !named:
		case start.indent == 0 || o.beginsFence(start, path):
			o.named = append(o.named, namedStart{line: start.line, path: path})
			if !isSigned(o.text.Line(start.line)) {
				o.unsigned = append(o.unsigned, namedStart{line: start.line, path: path})
			}
		default:
			o.indented = append(o.indented, namedStart{line: start.line, path: path})
		}
	}
}

// beginsFence reports whether the fence around an indented start marker begins with it or with the path
// above it.
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

func (o *outline) indent(t token) string { return o.text.Line(t.line)[:t.indent] }

// pathAt reads line l as a path, unless it is above floor.
func (o *outline) pathAt(l, floor text.Line) (Path, bool) {
	if l < floor {
		return Path{}, false
	}
	return o.linesRead.path(o.text, l)
}

// pathLine reads a line as a path unless it is anything else.
func pathLine(line string) Path {
	trimmed := strings.TrimSpace(line)
	_, fence := parseFence(line)
	if fence || isTag(trimmed) || isTagFence(trimmed) || isMarker(line) {
		return Path{}
	}
	p, _ := readPath(line)
	return p
}

// between returns the markers on lines first to end (exclusive).
func (o *outline) between(first, end text.Line) []token {
	lo := sort.Search(len(o.markers), func(i int) bool { return o.markers[i].line >= first })
	below := o.markers[lo:]
	return below[:sort.Search(len(below), func(i int) bool { return below[i].line >= end })]
}

// firstEnd returns the first end marker of start's dialect and set between start and bound, or None.
func (o *outline) firstEnd(start token, bound text.Line) text.Line {
	lines := o.ends[start.markerSet()]
	i, _ := slices.BinarySearch(lines, start.line+1)
	if i < len(lines) && lines[i] < bound {
		return lines[i]
	}
	return text.None
}

// maxInOpen limits the markers checked in a block without an end, where they only show how far it got.
const maxInOpen = 64

func (o *outline) ownSeparators(start token, bound text.Line) (end text.Line, own []token) {
	end = o.firstEnd(start, bound)
	var tokens []token
	if end == text.None {
		tokens = o.between(start.line+1, bound)
		tokens = tokens[:min(len(tokens), maxInOpen)]
	} else {
		tokens = o.between(start.line+1, end)
	}
	for _, t := range tokens {
		if t.markerSet() == start.markerSet() && t.role == separator {
			own = append(own, t)
		}
	}
	return end, own
}

// first returns the first marker of start's dialect and role r on lines first to end (exclusive) for
// which own holds, or None.
func (o *outline) first(start token, r role, first, end text.Line, own func(token) bool) text.Line {
	for _, t := range o.between(first, end) {
		if t.dialect == start.dialect && t.role == r && own(t) {
			return t.line
		}
	}
	return text.None
}

func (o *outline) trimmed(l text.Line) string { return strings.TrimSpace(o.text.Line(l)) }

// beforeLine says before which line something was expected.
func (o *outline) beforeLine(l text.Line) string {
	if o.atEnd(l) {
		return "before the document ends"
	}
	return "before " + lineNumber(l)
}

func (o *outline) atEnd(l text.Line) bool { return int(l) >= o.text.LineCount() }

// closing returns the line of the fence that closes open, or limit.
func (o *outline) closing(open fence, limit text.Line) text.Line {
	if closed := o.fenceEnds[o.fenceAt(open.line)].closed; closed != text.None {
		return min(closed, limit)
	}
	return limit
}

func (o *outline) fenceAt(line text.Line) int {
	return sort.Search(len(o.fences), func(i int) bool { return o.fences[i].line >= line })
}
