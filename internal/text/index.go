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
	lines []Hit // sorted
	// chosen counts the places of each hash in the index. It is nil if all lines are in the index.
	chosen map[uint32]int
}

// Hit is a line found in an index: its hash in the upper half, the line in the lower.
type Hit uint64

func hitOf(hash uint32, l Line) Hit { return Hit(hash)<<32 | Hit(l) }

// Line returns the line.
func (h Hit) Line() Line { return Line(uint32(h)) }

// maxChosen limits the places of a chosen line; more don't help.
const maxChosen = 64

func newIndex(t *Text) *Index {
	ix := &Index{lines: make([]Hit, 0, t.LineCount())}
	t.Each(0, Line(t.LineCount()), func(l Line, line string) bool {
		ix.lines = append(ix.lines, hitOf(Hash(line), l))
		return true
	})
	slices.Sort(ix.lines)
	return ix
}

// Choose indexes only lines equal to chosen ones, which is much faster than all.
func Choose(t *Text, chosen []string) *Index {
	ix := &Index{chosen: make(map[uint32]int, len(chosen))}
	for _, line := range chosen {
		ix.chosen[Hash(line)] = 0
	}
	t.Each(0, Line(t.LineCount()), func(l Line, line string) bool {
		h := Hash(line)
		if n, ok := ix.chosen[h]; ok && n <= maxChosen {
			ix.chosen[h] = n + 1
			ix.lines = append(ix.lines, hitOf(h, l))
		}
		return true
	})
	slices.Sort(ix.lines)
	return ix
}

// Find returns the lines equal to a line, in order; rarely, hashes collide and one differs. known is
// false if the index has only chosen lines and this isn't one, or is very frequent.
func (ix *Index) Find(line string) (hits []Hit, known bool) {
	hash := Hash(line)
	if n, ok := ix.chosen[hash]; ix.chosen != nil && (!ok || n > maxChosen) {
		return nil, false
	}
	first, _ := slices.BinarySearch(ix.lines, hitOf(hash, 0))
	n, _ := slices.BinarySearch(ix.lines[first:], hitOf(hash, math.MaxInt32))
	return ix.lines[first:][:n], true
}
