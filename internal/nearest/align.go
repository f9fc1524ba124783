package nearest

import (
	"context"
	"math"

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

// alignBefore aligns the needle with the lines around the window that ends before line end.
func (s *search) alignBefore(ctx context.Context, end int) error {
	size := windowOf(len(s.needle))
	first, last := max(0, end-2*size), min(s.target.LineCount(), end+size)
	if len(s.needle)*(last-first) > s.cells {
		if len(s.best) > 0 {
			return nil
		}
		return s.alignPieces(ctx, first, last)
	}
	lines := newLines(s.target.Lines(text.Line(first), text.Line(last)))
	if err := s.fill(ctx, s.needle, lines, false); err != nil {
		return err
	}
	score, end := s.grid.best()
	if len(s.best) > 0 && score < s.score {
		return nil
	}
	// Places of the same score are ties; they lie at least half a needle apart.
	for traced := 0; traced <= maxTies && end < len(s.grid.score); end++ {
		if s.grid.score[end] < score {
			continue
		}
		a := newAlignment(len(s.needle))
		s.trace(s.needle, lines, end, a)
		s.complete(lines, a)
		a.shift(first)
		s.keep(a, score)
		traced++
		end += len(s.needle) / 2
	}
	return nil
}

func newAlignment(lines int) alignment {
	a := alignment{partner: make([]int, lines), likeness: make([]float64, lines)}
	for i := range a.partner {
		a.partner[i] = none
	}
	return a
}

// part is the alignment of the lines of the needle from one to before another.
func (a alignment) part(from, to int) alignment {
	return alignment{partner: a.partner[from:to], likeness: a.likeness[from:to]}
}

// shift moves the partners down.
func (a alignment) shift(by int) {
	for i, p := range a.partner {
		if p != none {
			a.partner[i] = p + by
		}
	}
}

// grid is the table of an alignment with affine gaps, by the method of Gotoh. What the text
// has before and after the alignment costs nothing, unless it is tied to the first line.
type grid struct {
	width int
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

// fill aligns lines of the needle with lines of the text, from its first line on if tied.
func (s *search) fill(ctx context.Context, needle, lines []line, tied bool) error {
	s.cells -= len(needle) * len(lines)
	g := &s.grid
	g.width = len(lines) + 1
	for _, row := range []*[]float64{&g.score, &g.above, &g.above2, &g.gains, &g.lastGains} {
		*row = append((*row)[:0], make([]float64, g.width)...)
	}
	if size := len(needle) * g.width; size > cap(g.steps) {
		g.steps = make([]step, size)
	}
	g.steps = g.steps[:len(needle)*g.width]
	for j := 1; tied && j < g.width; j++ {
		g.score[j] = -gapOpen - gapLine*float64(j)
	}
	for i := range needle {
		if err := ctx.Err(); err != nil {
			return err
		}
		open := float64(gapOpen)
		if needle[i].placeholder || i+1 < len(needle) && needle[i+1].placeholder {
			open = 0
		}
		s.row.set(&needle[i])
		g.gains, g.lastGains = g.lastGains, g.gains
		for j := range lines {
			g.gains[j] = s.gain(&needle[i], &lines[j])
		}
		g.fillRow(skipCost*needle[i].weight, open, g.steps[i*g.width:][:g.width])
	}
	return nil
}

// fillRow makes the next row of the grid.
func (g *grid) fillRow(skip, open float64, steps []step) {
	g.above2, g.above, g.score = g.above, g.score, g.above2
	gap := math.Inf(-1)
	g.score[0] = g.above[0] - skip
	steps[0] = stepSkip
	for j := range g.width - 1 {
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

// gain is what a pair of a line of the needle, which the row has, and one of the text is
// worth.
func (s *search) gain(l, partner *line) float64 {
	likeness := s.row.likeness(partner)
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

// best is the best score of whole alignments, and the first line before which one ends.
func (g *grid) best() (score float64, end int) {
	for j, v := range g.score {
		if v > g.score[end] {
			end = j
		}
	}
	return g.score[end], end
}

// trace writes the pairs of the alignment that ends before a line of the text into a.
func (s *search) trace(needle, lines []line, end int, a alignment) {
	gap := false
	for i, j := len(needle)-1, end; i >= 0; {
		how := s.grid.steps[i*s.grid.width+j]
		switch {
		case gap || how&stepKind == stepGap:
			gap = how&opens == 0
			j--
		case how&stepKind == stepSkip:
			i--
		case how&stepKind == stepSwap:
			s.pair(needle, lines, i, j-2, a)
			s.pair(needle, lines, i-1, j-1, a)
			i, j = i-2, j-2
		default:
			s.pair(needle, lines, i, j-1, a)
			i, j = i-1, j-1
		}
	}
}

// pair makes line j of the text the partner of line i of the needle. A line without weight,
// such as a blank one, has no partner but an equal line.
func (s *search) pair(needle, lines []line, i, j int, a alignment) {
	s.row.set(&needle[i])
	if likeness := s.row.likeness(&lines[j]); needle[i].weight > 0 || likeness == 1 {
		a.partner[i], a.likeness[i] = j, likeness
	}
}
