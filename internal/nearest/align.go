package nearest

import (
	"context"
	"math"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxCells bounds what is aligned in one search: each cell compares two lines.
const maxCells = 1 << 20

// What an alignment costs, in units of a line's weight.
const (
	// alikeEnough is the likeness from which a pair gains.
	alikeEnough = 0.45
	// equalGain is for a pair of equal lines, as a part of the whole line's rarity.
	equalGain = 0.3
	// emptyGain is for a pair of equal lines that say nothing.
	emptyGain = 0.2
	// skipCost is for a line of the needle without a partner, as a part of its weight.
	skipCost = 0.25
	// gapOpen is for a run of lines that only the text has, and gapLine for each of them.
	gapOpen = 4
	gapLine = 0.2
	// swapCost is for two neighbours in the other order.
	swapCost = 1
)

// alignBefore aligns the needle's head with the lines around the window that ends before
// line end.
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
	// Places of the same score are ties; they lie at least half a needle apart.
	for traced := 0; traced <= maxTies && end < len(g.score); end++ {
		if g.score[end] == score {
			s.keep(g.trace(end), score)
			traced++
			end += len(needle) / 2
		}
	}
	return nil
}

// chunk is how many lines of a long needle are aligned at once after its head.
const chunk = 64

// follow aligns the rest of a long needle, each chunk with the lines of the text after the
// last partner.
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

// align aligns lines of the needle with the lines of the text from first to before last. The
// grid is good until the next call; it is nil if it would be too large.
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

// grid is the table of an alignment with affine gaps, by the method of Gotoh. What the text
// has before and after the alignment costs nothing.
type grid struct {
	// first is where the lines begin in the text.
	needle, lines []line
	first         int
	// score is the present row: of the best alignment up to a line of the needle that ends
	// before each line of the text. above and above2 are the two rows before.
	score, above, above2 []float64
	// gains are what pairs of the present row are worth, lastGains those of the row before.
	gains, lastGains []float64
	// steps are, for each cell, how it was reached.
	steps []step
}

// step is how a cell of the grid is reached.
type step uint8

const (
	stepPair step = iota
	stepSkip      // the needle's line has no partner
	stepGap       // the text's line has none
	stepSwap      // two pairs in the other order
	stepKind step = 3
	// opens: a gap that ends here would be one line long.
	opens step = 4
)

// fill makes the grid. The only error is the context's.
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

// fillRow makes the next row of the grid.
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

// gain is what a pair of a line of the needle and one of the text is worth.
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

// pair makes line j of the text the partner of line i of the needle. A line without weight,
// such as a blank one, has no partner but an equal line.
func (g *grid) pair(a alignment, i, j int) {
	if likeness := g.needle[i].likeness(&g.lines[j]); g.needle[i].weight > 0 || likeness == 1 {
		a[i] = partner{j, likeness}
	}
}
