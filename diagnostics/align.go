package diagnostics

import "github.com/edit-lsp/edit-lsp/internal/text"

// compare aligns the needle with the lines from first to before end and measures
// their similarity: twice the characters that both share, over those of both. A
// line ending counts as a character, but for the last: two words that have nothing in
// common are not half alike.
func compare(needle []string, t *text.Text, first, end int) run {
	r := run{first: first, lines: end - first}
	lines := t.Lines(text.Line(first), text.Line(end))
	total, shared := -2, -1
	for _, l := range needle {
		total += characters(l) + 1
	}
	for _, l := range lines {
		total += characters(l) + 1
	}
	align(needle, lines, func(i, j int) {
		switch {
		case j < 0:
			r.differs = append(r.differs, lineDifference{index: i, line: first + max(0, -j-1), wanted: needle[i]})
		case i < 0:
			r.differs = append(r.differs, lineDifference{index: -1, line: first + j, found: lines[j]})
		case needle[i] == lines[j]:
			shared += characters(needle[i]) + 1
		default:
			p := newPattern(needle[i])
			shared += p.common(lines[j]) + 1
			r.differs = append(r.differs, lineDifference{index: i, line: first + j, wanted: needle[i], found: lines[j]})
		}
	})
	r.similarity = similarity(shared, total)
	return r
}

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
	pairs := commonLines(a, b)
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
	gap(len(a), len(b))
}

// commonLines is a longest common subsequence of lines. Runs too long for the
// table are compared line by line.
func commonLines(a, b []string) [][2]int {
	var pairs [][2]int
	if len(a)*len(b) > mostAligned {
		for i := range min(len(a), len(b)) {
			if a[i] == b[i] {
				pairs = append(pairs, [2]int{i, i})
			}
		}
		return pairs
	}
	width := len(b) + 1
	longest := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
			} else {
				longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case longest[(i+1)*width+j] >= longest[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
