package apply

import (
	"sort"
	"sync/atomic"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Virtual is a target as the blocks above leave it: the present text, and over it a
// sorted list of edits. Lines are addressed by their place in one or the other, so
// that a block costs no more for the ones above it; only where a block has failed are
// the lines counted through ([Virtual.Text]).
type Virtual struct {
	base *text.Text
	// own is the text of the target where base has masked lines, else nil.
	own     *text.Text
	index   *text.Index
	trimmed func() *text.Index
	exists  bool
	// edits are in the order of the text. Edits may touch, but do not overlap.
	edits []*edit
	// puts finds put lines by the hash of their content, those too that stand nowhere any
	// more: the last of each chain.
	puts map[uint32]*putLine
	// crowd holds the places of needles that stand in very many.
	crowd crowd
	// flat is the virtual file counted through, made when it is asked for.
	flat atomic.Pointer[flat]
}

// edit puts lines in the place of the base lines from from to before to.
type edit struct {
	from, to text.Line
	lines    []*putLine
}

// putLine is a line that a block brings in.
type putLine struct {
	text string
	// ending is the line's own ending; empty means the target's dominant one.
	ending string
	// present is the present line that it counts as (formats, "Order").
	present text.Line
	// block is the index of the block that it comes from.
	block int
	// in and at say where the line stands; in is nil while it stands nowhere.
	in *edit
	at int
	// hash is that of its content, next the line before it in its chain, and chained the
	// number of lines from it on; 0 while it cannot be found by its content.
	hash    uint32
	next    *putLine
	chained int
}

// alike is the number of lines in the chain of l.
func (l *putLine) alike() int {
	if l == nil {
		return 0
	}
	return l.chained
}

// pos is the place of a virtual line: a put line of an edit, or, with no edit, a line
// of the base. The base line behind the last is the end of the file.
type pos struct {
	line text.Line
	edit *edit
	at   int
}

// before tells whether p stands before q in the text.
func (v *Virtual) before(p, q pos) bool {
	switch {
	case p.edit == nil && q.edit == nil:
		return p.line < q.line
	case p.edit == q.edit:
		return p.at < q.at
	case p.edit == nil:
		// What is put before a base line stands before it.
		return p.line < q.edit.from
	case q.edit == nil:
		return p.edit.from <= q.line
	case p.edit.from != q.edit.from:
		return p.edit.from < q.edit.from
	default:
		return v.indexOf(p.edit) < v.indexOf(q.edit)
	}
}

// indexOf is the index of an edit that stands.
func (v *Virtual) indexOf(e *edit) int {
	i := sort.Search(len(v.edits), func(i int) bool { return v.edits[i].from >= e.from })
	for v.edits[i] != e {
		i++
	}
	return i
}

// newVirtual makes the virtual file of a target without edits. A missing file is the
// empty text.
func newVirtual(base *text.Text, index *text.Index, trimmed func() *text.Index, exists bool) *Virtual {
	return &Virtual{base: base, index: index, trimmed: trimmed, exists: exists}
}

// Edited tells whether blocks have changed anything.
func (v *Virtual) Edited() bool { return len(v.edits) > 0 }

// start is the place of the first line.
func (v *Virtual) start() pos { return v.settle(0, 0).pos }

// line is the content of the line at p.
func (v *Virtual) line(p pos) string {
	if p.edit != nil {
		return p.edit.lines[p.at].text
	}
	return v.base.Line(p.line)
}

// ending is the line ending at p, or empty for the dominant one.
func (v *Virtual) ending(p pos) string {
	if p.edit != nil {
		return p.edit.lines[p.at].ending
	}
	return v.base.Ending(p.line)
}

// present is the line of the present text that the line at p counts as; at the end of
// the file it is the last line.
func (v *Virtual) present(p pos) text.Line {
	if p.edit != nil {
		return p.edit.lines[p.at].present
	}
	return max(0, min(p.line, text.Line(v.base.LineCount()-1)))
}

// writer is the index of the block that put in the line at p, or -1.
func (v *Virtual) writer(p pos) int {
	if p.edit == nil {
		return -1
	}
	return p.edit.lines[p.at].block
}

// cursor walks over virtual lines.
type cursor struct {
	v *Virtual
	pos
	// next is the index of the first edit that stands behind the line.
	next int
}

// cursor at a line.
func (v *Virtual) cursor(p pos) cursor {
	if p.edit == nil {
		return cursor{v, p, v.firstBehind(p.line)}
	}
	return cursor{v, p, v.indexOf(p.edit) + 1}
}

// firstBehind is the index of the first edit behind base line l, which stands.
func (v *Virtual) firstBehind(l text.Line) int {
	return sort.Search(len(v.edits), func(i int) bool { return v.edits[i].from > l })
}

// settle is a cursor at the first line at or behind base line l, where i is the index
// of the first edit that may begin there.
func (v *Virtual) settle(l text.Line, i int) cursor {
	for ; i < len(v.edits) && v.edits[i].from == l; i++ {
		if len(v.edits[i].lines) > 0 {
			return cursor{v, pos{edit: v.edits[i]}, i + 1}
		}
		l = v.edits[i].to
	}
	return cursor{v, pos{line: l}, i}
}

// end tells whether the cursor stands behind the last line.
func (c *cursor) end() bool { return c.edit == nil && int(c.line) >= c.v.base.LineCount() }

// forward moves to the next line; not from the end.
func (c *cursor) forward() {
	if c.edit == nil {
		*c = c.v.settle(c.line+1, c.next)
		return
	}
	if c.at+1 < len(c.edit.lines) {
		c.at++
		return
	}
	*c = c.v.settle(c.edit.to, c.next)
}

// back moves to the line before; false at the first line.
func (c *cursor) back() bool {
	if c.edit != nil && c.at > 0 {
		c.at--
		return true
	}
	// i is the index of the edit that may end where the line begins.
	l, i := c.line, c.next-1
	if c.edit != nil {
		l, i = c.edit.from, c.next-2
	}
	for ; i >= 0 && c.v.edits[i].to == l; i-- {
		if n := len(c.v.edits[i].lines); n > 0 {
			*c = cursor{c.v, pos{edit: c.v.edits[i], at: n - 1}, i + 1}
			return true
		}
		l = c.v.edits[i].from
	}
	if l == 0 {
		return false
	}
	*c = cursor{c.v, pos{line: l - 1}, i + 1}
	return true
}

// replace puts lines in place of count lines from p on, or, if count is 0, before p.
func (v *Virtual) replace(p pos, count int, lines []*putLine) {
	v.exists = true
	v.flat.Store(nil)
	first := v.cursor(p)
	new := &edit{lines: lines}
	var keep []*edit // what is left of edits that are cut
	// i0 to before i1 are the edits that are taken away.
	i0, i1 := first.next, first.next
	new.from = p.line
	if p.edit != nil {
		i0 = first.next - 1
		new.from = p.edit.from
		if p.at > 0 {
			// The base lines go with the part that stays: both are written as one edit.
			new.from = p.edit.to
		}
	}
	new.to = new.from
	last := first
	for n := 0; n < count; n++ {
		if n > 0 {
			last.forward()
		}
		if last.edit != nil {
			new.to = last.edit.to
		} else {
			new.to = last.line + 1
		}
	}
	var rest []*putLine
	if p.edit != nil {
		i1 = i0 + 1
		if p.at > 0 {
			left := &edit{from: p.edit.from, to: p.edit.to, lines: p.edit.lines[:p.at:p.at]}
			keep = append(keep, left)
		}
		if count == 0 {
			rest = p.edit.lines[p.at:]
		}
	}
	if count > 0 {
		i1 = max(i1, last.next)
		if last.edit != nil {
			rest = last.edit.lines[last.at+1:]
		}
	}
	if p.edit != nil && p.at == 0 && count == 0 {
		// Before the first line of an edit: the edit itself stays as it is.
		i1, rest = i0, nil
	}
	if len(lines) > 0 || new.from < new.to {
		keep = append(keep, new)
	}
	if len(rest) > 0 {
		keep = append(keep, &edit{from: new.to, to: new.to, lines: rest})
	}
	v.splice(i0, i1, keep)
}

// splice puts edits in place of those from index i0 to before i1.
func (v *Virtual) splice(i0, i1 int, edits []*edit) {
	if v.puts == nil {
		v.puts = map[uint32]*putLine{}
	}
	for _, e := range v.edits[i0:i1] {
		for _, l := range e.lines {
			l.in = nil
		}
	}
	for _, e := range edits {
		for k, l := range e.lines {
			if l.chained == 0 {
				l.hash = v.index.Hash(l.text)
				l.next = v.puts[l.hash]
				l.chained = 1 + l.next.alike()
				v.puts[l.hash] = l
			}
			l.in, l.at = e, k
		}
	}
	n := len(v.edits) - (i1 - i0) + len(edits)
	moved := v.edits[i1:]
	if n > cap(v.edits) {
		grown := make([]*edit, n, 2*n)
		copy(grown, v.edits[:i0])
		copy(grown[i0+len(edits):], moved)
		v.edits = grown
	} else {
		v.edits = v.edits[:max(n, len(v.edits))]
		copy(v.edits[i0+len(edits):n], moved)
		v.edits = v.edits[:n]
	}
	copy(v.edits[i0:], edits)
}

// Edits are the edits of the present text that make the virtual file: sorted, of whole
// lines, and not touching one another.
func (v *Virtual) Edits() []text.Edit {
	if !v.Edited() {
		return nil
	}
	edits := make([]text.Edit, 0, len(v.edits)+1)
	var s []byte
	b := v.target()
	eol := b.DominantEnding()
	unended := b.LineCount() > 0 && !b.EndsWithNewline()
	for i := 0; i < len(v.edits); {
		first := v.edits[i]
		e := text.Edit{Start: b.Start(first.from)}
		s = s[:0]
		if unended && int(first.from) == b.LineCount() {
			s = append(s, eol...)
		}
		for to := first.from; i < len(v.edits) && v.edits[i].from == to; i++ {
			to = v.edits[i].to
			e.End = b.Start(to)
			for _, l := range v.edits[i].lines {
				s = append(s, l.text...)
				if l.ending == "" {
					s = append(s, eol...)
				} else {
					s = append(s, l.ending...)
				}
			}
		}
		e.New = string(s)
		edits = append(edits, e)
	}
	// A file that is changed gets the final newline that it lacks.
	if n := len(edits); n > 0 && unended && edits[n-1].End < b.Len() {
		edits = append(edits, text.Edit{Start: b.Len(), End: b.Len(), New: eol})
	}
	return edits
}
