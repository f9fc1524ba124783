package nearest

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// anchor is a line that occurs once in the needle and once in a part of the text.
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
			a.partner[next.needle], a.likeness[next.needle] = next.line, 1
			score += s.needle[next.needle].weight
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
	for i := range needle[:min(len(needle), last-first)] {
		l := newLine(s.target.Line(text.Line(first + i)))
		s.row.set(&needle[i])
		if likeness := s.row.likeness(&l); likeness >= alikeEnough {
			part.partner[i], part.likeness[i] = first+i, likeness
			score += s.gain(&needle[i], &l)
		}
	}
	return score, ctx.Err()
}

// anchors are the lines that occur once in the needle and once from line first to before
// last, as many as are in the same order in both.
func (s *search) anchors(first, last int) []anchor {
	type count struct {
		anchor
		inNeedle, inText int
	}
	counts := make(map[string]*count, len(s.needle))
	for i := range s.needle {
		c := counts[s.needle[i].trimmed]
		if c == nil {
			c = &count{}
			counts[s.needle[i].trimmed] = c
		}
		c.needle = i
		c.inNeedle++
	}
	s.target.Each(text.Line(first), text.Line(last), func(l text.Line, content string) bool {
		if c := counts[strings.TrimSpace(content)]; c != nil {
			c.line = int(l)
			c.inText++
		}
		return true
	})
	var found []anchor
	for i := range s.needle {
		if c := counts[s.needle[i].trimmed]; c.inNeedle == 1 && c.inText == 1 {
			found = append(found, anchor{i, c.line})
		}
	}
	return longestRising(found)
}

// longestRising is a longest part of anchors whose lines rise, too.
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
