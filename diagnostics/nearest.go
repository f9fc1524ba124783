package diagnostics

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// run is a run of lines of a virtual file, compared with a needle. Lines are
// virtual lines.
type run struct {
	first, lines int
	similarity   float64
	differs      []lineDifference
	others       []int
}

type lineDifference struct {
	index, line   int
	wanted, found string
}

// findNearest finds the run of lines that is most like the needle, or nil. It works
// in two stages (performance, "What the spikes taught"): lines that survived vote
// for the place; where too few did, a scan over short pieces of text finds runs of
// which every line has changed.
func findNearest(ctx context.Context, t *text.Text, trimmed *text.Index, needle []string) (*run, error) {
	if t.LineCount() == 0 || isBlankRun(needle) {
		return nil, nil
	}
	best := bestOf(t, needle, votes(t, trimmed, needle), nil)
	if best != nil && best.similarity >= surelyNearest {
		return best, nil
	}
	windows, err := scanWindows(ctx, t, needle)
	if err != nil {
		return nil, err
	}
	return bestOf(t, needle, windows, best), nil
}

// surelyNearest is the similarity from which no nearer run is looked for.
const surelyNearest = 0.8

func isBlankRun(lines []string) bool {
	return !slices.ContainsFunc(lines, func(l string) bool { return !text.IsBlank(l) })
}

// window is a run of lines from first to before end that may be the nearest.
type window struct{ first, end int }

// bestOf compares the needle with each window.
func bestOf(t *text.Text, needle []string, windows []window, best *run) *run {
	for _, w := range windows {
		r := compare(needle, t, w.first, w.end)
		switch {
		case best == nil || r.similarity > best.similarity:
			best = &r
		case r.similarity == best.similarity && r.first != best.first && !slices.Contains(best.others, r.first):
			if r.first < best.first {
				r.others = append(r.others, best.first)
				r.others = append(r.others, best.others...)
				best = &r
			} else if len(best.others) < mostOthers {
				best.others = append(best.others, r.first)
			}
			slices.Sort(best.others)
		}
	}
	return best
}

const (
	// mostVotes bounds the places for which one line votes: a line that stands
	// everywhere says nothing.
	mostVotes = 64
	// mostWindows bounds the places that are compared in full.
	mostWindows = 12
)

// votes lets each line of the needle that stands in the text, but for blanks
// around it, vote for the place that it would give the run. Rare and long lines
// weigh more.
func votes(t *text.Text, index *text.Index, needle []string) []window {
	type place struct {
		weight      float64
		first, last int // where lines of the needle were met
		firstIndex  int
		lastIndex   int
	}
	places := map[int]*place{}
	for i, l := range needle {
		trimmed := strings.TrimSpace(l)
		n := index.Count(l)
		if trimmed == "" || n == 0 || n > mostVotes {
			continue
		}
		weight := float64(len(trimmed)) / float64(n)
		index.Each(l, func(at text.Line) bool {
			start := int(at) - i
			p := places[start]
			if p == nil {
				p = &place{first: int(at), firstIndex: i}
				places[start] = p
			}
			p.weight += weight
			p.last, p.lastIndex = int(at), i
			return true
		})
	}
	starts := make([]int, 0, len(places))
	for s := range places {
		starts = append(starts, s)
	}
	sort.Slice(starts, func(i, j int) bool {
		if wi, wj := places[starts[i]].weight, places[starts[j]].weight; wi != wj {
			return wi > wj
		}
		return starts[i] < starts[j]
	})
	var windows []window
	add := func(first, end int) {
		w := window{max(0, first), min(t.LineCount(), end)}
		if w.first < w.end && !slices.Contains(windows, w) {
			windows = append(windows, w)
		}
	}
	// Lines added to or missing from the file shift the places for which the lines
	// behind them vote: places close together may be one.
	slack := len(needle)/4 + 3
	for _, s := range starts[:min(len(starts), mostWindows)] {
		first, end := s, s+len(needle)
		for _, o := range starts {
			p := places[o]
			if d := o - s; d == 0 || d > slack || d < -slack {
				continue
			}
			if p.firstIndex < places[s].firstIndex {
				first = min(first, p.first-p.firstIndex)
			}
			if p.lastIndex > places[s].lastIndex {
				end = max(end, p.last+len(needle)-p.lastIndex)
			}
		}
		add(s, s+len(needle))
		add(first, end)
	}
	return windows
}

// gram is the number of bytes of the pieces that the scan counts.
const gram = 4

// scanWindows gives the windows that share most pieces of four bytes with the
// needle. It reads each line once.
func scanWindows(ctx context.Context, t *text.Text, needle []string) ([]window, error) {
	wanted := map[uint32]bool{}
	for _, l := range needle {
		grams(l, func(g uint32) { wanted[g] = true })
	}
	var filter [1 << 10]uint64
	for g := range wanted {
		h := hashGram(g)
		filter[h>>6] |= 1 << (h & 63)
	}
	n := min(len(needle), t.LineCount())
	scores := make([]int32, t.LineCount())
	for i := range scores {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		hits := int32(0)
		grams(t.Line(text.Line(i)), func(g uint32) {
			if h := hashGram(g); filter[h>>6]&(1<<(h&63)) != 0 {
				hits++
			} else {
				hits--
			}
		})
		// A line is no worse than one that shares nothing.
		scores[i] = max(hits, 0)
	}
	type scored struct {
		first int
		score int32
	}
	var best []scored
	sum := int32(0)
	for i := range scores {
		sum += scores[i]
		if i >= n {
			sum -= scores[i-n]
		}
		first := i - n + 1
		if first < 0 || sum == 0 {
			continue
		}
		if len(best) == mostWindows && sum <= best[len(best)-1].score {
			continue
		}
		at := sort.Search(len(best), func(k int) bool { return best[k].score < sum })
		best = slices.Insert(best, at, scored{first, sum})
		best = best[:min(len(best), mostWindows)]
	}
	windows := make([]window, 0, len(best))
	for _, b := range best {
		windows = append(windows, window{b.first, b.first + n})
	}
	return windows, nil
}

// grams calls visit with each piece of four bytes of a line without its blanks. A
// shorter line is one piece.
func grams(line string, visit func(uint32)) {
	var g uint32
	n := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		if c == ' ' || c == '\t' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		g = g<<8 | uint32(c)
		if n++; n >= gram {
			visit(g)
		}
	}
	if n > 0 && n < gram {
		visit(g)
	}
}

func hashGram(g uint32) uint32 { return g * 2654435761 >> 16 }

// compare aligns the needle with the lines from first to before end and measures
// their similarity: twice the characters that both share, over those of both. A
// line ending counts as a character.
func compare(needle []string, t *text.Text, first, end int) run {
	r := run{first: first, lines: end - first}
	lines := t.Lines(text.Line(first), text.Line(end))
	total, shared := 0, 0
	for _, l := range needle {
		total += len(l) + 1
	}
	for _, l := range lines {
		total += len(l) + 1
	}
	align(needle, lines, func(i, j int) {
		switch {
		case j < 0:
			r.differs = append(r.differs, lineDifference{index: i, line: first + max(0, -j-1), wanted: needle[i]})
		case i < 0:
			r.differs = append(r.differs, lineDifference{index: -1, line: first + j, found: lines[j]})
		case needle[i] == lines[j]:
			shared += 2 * (len(needle[i]) + 1)
		default:
			shared += 2 * (commonBytes(needle[i], lines[j]) + 1)
			r.differs = append(r.differs, lineDifference{index: i, line: first + j, wanted: needle[i], found: lines[j]})
		}
	})
	if total > 0 {
		r.similarity = float64(shared) / float64(total)
	}
	return r
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

// longestCompared bounds the lines of which the common characters are counted
// exactly, in bytes; of longer ones only the equal beginning and end count.
const longestCompared = 512

// commonBytes is the length of a longest common subsequence of two lines.
func commonBytes(a, b string) int {
	common := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b, common = a[1:], b[1:], common+1
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, common = a[:len(a)-1], b[:len(b)-1], common+1
	}
	if len(a) == 0 || len(b) == 0 || len(a) > longestCompared || len(b) > longestCompared {
		return common
	}
	var rows [2][longestCompared + 1]int
	for i := len(a) - 1; i >= 0; i-- {
		row, below := &rows[i&1], &rows[(i+1)&1]
		row[len(b)] = 0
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				row[j] = below[j+1] + 1
			} else {
				row[j] = max(below[j], row[j+1])
			}
		}
	}
	return common + rows[0][0]
}
