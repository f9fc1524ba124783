// Package nearest finds the lines of a text that are most similar to lines missing from it, even if
// some were left out, added, changed or swapped. [Find] returns which line corresponds to which.
//
// It works in two steps:
//   - places.go: a pass over the text finds the runs of lines that share most words with the needle.
//     Rare words count more.
//   - align.go: in these places, needle and text are aligned like two versions of a file, but by
//     similarity instead of equality (line.go). The best alignment is the match.
//
// The time is linear in the text plus a bounded alignment; nothing is kept between calls.
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

// Find returns the closest match, or false if no text line resembles a needle line. It fails only if
// the context is cancelled.
func Find(ctx context.Context, target *text.Text, needle []string) (Match, bool, error) {
	s := &search{target: target, cells: maxCells}
	places, err := s.places(ctx, needle)
	var found []alignment
	for i := 0; err == nil && i < len(places); i++ {
		var best []alignment
		best, err = s.align(ctx, s.needle[:min(len(needle), maxPart)], places[i])
		found = append(found, slices.DeleteFunc(best, func(a alignment) bool { return a.last() == text.None })...)
	}
	if err != nil || len(found) == 0 {
		return Match{}, false, err
	}
	slices.SortFunc(found, func(a, b alignment) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.first(), b.first()))
	})
	best := found[0]
	if err := s.alignRest(ctx, &best); err != nil {
		return Match{}, false, err
	}
	m := s.match(best)
	end := best.last()
	for _, a := range found {
		if a.score == best.score && a.first() > end && len(m.Ties) < maxTies {
			m.Ties = append(m.Ties, a.first())
			end = a.last()
		}
	}
	return m, m.Similarity > 0, nil
}

type search struct {
	target *text.Text
	needle []line
	// cells is how many cells may still be aligned.
	cells int
	grid  grid
}

// maxPart is the number of needle lines aligned at a time. The first part, its head, determines the place.
const maxPart = 128

func (s *search) match(a alignment) Match {
	m := Match{Lines: text.LineRange{First: a.first(), End: a.last() + 1}}
	paired := map[text.Line]bool{}
	for _, j := range a.partners {
		paired[j] = true
	}
	shared, all, next := 0, 0, m.Lines.First
	for i, j := range a.partners {
		for ; next < j; next++ {
			if !paired[next] {
				m.Pairs = append(m.Pairs, Pair{Needle: -1, Line: next})
			}
		}
		l, pair, partner := &s.needle[i], Pair{Needle: i, Line: j}, line{}
		if j != text.None {
			partner = newLine(s.target.Line(j))
			pair.Likeness = l.likeness(&partner)
			next = max(next, j+1)
		}
		m.Pairs = append(m.Pairs, pair)
		shared += l.shared(&partner)
		all += l.size
	}
	m.Similarity = float64(shared) / float64(max(all, 1))
	return m
}
