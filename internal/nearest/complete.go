package nearest

// related is the likeness of lines with something in common.
const related = 0.3

const (
	// A line out of order is at most maxDisorder lines away.
	maxDisorder      = 4
	disorderLikeness = 0.7
	// Lines may be missing before a line at an end of the needle.
	maxDistance      = 12
	distanceLikeness = 0.6
	// A line with fewer grams is only searched for beside its neighbours.
	shortGrams = 5
)

// complete finds partners for lines with none or a poor one.
func (g *grid) complete(a alignment) {
	used := make([]bool, len(g.lines))
	for _, p := range a {
		if p.line != none {
			used[p.line] = true
		}
	}
	for i := range a {
		before, after := a.neighbours(i)
		if g.needle[i].weight == 0 || a[i].likeness == 1 || before == none && after == none {
			continue
		}
		if a[i].line != none {
			used[a[i].line] = false
		}
		c := candidate{a[i], &g.needle[i], g.lines, used}
		c.find(before, after)
		if c.line == none && i == len(a)-1 && a[i-1].line == before && before+1 < len(g.lines) && g.lines[before+1].trimmed != "" {
			g.pair(a, i, before+1) // the text's line in its place
			c.partner = a[i]
		}
		if a[i] = c.partner; c.line != none {
			used[c.line] = true
		}
	}
}

// candidate is the best partner so far for a needle line.
type candidate struct {
	partner
	of    *line
	lines []line
	used  []bool
}

// take takes the most similar unused line from from to to (exclusive) that beats the current partner.
func (c *candidate) take(from, to int, least float64) {
	for j := max(0, from); j < min(to, len(c.lines)); j++ {
		if likeness := c.of.likeness(&c.lines[j]); !c.used[j] && likeness >= least && likeness > c.likeness {
			c.partner = partner{j, likeness}
		}
	}
}

func (c *candidate) find(before, after int) {
	distance, disorder, least := maxDistance, maxDisorder, disorderLikeness
	if c.likeness >= alikeEnough {
		least = 1 // only an equal line beats the one in order
	}
	if c.of.size < shortGrams { // it may be anywhere
		distance, disorder, least = 1, 1, 1
	}
	switch {
	case c.likeness >= alikeEnough:
	case before == none:
		c.take(after-distance, after, distanceLikeness)
	case after == none:
		c.take(before+1, before+1+distance, distanceLikeness)
	default:
		c.take(before+1, after, related)
	}
	if after != none {
		c.take(after+1, after+1+disorder, least)
	}
	if before != none {
		c.take(before-disorder, before, least)
	}
}

// neighbours returns the partners of the nearest paired lines around line i. If one side has none, the
// other is the end partner closest to it.
func (a alignment) neighbours(i int) (before, after int) {
	before, after = none, none
	for k := i - 1; k >= 0 && before == none; k-- {
		before = a[k].line
	}
	for k := i + 1; k < len(a) && after == none; k++ {
		after = a[k].line
	}
	switch {
	case before == none:
		after = a[i+1:].first()
	case after == none:
		before = a[:i].last()
	}
	return before, after
}
