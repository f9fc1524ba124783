package text

// mostChosen is in how many places a chosen line is noted; one that stands in more is no
// help.
const mostChosen = 64

// Choose indexes only the lines of t that are equal to chosen ones, of which there are n:
// choose calls its argument with each. For few lines that takes far less than an index
// of all: their table stays in the processor's cache while the text goes by once, and
// no line of the text takes memory but those that are found.
func Choose(t *Text, n int, choose func(add func(line string))) *Index {
	size := 16 // a power of two, as bits needs it
	for size < 2*n {
		size *= 2
	}
	ix := &Index{text: t, slots: make([]slot, size), groups: make([]group, 0, n), of: make([]int32, 0, n)}
	chosen := make(bits, size/16)
	choose(func(line string) {
		h := Hash(line)
		if s := ix.slot(h); s.lines == 0 {
			ix.groups = append(ix.groups, group{noLine, noLine, 0})
			*s = slot{h, -int32(len(ix.groups))}
			chosen.add(h)
		}
	})
	t.Each(0, Line(t.LineCount()), func(l Line, line string) bool {
		h := Hash(line)
		if !chosen.has(h) {
			return true
		}
		if s := ix.slot(h); s.lines != 0 {
			ix.note(&ix.groups[-s.lines-1], l)
		}
		return true
	})
	return ix
}

// note adds a line of the text to those of a chosen one.
func (ix *Index) note(g *group, l Line) {
	if g.count++; g.count > mostChosen {
		return
	}
	at := int32(len(ix.of))
	ix.of, ix.next = append(ix.of, int32(l)), append(ix.next, noLine)
	if g.first == noLine {
		g.first = at
	} else {
		ix.next[g.last] = at
	}
	g.last = at
}

// bits is a set of hashes, some of which it has for nothing: most lines are told from
// those that are chosen without a look at a table. Its size is a power of two.
type bits []uint64

func (b bits) add(hash uint32)      { b[hash>>6&uint32(len(b)-1)] |= 1 << (hash & 63) }
func (b bits) has(hash uint32) bool { return b[hash>>6&uint32(len(b)-1)]&(1<<(hash&63)) != 0 }
