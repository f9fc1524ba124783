package diagnostics

import "slices"

// similarity is twice the characters that two runs share, over those of both. A line
// ending counts as a character, but for the last: two words that have nothing in common
// are not half alike.
func similarity(shared, total int) float64 {
	if total <= 0 || shared <= 0 {
		return 0
	}
	return float64(2*shared) / float64(total)
}

// mostAligned bounds the table by which two runs are aligned.
const mostAligned = 1 << 20

// align pairs the lines of a and b in order: equal lines with one another, and
// between those the first with the first. visit gets the index of both; j is -k-1
// for a line of a before line k of b that has no partner, i is -1 for one of b.
func align(a, b []string, visit func(i, j int)) {
	between(commonLines(a, b), len(a), len(b), visit)
}

// between visits the equal lines of a and b, given as pairs of indexes, and what stands
// between them, as [align] does.
func between(pairs [][2]int, a, b int, visit func(i, j int)) {
	i, j := 0, 0
	gap := func(toA, toB int) {
		for i < toA && j < toB {
			visit(i, j)
			i, j = i+1, j+1
		}
		for ; i < toA; i++ {
			visit(i, -j-1)
		}
		for ; j < toB; j++ {
			visit(-1, j)
		}
	}
	for _, p := range pairs {
		gap(p[0], p[1])
		visit(p[0], p[1])
		i, j = p[0]+1, p[1]+1
	}
	gap(a, b)
}

// commonLines is a longest common subsequence of lines. Runs too long for the
// table are compared line by line.
func commonLines(a, b []string) [][2]int {
	n := newNumbers(a)
	return new(aligner).common(n.of(a), n.of(b))
}

// numbers give equal lines one number; 0 is that of lines that are not known.
type numbers map[string]int32

func newNumbers(lines []string) numbers {
	n := make(numbers, len(lines))
	for i, l := range lines {
		if n[l] == 0 {
			n[l] = int32(i + 1)
		}
	}
	return n
}

// of gives the numbers of lines.
func (n numbers) of(lines []string) []int32 {
	list := make([]int32, len(lines))
	for i, l := range lines {
		list[i] = n[l]
	}
	return list
}

// aligner finds longest common subsequences of lines. It keeps its tables, and what it
// found, until it is asked again.
type aligner struct {
	met     []bool
	rows    []int
	longest []int32
	pairs   [][2]int
}

// common is [commonLines] for the numbers of lines: those of a are 1 to its length.
func (x *aligner) common(a, b []int32) [][2]int {
	x.pairs = x.pairs[:0]
	if len(a)*len(b) > mostAligned {
		for i := range min(len(a), len(b)) {
			if a[i] == b[i] {
				x.pairs = append(x.pairs, [2]int{i, i})
			}
		}
		return x.pairs
	}
	// A line that b lacks is the same as none: of two runs that share one line, the
	// table has one row.
	if !slices.ContainsFunc(b, func(n int32) bool { return n != 0 }) {
		return x.pairs
	}
	x.met = append(x.met[:0], make([]bool, len(a)+1)...)
	for _, n := range b {
		x.met[n] = true
	}
	x.rows = x.rows[:0]
	for i, n := range a {
		if x.met[n] {
			x.rows = append(x.rows, i)
		}
	}
	width := len(b) + 1
	x.longest = append(x.longest[:0], make([]int32, (len(x.rows)+1)*width)...)
	longest := x.longest
	for r := len(x.rows) - 1; r >= 0; r-- {
		n := a[x.rows[r]]
		row, below := longest[r*width:(r+1)*width], longest[(r+1)*width:(r+2)*width]
		for j := len(b) - 1; j >= 0; j-- {
			if n == b[j] {
				row[j] = below[j+1] + 1
			} else {
				row[j] = max(below[j], row[j+1])
			}
		}
	}
	for r, j := 0, 0; r < len(x.rows) && j < len(b); {
		switch {
		case a[x.rows[r]] == b[j]:
			x.pairs = append(x.pairs, [2]int{x.rows[r], j})
			r, j = r+1, j+1
		case longest[(r+1)*width+j] >= longest[r*width+j+1]:
			r++
		default:
			j++
		}
	}
	return x.pairs
}
