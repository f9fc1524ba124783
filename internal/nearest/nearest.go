package nearest

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Match is the place in a text that is closest to a needle.
type Match struct {
	// Lines are from the first partner of a line of the needle to the last.
	Lines text.LineRange
	// Similarity is the share of the needle, 0 to 1, that its partners cover.
	Similarity float64
	// Pairs are in the needle's order, with the lines that only the text has between them.
	Pairs []Pair
	// Ties are the first lines of other places that are just as close, at most ten.
	Ties []text.Line
}

// Pair is a line of the needle and the line of the text that stands for it.
type Pair struct {
	// Needle is an index in the needle, or -1 for a line that only the text has.
	Needle int
	// Line is [text.None] for a line that only the needle has.
	Line text.Line
	// Likeness is 1 for lines that are equal but for their indentation, else less.
	Likeness float64
}

// maxTies bounds [Match.Ties].
const maxTies = 10

// checkEvery is how many lines are read between two looks at the context.
const checkEvery = 4096

// Find returns the closest match of a needle, and false where nothing in the text is like
// any line of it. The only error is the context's.
func Find(ctx context.Context, target *text.Text, needle []string) (Match, bool, error) {
	ends, f, err := windows(ctx, target, needle)
	if err != nil || len(ends) == 0 {
		return Match{}, false, err
	}
	s := newSearch(target, needle, f)
	if !f.found() {
		ends = s.likeliest(ctx)
	}
	if err := ctx.Err(); err != nil {
		return Match{}, false, err
	}
	for _, end := range ends {
		if err := s.alignBefore(ctx, end); err != nil {
			return Match{}, false, err
		}
	}
	if len(s.best) == 0 {
		return Match{}, false, nil
	}
	return s.match(), true, nil
}

// search compares a needle with parts of a text.
type search struct {
	target *text.Text
	needle []line
	// row is the line of the needle that others are compared with.
	row row
	// cells is how many may still be aligned, in the grid.
	cells int
	grid  grid
	// best are the alignments of the best score, apart from each other.
	best  []alignment
	score float64
}

func newSearch(target *text.Text, needle []string, f *features) *search {
	s := &search{target: target, needle: newLines(needle), cells: maxCells}
	for i := range s.needle {
		l := &s.needle[i]
		if l.placeholder = l.isPlaceholder(); l.trimmed != "" && !l.placeholder {
			f.weigh(l, needle[i])
		}
	}
	return s
}

// alignment pairs the lines of the needle with those of the text.
type alignment struct {
	// partner is a line of the text for each of the needle's, or none.
	partner  []int
	likeness []float64
}

// none is the partner of a line that has none.
const none = -1

// first and last are the partners at both ends.
func (a alignment) first() int {
	first := none
	for _, p := range a.partner {
		if p != none && (first == none || p < first) {
			first = p
		}
	}
	return first
}

func (a alignment) last() int {
	last := none
	for _, p := range a.partner {
		last = max(last, p)
	}
	return last
}

// keep takes an alignment, unless there is a better one.
func (s *search) keep(a alignment, score float64) {
	if a.first() == none || len(s.best) > 0 && score < s.score {
		return
	}
	if len(s.best) == 0 || score > s.score {
		s.best, s.score = append(s.best[:0], a), score
		return
	}
	for _, b := range s.best {
		if a.first() <= b.last() && b.first() <= a.last() {
			return // the same place, seen from two windows
		}
	}
	if len(s.best) > maxTies {
		return
	}
	s.best = append(s.best, a)
	if a.first() < s.best[0].first() {
		last := len(s.best) - 1
		s.best[0], s.best[last] = s.best[last], s.best[0]
	}
}

// match makes the match of the best alignments.
func (s *search) match() Match {
	a := s.best[0]
	m := Match{Lines: text.LineRange{First: text.Line(a.first()), End: text.Line(a.last() + 1)}, Similarity: s.similarity(a), Pairs: a.pairs()}
	for _, b := range s.best[1:] {
		m.Ties = append(m.Ties, text.Line(b.first()))
	}
	return m
}

// pairs lists the alignment with the lines of the text that it leaves out.
func (a alignment) pairs() []Pair {
	used := make(map[int]bool, len(a.partner))
	for _, p := range a.partner {
		used[p] = true
	}
	var pairs []Pair
	at := a.first()
	for i, p := range a.partner {
		for ; at < p; at++ {
			if !used[at] {
				pairs = append(pairs, Pair{Needle: -1, Line: text.Line(at)})
			}
		}
		if p == none {
			pairs = append(pairs, Pair{Needle: i, Line: text.None})
			continue
		}
		pairs = append(pairs, Pair{Needle: i, Line: text.Line(p), Likeness: a.likeness[i]})
		at = max(at, p+1)
	}
	return pairs
}

// similarity is the share of the needle's character pairs that its partners have too:
// lines that only the text has don't lower it.
func (s *search) similarity(a alignment) float64 {
	shared, all := 0, 0
	for i := range s.needle {
		l := &s.needle[i]
		if l.placeholder {
			continue
		}
		all += len(l.grams)
		if a.partner[i] == none {
			continue
		}
		p := newLine(s.target.Line(text.Line(a.partner[i])))
		if p.trimmed == l.trimmed {
			shared += len(l.grams)
			continue
		}
		s.row.set(l)
		shared += s.row.shared(&p)
	}
	if all == 0 {
		return 0
	}
	return float64(shared) / float64(all)
}
