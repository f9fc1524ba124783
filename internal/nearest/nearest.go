package nearest

import (
	"cmp"
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Match is the place in a text that is closest to a needle.
type Match struct {
	// Lines span all partners of needle lines.
	Lines text.LineRange
	// Similarity is the share of the needle, 0 to 1, that its partners cover.
	Similarity float64
	// Pairs are in needle order, with text lines in between that it lacks.
	Pairs []Pair
	// Ties are the first lines of equally close places, at most ten.
	Ties []text.Line
}

// Pair is a needle line and the corresponding text line.
type Pair struct {
	// Needle is an index in the needle, or -1 for a line only in the text.
	Needle int
	// Line is [text.None] for a line only in the needle.
	Line text.Line
	// Likeness is 1 for lines that are equal apart from indentation, else less.
	Likeness float64
}

const maxTies = 10

// checkEvery is the number of lines between context checks.
const checkEvery = 4096

// Find returns the closest match, or false if no text line resembles a needle line. It fails only if
// the context is cancelled.
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

type search struct {
	target *text.Text
	needle []line
	// cells is how many cells may still be aligned.
	cells int
	grid  grid
	// best are the best alignments that don't overlap.
	best  []alignment
	score float64
}

// maxHead lines of a needle determine the place. The rest is aligned after it.
const maxHead = 256

func (s *search) head() []line { return s.needle[:min(len(s.needle), maxHead)] }

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

func (s *search) match(a alignment) Match {
	lines := text.LineRange{First: text.Line(a.first()), End: text.Line(a.last() + 1)}
	m := Match{Lines: lines, Similarity: s.similarity(a), Pairs: a.pairs()}
	for _, b := range s.best[1:] {
		m.Ties = append(m.Ties, text.Line(b.first()))
	}
	return m
}

// similarity returns the share of needle grams that partners have; extra text lines don't lower it.
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
