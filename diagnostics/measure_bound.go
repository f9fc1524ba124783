package diagnostics

import "github.com/edit-lsp/edit-lsp/internal/text"

// bag counts characters without their order: a run shares no more of them in order with
// the needle than it shares in any.
type bag struct {
	// left is how often the needle has each character more than the run; characters that
	// are not ASCII may be counted together.
	left [1 << 8]int32
	// all is the length of the run and shared what it shares with the needle.
	all, shared int
}

func slotOf(r rune) uint8 {
	if r < 1<<7 {
		return uint8(r)
	}
	return 1<<7 | uint8(r)
}

// newBag makes the bag of a needle and of no run.
func newBag(needle []string) *bag {
	b := &bag{}
	for _, l := range needle {
		for _, r := range l {
			b.left[slotOf(r)]++
		}
	}
	return b
}

// add puts a line to the run.
func (b *bag) add(line string) {
	shared, all := 0, 0
	for _, r := range line {
		left := &b.left[slotOf(r)]
		shared += int(uint32(-*left) >> 31)
		*left--
		all++
	}
	b.shared, b.all = b.shared+shared, b.all+all
}

// remove takes a line from the run.
func (b *bag) remove(line string) {
	shared, all := 0, 0
	for _, r := range line {
		left := &b.left[slotOf(r)]
		*left++
		shared += int(uint32(-*left) >> 31)
		all++
	}
	b.shared, b.all = b.shared-shared, b.all-all
}

// bounds are what the similarity of each run of n lines, from some first lines on, in
// rising order, is at most.
func (m *measure) bounds(t *text.Text, firsts []int, n int) []float64 {
	empty := newBag(m.needle)
	b := *empty
	bounds := make([]float64, len(firsts))
	at, end := 0, 0
	for i, first := range firsts {
		if first >= end {
			b, at, end = *empty, first, first
		}
		for ; at < first; at++ {
			b.remove(t.Line(text.Line(at)))
		}
		for ; end < first+n; end++ {
			b.add(t.Line(text.Line(end)))
		}
		bounds[i] = similarity(b.shared+n-1, m.total+b.all+n-2)
	}
	return bounds
}
