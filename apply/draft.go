package apply

import (
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

// Draft is a target as the earlier blocks of the chat leave it: its present text, and over
// it the hunks that blocks have changed. Its lines are numbered from 0; a number holds until the next
// change. What people see are lines of the present text ([Draft.Present]).
type Draft struct {
	base *text.Text
	// own is the text of the target where base has masked lines, else nil.
	own    *text.Text
	exists bool
	// some is an index of only the lines that blocks look for, or nil.
	some *text.Index
	// hunks are sorted and never touch one another.
	hunks []hunk
	// count is the number of lines.
	count int
	// changed: some block has been applied. final says how the file ends, and crlf how its
	// lines do if it has no line endings yet.
	changed, crlf bool
	final         finalNewline
	// inserted finds the lines that blocks have put in: by a line's key, the base lines at
	// which the hunks with such lines begin. A hunk may have grown since, or lost the line
	// again, so a place that it finds must be checked.
	inserted map[uint32][]text.Line
	// text is the draft in one piece, made when it is asked for.
	text atomic.Pointer[text.Text]
}

// hunk replaces the base lines from from to before to with lines; first is the number
// of its first line.
type hunk struct {
	first    int
	from, to text.Line
	lines    []line
}

// top is the empty hunk before the first one.
var top hunk

// end returns the number of the line after the hunk's.
func (h *hunk) end() int { return h.first + len(h.lines) }

// newDraft makes the draft of a file that no block has changed yet.
func newDraft(base *text.Text) *Draft {
	return &Draft{base: base, exists: true, count: base.LineCount()}
}

// clone returns a copy to go on with, for who reads d later.
func (d *Draft) clone() *Draft {
	c := &Draft{
		base: d.base, own: d.own, exists: d.exists, some: d.some, count: d.count,
		changed: d.changed, crlf: d.crlf, final: d.final,
		hunks: slices.Clone(d.hunks), inserted: maps.Clone(d.inserted),
	}
	for i := range c.hunks {
		c.hunks[i].lines = slices.Clone(c.hunks[i].lines)
	}
	d.some = nil
	return c
}

// Edited reports whether blocks have changed anything.
func (d *Draft) Edited() bool { return len(d.hunks) > 0 }

// LineCount returns the number of lines.
func (d *Draft) LineCount() int { return d.count }

// above returns the last hunk that begins at line n or before, and the index of the next.
func (d *Draft) above(n int) (*hunk, int) {
	return d.lastBefore(func(h *hunk) bool { return h.first > n })
}

// covering is above for a line of the base.
func (d *Draft) covering(l text.Line) *hunk {
	h, _ := d.lastBefore(func(h *hunk) bool { return h.from > l })
	return h
}

// lastBefore returns the last hunk that is not after some place.
func (d *Draft) lastBefore(isAfter func(*hunk) bool) (*hunk, int) {
	next := sort.Search(len(d.hunks), func(i int) bool { return isAfter(&d.hunks[i]) })
	if next == 0 {
		return &top, 0
	}
	return &d.hunks[next-1], next
}

// segment is some of a draft from line n on: the base lines from from to before to, and
// then lines of a hunk.
type segment struct {
	n        int
	from, to text.Line
	lines    []line
}

// hunkLines returns the number of the first of the segment's lines that a hunk holds.
func (s *segment) hunkLines() int { return s.n + int(s.to-s.from) }

// end returns the number of the line after the segment.
func (s *segment) end() int { return s.hunkLines() + len(s.lines) }

// segment returns the longest one from line n on. Past the end it is empty.
func (d *Draft) segment(n int) segment {
	h, next := d.above(n)
	if n < h.end() {
		return segment{n, h.to, h.to, h.lines[n-h.first:]}
	}
	from := h.to + text.Line(n-h.end())
	if next < len(d.hunks) {
		h = &d.hunks[next]
		return segment{n, from, h.from, h.lines}
	}
	return segment{n, from, max(from, text.Line(d.base.LineCount())), nil}
}

// written returns line n if a block wrote it, else nil and the line of the base.
func (d *Draft) written(n int) (*line, text.Line) {
	s := d.segment(n)
	if s.from == s.to && len(s.lines) > 0 {
		return &s.lines[0], 0
	}
	return nil, s.from
}

// at returns line n; past the end an empty one, which counts as the last line.
func (d *Draft) at(n int) line {
	l, base := d.written(n)
	if l != nil {
		return *l
	}
	return line{parts: []string{d.base.Line(base)}, present: d.Present(n), ending: base, writer: -1}
}

// Present returns the line of the present text that line n counts as; past the end it is
// the last line.
func (d *Draft) Present(n int) text.Line {
	l, base := d.written(n)
	if l != nil {
		return l.present
	}
	return max(0, min(base, text.Line(d.base.LineCount()-1)))
}

// lastWriter returns the last block that wrote one of the lines from n to before end, or -1.
func (d *Draft) lastWriter(n, end int) int {
	last := int32(-1)
	for ; n < end && d.Edited(); n++ {
		if l, _ := d.written(n); l != nil {
			last = max(last, l.writer)
		}
	}
	return int(last)
}

// change is what a block does to a draft: lines take the place of count lines from line at
// on or, if count is 0, come before it.
type change struct {
	at, count int
	lines     []line
	// above are the block's other changes, the last one first.
	above []change
	final finalNewline
	// crlf: lines end with CRLF in a file that has no line ending of its own.
	crlf bool
}

// finalNewline reports whether a file that is changed ends with a newline.
type finalNewline uint8

const (
	// addFinal: if it lacks one, it gets it.
	addFinal finalNewline = iota
	// keepFinal: if it lacks one, it goes on without, but for new lines at its end.
	keepFinal
	// noFinal: the new lines at its end are not ended.
	noFinal
)

func (d *Draft) apply(c change) {
	d.replace(c)
	for _, other := range c.above {
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
	end, more := c.at+c.count, len(c.lines)-c.count
	// Hunks that the replaced lines touch become one with them; if there are none, a new
	// one takes them in.
	lo := sort.Search(len(d.hunks), func(i int) bool { return d.hunks[i].end() >= c.at })
	above, hi := d.above(end)
	if lo >= hi {
		from := above.to + text.Line(c.at-above.end())
		d.hunks = slices.Insert(d.hunks, lo, hunk{first: c.at, from: from, to: from})
		hi = lo + 1
	}
	a, z := &d.hunks[lo], &d.hunks[hi-1]
	head, tail := max(0, c.at-a.first), min(len(z.lines), end-z.first)
	h := hunk{
		first: min(c.at, a.first),
		from:  a.from - text.Line(max(0, a.first-c.at)), to: z.to + text.Line(max(0, end-z.end())),
	}
	if a == z { // in place: the hunk may be a large new file
		h.lines = slices.Replace(a.lines, head, tail, c.lines...)
	} else {
		h.lines = slices.Concat(a.lines[:head], c.lines, z.lines[tail:])
	}
	d.hunks = slices.Replace(d.hunks, lo, hi, h)
	for i := range d.hunks[lo+1:] {
		d.hunks[lo+1+i].first += more
	}
	d.count += more
	if len(h.lines) == 0 && h.from == h.to {
		d.hunks = slices.Delete(d.hunks, lo, lo+1)
	}
	if d.inserted == nil {
		d.inserted = map[uint32][]text.Line{}
	}
	for i := range c.lines {
		k := c.lines[i].key()
		d.inserted[k] = append(d.inserted[k], h.from)
	}
}

// lines yields all lines and their numbers, until the context ends.
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

// Text returns the draft as a text of its own: its line i is line i.
func (d *Draft) Text() *text.Text {
	if !d.Edited() {
		return d.base
	}
	if t := d.text.Load(); t != nil {
		return t
	}
	// Requests may ask at the same time; what each would make is the same.
	d.text.CompareAndSwap(nil, d.base.Apply(d.edits(d.base)))
	return d.text.Load()
}

// target returns the present text of the target, in which edits are counted.
func (d *Draft) target() *text.Text {
	if d.own != nil {
		return d.own
	}
	return d.base
}

// Edits returns the edits of the present text that make the draft: sorted, of whole lines,
// and not touching one another. In a long line they leave out what doesn't change at both
// ends; in others they don't, since some editors count columns in their own way.
func (d *Draft) Edits() []text.Edit { return d.edits(d.target()) }

// edits is Edits in a text that has the lines of the base where no hunk covers them.
func (d *Draft) edits(t *text.Text) []text.Edit {
	eol := t.DominantEnding()
	if d.crlf && t.Ending(0) == "" {
		eol = text.CRLF
	}
	unended := t.LineCount() > 0 && !t.EndsWithNewline()
	edits := make([]text.Edit, 0, len(d.hunks)+1)
	for _, h := range d.hunks {
		var new strings.Builder
		if unended && int(h.from) == t.LineCount() {
			new.WriteString(eol)
		}
		for i := range h.lines {
			l := &h.lines[i]
			new.Grow(l.size() + len(eol))
			for _, p := range l.parts {
				new.WriteString(p)
			}
			new.WriteString(l.eol(t, eol))
		}
		e := text.Edit{Start: t.Start(h.from), End: t.Start(h.to), New: new.String()}
		if len(h.lines) == 1 && len(h.lines[0].parts) > 1 && len(e.New) >= longLine {
			e = narrowed(e, t.String()[e.Start:e.End])
		}
		edits = append(edits, e)
	}
	n, end := len(edits), t.Len()
	switch {
	case n == 0:
	case d.final == noFinal && edits[n-1].End == end:
		if lines := d.hunks[n-1].lines; len(lines) > 0 {
			edits[n-1].New = strings.TrimSuffix(edits[n-1].New, lines[len(lines)-1].eol(t, eol))
		}
	// A file that is changed gets the final newline that it lacks.
	case d.final == addFinal && unended && edits[n-1].End < end:
		edits = append(edits, text.Edit{Start: end, End: end, New: eol})
	}
	return edits
}

// longLine is the number of bytes from which a line is long.
const longLine = 4096

// narrowed returns an edit that replaces old without what doesn't change at both ends.
func narrowed(e text.Edit, old string) text.Edit {
	head := text.CommonPrefix(old, e.New)
	for head > 0 && head < len(old) && !utf8.RuneStart(old[head]) {
		head--
	}
	tail := text.CommonSuffix(old[head:], e.New[head:])
	for tail > 0 && !utf8.RuneStart(old[len(old)-tail]) {
		tail--
	}
	return text.Edit{Start: e.Start + text.Offset(head), End: e.End - text.Offset(tail), New: e.New[head : len(e.New)-tail]}
}
