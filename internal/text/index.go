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
	// lines are sorted: the hash in the upper half, the line in the lower.
	lines []uint64
	// chosen are the hashes of indexed lines; nil means all.
	chosen map[uint32]bool
}

// maxChosen limits the places of a chosen line; more don't help.
const maxChosen = 64

func newIndex(t *Text) *Index {
	ix := &Index{text: t, lines: make([]uint64, 0, t.LineCount())}
	t.hashes(func(_ uint32, entry uint64) { ix.lines = append(ix.lines, entry) })
	slices.Sort(ix.lines)
	return ix
}

// IndexFrom derives the index of t from that of before, the text that t was edited from, if there is
// one. Typing into a large text doesn't sort all of its lines again.
func (t *Text) IndexFrom(before *Text) {
	old := before.index.Load()
	if was, now := Changed(before, t); old != nil && now.End-now.First <= maxChosen {
		t.indexing.Do(func() { t.index.Store(old.edited(t, was, now)) })
	}
}

// edited returns the index of t, in which the lines now replace the lines was.
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

// hashes calls visit with each line's hash and index entry.
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

// Choose indexes only lines equal to about n chosen ones, which is much faster than all. choose calls
// add with each, which returns false for one added before.
func Choose(t *Text, n int, choose func(add func(line string) bool)) *Index {
	ix := &Index{text: t, chosen: make(map[uint32]bool, n)}
	// A Bloom filter saves most map lookups.
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

// Hits are an index's lines with a hash.
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

// Known reports whether the index covers the line. An index of chosen lines omits others and very
// frequent ones.
func (h Hits) Known() bool { return h.known }

// Count returns the number of lines with the hash, at least that of equal lines.
func (h Hits) Count() int { return len(h.lines) }

// Likely calls visit with the lines that have the hash, in order, until it returns false. They may
// differ if hashes collide.
func (ix *Index) Likely(h Hits, visit func(Line) bool) {
	for _, l := range h.lines {
		if !visit(Line(uint32(l))) {
			return
		}
	}
}
