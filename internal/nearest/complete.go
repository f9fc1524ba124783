package nearest

import "strings"

// The limits for a partner that the alignment didn't find.
const (
	// A line out of order is at most so many lines off, and quite alike.
	maxDisorder      = 4
	disorderLikeness = 0.7
	// A line at an end of the needle may be parted from the next by lines left out.
	maxDistance      = 12
	distanceLikeness = 0.6
	// A line with fewer grams is looked for right beside its neighbours only.
	shortGrams = 5
	// minCut is the length of a line that was cut short.
	minCut = 2
)

// complete gives lines of the needle a partner that have none, or a poor one.
func (s *search) complete(lines []line, a alignment) {
	used := make([]bool, len(lines))
	for _, p := range a.partner {
		if p != none {
			used[p] = true
		}
	}
	for i := range s.needle {
		before, after := a.neighbours(i)
		if s.needle[i].weight == 0 || a.likeness[i] == 1 || before == none && after == none {
			continue
		}
		p := a.partner[i]
		if p != none {
			used[p] = false
		}
		s.row.set(&s.needle[i])
		c := candidate{line: p, likeness: a.likeness[i]}
		if !s.findCut(&c, lines, used, before, after) {
			s.findBeside(&c, lines, used, before, after)
		}
		if c.line == none && i == len(s.needle)-1 && a.partner[i-1] == before && before+1 < len(lines) && lines[before+1].trimmed != "" {
			c = candidate{before + 1, s.row.likeness(&lines[before+1])} // what the text has in its place
		}
		if c.line != none {
			a.partner[i], a.likeness[i], used[c.line] = c.line, c.likeness, true
		}
	}
}

// findCut finds the line that the present row, the first or last with a partner, was cut
// from: the one next to its neighbour's partner.
func (s *search) findCut(c *candidate, lines []line, used []bool, before, after int) bool {
	at := after - 1
	if after == none {
		at = before + 1
	}
	if before != none && after != none || at < 0 || at >= len(lines) || used[at] {
		return false
	}
	cut, whole := s.row.line.trimmed, lines[at].trimmed
	if len(cut) < minCut || !strings.HasPrefix(whole, cut) && !strings.HasSuffix(whole, cut) {
		return false
	}
	*c = candidate{at, s.row.likeness(&lines[at])}
	return true
}

// findBeside finds a better partner of the present row between its neighbours' or beside
// them.
func (s *search) findBeside(c *candidate, lines []line, used []bool, before, after int) {
	consider := func(from, to int, least float64) {
		for j := max(0, from); j < min(to, len(lines)); j++ {
			if likeness := s.row.likeness(&lines[j]); !used[j] && likeness >= least && likeness > c.likeness {
				*c = candidate{j, likeness}
			}
		}
	}
	distance, disorder, least := maxDistance, maxDisorder, disorderLikeness
	if c.likeness >= alikeEnough {
		least = 1 // only the very line is better than the one in order
	}
	if len(s.row.line.grams) < shortGrams { // it may be anywhere
		distance, disorder, least = 1, 1, 1
	}
	switch {
	case c.likeness >= alikeEnough:
	case before == none:
		consider(after-distance, after, distanceLikeness)
	case after == none:
		consider(before+1, before+1+distance, distanceLikeness)
	default:
		consider(before+1, after, alike)
	}
	if after != none {
		consider(after+1, after+1+disorder, least)
	}
	if before != none {
		consider(before-disorder, before, least)
	}
}

// candidate is a line that may become a partner.
type candidate struct {
	line     int
	likeness float64
}

// neighbours are the partners of the lines before and after line i that have one; of a line
// at an end, the partner that is closest to it.
func (a alignment) neighbours(i int) (before, after int) {
	before, after = none, none
	for k := i - 1; k >= 0 && before == none; k-- {
		before = a.partner[k]
	}
	for k := i + 1; k < len(a.partner) && after == none; k++ {
		after = a.partner[k]
	}
	switch {
	case before == none && after != none:
		after = a.part(i+1, len(a.partner)).first()
	case after == none && before != none:
		before = a.part(0, i).last()
	}
	return before, after
}
