package text

import "hash/maphash"

// seed makes line hashes differ from run to run, so that a hostile file cannot
// be made to collide.
var seed = maphash.MakeSeed()

// Hash is the hash of a line, as all indexes have it.
func Hash(line string) uint32 { return uint32(maphash.String(seed, line)) }

// Index finds the lines of a text that are equal to a given line. It is built once for
// a content and then only read. Beside the text it holds 12 to 18 bytes for a line.
type Index struct {
	text *Text
	// slots is an open-addressing table of the hashes of all lines. What a lookup needs to
	// know of a line that occurs once is all in its slot: there is one cache miss.
	slots []slot
	// groups are the lines of each hash that several have.
	groups []group
	// next is, for a line of a group, the line after it there, or noLine.
	next []int32
	// of is nil, but for an index of chosen lines only ([Choose]): groups and next then
	// speak of places in this list of lines.
	of []int32
}

// slot is a hash, and the lines that have it: n > 0 is the line n-1 alone, n < 0 the
// group -n-1, and 0 that the slot is free; chosen is said in choose.go.
type slot struct {
	hash  uint32
	lines int32
}

// group is a chain of lines with one hash, in rising order.
type group struct{ first, last, count int32 }

const noLine = -1

// batch is how many lines are hashed before the table is touched: reads of it that wait
// for memory wait together.
const batch = 64

// newIndex indexes the lines of t.
func newIndex(t *Text) *Index {
	n := t.LineCount()
	ix := &Index{text: t, slots: make([]slot, n+n/2+1)}
	t.hashes(ix.add)
	return ix
}

// hashes calls add with the hashes of all lines, some at a time and in order; first is
// the first of them.
func (t *Text) hashes(add func(hashes []uint32, first int32)) {
	var some [batch]uint32
	for k, c := range t.chunks {
		first := t.sums[k].lines
		for n := len(c.starts); n > 0; n = len(c.starts) - int(first-t.sums[k].lines) {
			full := min(n, batch)
			at := int(first - t.sums[k].lines)
			for i := range full {
				line := c.line(at + i)
				some[i] = Hash(line[:len(line)-len(ending(line))])
			}
			add(some[:full], first)
			first += int32(full)
		}
	}
}

// add takes in lines that follow one another, by their hashes.
func (ix *Index) add(hashes []uint32, first int32) {
	for i, h := range hashes {
		l := first + int32(i)
		s := ix.slot(h)
		switch {
		case s.lines == 0:
			*s = slot{h, l + 1}
		case s.lines > 0:
			if ix.next == nil {
				ix.next = make([]int32, ix.text.LineCount())
			}
			one := s.lines - 1
			ix.next[one], ix.next[l] = l, noLine
			ix.groups = append(ix.groups, group{one, l, 2})
			s.lines = -int32(len(ix.groups))
		default:
			g := &ix.groups[-s.lines-1]
			ix.next[g.last], ix.next[l] = l, noLine
			g.last = l
			g.count++
		}
	}
}

// slot is that of a hash, or the free one where it belongs.
func (ix *Index) slot(hash uint32) *slot {
	n := uint32(len(ix.slots))
	for i := uint32(uint64(hash) * uint64(n) >> 32); ; {
		if s := &ix.slots[i]; s.lines == 0 || s.hash == hash {
			return s
		}
		if i++; i == n {
			i = 0
		}
	}
}

// Text is the text that is indexed.
func (ix *Index) Text() *Text { return ix.text }

// Hits are the lines of an index that have some hash.
type Hits struct {
	// first is the first of them, or noLine, and count how many there are; negative where
	// the index does not know.
	first, count int32
}

// Find looks up the lines with a hash.
func (ix *Index) Find(hash uint32) Hits {
	s := ix.slot(hash)
	switch {
	case s.lines > 0:
		return Hits{s.lines - 1, 1}
	case s.lines == chosen, s.lines == 0 && ix.of == nil:
		return Hits{noLine, 0}
	case s.lines < 0:
		if g := &ix.groups[-s.lines-1]; ix.of == nil || g.count <= mostChosen {
			return Hits{g.first, g.count}
		}
	}
	return Hits{noLine, -1}
}

// Known reports whether the index knows of the lines: one of chosen lines does not know of
// others, nor of those that are nearly everywhere.
func (h Hits) Known() bool { return h.count >= 0 }

// Count is the number of lines with the hash of a line: an upper bound of the lines that
// are equal to it, and exact but for collisions.
func (h Hits) Count() int { return int(h.count) }

// Likely calls visit with the lines that have the hash, in rising order, until it answers
// false. Few of them, if any, are not equal to the line that has it.
func (ix *Index) Likely(h Hits, visit func(Line) bool) {
	if h.count == 1 {
		visit(Line(h.first))
		return
	}
	for i := h.first; i != noLine; i = ix.next[i] {
		l := i
		if ix.of != nil {
			l = ix.of[i]
		}
		if !visit(Line(l)) {
			return
		}
	}
}
