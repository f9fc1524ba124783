package text

import "hash/maphash"

// seed makes line hashes differ from run to run, so that a hostile file cannot
// be made to collide.
var seed = maphash.MakeSeed()

// Index finds the lines of a text that are equal to a given line, or equal under
// a key. It is built once for a content and then only read.
type Index struct {
	text *Text
	key  func(string) string
	// slots is an open-addressing table from a line's hash to the chain of lines
	// that have it; next continues a chain in rising order.
	slots []slot
	next  []int32
}

type slot struct {
	hash         uint64
	first, count int32
}

const noLine = -1

// NewIndex indexes the lines of t. A nil key compares whole lines; else lines are
// equal where their keys are.
func NewIndex(t *Text, key func(string) string) *Index {
	size := 16
	for size < t.LineCount()*2 {
		size *= 2
	}
	ix := &Index{text: t, key: key, slots: make([]slot, size), next: make([]int32, t.LineCount())}
	for i := t.LineCount() - 1; i >= 0; i-- {
		s := ix.slot(maphash.String(seed, ix.keyed(t.Line(Line(i)))))
		if s.count == 0 {
			s.first = noLine
		}
		ix.next[i] = s.first
		s.first = int32(i)
		s.count++
	}
	return ix
}

// slot finds the table entry of a hash, or the free one where it belongs.
func (ix *Index) slot(hash uint64) *slot {
	mask := uint64(len(ix.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &ix.slots[i]
		if s.count == 0 {
			s.hash = hash
			return s
		}
		if s.hash == hash {
			return s
		}
	}
}

// Text is the text that is indexed.
func (ix *Index) Text() *Text { return ix.text }

// Count is the number of lines with the hash of line: an upper bound of the lines
// that are equal to it, and exact but for collisions.
func (ix *Index) Count(line string) int { return int(ix.lookup(ix.keyed(line)).count) }

// Each calls visit with the lines equal to line, in rising order, until it
// answers false.
func (ix *Index) Each(line string, visit func(Line) bool) {
	want := ix.keyed(line)
	for i := ix.lookup(want).first; i != noLine; i = ix.next[i] {
		if ix.keyed(ix.text.Line(Line(i))) == want && !visit(Line(i)) {
			return
		}
	}
}

func (ix *Index) keyed(line string) string {
	if ix.key == nil {
		return line
	}
	return ix.key(line)
}

func (ix *Index) lookup(keyed string) slot {
	hash := maphash.String(seed, keyed)
	mask := uint64(len(ix.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := ix.slots[i]
		if s.count == 0 {
			return slot{first: noLine}
		}
		if s.hash == hash {
			return s
		}
	}
}
