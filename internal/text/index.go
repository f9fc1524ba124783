package text

import "hash/maphash"

// seed makes line hashes differ from run to run, so that a hostile file cannot
// be made to collide.
var seed = maphash.MakeSeed()

// Index finds the lines of a text that are equal to a given line, or equal under
// a key. It is built once for a content and then only read. Beside the text it holds
// 18 to 24 bytes for a line (performance, P12).
type Index struct {
	text *Text
	key  func(string) string
	// heads is an open-addressing table of the first line of each chain: the lines of
	// one hash.
	heads []int32
	// By line: hashes is the line's hash, next the line behind it in its chain, and
	// counts, for the first line of a chain, the number of lines in it.
	hashes       []uint32
	next, counts []int32
}

const noLine = -1

// NewIndex indexes the lines of t. A nil key compares whole lines; else lines are
// equal where their keys are.
func NewIndex(t *Text, key func(string) string) *Index {
	n := t.LineCount()
	size := 16
	for size < n+n/2 {
		size *= 2
	}
	ix := &Index{
		text: t, key: key, heads: make([]int32, size),
		hashes: make([]uint32, n), next: make([]int32, n), counts: make([]int32, n),
	}
	for i := range ix.heads {
		ix.heads[i] = noLine
	}
	t.Each(0, Line(n), func(l Line, line string) bool {
		ix.hashes[l] = hash(ix.keyed(line))
		return true
	})
	for i := n - 1; i >= 0; i-- {
		head := ix.slot(ix.hashes[i])
		ix.next[i], ix.counts[i] = *head, 1
		if *head != noLine {
			ix.counts[i] += ix.counts[*head]
		}
		*head = int32(i)
	}
	return ix
}

func hash(line string) uint32 { return uint32(maphash.String(seed, line)) }

// slot is the entry of the table for a hash: that of its chain, or the free one where
// it belongs.
func (ix *Index) slot(hash uint32) *int32 {
	mask := uint32(len(ix.heads) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if head := &ix.heads[i]; *head == noLine || ix.hashes[*head] == hash {
			return head
		}
	}
}

// Text is the text that is indexed.
func (ix *Index) Text() *Text { return ix.text }

// Alike are the lines of an index that are equal to one, looked up once.
type Alike struct {
	index *Index
	// line is what they are equal to, under the key.
	line string
	hash uint32
	// first is the head of the chain, or noLine.
	first int32
}

// Alike looks up the lines equal to line.
func (ix *Index) Alike(line string) Alike {
	a := Alike{index: ix, line: ix.keyed(line)}
	a.hash = hash(a.line)
	a.first = *ix.slot(a.hash)
	return a
}

// Hash is the same for equal lines, in all indexes with the same key.
func (a *Alike) Hash() uint32 { return a.hash }

// Count is the number of lines with the hash of the line: an upper bound of the lines
// that are equal to it, and exact but for collisions.
func (a *Alike) Count() int {
	if a.first == noLine {
		return 0
	}
	return int(a.index.counts[a.first])
}

// Each calls visit with the lines, in rising order, until it answers false.
func (a *Alike) Each(visit func(Line) bool) {
	ix := a.index
	for i := a.first; i != noLine; i = ix.next[i] {
		if ix.keyed(ix.text.Line(Line(i))) == a.line && !visit(Line(i)) {
			return
		}
	}
}

// Hash is that of a line of the index, or of any other.
func (ix *Index) Hash(line string) uint32 { return hash(ix.keyed(line)) }

// Count is [Alike.Count] of line.
func (ix *Index) Count(line string) int {
	a := ix.Alike(line)
	return a.Count()
}

// Each is [Alike.Each] of line.
func (ix *Index) Each(line string, visit func(Line) bool) {
	a := ix.Alike(line)
	a.Each(visit)
}

func (ix *Index) keyed(line string) string {
	if ix.key == nil {
		return line
	}
	return ix.key(line)
}
