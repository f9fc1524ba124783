package nearest

import (
	"context"
	"slices"
	"sort"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// anchor is a line that occurs once in the needle and once in the text.
type anchor struct{ needle, line int }

// alignPieces aligns a needle that is too long for one grid with the lines from first to
// before last: what lies between lines that occur once in both, piece by piece. What is
// still too long is compared line by line.
func (s *search) alignPieces(ctx context.Context, first, last int) error {
	a := newAlignment(len(s.needle))
	score, at := 0.0, anchor{-1, first - 1}
	for _, next := range append(s.anchors(first, last), anchor{len(s.needle), last}) {
		gained, err := s.alignPiece(ctx, a, at, next)
		if err != nil {
			return err
		}
		score += gained
		if next.needle < len(s.needle) {
			score += s.pairAt(next.needle, next.line, a)
		}
		at = next
	}
	s.keep(a, score)
	return nil
}

// alignPiece aligns what lies between two anchors.
func (s *search) alignPiece(ctx context.Context, a alignment, from, to anchor) (float64, error) {
	needle, part := s.needle[from.needle+1:to.needle], a.part(from.needle+1, to.needle)
	first, last := from.line+1, to.line
	if len(needle) == 0 || first >= last {
		return 0, ctx.Err()
	}
	if len(needle)*(last-first) <= s.cells {
		lines := newLines(s.target.Lines(text.Line(first), text.Line(last)))
		if err := s.fill(ctx, needle, lines, from.needle >= 0); err != nil {
			return 0, err
		}
		score, end := s.grid.best()
		if to.needle < len(s.needle) {
			score, end = s.grid.score[len(lines)], len(lines)
		}
		s.trace(needle, lines, end, part)
		part.shift(first)
		return score, nil
	}
	score := 0.0
	for i := range min(len(needle), last-first) {
		score += s.pairAt(from.needle+1+i, first+i, a)
	}
	return score, ctx.Err()
}

// pairAt makes line l of the text the partner of line i of the needle, if they are like each
// other, and returns what that is worth.
func (s *search) pairAt(i, l int, a alignment) float64 {
	n, partner := &s.needle[i], newLine(s.target.Line(text.Line(l)))
	s.row.set(n)
	likeness := s.row.likeness(&partner)
	if likeness < alikeEnough {
		return 0
	}
	a.partner[i], a.likeness[i] = l, likeness
	return s.gain(n, &partner)
}

// anchors are the lines that occur once in the needle and once in the text, there from line
// first to before last: as many as are in the same order in both.
func (s *search) anchors(first, last int) []anchor {
	var found []anchor
	for i := range s.needle {
		if only := s.needle[i].only; first <= only && only < last {
			found = append(found, anchor{i, only})
		}
	}
	return longestRising(found)
}

// longestRising returns as many of the anchors as possible, in their order, whose lines of
// the text rise too.
func longestRising(list []anchor) []anchor {
	previous := make([]int, len(list))
	var ends []int // of the best part of each length, the index of its last anchor
	for i, a := range list {
		n := sort.Search(len(ends), func(k int) bool { return list[ends[k]].line >= a.line })
		previous[i] = none
		if n > 0 {
			previous[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	var rising []anchor
	for i := ends[len(ends)-1]; i != none; i = previous[i] {
		rising = append(rising, list[i])
	}
	slices.Reverse(rising)
	return rising
}
