package text

import (
	"hash/maphash"
	"math"
	"slices"
)

// seed makes line hashes differ between runs so that no file can provoke collisions.
var seed = maphash.MakeSeed()

// Hash returns the hash of a line as used by all indexes.
func Hash(line string) uint32 { return uint32(maphash.String(seed, line)) }

// Index finds the lines of a text that equal a given line. It is immutable and takes 8 bytes per line.
type Index struct {
	text *Text
	// lines are sorted entries: the hash in the upper half, the line in the lower.
	lines []uint64
	// chosen are the hashes of the lines in the index, or nil if all lines are.
	chosen map[uint32]bool
}

// maxChosen is the maximum number of places of a chosen line; more frequent lines don't help.
const maxChosen = 64

func newIndex(t *Text) *Index {
	ix := &Index{text: t, lines: make([]uint64, 0, t.LineCount())}
	t.hashes(func(_ uint32, entry uint64) { ix.lines = append(ix.lines, entry) })
	slices.Sort(ix.lines)
	return ix
}

// hashes calls visit with the hash and the index entry of each line.
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

// Choose indexes only the lines of t that equal one of about n chosen lines, which is much faster than
// indexing all. choose calls add with each line; add returns false if the line was added before.
func Choose(t *Text, n int, choose func(add func(line string) bool)) *Index {
	ix := &Index{text: t, chosen: make(map[uint32]bool, n)}
	// A Bloom filter saves the map lookup for most lines.
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

// Text returns the indexed text.
func (ix *Index) Text() *Text { return ix.text }

// Hits are the lines of an index with a given hash.
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

// Known reports whether the index covers the line. An index of chosen lines doesn't cover others, nor
// very frequent ones.
func (h Hits) Known() bool { return h.known }

// Count returns the number of lines with the hash: an upper bound on the equal lines, exact unless
// hashes collide.
func (h Hits) Count() int { return len(h.lines) }

// Likely calls visit with the lines that have the hash, in order, until it returns false. Rarely,
// hashes collide and a line differs.
func (ix *Index) Likely(h Hits, visit func(Line) bool) {
	for _, l := range h.lines {
		if !visit(Line(uint32(l))) {
			return
		}
	}
}
