package nearest

import (
	"cmp"
	"context"
	"slices"

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
	s := &search{target: target, needle: appendLines(nil, needle), cells: maxCells}
	ends, err := s.windows(ctx, needle)
	for i := 0; err == nil && i < len(ends); i++ {
		err = s.alignBefore(ctx, ends[i])
	}
	if err != nil || len(s.best) == 0 {
		return Match{}, false, err
	}
	slices.SortFunc(s.best, func(a, b alignment) int { return cmp.Compare(a.first(), b.first()) })
	a, err := s.follow(ctx, s.best[0])
	if err != nil {
		return Match{}, false, err
	}
	return s.match(a), true, nil
}

// search compares a needle with parts of a text.
type search struct {
	target *text.Text
	needle []line
	// cells is how many may still be aligned, in the grid.
	cells int
	grid  grid
	// best are the alignments of the best score, apart from each other.
	best  []alignment
	score float64
}

// maxHead is how many lines of a needle decide where it is found. What follows them in the
// text is then aligned with the others.
const maxHead = 256

func (s *search) head() []line { return s.needle[:min(len(s.needle), maxHead)] }

// keep takes an alignment, unless there is a better one.
func (s *search) keep(a alignment, score float64) {
	if a.first() == none || len(s.best) > 0 && score < s.score {
		return
	}
	if score > s.score {
		s.best = nil
	}
	samePlace := func(b alignment) bool { return a.first() <= b.last() && b.first() <= a.last() }
	if len(s.best) <= maxTies && !slices.ContainsFunc(s.best, samePlace) {
		s.best, s.score = append(s.best, a), score
	}
}

// match makes the match of an alignment, the first of the best.
func (s *search) match(a alignment) Match {
	lines := text.LineRange{First: text.Line(a.first()), End: text.Line(a.last() + 1)}
	m := Match{Lines: lines, Similarity: s.similarity(a), Pairs: a.pairs()}
	for _, b := range s.best[1:] {
		m.Ties = append(m.Ties, text.Line(b.first()))
	}
	return m
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
		content := ""
		if a[i].line != none {
			content = s.target.Line(text.Line(a[i].line))
		}
		n, of := l.covered(&appendLines(nil, []string{content})[0])
		shared, all = shared+n, all+of
	}
	return float64(shared) / float64(max(all, 1))
}
