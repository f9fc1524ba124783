package apply

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Draft is a target as the blocks so far leave it: its current text plus splices. Line numbers are
// 0-based and change with each block. [Draft.Present] maps them to the current text, which users see.
type Draft struct {
	base *text.Text
	// own is the target's text if base is masked (see draftOf), else nil.
	own    *text.Text
	exists bool
	// some indexes only the lines that blocks search for; it may be nil.
	some *text.Index
	// splices are sorted and never touch.
	splices []splice
	count   int
	// final says how a changed file ends. With crlf, lines end with CRLF if the file has no line
	// endings.
	changed, crlf bool
	final         finalNewline
	// inserted maps a line's key to the base lines of splices that may hold it. Hits must be checked:
	// splices grow and lose lines.
	inserted map[uint32][]text.Line
	// looked counts the lines searched to place chunks; see maxLooked.
	looked int
	// sought is the needle of the last [Draft.findChunk] and found its matches.
	sought []string
	found  []int
	text   atomic.Pointer[text.Text]
}

// splice replaces base lines from to to (exclusive); first is its first line's number in the draft.
type splice struct {
	first    int
	from, to text.Line
	lines    []line
}

// top precedes the first splice.
var top splice

func (s *splice) end() int { return s.first + len(s.lines) }

func newDraft(base *text.Text) *Draft {
	return &Draft{base: base, exists: true, count: base.LineCount(), inserted: map[uint32][]text.Line{}}
}

// clone returns a copy to change; d stays for later readers.
func (d *Draft) clone() *Draft {
	c := &Draft{
		base: d.base, own: d.own, exists: d.exists, some: d.some, looked: d.looked, count: d.count,
		changed: d.changed, crlf: d.crlf, final: d.final,
		splices: slices.Clone(d.splices), inserted: maps.Clone(d.inserted),
	}
	for i := range c.splices {
		c.splices[i].lines = slices.Clone(c.splices[i].lines)
	}
	d.some = nil // a search may drop it, and later readers are concurrent
	return c
}

// Edited reports whether there are changes.
func (d *Draft) Edited() bool { return len(d.splices) > 0 }

// above returns the last splice that begins at or before line n, and the next one's index.
func (d *Draft) above(n int) (*splice, int) {
	return d.lastBefore(func(s *splice) bool { return s.first > n })
}

// covering is above for a base line.
func (d *Draft) covering(l text.Line) *splice {
	s, _ := d.lastBefore(func(s *splice) bool { return s.from > l })
	return s
}

func (d *Draft) lastBefore(isAfter func(*splice) bool) (*splice, int) {
	next := sort.Search(len(d.splices), func(i int) bool { return isAfter(&d.splices[i]) })
	if next == 0 {
		return &top, 0
	}
	return &d.splices[next-1], next
}

// segment is a part of a draft at line n: base lines from to to (exclusive), then splice lines.
type segment struct {
	n        int
	from, to text.Line
	lines    []line
}

// spliceStart returns the number of the first splice line.
func (s *segment) spliceStart() int { return s.n + int(s.to-s.from) }

func (s *segment) end() int { return s.spliceStart() + len(s.lines) }

// segment returns the longest segment at line n, empty past the end.
func (d *Draft) segment(n int) segment {
	h, next := d.above(n)
	if n < h.end() {
		return segment{n, h.to, h.to, h.lines[n-h.first:]}
	}
	from := h.to + text.Line(n-h.end())
	if next < len(d.splices) {
		h = &d.splices[next]
		return segment{n, from, h.from, h.lines}
	}
	return segment{n, from, max(from, text.Line(d.base.LineCount())), nil}
}

// written returns line n if a block wrote it, else nil and the base line.
func (d *Draft) written(n int) (*line, text.Line) {
	s := d.segment(n)
	if s.from == s.to && len(s.lines) > 0 {
		return &s.lines[0], 0
	}
	return nil, s.from
}

// at returns line n, or an empty line past the end.
func (d *Draft) at(n int) line {
	l, base := d.written(n)
	if l != nil {
		return *l
	}
	return line{parts: []string{d.base.Line(base)}, present: d.Present(n), ending: d.base.Ending(base), writer: -1}
}

// Present returns the line of the current text for line n; past the end, the last line.
func (d *Draft) Present(n int) text.Line {
	l, base := d.written(n)
	if l != nil {
		return l.present
	}
	return max(0, min(base, text.Line(d.base.LineCount()-1)))
}

// lastWriter returns the last block that wrote one of the lines n to end (exclusive), or -1.
func (d *Draft) lastWriter(n, end int) int {
	last := int32(-1)
	for ; n < end && d.Edited(); n++ {
		if l, _ := d.written(n); l != nil {
			last = max(last, l.writer)
		}
	}
	return int(last)
}

// change replaces count lines at line at; if count is 0, it inserts before it.
type change struct {
	at, count int
	lines     []line
	// others are the block's further changes above this one, bottom up.
	others []change
	final  finalNewline
	// crlf: see [Draft].
	crlf bool
}

// finalNewline is how a changed file ends.
type finalNewline uint8

const (
	// addFinal adds a missing newline.
	addFinal finalNewline = iota
	// keepFinal adds one only after new lines.
	keepFinal
	// noFinal leaves new lines without one.
	noFinal
)

func (d *Draft) apply(c change) {
	d.replace(c)
	for _, other := range c.others {
		d.replace(other)
	}
	if c.final != keepFinal || !d.changed {
		d.final = c.final
	}
	d.changed, d.crlf = true, d.crlf || c.crlf
}

func (d *Draft) replace(c change) {
	d.exists = true
	d.text.Store(nil)
	d.sought = nil
	end, more := c.at+c.count, len(c.lines)-c.count
	// Splices that touch the replaced lines become one.
	lo := sort.Search(len(d.splices), func(i int) bool { return d.splices[i].end() >= c.at })
	above, hi := d.above(end)
	if lo >= hi {
		from := above.to + text.Line(c.at-above.end())
		d.splices = slices.Insert(d.splices, lo, splice{first: c.at, from: from, to: from})
		hi = lo + 1
	}
	a, z := &d.splices[lo], &d.splices[hi-1]
	head, tail := max(0, c.at-a.first), min(len(z.lines), end-z.first)
	h := splice{
		first: min(c.at, a.first),
		from:  a.from - text.Line(max(0, a.first-c.at)), to: z.to + text.Line(max(0, end-z.end())),
	}
	if a == z { // in place: the splice may be a large new file
		h.lines = slices.Replace(a.lines, head, tail, c.lines...)
	} else {
		h.lines = slices.Concat(a.lines[:head], c.lines, z.lines[tail:])
	}
	d.splices = slices.Replace(d.splices, lo, hi, h)
	for i := range d.splices[lo+1:] {
		d.splices[lo+1+i].first += more
	}
	d.count += more
	if len(h.lines) == 0 && h.from == h.to {
		d.splices = slices.Delete(d.splices, lo, lo+1)
	}
	for i := range c.lines {
		k := c.lines[i].key()
		d.inserted[k] = append(d.inserted[k], h.from)
	}
}

// lines yields all lines until the context is cancelled. A line is valid until the next one.
func (d *Draft) lines(ctx context.Context) iter.Seq2[int, *line] {
	return func(yield func(int, *line) bool) {
		more, base := true, line{parts: []string{""}}
		for n := 0; n < d.count && more; {
			s := d.segment(n)
			step := func(l *line) bool {
				n++
				more = yield(n-1, l) && (n%checkEvery != 0 || ctx.Err() == nil)
				return more
			}
			d.base.Each(s.from, s.to, func(_ text.Line, content string) bool {
				base.parts[0] = content
				return step(&base)
			})
			for i := 0; i < len(s.lines) && more; i++ {
				step(&s.lines[i])
			}
		}
	}
}

// Text returns the draft as a text.
func (d *Draft) Text() *text.Text {
	if !d.Edited() {
		return d.base
	}
	if t := d.text.Load(); t != nil {
		return t
	}
	// Concurrent callers make equal texts.
	d.text.CompareAndSwap(nil, d.base.Apply(d.edits(d.base)))
	return d.text.Load()
}

// target returns the target's current text, to which edits refer.
func (d *Draft) target() *text.Text {
	if d.own != nil {
		return d.own
	}
	return d.base
}

// Edits returns the edits of the current text that make the draft: sorted, not touching, of whole
// lines. Only in long lines they omit unchanged ends, because some editors count columns differently.
func (d *Draft) Edits() []text.Edit { return d.edits(d.target()) }

// edits is Edits for a text that equals base outside of splices.
func (d *Draft) edits(t *text.Text) []text.Edit {
	eol := t.DominantEnding()
	if d.crlf && t.Ending(0) == "" {
		eol = text.CRLF
	}
	unended := t.LineCount() > 0 && !t.EndsWithNewline()
	edits := make([]text.Edit, 0, len(d.splices)+1)
	for _, h := range d.splices {
		var parts []string
		if unended && int(h.from) == t.LineCount() {
			parts = append(parts, eol)
		}
		for i := range h.lines {
			parts = append(append(parts, h.lines[i].parts...), cmp.Or(h.lines[i].ending, eol))
		}
		e := text.Edit{Start: t.Start(h.from), End: t.Start(h.to)}
		if len(h.lines) == 1 && len(h.lines[0].parts) > 1 && h.lines[0].size() >= longLine {
			e = narrowed(e, parts, t.String()[e.Start:e.End])
		} else {
			e.New = strings.Join(parts, "")
		}
		edits = append(edits, e)
	}
	n, end := len(edits), t.Len()
	switch {
	case n == 0:
	case d.final == noFinal && edits[n-1].End == end:
		if lines := d.splices[n-1].lines; len(lines) > 0 {
			edits[n-1].New = strings.TrimSuffix(edits[n-1].New, cmp.Or(lines[len(lines)-1].ending, eol))
		}
	// A changed file gets a missing final newline.
	case d.final == addFinal && unended && edits[n-1].End < end:
		edits = append(edits, text.Edit{Start: end, End: end, New: eol})
	}
	return edits
}

// longLine is a long line's least length in bytes.
const longLine = 4096

// narrow leaves out the lines at both ends of a change of text inside lines that stay as they are.
func (d *Draft) narrow(c change) change {
	stays := func(n int, l *line) bool {
		was := d.at(n)
		return was.size() == l.size() && was.String() == l.String()
	}
	more := func() bool { return c.count > 0 && len(c.lines) > 0 && c.count+len(c.lines) > 2 } // a single line may be long
	for more() && stays(c.at, &c.lines[0]) {
		c.at, c.count, c.lines = c.at+1, c.count-1, c.lines[1:]
	}
	for more() && stays(c.at+c.count-1, &c.lines[len(c.lines)-1]) {
		c.count, c.lines = c.count-1, c.lines[:len(c.lines)-1]
	}
	return c
}

// narrowed returns an edit that replaces old by parts, without what both share at their ends. The line may be as
// long as its file, so it is neither copied nor, where the parts are pieces of old, compared.
func narrowed(e text.Edit, parts []string, old string) text.Edit {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	limit := min(len(old), size)
	head := 0
	for _, p := range parts {
		p = p[:min(len(p), limit-head)]
		n := 0
		if p == old[head:head+len(p)] { // at once, if it is the same memory
			n = len(p)
		}
		for n < len(p) && old[head+n] == p[n] {
			n++
		}
		if head += n; n < len(p) {
			break
		}
	}
	tail := 0
	for _, p := range slices.Backward(parts) {
		p = p[max(0, len(p)-(limit-head-tail)):]
		rest := old[:len(old)-tail]
		n := 0
		if strings.HasSuffix(rest, p) {
			n = len(p)
		}
		for n < len(p) && rest[len(rest)-1-n] == p[len(p)-1-n] {
			n++
		}
		if tail += n; n < len(p) {
			break
		}
	}
	for head > 0 && head < len(old) && !utf8.RuneStart(old[head]) {
		head--
	}
	for tail > 0 && !utf8.RuneStart(old[len(old)-tail]) {
		tail--
	}
	return text.Edit{
		Start: e.Start + text.Offset(head), End: e.End - text.Offset(tail), New: strings.Join(cut(nil, parts, head, size-tail), ""),
	}
}
