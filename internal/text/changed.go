package text

// Changed returns the lines in which two texts differ, between their common first and last lines. It is
// cheap if an edit of one made the other.
func Changed(a, b *Text) (inA, inB LineRange) {
	endA, endB := Line(a.LineCount()), Line(b.LineCount())
	if a == b {
		return LineRange{endA, endA}, LineRange{endB, endB}
	}
	least := min(endA, endB)
	first := Line(0)
	for first < least {
		n := sharedFrom(a, b, first)
		if n == 0 {
			break
		}
		first += n
	}
	for endA > first && endB > first {
		n := sharedTo(a, b, endA, endB)
		if n == 0 {
			break
		}
		// In a run of equal lines, prefix and suffix must not overlap.
		n = min(n, endA-first, endB-first)
		endA, endB = endA-n, endB-n
	}
	return LineRange{first, endA}, LineRange{first, endB}
}

// sharedFrom returns how many lines from l on are equal at a glance: a shared page's rest, one, or
// none.
func sharedFrom(a, b *Text, l Line) Line {
	c, _, i := a.pageOf(l)
	d, _, j := b.pageOf(l)
	switch {
	case c == d && i == j:
		return Line(len(c.starts) - i)
	case c.line(i) == d.line(j):
		return 1
	}
	return 0
}

// sharedTo is sharedFrom upwards, from line l of a and line m of b.
func sharedTo(a, b *Text, l, m Line) Line {
	c, _, i := a.pageOf(l - 1)
	d, _, j := b.pageOf(m - 1)
	switch {
	case c == d && i == j:
		return Line(i + 1)
	case c.line(i) == d.line(j):
		return 1
	}
	return 0
}
