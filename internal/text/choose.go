package text

import "math"

const (
	// mostChosen is in how many places a chosen line is noted; one that is in more is
	// no help.
	mostChosen = 64
	// chosen is said in the slot of a chosen line that is nowhere.
	chosen = math.MinInt32
)

// Choose indexes only the lines of t that are equal to chosen ones, about n in
// number: choose calls its argument with each, which answers false if it was chosen
// before. For few lines that takes far less than an index of all: their table stays in
// the processor's cache while the text goes by once, and no line of the text takes
// memory but those that are found.
func Choose(t *Text, n int, choose func(add func(line string) bool)) *Index {
	size := 16 // a power of two, as bits needs it
	for size < 2*n {
		size *= 2
	}
	ix := &Index{text: t, slots: make([]slot, size), of: []int32{}}
	glance := make(bits, size/16)
	used := 0
	choose(func(line string) bool {
		h := Hash(line)
		s := ix.slot(h)
		if s.lines != 0 || used == size-1 {
			return false
		}
		*s = slot{h, chosen}
		glance.add(h)
		used++
		return true
	})
	t.hashes(func(hashes []uint32, first int32) {
		for i, h := range hashes {
			if !glance.has(h) {
				continue
			}
			if s := ix.slot(h); s.lines != 0 {
				ix.note(s, first+int32(i))
			}
		}
	})
	return ix
}

// note adds a line of the text to those of a chosen one.
func (ix *Index) note(s *slot, l int32) {
	if s.lines == chosen {
		s.lines = l + 1
		return
	}
	if s.lines > 0 {
		one := ix.place(s.lines - 1)
		ix.groups = append(ix.groups, group{one, one, 1})
		s.lines = -int32(len(ix.groups))
	}
	g := &ix.groups[-s.lines-1]
	if g.count++; g.count > mostChosen {
		return
	}
	at := ix.place(l)
	ix.next[g.last], g.last = at, at
}

// place puts a line into the list of lines.
func (ix *Index) place(l int32) int32 {
	ix.of, ix.next = append(ix.of, l), append(ix.next, noLine)
	return int32(len(ix.of) - 1)
}

// bits is a set of hashes that may report a few that were never added: most lines that
// are not chosen are found out without a look at a table. Its size is a power of two.
type bits []uint64

func (b bits) add(hash uint32)      { b[hash>>6&uint32(len(b)-1)] |= 1 << (hash & 63) }
func (b bits) has(hash uint32) bool { return b[hash>>6&uint32(len(b)-1)]&(1<<(hash&63)) != 0 }
