package text

import (
	"hash/maphash"
	"math"
	"slices"
)

// seed differs between runs so that no file can provoke collisions.
var seed = maphash.MakeSeed()

// Hash returns a line's hash, as used by indexes.
func Hash(line string) uint32 { return uint32(maphash.String(seed, line)) }

// Index finds lines equal to a given line. It is immutable and takes 8 bytes per line.
type Index struct {
	text *Text
	// lines are sorted entries: the hash in the upper half, the line in the lower.
	lines []uint64
	// chosen counts the places of each hash in the index. It is nil if all lines are in the index.
	chosen map[uint32]int
}

// maxChosen limits the places of a chosen line; more don't help.
const maxChosen = 64

func newIndex(t *Text) *Index {
	ix := &Index{text: t, lines: make([]uint64, 0, t.LineCount())}
	t.each(func(l Line, line string) { ix.lines = append(ix.lines, entryOf(Hash(line), l)) })
	slices.Sort(ix.lines)
	return ix
}

func entryOf(hash uint32, l Line) uint64 { return uint64(hash)<<32 | uint64(l) }

// Choose indexes only lines equal to chosen ones, which is much faster than all.
func Choose(t *Text, chosen []string) *Index {
	ix := &Index{text: t, chosen: make(map[uint32]int, len(chosen))}
	for _, line := range chosen {
		ix.chosen[Hash(line)] = 0
	}
	t.each(func(l Line, line string) {
		h := Hash(line)
		if n, ok := ix.chosen[h]; ok && n <= maxChosen {
			ix.chosen[h] = n + 1
			ix.lines = append(ix.lines, entryOf(h, l))
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
	if ix.chosen != nil {
		if n, ok := ix.chosen[hash]; !ok || n > maxChosen {
			return Hits{}
		}
	}
	first, _ := slices.BinarySearch(ix.lines, uint64(hash)<<32)
	n, _ := slices.BinarySearch(ix.lines[first:], uint64(hash)<<32|math.MaxUint32)
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
