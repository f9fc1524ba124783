package nearest

import (
	"cmp"
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// alignment holds the partner of each needle line, or [text.None].
type alignment struct {
	partners []text.Line
	score    float64
}

func (a alignment) last() text.Line { return slices.Max(a.partners) }

func (a alignment) first() text.Line {
	return slices.MinFunc(a.partners, func(x, y text.Line) int { return cmp.Compare(uint(x), uint(y)) }) // None is last
}

// maxCells limits the comparisons of two lines in one search.
const maxCells = 1 << 20

// align returns the best alignments of a part of the needle with text lines, or fewer of them if they
// are too many. They end at least half a part apart.
func (s *search) align(ctx context.Context, part []line, lines text.LineRange) (best []alignment, err error) {
	end := min(text.Line(s.target.LineCount()), lines.End, lines.First+text.Line(s.cells/len(part)))
	g := &s.grid
	g.needle, g.first, g.lines = part, lines.First, g.lines[:0]
	s.target.Each(g.first, end, func(_ text.Line, content string) bool {
		g.lines = append(g.lines, newLine(content))
		return true
	})
	s.cells -= len(part) * len(g.lines)
	g.fill()
	score := slices.Max(g.scores)
	for end := 0; end < len(g.scores) && len(best) <= maxTies; end++ {
		if g.scores[end] == score {
			best = append(best, g.trace(end))
			end += len(part) / 2
		}
	}
	return best, ctx.Err()
}

// alignRest aligns the rest of a long needle part by part, each after the last partner.
func (s *search) alignRest(ctx context.Context, a *alignment) error {
	s.cells = 4 * maxCells
	first := a.last() + 1
	for i := len(a.partners); i < len(s.needle); i += maxPart {
		next, err := s.align(ctx, s.needle[i:min(i+maxPart, len(s.needle))], text.LineRange{First: first, End: first + 4*maxPart})
		if err != nil {
			return err
		}
		a.partners = append(a.partners, next[0].partners...)
		first = max(first, next[0].last()+1)
	}
	return nil
}

// grid is an alignment table (Needleman-Wunsch). Text around the alignment is free.
type grid struct {
	// first is the text line of lines[0].
	first         text.Line
	needle, lines []line
	// steps has a row for each needle line, with the last step of its alignments to no text line, the
	// first one, the first two and so on.
	steps []step
	// scores are those of the last row filled.
	scores []float64
}

type step uint8

const (
	pair step = iota
	skip      // a needle line has no partner in order
	gap       // a text line has none
)

// The costs, in the unit of a line's weight. They were measured on made-up misses, and others nearby do
// as well.
const (
	skipCost = 0.35 // of a needle line without partner, times its weight
	moveCost = 5    // of one whose equal is out of order, up to maxDisorder lines away
	gapCost  = 1    // of a text line without partner

	maxDisorder = 3
)

func (g *grid) fill() {
	g.steps = g.steps[:0]
	g.scores = make([]float64, len(g.lines)+1)
	gains := make([]float64, len(g.lines))
	for i := range g.needle {
		l, added := &g.needle[i], float64(gapCost)
		if l.isPlaceholder() || i+1 < len(g.needle) && g.needle[i+1].isPlaceholder() {
			added = 0
		}
		for j := range g.lines {
			gains[j] = l.weight * (2*l.likeness(&g.lines[j]) - 1)
		}
		before := g.scores[0] // without this needle line and text line j
		g.scores[0] -= skipCost * l.weight
		g.steps = append(g.steps, skip)
		for j, gain := range gains {
			skipped := -skipCost * l.weight
			// Only an equal line gains the whole weight.
			if slices.Contains(gains[max(0, j-maxDisorder):min(len(gains), j+maxDisorder+1)], l.weight) {
				skipped = max(skipped, l.weight-moveCost)
			}
			score, last := g.scores[j+1]+skipped, skip
			// A line with nothing in common loses it.
			if v := before + gain; v >= score && gain > -l.weight {
				score, last = v, pair
			}
			if v := g.scores[j] - added; v > score {
				score, last = v, gap
			}
			before, g.scores[j+1] = g.scores[j+1], score
			g.steps = append(g.steps, last)
		}
	}
}

// trace returns the alignment that ends before a line of the grid.
func (g *grid) trace(end int) alignment {
	a := alignment{slices.Repeat([]text.Line{text.None}, len(g.needle)), g.scores[end]}
	for i, j := len(g.needle)-1, end; i >= 0; {
		switch g.steps[i*len(g.scores)+j] {
		case pair:
			i, j = i-1, j-1
			a.partners[i+1] = g.first + text.Line(j)
		case skip:
			i--
		case gap:
			j--
		}
	}
	g.reorder(a)
	return a
}

// reorder pairs needle lines with equal ones that the text has out of order.
func (g *grid) reorder(a alignment) {
	near, end := a.first(), g.first+text.Line(len(g.lines))
	for i, partner := range a.partners {
		if partner != text.None {
			near = partner
		}
		l := &g.needle[i]
		for j := max(g.first, near-maxDisorder); a.partners[i] == text.None && l.weight > 1 && j < min(end, near+maxDisorder+1); j++ {
			if l.trimmed == g.lines[j-g.first].trimmed && !slices.Contains(a.partners, j) {
				a.partners[i] = j
			}
		}
	}
	// If only the needle's last line is without partner, it was usually rewritten.
	last, next := len(a.partners)-1, int(a.last()-g.first)+1
	if last > 0 && a.partners[last] == text.None && a.partners[last-1] == a.last() && a.last() != text.None &&
		next < len(g.lines) && g.needle[last].size > 0 && g.lines[next].size > 0 {
		a.partners[last] = a.last() + 1
	}
}
