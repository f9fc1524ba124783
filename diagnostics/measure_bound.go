package diagnostics

import (
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// bag counts characters without their order: a run shares no more of them in order with
// the needle than it shares in any.
type bag struct {
	// over is how often the run has each character more than the needle; characters that
	// are not ASCII may be counted together.
	over [1 << 8]int32
	// all is the length of the run and shared what it shares with the needle.
	all, shared int
}

// newBag makes the bag of a needle and of no run.
func newBag(needle []string) *bag {
	b := &bag{}
	for _, l := range needle {
		for _, r := range l {
			b.over[slotOf(r)]--
		}
	}
	return b
}

func slotOf(r rune) uint8 {
	if r < utf8.RuneSelf {
		return uint8(r)
	}
	return utf8.RuneSelf | uint8(r)
}

// negative is 1 for a negative number, without a branch: nobody can foresee it.
func negative(n int32) int { return int(uint32(n) >> 31) }

// add puts a line to the run.
func (b *bag) add(line string) {
	shared := 0
	for i := range len(line) {
		c := line[i]
		if c >= utf8.RuneSelf {
			b.addOther(line[i:])
			line = line[:i]
			break
		}
		over := b.over[c]
		b.over[c] = over + 1
		shared += negative(over)
	}
	b.shared += shared
	b.all += len(line)
}

// addOther is add for what is not all ASCII.
func (b *bag) addOther(line string) {
	for _, r := range line {
		over := &b.over[slotOf(r)]
		b.shared += negative(*over)
		*over++
		b.all++
	}
}

// remove takes a line from the run.
func (b *bag) remove(line string) {
	shared := 0
	for i := range len(line) {
		c := line[i]
		if c >= utf8.RuneSelf {
			b.removeOther(line[i:])
			line = line[:i]
			break
		}
		over := b.over[c] - 1
		b.over[c] = over
		shared += negative(over)
	}
	b.shared -= shared
	b.all -= len(line)
}

func (b *bag) removeOther(line string) {
	for _, r := range line {
		over := &b.over[slotOf(r)]
		*over--
		b.shared -= negative(*over)
		b.all--
	}
}

// bounds are what the similarity of each run of n lines, from some first lines on, in
// rising order, is at most. Of a run that shares few lines with the next it is not
// asked: to count its characters takes as long as to measure it.
func (m *measure) bounds(firsts []int, n int) []float64 {
	empty := newBag(m.needle)
	b := *empty
	bounds := make([]float64, len(firsts))
	at, end := 0, 0
	for i, first := range firsts {
		if first >= end {
			if i+1 == len(firsts) || firsts[i+1] > first+n/2 {
				bounds[i] = 1
				continue
			}
			b, at, end = *empty, first, first
		}
		for ; at < first; at++ {
			b.remove(m.text.Line(text.Line(at)))
		}
		for ; end < first+n; end++ {
			b.add(m.text.Line(text.Line(end)))
		}
		bounds[i] = similarity(b.shared+n-1, m.total+b.all+n-2)
	}
	return bounds
}
