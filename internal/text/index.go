package text

import (
	"hash/maphash"
	"math"
	"slices"
)

// seed makes line hashes differ from run to run, so that a hostile file cannot
// be made to collide.
var seed = maphash.MakeSeed()

// Hash is the hash of a line, as all indexes have it.
func Hash(line string) uint32 { return uint32(maphash.String(seed, line)) }

// Index finds the lines of a text that are equal to a given line. It is built once for
// a content and then only read. Beside the text it holds 8 bytes for a line.
type Index struct {
	text *Text
	// lines are the lines by their hashes: a hash in the upper half of each, the line in the
	// lower.
	lines []uint64
	// chosen are the hashes of the lines that the index knows of, or nil if it knows of all.
	chosen map[uint32]bool
}

// maxChosen is in how many places a chosen line is noted; one that is in more is no help.
const maxChosen = 64

// newIndex indexes the lines of t.
func newIndex(t *Text) *Index {
	ix := &Index{text: t, lines: make([]uint64, 0, t.LineCount())}
	t.hashes(func(_ uint32, entry uint64) { ix.lines = append(ix.lines, entry) })
	slices.Sort(ix.lines)
	return ix
}

// IndexFrom makes the index of t from that of the text that t was edited from, if that has
// one: who types into a large text doesn't wait until all of it is sorted again.
func (t *Text) IndexFrom(before *Text) {
	old := before.index.Load()
	if was, now := Changed(before, t); old != nil && now.End-now.First <= maxChosen {
		t.indexing.Do(func() { t.index.Store(old.edited(t, was, now)) })
	}
}

// edited returns the index of t, in which the lines now are in the place of the lines was.
func (ix *Index) edited(t *Text, was, now LineRange) *Index {
	var added []uint64
	for l := now.First; l < now.End; l++ {
		added = append(added, uint64(Hash(t.Line(l)))<<32|uint64(l))
	}
	slices.Sort(added)
	n := &Index{text: t, lines: make([]uint64, 0, t.LineCount())}
	shift := uint64(now.End - was.End)
	for _, entry := range ix.lines {
		switch l := Line(uint32(entry)); {
		case l >= was.End:
			entry += shift
		case l >= was.First:
			continue
		}
		for len(added) > 0 && added[0] < entry {
			n.lines, added = append(n.lines, added[0]), added[1:]
		}
		n.lines = append(n.lines, entry)
	}
	n.lines = append(n.lines, added...)
	return n
}

// hashes calls visit with the hash of each line, and its entry in an index.
func (t *Text) hashes(visit func(hash uint32, entry uint64)) {
	l := uint64(0)
	for _, c := range t.chunks {
		for i := range c.starts {
			line := c.line(i)
			h := Hash(line[:len(line)-len(ending(line))])
			visit(h, uint64(h)<<32|l)
			l++
		}
	}
}

// Choose indexes only the lines of t that are equal to chosen ones, about
// n: choose calls its argument with each, which answers false if it was chosen
// before. For few lines that takes far less than an index of all.
func Choose(t *Text, n int, choose func(add func(line string) bool)) *Index {
	ix := &Index{text: t, chosen: make(map[uint32]bool, n)}
	// Most lines are told from those that are chosen without a look at the map.
	var likely [1 << 10]uint64
	choose(func(line string) bool {
		h := Hash(line)
		before := ix.chosen[h]
		ix.chosen[h] = true
		likely[h>>6%uint32(len(likely))] |= 1 << (h & 63)
		return !before
	})
	t.hashes(func(h uint32, entry uint64) {
		if likely[h>>6%uint32(len(likely))]&(1<<(h&63)) != 0 && ix.chosen[h] {
			ix.lines = append(ix.lines, entry)
		}
	})
	slices.Sort(ix.lines)
	return ix
}

// Text is the text that is indexed.
func (ix *Index) Text() *Text { return ix.text }

// Hits are the lines of an index that have some hash.
type Hits struct {
	lines []uint64
	known bool
}

// Find looks up the lines with a hash.
func (ix *Index) Find(hash uint32) Hits {
	if ix.chosen != nil && !ix.chosen[hash] {
		return Hits{}
	}
	first, _ := slices.BinarySearch(ix.lines, uint64(hash)<<32)
	n, _ := slices.BinarySearch(ix.lines[first:], uint64(hash)<<32|math.MaxUint32)
	if ix.chosen != nil && n > maxChosen {
		return Hits{}
	}
	return Hits{ix.lines[first:][:n], true}
}

// Known reports whether the index knows of the lines: one of chosen lines does not know of
// others, nor of those that are nearly everywhere.
func (h Hits) Known() bool { return h.known }

// Count is the number of lines with the hash of a line: an upper bound of the lines that
// are equal to it, and exact but for collisions.
func (h Hits) Count() int { return len(h.lines) }

// Likely calls visit with the lines that have the hash, in rising order, until it answers
// false. Few of them, if any, are not equal to the line that has it.
func (ix *Index) Likely(h Hits, visit func(Line) bool) {
	for _, l := range h.lines {
		if !visit(Line(uint32(l))) {
			return
		}
	}
}
