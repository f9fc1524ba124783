package parse

import (
	"slices"
	"sort"

	"github.com/edit-lsp/edit-lsp/internal/parallel"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// tokens are the lines of a document that matter, each found by a look at that line
// alone. All lists are in the order of the lines; an edit changes them where it
// touched the document.
type tokens struct {
	// markers holds the markers of each dialect.
	markers [][]token
	// ends holds the lines of the end markers of each dialect and set (endList), so that
	// a block without one is not looked through to the end of the document.
	ends   [][]text.Line
	fences []fence
	// fenceEnds says of each fence where it ends; open are the indexes of those that
	// nothing closes.
	fenceEnds []fenceEnd
	open      []int
	// turns holds the turn marks of each layout.
	turns [layouts][]turnMark
	// named are the start markers with a path right above them; indented are those that
	// count only in an open fence of their indentation.
	named, indented []namedStart
	// commands are the lines that may hold a suggested command.
	commands []text.Line
	// events are the lines at which the scan has something to do.
	events []event
	// paths are the path lines that have been read, since most are read twice and files
	// are named again and again.
	paths map[string]*pathLine
	// skipped: the last line is not looked at, since it is still being written.
	skipped bool
	// seen of so many lines are looked at, while tokens are made.
	seen, lines int
}

// A token's set is from lowestSet to before mostSets.
const (
	lowestSet = -1
	mostSets  = 4
)

// endList is the index of the list of a dialect's end markers of one set.
func endList(dialect uint8, set int16) int {
	return int(dialect)*(mostSets-lowestSet) + int(set) - lowestSet
}

// namedStart is a start marker's line, and the line of the path right above it.
type namedStart struct{ line, path text.Line }

// event is a line at which the scan has something to do.
type event struct {
	line text.Line
	// list is the dialect of a marker or the layout of a turn mark, and index the
	// place in that list, or in that of the fences.
	index int32
	list  uint8
	kind  eventKind
}

type eventKind uint8

const (
	fenceEvent eventKind = iota
	turnEvent
	offEvent
	onEvent
	blockEvent
)

const (
	switchOff = "<!-- edit-lsp: off -->"
	switchOn  = "<!-- edit-lsp: on -->"
)

func newTokens() *tokens {
	return &tokens{
		markers: make([][]token, len(dialects)),
		ends:    make([][]text.Line, len(dialects)*(mostSets-lowestSet)),
	}
}

// leastPiece is the number of lines below which it is not worth while to look at them on
// another processor.
const leastPiece = 8 << 10

// tokenize looks at each line from first to before end once; those of a long document on
// all processors, each some.
func (t *tokens) tokenize(doc *text.Text, first, end text.Line, patterns turnPatterns) {
	n := parallel.Pieces(int(end-first), leastPiece)
	if n == 1 {
		t.glanceAll(doc, first, end, patterns)
		return
	}
	pieces := make([]*tokens, n)
	parallel.Each(n, func(i int) {
		pieces[i] = newTokens()
		from, to := int(end-first)*i/n, int(end-first)*(i+1)/n
		pieces[i].glanceAll(doc, first+text.Line(from), first+text.Line(to), patterns)
	})
	t.join(pieces)
}

// join puts the tokens of pieces, one behind the other, into t, which has none.
func (t *tokens) join(pieces []*tokens) {
	markers, turns, fences := make([]int32, len(t.markers)), [layouts]int32{}, int32(0)
	for _, p := range pieces {
		for i := range p.events {
			e := &p.events[i]
			switch e.kind {
			case blockEvent:
				e.index += markers[e.list]
			case turnEvent:
				e.index += turns[e.list]
			case fenceEvent:
				e.index += fences
			}
		}
		for d := range markers {
			markers[d] += int32(len(p.markers[d]))
		}
		for l := range turns {
			turns[l] += int32(len(p.turns[l]))
		}
		fences += int32(len(p.fences))
	}
	for d := range t.markers {
		t.markers[d] = joined(pieces, func(p *tokens) []token { return p.markers[d] })
	}
	for i := range t.ends {
		t.ends[i] = joined(pieces, func(p *tokens) []text.Line { return p.ends[i] })
	}
	for l := range t.turns {
		t.turns[l] = joined(pieces, func(p *tokens) []turnMark { return p.turns[l] })
	}
	t.fences = joined(pieces, func(p *tokens) []fence { return p.fences })
	t.commands = joined(pieces, func(p *tokens) []text.Line { return p.commands })
	t.events = joined(pieces, func(p *tokens) []event { return p.events })
}

// joined is one list of all pieces.
func joined[T any](pieces []*tokens, of func(*tokens) []T) []T {
	n := 0
	for _, p := range pieces {
		n += len(of(p))
	}
	if n == 0 {
		return nil
	}
	all := make([]T, 0, n)
	for _, p := range pieces {
		all = append(all, of(p)...)
	}
	return all
}

// glanceAll looks at the lines from first to before end, a batch after another.
func (t *tokens) glanceAll(doc *text.Text, first, end text.Line, patterns turnPatterns) {
	t.lines = int(end - first)
	doc.EachRun(first, end, func(r text.Run) bool {
		for i := 0; i < len(r.Starts); i += glanced {
			part := r.Part(i, min(i+glanced, len(r.Starts)))
			t.glance(part, int(part.First-first), patterns)
		}
		return true
	})
}

// line takes a line that may matter. ticked: it holds a command in backticks.
func (t *tokens) line(l text.Line, line string, ticked bool, patterns turnPatterns) {
	trimmed := trim(line)
	if trimmed == "" {
		return
	}
	first := trimmed[0]
	for d, bits := 0, dialectsByFirst[first]; bits != 0; d, bits = d+1, bits>>1 {
		if bits&1 == 0 {
			continue
		}
		if tok, ok := dialects[d].marker(line, trimmed); ok {
			tok.line, tok.dialect = l, uint8(d)
			t.markers[d] = add(t, t.markers[d], tok)
			if tok.role == endMarker {
				list := &t.ends[endList(tok.dialect, tok.set)]
				*list = add(t, *list, l)
			}
			if tok.role == startMarker || tok.role == keyword {
				t.event(l, blockEvent, uint8(d), len(t.markers[d])-1)
			}
		}
	}
	switch first {
	case '`', '~':
		if f, ok := parseFence(line); ok {
			f.line = l
			t.fences = add(t, t.fences, f)
			t.event(l, fenceEvent, 0, len(t.fences)-1)
		}
	case '<':
		switch trimmed {
		case switchOff:
			t.event(l, offEvent, 0, 0)
		case switchOn:
			t.event(l, onEvent, 0, 0)
		}
	}
	patterns.mark(l, line, t.turn)
	if ticked || mayCommand(trimmed) {
		t.commands = add(t, t.commands, l)
	}
}

// turn takes a turn mark.
func (t *tokens) turn(m turnMark) {
	t.turns[m.layout] = add(t, t.turns[m.layout], m)
	t.event(m.line, turnEvent, uint8(m.layout), len(t.turns[m.layout])-1)
}

func (t *tokens) event(l text.Line, kind eventKind, list uint8, index int) {
	t.events = add(t, t.events, event{line: l, kind: kind, list: list, index: int32(index)})
}

// add appends to one of the lists. A long one that is full gets the room that the rest
// of the document will need if it is like what has been seen, at most four times as
// much, so that it is seldom copied.
func add[T any](t *tokens, list []T, element T) []T {
	if n := len(list); n == cap(list) && n >= 64 {
		rest := n * (t.lines - t.seen) / (t.seen + 1)
		list = slices.Grow(list, min(rest+rest/16+64, 3*n))
	}
	return append(list, element)
}

// update brings the tokens of a document up to date: its lines from first to before
// oldEnd have become those from first to before newEnd of doc. What stands before floor
// is the document's header. growing: a last line that is not ended is not looked at,
// since it may become anything.
func (t *tokens) update(doc *text.Text, first, oldEnd, newEnd, floor text.Line, patterns turnPatterns, growing bool) {
	count := text.Line(doc.LineCount())
	skips := growing && !doc.EndsWithNewline()
	was := t.skipped
	t.skipped = skips
	end := newEnd
	if skips && end == count {
		end--
	}
	t.replace(doc, first, oldEnd, newEnd, end, floor, patterns)
	if was != skips && newEnd < count {
		// The last line, which was not touched, begins or ceases to count.
		last := count
		if skips {
			last--
		}
		t.replace(doc, count-1, count, count, last, floor, patterns)
	}
}

// replace makes new tokens of the lines from first to before end of doc, in place of
// those of the lines from first to before oldEnd, which now end before newEnd.
func (t *tokens) replace(doc *text.Text, first, oldEnd, newEnd, end, floor text.Line, patterns turnPatterns) {
	by := move{from: oldEnd, delta: newEnd - oldEnd}
	n := newTokens()
	n.tokenize(doc, max(first, floor), end, patterns)

	markers := make([]int, len(dialects)) // by dialect, how many more there are
	for d := range dialects {
		markers[d] = -len(t.markers[d])
		splice(&t.markers[d], n.markers[d], first, by, func(m *token) *text.Line { return &m.line })
		markers[d] += len(t.markers[d])
	}
	for i := range t.ends {
		splice(&t.ends[i], n.ends[i], first, by, func(l *text.Line) *text.Line { return l })
	}
	var turns [layouts]int // by layout
	for l := range t.turns {
		turns[l] = -len(t.turns[l])
		splice(&t.turns[l], n.turns[l], first, by, func(m *turnMark) *text.Line { return &m.line })
		turns[l] += len(t.turns[l])
	}
	lo, hi := span(t.fences, first, oldEnd, func(f *fence) *text.Line { return &f.line })
	fences, above := len(n.fences)-(hi-lo), lo
	changed := by.delta != 0 && hi < len(t.fences) || !slices.Equal(t.fences[lo:hi], n.fences)
	splice(&t.fences, n.fences, first, by, func(f *fence) *text.Line { return &f.line })
	splice(&t.commands, n.commands, first, by, func(l *text.Line) *text.Line { return l })

	// The events name their places in the other lists.
	at := func(e *event) *text.Line { return &e.line }
	_, hi = span(t.events, first, oldEnd, at)
	for i := range n.events {
		e := &n.events[i]
		switch e.kind {
		case blockEvent:
			e.index += int32(searchTokens(t.markers[e.list], first))
		case turnEvent:
			e.index += int32(searchMarks(t.turns[e.list], first))
		case fenceEvent:
			e.index += int32(above)
		}
	}
	more := fences != 0 || turns != [layouts]int{} || slices.ContainsFunc(markers, func(n int) bool { return n != 0 })
	for i := hi; i < len(t.events) && more; i++ {
		switch e := &t.events[i]; e.kind {
		case blockEvent:
			e.index += int32(markers[e.list])
		case turnEvent:
			e.index += int32(turns[e.list])
		case fenceEvent:
			e.index += int32(fences)
		}
	}
	splice(&t.events, n.events, first, by, at)
	if !changed {
		above = len(t.fences)
	}
	if at := min(above, t.roles(doc, first, newEnd, floor)); changed || at < len(t.fences) {
		t.endFences(at)
	}
	t.name(doc, first, oldEnd, newEnd, floor, by)
}

// nameReach is how many lines below a line a start marker may look at it for its path.
const nameReach = 2*linesAbove + 4

// name finds the start markers that have a path above them, where the document has
// changed and below.
func (t *tokens) name(doc *text.Text, first, oldEnd, newEnd, floor text.Line, by move) {
	s := &scan{text: doc, tokens: t, state: state{floor: floor}}
	var named, indented []namedStart
	lo := sort.Search(len(t.events), func(i int) bool { return t.events[i].line >= first })
	hi := lo + sort.Search(len(t.events)-lo, func(i int) bool { return t.events[lo+i].line >= newEnd+nameReach })
	for i, e := range t.events[lo:hi] {
		if e.kind != blockEvent {
			continue
		}
		if tok := t.markers[e.list][e.index]; tok.role == startMarker {
			switch path := s.namedAbove(tok); {
			case path == text.None:
			case tok.value == "" || s.beginsFence(tok, path):
				if len(named) == cap(named) && len(named) >= 64 {
					named = slices.Grow(named, min(len(named)*(hi-lo-i)/(i+1)+64, 3*len(named)))
				}
				named = append(named, namedStart{line: tok.line, path: path})
			default:
				indented = append(indented, namedStart{line: tok.line, path: path})
			}
		}
	}
	rename := func(list *[]namedStart, new []namedStart) {
		at := func(n *namedStart) *text.Line { return &n.line }
		_, hi := span(*list, first, oldEnd+nameReach, at)
		for i := hi; i < len(*list) && by.delta != 0; i++ {
			(*list)[i].path = by.line((*list)[i].path)
		}
		splice(list, new, first, move{from: oldEnd + nameReach, delta: by.delta}, at)
	}
	rename(&t.named, named)
	rename(&t.indented, indented)
}

// span are the indexes of the first element at or behind line first, and of the first
// at or behind line end.
func span[T any](list []T, first, end text.Line, line func(*T) *text.Line) (lo, hi int) {
	lo = sort.Search(len(list), func(i int) bool { return *line(&list[i]) >= first })
	hi = lo + sort.Search(len(list)-lo, func(i int) bool { return *line(&list[lo+i]) >= end })
	return lo, hi
}

// splice puts new in place of the elements from line first to before by.from, and moves
// those behind.
func splice[T any](list *[]T, new []T, first text.Line, by move, line func(*T) *text.Line) {
	lo, hi := span(*list, first, by.from, line)
	if by.delta != 0 {
		for i := hi; i < len(*list); i++ {
			*line(&(*list)[i]) += by.delta
		}
	}
	switch {
	case len(*list) == 0:
		*list = new
	case lo < hi || len(new) > 0:
		*list = slices.Replace(*list, lo, hi, new...)
	}
}

// searchTokens is the index of the first token at or behind line.
func searchTokens(list []token, line text.Line) int { return seekTokens(list, line, 0) }

// seekTokens is the same, looked for from index near on: a scan asks for one place after
// another, each a little further on.
func seekTokens(list []token, line text.Line, near int) int {
	lo, hi := 0, len(list)
	if near > hi || near > 0 && list[near-1].line >= line {
		hi = min(near, hi) // it is above
	} else {
		lo = near
		for step := 1; lo < hi && list[lo].line < line; step *= 2 {
			if lo++; lo+step >= hi {
				break
			}
			if list[lo+step].line >= line {
				hi = lo + step
				break
			}
			lo += step
		}
	}
	for lo < hi {
		mid := (lo + hi) / 2
		if list[mid].line < line {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// hasMarks tells whether there are marks of any layout.
func (t *tokens) hasMarks() bool {
	return slices.ContainsFunc(t.turns[:], func(marks []turnMark) bool { return len(marks) > 0 })
}

// searchMarks is the index of the first turn mark at or behind line.
func searchMarks(list []turnMark, line text.Line) int {
	return sort.Search(len(list), func(i int) bool { return list[i].line >= line })
}
