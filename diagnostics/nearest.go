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
// for the place; then all runs are measured whose pieces of text promise most, in a
// file of some thousand lines simply all.
func findNearest(ctx context.Context, t *text.Text, trimmed *text.Index, needle []string) (*run, error) {
	if t.LineCount() == 0 || isBlankRun(needle) {
		return nil, nil
	}
	m := newMeasure(needle)
	best := grown(t, needle, bestOf(t, needle, votes(t, trimmed, needle), nil))
	most := m.affordable()
	if best != nil && best.similarity >= surelyNearest {
		return best, nil
	}
	firsts, err := likely(ctx, t, needle, most)
	if err != nil {
		return nil, err
	}
	n := min(len(needle), t.LineCount())
	nearest := 0.0
	if best != nil {
		nearest = best.similarity
	}
	var windows []window
	for i, first := range firsts {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch s := m.similarity(t, first, first+n); {
		case s > nearest:
			nearest, windows = s, []window{{first, first + n}}
		case s == nearest && s > 0 && len(windows) <= mostOthers:
			windows = append(windows, window{first, first + n})
		}
	}
	return grown(t, needle, bestOf(t, needle, windows, best)), nil
}

// grown lets a run move, take in lines at its ends, or leave out those that have no
// partner, while that makes it more like the needle: a model may have left lines out,
// or put some in.
func grown(t *text.Text, needle []string, best *run) *run {
	for better := best != nil; better; {
		better = false
		at, end := best.first, best.first+best.lines
		windows := []window{{at - 1, end}, {at, end + 1}, {at - 1, end - 1}, {at + 1, end + 1}}
		for _, d := range best.differs {
			if d.index < 0 && d.line == at && best.lines > 1 {
				windows = append(windows, window{at + 1, end})
			}
			if d.index < 0 && d.line == end-1 && best.lines > 1 {
				windows = append(windows, window{at, end - 1})
			}
		}
		for _, w := range windows {
			if w.first < 0 || w.end > t.LineCount() {
				continue
			}
			if r := compare(needle, t, w.first, w.end); r.similarity > best.similarity {
				best, better = &r, true
			}
		}
	}
	return best
}

// surelyNearest is the similarity of a run, found by lines that survived, from which
// no nearer one is looked for: it would be nearer by little.
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

// likely gives the first lines of the runs, as long as the needle, that share most
// pieces of four bytes with it: all runs where there are no more than most, else about
// a quarter as many. It reads each line once.
func likely(ctx context.Context, t *text.Text, needle []string, most int) ([]int, error) {
	n := min(len(needle), t.LineCount())
	count := t.LineCount() - n + 1
	if count <= most {
		firsts := make([]int, count)
		for i := range firsts {
			firsts[i] = i
		}
		return firsts, nil
	}
	var known grams
	total := 0
	for _, l := range needle {
		total += known.add(l)
	}
	// How many pieces each line shares, and how many it has.
	shared, all := make([]int32, t.LineCount()), make([]int32, t.LineCount())
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, line string) bool {
		shared[l], all[l] = known.shared(line)
		return l%checkEvery > 0 || ctx.Err() == nil
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// The promise of each run, in steps, and how many runs promise that much.
	const steps = 1024
	promise := make([]uint16, count)
	var having [steps + 1]int
	hits, pieces := 0, 0
	for i := range shared {
		hits, pieces = hits+int(shared[i]), pieces+int(all[i])
		if i >= n {
			hits, pieces = hits-int(shared[i-n]), pieces-int(all[i-n])
		}
		if first := i - n + 1; first >= 0 {
			p := 2 * min(hits, total) * steps / max(1, total+pieces)
			promise[first] = uint16(min(p, steps))
			having[promise[first]]++
		}
	}
	most = max(fewestMeasured, most/4)
	least, sum := steps, having[steps]
	for least > 1 && sum+having[least-1] <= most {
		least--
		sum += having[least]
	}
	var firsts []int
	for first, p := range promise {
		if int(p) >= least && len(firsts) < most {
			firsts = append(firsts, first)
		}
	}
	return firsts, nil
}

// grams is a set of pieces of four bytes of lines without their blanks; a shorter line
// is one piece. Letters of both cases are the same. Different pieces may look the same:
// what is counted only promises. It holds a 1 for each piece, by its hash.
type grams [1 << 16]uint8

// add adds the pieces of a line, and counts them.
func (s *grams) add(line string) (all int) {
	piece, n := uint32(0), 0
	for i := range len(line) {
		f := folds[line[i]]
		if f.shift == 0 {
			continue
		}
		piece = piece<<8 | uint32(f.letter)
		if n++; n >= gram {
			s[hashGram(piece)] = 1
		}
	}
	if n > 0 && n < gram {
		s[hashGram(piece)] = 1
		return 1
	}
	return max(0, n-gram+1)
}

// shared counts the pieces of a line that are in the set, and all of them. The scan of
// a file spends its time here: it does not branch at blanks, since nobody can foresee
// them.
func (s *grams) shared(line string) (shared, all int32) {
	piece, n := uint32(0), 0
	i := 0
	for ; i < len(line) && n < gram-1; i++ {
		f := folds[line[i]]
		piece = piece<<(f.shift&31) | uint32(f.letter)
		n += int(f.shift / 8)
	}
	if n == 0 {
		return 0, 0
	}
	hits, more := uint32(0), uint32(0)
	for ; i < len(line); i++ {
		f := folds[line[i]]
		piece = piece<<(f.shift&31) | uint32(f.letter)
		counts := uint32(f.shift / 8)
		hits += uint32(s[hashGram(piece)]) & counts
		more += counts
	}
	if more == 0 {
		return int32(s[hashGram(piece)]), 1
	}
	return int32(hits), int32(more)
}

// fold is what a byte adds to a piece: the letter, in lower case, and by how many bits
// it moves those before it; both are 0 for blanks.
type fold struct{ letter, shift uint8 }

var folds = func() (table [256]fold) {
	for c := range table {
		table[c] = fold{uint8(c), 8}
		if 'A' <= c && c <= 'Z' {
			table[c].letter |= 0x20
		}
	}
	table[' '], table['\t'] = fold{}, fold{}
	return table
}()

// unindented is a line without the blanks that it begins with.
func unindented(line string) string {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	return line[i:]
}

// hashGram gives 16 bits.
func hashGram(g uint32) uint32 { return g * 2654435761 >> 16 }

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
