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

// Draft is a target as the blocks so far leave it: its current text plus hunks. Line numbers are
// 0-based and valid until the next change. [Draft.Present] maps them to the current text, which users
// see.
type Draft struct {
	base *text.Text
	// own is the target's text if base has masked lines, else nil.
	own    *text.Text
	exists bool
	// some is an index of only the lines that blocks search for, or nil.
	some *text.Index
	// hunks are sorted and never touch.
	hunks []hunk
	count int
	// changed is set once a block was applied. final says how the file ends. With crlf, lines end with
	// CRLF if the file has no line endings yet.
	changed, crlf bool
	final         finalNewline
	// inserted maps the key of an inserted line to the base lines where hunks with such lines begin. A
	// hunk may have grown or lost the line since, so hits must be checked.
	inserted map[uint32][]text.Line
	// trimmed finds base lines by what they hold between blanks, made on demand.
	trimmed []uint64
	// looked counts the lines that were looked at for chunks below; see maxLooked.
	looked int
	// text is the draft as one text, made on demand.
	text atomic.Pointer[text.Text]
}

// hunk replaces the base lines from (inclusive) to to (exclusive) with lines; first is the draft number
// of its first line.
type hunk struct {
	first    int
	from, to text.Line
	lines    []line
}

// top stands for the hunk before the first one.
var top hunk

func (h *hunk) end() int { return h.first + len(h.lines) }

func newDraft(base *text.Text) *Draft {
	return &Draft{base: base, exists: true, count: base.LineCount()}
}

// clone returns a copy to continue with; d stays as it is for later readers.
func (d *Draft) clone() *Draft {
	c := &Draft{
		base: d.base, own: d.own, exists: d.exists, some: d.some, trimmed: d.trimmed, looked: d.looked, count: d.count,
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

// above returns the last hunk that begins at or before line n, and the index of the next hunk.
func (d *Draft) above(n int) (*hunk, int) {
	return d.lastBefore(func(h *hunk) bool { return h.first > n })
}

// covering is above for a base line.
func (d *Draft) covering(l text.Line) *hunk {
	h, _ := d.lastBefore(func(h *hunk) bool { return h.from > l })
	return h
}

func (d *Draft) lastBefore(isAfter func(*hunk) bool) (*hunk, int) {
	next := sort.Search(len(d.hunks), func(i int) bool { return isAfter(&d.hunks[i]) })
	if next == 0 {
		return &top, 0
	}
	return &d.hunks[next-1], next
}

// segment is part of a draft from line n on: base lines from (inclusive) to to (exclusive), then lines
// of a hunk.
type segment struct {
	n        int
	from, to text.Line
	lines    []line
}

// hunkLines returns the number of the segment's first line from a hunk.
func (s *segment) hunkLines() int { return s.n + int(s.to-s.from) }

func (s *segment) end() int { return s.hunkLines() + len(s.lines) }

// segment returns the longest segment from line n on. Past the end it is empty.
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

// written returns line n if a block wrote it, else nil and the base line.
func (d *Draft) written(n int) (*line, text.Line) {
	s := d.segment(n)
	if s.from == s.to && len(s.lines) > 0 {
		return &s.lines[0], 0
	}
	return nil, s.from
}

// at returns line n. Past the end it returns an empty line.
func (d *Draft) at(n int) line {
	l, base := d.written(n)
	if l != nil {
		return *l
	}
	return line{parts: []string{d.base.Line(base)}, present: d.Present(n), ending: base, writer: -1}
}

// Present returns the line of the current text that line n counts as; past the end, the last line.
func (d *Draft) Present(n int) text.Line {
	l, base := d.written(n)
	if l != nil {
		return l.present
	}
	return max(0, min(base, text.Line(d.base.LineCount()-1)))
}

// number returns the number that a base line has, if it is still there.
func (d *Draft) number(l text.Line) (n int, ok bool) {
	h := d.covering(l)
	return h.end() + int(l-h.to), l >= h.to
}

// lastWriter returns the last block that wrote a line in n to end (exclusive), or -1.
func (d *Draft) lastWriter(n, end int) int {
	last := int32(-1)
	for ; n < end && d.Edited(); n++ {
		if l, _ := d.written(n); l != nil {
			last = max(last, l.writer)
		}
	}
	return int(last)
}

// change replaces count lines at line at with lines. If count is 0, it inserts them before that line.
type change struct {
	at, count int
	lines     []line
	// above are the block's other changes, bottom up.
	above []change
	final finalNewline
	// crlf: lines end with CRLF if the file has no line endings.
	crlf bool
}

// finalNewline is how a changed file ends.
type finalNewline uint8

const (
	// addFinal adds a missing newline.
	addFinal finalNewline = iota
	// keepFinal adds one only after new lines at the end.
	keepFinal
	// noFinal leaves new lines at the end without one.
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
	// Hunks that touch the replaced lines merge into one.
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

// lines yields all lines with their numbers, until the context is cancelled.
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

// Text returns the draft as a text with the same line numbers.
func (d *Draft) Text() *text.Text {
	if !d.Edited() {
		return d.base
	}
	if t := d.text.Load(); t != nil {
		return t
	}
	// Concurrent callers would make equal texts.
	d.text.CompareAndSwap(nil, d.base.Apply(d.edits(d.base)))
	return d.text.Load()
}

// target returns the current text of the target, to which edits refer.
func (d *Draft) target() *text.Text {
	if d.own != nil {
		return d.own
	}
	return d.base
}

// Edits returns the edits of the current text that make the draft: sorted, of whole lines and not
// touching. In a long line they omit the unchanged ends; in others they don't, because some editors
// count columns differently.
func (d *Draft) Edits() []text.Edit { return d.edits(d.target()) }

// edits is Edits for a text that equals the base outside of hunks.
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
			new.WriteString(cmp.Or(t.Ending(l.ending), eol))
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
		edits[n-1].New = strings.TrimSuffix(edits[n-1].New, eol)
	// A changed file gets its missing final newline.
	case d.final == addFinal && unended && edits[n-1].End < end:
		edits = append(edits, text.Edit{Start: end, End: end, New: eol})
	}
	return edits
}

// longLine is the length, in bytes, of a long line.
const longLine = 4096

// narrowed trims what an edit has in common with old at both ends.
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
