package nearest

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// alignment holds the partner of each needle line, or [text.None].
type alignment struct {
	partners []text.Line
	score    float32
}

func (a alignment) last() text.Line { return slices.Max(a.partners) }

func (a alignment) first() text.Line {
	first := a.last()
	for _, j := range a.partners {
		if j != text.None {
			first = min(first, j)
		}
	}
	return first
}

// maxCells limits the comparisons of two lines in one search.
const maxCells = 1 << 20

// align fills the grid for needle lines and text lines, or fewer of them if they are too many.
func (s *search) align(ctx context.Context, needle []line, lines text.LineRange) (*grid, error) {
	count := min(s.target.LineCount(), int(lines.End)) - int(lines.First)
	count = min(count, s.cells/len(needle))
	s.cells -= len(needle) * count
	g := &s.grid
	g.needle, g.first, g.lines = needle, lines.First, slices.Grow(g.lines[:0], count)
	s.target.Each(g.first, g.first+text.Line(count), func(_ text.Line, content string) bool {
		g.lines = append(g.lines, newLine(content))
		return true
	})
	g.fill()
	return g, ctx.Err()
}

// alignHead finds the best alignments of the needle's head in a place. They end at least half a needle
// apart.
func (s *search) alignHead(ctx context.Context, place text.LineRange) error {
	g, err := s.align(ctx, s.head(), place)
	row, best := g.row(len(g.needle)), g.end()
	for end := best; end < len(row); end++ {
		if row[end].score == row[best].score {
			if a := g.trace(end); a.last() != text.None {
				s.found = append(s.found, a)
			}
			end += len(g.needle) / 2
		}
	}
	return err
}

// chunk is the number of lines aligned at a time after the head.
const chunk = 64

// alignRest aligns a long needle's rest in chunks, each after the last partner.
func (s *search) alignRest(ctx context.Context, a *alignment) error {
	s.cells = 4 * maxCells
	paired, first := len(a.partners), a.last()+1
	for i := paired; i < len(s.needle); i += chunk {
		part := s.needle[i:min(i+chunk, len(s.needle))]
		g, err := s.align(ctx, part, text.LineRange{First: first, End: first + text.Line(2*(i+chunk-paired))})
		if err != nil {
			return err
		}
		next := g.trace(g.end())
		a.partners = append(a.partners, next.partners...)
		if last := next.last(); last != text.None {
			paired, first = i+chunk, last+1
		}
	}
	return nil
}

// grid is an alignment table (Needleman-Wunsch). Text around the alignment is free.
type grid struct {
	// first is the text line of lines[0].
	needle, lines []line
	first         text.Line
	// rows are the last three, each with a cell for each number of text lines.
	rows [3][]cell
	// steps has the last steps of all cells.
	steps []step
}

type cell struct {
	// gain is that of the last two lines as a pair.
	score, gain float32
	step
}

// step is how an alignment ends. The first digit counts the needle lines that it takes, the second the
// text lines.
type step uint8

const (
	pair step = 0x11
	skip step = 0x10 // a needle line has no partner
	gap  step = 0x01 // a text line has none
	swap step = 0x22 // two swapped pairs
)

// The costs, in units of a needle line's weight.
const (
	skipCost = 0.35 // of a needle line without partner, times its weight
	gapCost  = 1    // of a text line without partner
	swapCost = 1
)

func (l *line) gain(partner *line) float32 { return l.weight * float32(2*l.likeness(partner)-1) }

func (c *cell) offer(score float32, s step) {
	if score > c.score {
		c.score, c.step = score, s
	}
}

// row returns the cells of alignments of i needle lines.
func (g *grid) row(i int) []cell { return g.rows[i%len(g.rows)] }

func (g *grid) fill() {
	width := len(g.lines) + 1
	for i := range g.rows {
		g.rows[i] = slices.Grow(g.rows[i][:0], width)[:width]
	}
	clear(g.row(0))
	g.steps = slices.Grow(g.steps[:0], len(g.needle)*width)
	for i := range g.needle {
		l, above, row := &g.needle[i], g.row(i), g.row(i+1)
		skipped, added := skipCost*l.weight, float32(gapCost)
		if l.isPlaceholder() || i+1 < len(g.needle) && g.needle[i+1].isPlaceholder() {
			added = 0
		}
		row[0] = cell{above[0].score - skipped, 0, skip}
		for j := range g.lines {
			gain := l.gain(&g.lines[j])
			c := cell{above[j].score + gain, gain, pair}
			c.offer(above[j+1].score-skipped, skip)
			c.offer(row[j].score-added, gap)
			if i > 0 && j > 0 {
				c.offer(g.row(i - 1)[j-1].score+above[j+1].gain+row[j].gain-swapCost, swap)
			}
			row[j+1] = c
		}
		for j := range row {
			g.steps = append(g.steps, row[j].step)
		}
	}
}

// end returns the number of lines up to the end of the best alignment.
func (g *grid) end() int {
	row, best := g.row(len(g.needle)), 0
	for j := range row {
		if row[j].score > row[best].score {
			best = j
		}
	}
	return best
}

// trace returns the alignment that ends before a line of the grid.
func (g *grid) trace(end int) alignment {
	a := alignment{slices.Repeat([]text.Line{text.None}, len(g.needle)), g.row(len(g.needle))[end].score}
	for i, j := len(g.needle), end; i > 0; {
		last := g.steps[(i-1)*(len(g.lines)+1)+j]
		needle, lines := int(last>>4), int(last&15)
		i, j = i-needle, j-lines
		for k := range min(needle, lines) {
			g.pair(a, i+k, j+lines-1-k)
		}
	}
	g.reorder(a)
	return a
}

// pair pairs needle line i with the grid's line j. A line without grams only pairs with an equal one.
func (g *grid) pair(a alignment, i, j int) {
	if g.needle[i].size > 0 || g.needle[i].trimmed == g.lines[j].trimmed {
		a.partners[i] = g.first + text.Line(j)
	}
}

// maxDisorder is how far a line out of order is from its neighbour's partner.
const maxDisorder = 4

// reorder finds better partners for needle lines that the text has out of order.
func (g *grid) reorder(a alignment) {
	near, end := a.first(), g.first+text.Line(len(g.lines))
	for i, partner := range a.partners {
		l, least := &g.needle[i], 0.5
		likeness := func(j text.Line) float64 { return l.likeness(&g.lines[j-g.first]) }
		if partner != text.None {
			least = (1 + likeness(partner)) / 2 // half as far from equal
		}
		for j := max(g.first, near-maxDisorder); l.weight > 1 && j < min(end, near+maxDisorder+1); j++ {
			if v := likeness(j); v > least && !slices.Contains(a.partners, j) {
				a.partners[i], least = j, v
			}
		}
		if a.partners[i] != text.None {
			near = a.partners[i]
		}
	}
	// The last line may have its partner in its place.
	if last := len(a.partners) - 1; last > 0 && a.partners[last] == text.None && a.partners[last-1] == a.last() && a.last() != text.None {
		if j := int(a.last() + 1 - g.first); j < len(g.lines) && g.lines[j].trimmed != "" {
			g.pair(a, last, j)
		}
	}
}
