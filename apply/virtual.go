package apply

import (
	"strings"
	"sync/atomic"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// Virtual is a target as the blocks above leave it: the present text, and over it a
// sorted list of edits. Lines are addressed by their place in one or the other, so
// that a block costs no more for the ones above it; only where a block has failed are
// the lines counted through ([Virtual.Text]).
type Virtual struct {
	base *text.Text
	// own is the text of the target where base has masked lines, else nil.
	own *text.Text
	// file is the base with its indexes.
	file *workspace.File
	// chosen is an index of what the blocks look for, while they are judged, or nil.
	chosen *text.Index
	exists bool
	// edits are in the order of the text. Edits may touch, but do not overlap.
	edits []*edit
	// puts finds put lines by the hash of their content, those too that stand nowhere any
	// more.
	puts putTable
	// What edits and put lines are made of.
	editSlab slab[edit]
	putSlab  slab[putLine]
	// crowd holds the places of needles that stand in very many.
	crowd crowd
	// flat is the virtual file counted through, made when it is asked for.
	flat atomic.Pointer[flat]
}

// edit puts lines in the place of the base lines from from to before to.
type edit struct {
	from, to text.Line
	put
}

// put are lines that a block brings in, or some of them.
type put struct {
	lines []putLine
	// present is the present line that they count as (formats, "Order").
	present text.Line
	// block is the index of the block that they come from.
	block int
}

// slab gives out values from larger pieces of memory: most files get many edits.
type slab[T any] struct{ free []T }

// leastSlab is how many values a piece has at least where they come one by one.
const leastSlab = 16

// expect makes room for n values.
func (s *slab[T]) expect(n int) { s.free = make([]T, n) }

// take gives out n values, each zero.
func (s *slab[T]) take(n int) []T {
	if len(s.free) < n {
		s.free = make([]T, max(n, leastSlab))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
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
	i := v.firstBehind(e.from - 1)
	for v.edits[i] != e {
		i++
	}
	return i
}

// newVirtual makes the virtual file of a target without edits. A missing file is the
// empty text.
func newVirtual(file *workspace.File, exists bool) *Virtual {
	return &Virtual{base: file.Text, file: file, exists: exists}
}

// Present is a file as it stands, before any block has changed it.
func Present(file *workspace.File) *Virtual { return newVirtual(file, true) }

// expect makes room for so many edits, which put in so many lines.
func (v *Virtual) expect(edits, lines int) {
	v.edits = make([]*edit, 0, edits)
	v.editSlab.expect(edits)
	v.putSlab.expect(lines)
	v.puts.expect(lines)
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
		return p.edit.present
	}
	return max(0, min(p.line, text.Line(v.base.LineCount()-1)))
}

// writer is the index of the block that put in the line at p, or -1.
func (v *Virtual) writer(p pos) int {
	if p.edit == nil {
		return -1
	}
	return p.edit.block
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

// firstBehind is the index of the first edit that begins behind base line l.
func (v *Virtual) firstBehind(l text.Line) int {
	// Most blocks come in the order of the text.
	lo, hi := 0, len(v.edits)
	if hi == 0 || v.edits[hi-1].from <= l {
		return hi
	}
	for lo < hi {
		if mid := (lo + hi) / 2; v.edits[mid].from > l {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// firstPast is the index of the first edit that ends behind the beginning of base line l.
func (v *Virtual) firstPast(l text.Line) int {
	lo, hi := 0, len(v.edits)
	if hi == 0 || v.edits[hi-1].to <= l {
		return hi
	}
	for lo < hi {
		if mid := (lo + hi) / 2; v.edits[mid].to > l {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// touched tells whether an edit stands in the base lines from first to before end, or
// between two of them.
func (v *Virtual) touched(first, end text.Line) bool {
	i := v.firstPast(first)
	return i < len(v.edits) && v.edits[i].from < end
}

// replaced tells whether an edit stands in the place of base line l.
func (v *Virtual) replaced(l text.Line) bool {
	i := v.firstPast(l)
	return i < len(v.edits) && v.edits[i].from <= l
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

// apply does what a block does to the file.
func (v *Virtual) apply(p place, block int) {
	lines := v.putSlab.take(len(p.lines))
	for i, l := range p.lines {
		lines[i].text = l
	}
	if p.ending != "" {
		lines[len(lines)-1].ending = p.ending
	}
	v.replace(p.first, p.count, put{lines: lines, present: p.present, block: block})
}

// newEdit makes an edit.
func (v *Virtual) newEdit(from, to text.Line, p put) *edit {
	e := &v.editSlab.take(1)[0]
	*e = edit{from, to, p}
	return e
}

// part is some lines of what a block puts.
func (p put) part(lines []putLine) put {
	p.lines = lines
	return p
}

// replace puts lines in place of count lines from p on, or, if count is 0, before p.
func (v *Virtual) replace(p pos, count int, lines put) {
	v.exists = true
	v.flat.Store(nil)
	first := v.cursor(p)
	new := v.newEdit(0, 0, lines)
	keep := make([]*edit, 0, 3) // the new one, and what is left of edits that are cut
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
	var rest put
	if p.edit != nil {
		i1 = i0 + 1
		if p.at > 0 {
			keep = append(keep, v.newEdit(p.edit.from, p.edit.to, p.edit.part(p.edit.lines[:p.at])))
		}
		if count == 0 {
			rest = p.edit.part(p.edit.lines[p.at:])
		}
	}
	if count > 0 {
		i1 = max(i1, last.next)
		if last.edit != nil {
			rest = last.edit.part(last.edit.lines[last.at+1:])
		}
	}
	if p.edit != nil && p.at == 0 && count == 0 {
		// Before the first line of an edit: the edit itself stays as it is.
		i1, rest = i0, put{}
	}
	if len(lines.lines) > 0 || new.from < new.to {
		keep = append(keep, new)
	}
	if len(rest.lines) > 0 {
		keep = append(keep, v.newEdit(new.to, new.to, rest))
	}
	v.splice(i0, i1, keep)
}

// splice puts edits in place of those from index i0 to before i1.
func (v *Virtual) splice(i0, i1 int, edits []*edit) {
	for _, e := range v.edits[i0:i1] {
		for k := range e.lines {
			e.lines[k].in = nil
		}
	}
	for _, e := range edits {
		for k := range e.lines {
			l := &e.lines[k]
			if l.chained == 0 {
				l.hash = text.Hash(l.text)
				v.puts.add(l)
			}
			l.in, l.at = e, int32(k)
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
	b := v.target()
	eol := b.DominantEnding()
	unended := b.LineCount() > 0 && !b.EndsWithNewline()
	// The new texts of all edits are one piece of memory.
	size := len(eol)
	for _, e := range v.edits {
		for k := range e.lines {
			size += len(e.lines[k].text) + len(text.CRLF)
		}
	}
	var s strings.Builder
	s.Grow(size)
	for i := 0; i < len(v.edits); {
		first := v.edits[i]
		e := text.Edit{Start: b.Start(first.from)}
		from := s.Len()
		if unended && int(first.from) == b.LineCount() {
			s.WriteString(eol)
		}
		for to := first.from; i < len(v.edits) && v.edits[i].from == to; i++ {
			to = v.edits[i].to
			e.End = b.Start(to)
			for k := range v.edits[i].lines {
				l := &v.edits[i].lines[k]
				s.WriteString(l.text)
				if l.ending == "" {
					s.WriteString(eol)
				} else {
					s.WriteString(l.ending)
				}
			}
		}
		e.New = s.String()[from:]
		edits = append(edits, e)
	}
	// A file that is changed gets the final newline that it lacks.
	if n := len(edits); n > 0 && unended && edits[n-1].End < b.Len() {
		edits = append(edits, text.Edit{Start: b.Len(), End: b.Len(), New: eol})
	}
	return edits
}
