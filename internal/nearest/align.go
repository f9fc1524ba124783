package nearest

import (
	"context"
	"math"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxCells limits the comparisons of two lines in one search.
const maxCells = 1 << 20

// The costs of an alignment, in units of a line's weight.
const (
	// alikeEnough is the likeness above which a pair gains.
	alikeEnough = 0.45
	// equalGain is the extra gain of equal lines, times the line's rarity.
	equalGain = 0.3
	// emptyGain is for equal lines without weight.
	emptyGain = 0.2
	// skipCost is for a needle line without partner, times its weight.
	skipCost = 0.25
	// gapOpen is for a run of lines only in the text, gapLine for each.
	gapOpen = 4
	gapLine = 0.2
	// swapCost is for two swapped neighbours.
	swapCost = 1
)

// alignBefore aligns the needle's head around the window that ends before line end.
func (s *search) alignBefore(ctx context.Context, end int) error {
	needle := s.head()
	size := windowOf(len(needle))
	first, last := max(0, end-2*size), min(s.target.LineCount(), end+size)
	g, err := s.align(ctx, needle, first, last)
	if g == nil || err != nil {
		return err
	}
	end = argmax(g.score)
	score := g.score[end]
	// Ties are at least half a needle apart.
	for traced := 0; traced <= maxTies && end < len(g.score); end++ {
		if g.score[end] == score {
			s.keep(g.trace(end), score)
			traced++
			end += len(needle) / 2
		}
	}
	return nil
}

// chunk is the number of lines aligned at a time after the head.
const chunk = 64

// follow aligns a long needle's rest in chunks, each after the last partner.
func (s *search) follow(ctx context.Context, a alignment) (alignment, error) {
	s.cells = 4 * maxCells
	paired, first := len(a), a.last()+1
	for len(a) < len(s.needle) {
		part := s.needle[len(a):min(len(a)+chunk, len(s.needle))]
		last := min(s.target.LineCount(), first+2*(len(a)+len(part)-paired))
		g, err := s.align(ctx, part, first, last)
		if err != nil {
			return nil, err
		}
		next := newAlignment(len(part))
		if g != nil {
			next = g.trace(argmax(g.score))
		}
		a = append(a, next...)
		if end := next.last() + 1; end > first {
			paired, first = len(a), end
		}
	}
	return a, nil
}

// align aligns needle lines with the text lines first to last (exclusive). The grid is valid until the
// next call, nil if too large.
func (s *search) align(ctx context.Context, needle []line, first, last int) (*grid, error) {
	size := len(needle) * (last - first)
	if size > s.cells {
		return nil, ctx.Err()
	}
	s.cells -= size
	g := &s.grid
	g.needle, g.first = needle, first
	g.lines = appendLines(g.lines[:0], s.target.Lines(text.Line(first), text.Line(last)))
	return g, g.fill(ctx)
}

// grid is an alignment table with affine gaps (Gotoh's algorithm). Text around the alignment is free.
type grid struct {
	// first is the text line of lines[0].
	needle, lines []line
	first         int
	// score is the current row: the best alignment up to a needle line that ends before each text line.
	// above and above2 are the previous rows.
	score, above, above2 []float64
	// gains are pair values in the current row, lastGains in the previous one.
	gains, lastGains []float64
	steps            []step
}

type step uint8

const (
	stepPair step = iota
	stepSkip      // the needle line has no partner
	stepGap       // the text line has none
	stepSwap      // two swapped pairs
	stepKind step = 3
	// opens: a gap that ends here is one line long.
	opens step = 4
)

func (g *grid) fill(ctx context.Context) error {
	width := len(g.lines) + 1
	for _, row := range []*[]float64{&g.score, &g.above, &g.above2, &g.gains, &g.lastGains} {
		*row = append((*row)[:0], make([]float64, width)...)
	}
	g.steps = slices.Grow(g.steps[:0], len(g.needle)*width)[:len(g.needle)*width]
	for i := range g.needle {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := &g.needle[i]
		open := float64(gapOpen)
		if l.placeholder || i+1 < len(g.needle) && g.needle[i+1].placeholder {
			open = 0
		}
		g.gains, g.lastGains = g.lastGains, g.gains
		for j := range g.lines {
			g.gains[j] = l.gain(&g.lines[j])
		}
		g.fillRow(skipCost*l.weight, open, g.steps[i*width:][:width])
	}
	return nil
}

func (g *grid) fillRow(skip, open float64, steps []step) {
	g.above2, g.above, g.score = g.above, g.score, g.above2
	gap := math.Inf(-1)
	g.score[0] = g.above[0] - skip
	steps[0] = stepSkip
	for j := range g.lines {
		var how step
		if opened := g.score[j] - open; opened >= gap {
			gap, how = opened, opens
		}
		gap -= gapLine
		best, kind := g.above[j]+g.gains[j], stepPair
		if v := g.above[j+1] - skip; v > best {
			best, kind = v, stepSkip
		}
		if gap > best {
			best, kind = gap, stepGap
		}
		if j > 0 && g.lastGains[j] > 0 && g.gains[j-1] > 0 {
			if v := g.above2[j-1] + g.lastGains[j] + g.gains[j-1] - swapCost; v > best {
				best, kind = v, stepSwap
			}
		}
		g.score[j+1], steps[j+1] = best, how|kind
	}
}

func (l *line) gain(partner *line) float64 {
	likeness := l.likeness(partner)
	switch {
	case l.weight > 0 && likeness == 1:
		return l.weight + equalGain*l.rarity
	case l.weight > 0:
		return l.weight * (likeness - alikeEnough) / (1 - alikeEnough)
	case likeness == 1:
		return emptyGain
	default:
		return -emptyGain / 2
	}
}

// trace returns the alignment that ends before a line of the grid.
func (g *grid) trace(end int) alignment {
	a := newAlignment(len(g.needle))
	gap := false
	for i, j := len(g.needle)-1, end; i >= 0; {
		how := g.steps[i*(len(g.lines)+1)+j]
		switch {
		case gap || how&stepKind == stepGap:
			gap = how&opens == 0
			j--
		case how&stepKind == stepSkip:
			i--
		case how&stepKind == stepSwap:
			g.pair(a, i, j-2)
			g.pair(a, i-1, j-1)
			i, j = i-2, j-2
		default:
			g.pair(a, i, j-1)
			i, j = i-1, j-1
		}
	}
	g.complete(a)
	for i := range a {
		if a[i].line != none {
			a[i].line += g.first
		}
	}
	return a
}

// pair pairs needle line i with text line j. A line without weight, such as a blank one, only pairs
// with an equal one.
func (g *grid) pair(a alignment, i, j int) {
	if likeness := g.needle[i].likeness(&g.lines[j]); g.needle[i].weight > 0 || likeness == 1 {
		a[i] = partner{j, likeness}
	}
}
