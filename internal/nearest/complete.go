package nearest

import "slices"

// A line out of order is similar to one at most maxDisorder lines beyond its neighbours' partners.
const (
	maxDisorder      = 4
	disorderLikeness = 0.7
)

// complete finds better partners for needle lines that the text has out of order.
func (g *grid) complete(a alignment) {
	used := make([]bool, len(g.lines))
	for _, p := range a {
		if p.line != none {
			used[p.line] = true
		}
	}
	before := none // the partner of the nearest line before that has one
	for i, p := range a {
		l, least := &g.needle[i], disorderLikeness
		if p.likeness >= alikeEnough {
			least = 1 // only an equal line beats the one in order
		}
		take := func(from, to int) {
			for j := max(0, from); j < min(to, len(g.lines)); j++ {
				if likeness := l.likeness(&g.lines[j]); !used[j] && likeness >= least && likeness > p.likeness {
					p = partner{j, likeness}
				}
			}
		}
		if l.weight > 0 {
			if n := slices.IndexFunc(a[i+1:], partner.exists); n >= 0 {
				after := a[i+1:][n].line
				take(after+1, after+1+maxDisorder)
			}
			if before != none {
				take(before-maxDisorder, before)
			}
		}
		if p.exists() {
			if a[i].exists() {
				used[a[i].line] = false
			}
			used[p.line] = true
			a[i], before = p, p.line
		}
	}
	g.completeEnd(a)
}

// completeEnd pairs the needle's last line, if it has no partner, with the text line in its place.
func (g *grid) completeEnd(a alignment) {
	end, last := len(a)-1, a.last()
	if end == 0 || a[end].exists() || !a[end-1].exists() || a[end-1].line != last {
		return
	}
	if last+1 < len(g.lines) && g.lines[last+1].trimmed != "" {
		g.pair(a, end, last+1)
	}
}
