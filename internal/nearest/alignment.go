package nearest

import "github.com/edit-lsp/edit-lsp/internal/text"

type alignment []partner

// partner is a text line, or none.
type partner struct {
	line     int
	likeness float64
}

const none = -1

func (p partner) exists() bool { return p.line != none }

func newAlignment(lines int) alignment {
	a := make(alignment, lines)
	for i := range a {
		a[i].line = none
	}
	return a
}

// first and last return the lowest and highest partner.
func (a alignment) first() int {
	first := none
	for _, p := range a {
		if p.line != none && (first == none || p.line < first) {
			first = p.line
		}
	}
	return first
}

func (a alignment) last() int {
	last := none
	for _, p := range a {
		last = max(last, p.line)
	}
	return last
}

// pairs includes the unpaired text lines in between.
func (a alignment) pairs() []Pair {
	used := make(map[int]bool, len(a))
	for _, p := range a {
		used[p.line] = true
	}
	var pairs []Pair
	at := a.first()
	for i, p := range a {
		for ; at < p.line; at++ {
			if !used[at] {
				pairs = append(pairs, Pair{Needle: -1, Line: text.Line(at)})
			}
		}
		pair := Pair{Needle: i, Line: text.None}
		if p.line != none {
			pair.Line, pair.Likeness = text.Line(p.line), p.likeness
			at = max(at, p.line+1)
		}
		pairs = append(pairs, pair)
	}
	return pairs
}
