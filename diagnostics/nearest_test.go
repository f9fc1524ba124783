package diagnostics

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// codeLike is a file of n lines such as programs have: short and long ones, many
// equal or nearly so.
func codeLike(rnd *rand.Rand, n int) []string {
	names := []string{"count", "index", "total", "user", "name", "buffer", "i", "x", "err", "result", "config", "path"}
	pick := func() string { return names[rnd.IntN(len(names))] }
	lines := make([]string, n)
	for i := range lines {
		indent := strings.Repeat("    ", rnd.IntN(4))
		switch rnd.IntN(10) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] = indent + "}"
		case 2:
			lines[i] = indent + "return " + pick()
		case 3:
			lines[i] = fmt.Sprintf("%sif %s == %d {", indent, pick(), rnd.IntN(30))
		case 4:
			lines[i] = fmt.Sprintf("%s%s++", indent, pick())
		case 5:
			lines[i] = fmt.Sprintf("func %s%s(%s, %s string) error {", pick(), pick(), pick(), pick())
		default:
			lines[i] = fmt.Sprintf("%s%s.%s = %s(%s, %d)", indent, pick(), pick(), pick(), pick(), rnd.IntN(100))
		}
	}
	return lines
}

// misremembered is a run as a model may write it from memory: some lines changed by
// a character or a word, one left out or put in.
func misremembered(rnd *rand.Rand, run []string, everyLine bool) []string {
	var out []string
	for _, l := range run {
		if len(run) > 2 && rnd.IntN(12) == 0 {
			continue
		}
		if everyLine || rnd.IntN(3) == 0 {
			l = misspelt(rnd, l)
		}
		out = append(out, l)
		if rnd.IntN(15) == 0 {
			out = append(out, "log.Print(debug)")
		}
	}
	if len(out) == 0 {
		out = []string{misspelt(rnd, run[0])}
	}
	return out
}

func misspelt(rnd *rand.Rand, l string) string {
	if l == "" {
		return "// empty"
	}
	at := rnd.IntN(len(l))
	switch rnd.IntN(4) {
	case 0:
		return l[:at] + "q" + l[at+1:]
	case 1:
		return l[:at] + l[at+1:]
	case 2:
		return l[:at] + "zz" + l[at:]
	default:
		return strings.Replace(l, "count", "number", 1) + ";"
	}
}

// plainCompare aligns the needle with the lines from first to before end and measures
// their similarity, by its definition.
func plainCompare(needle []string, t *text.Text, first, end int) run {
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

// exhaustive compares a needle with every run of as many lines.
func exhaustive(t *text.Text, needle []string) float64 {
	best := 0.0
	n := min(len(needle), t.LineCount())
	for first := 0; first+n <= t.LineCount(); first++ {
		best = max(best, plainCompare(needle, t, first, first+n).similarity)
	}
	return best
}

func nearestIn(t *testing.T, x *text.Text, needle []string) *run {
	t.Helper()
	near, err := findNearest(t.Context(), x, needle)
	require.NoError(t, err)
	return near
}

// What is found is never less like the needle than what looking at every run finds
// (performance, P8), but for runs that are nearly as near.
func TestNearestRunAgainstExhaustiveSearch(t *testing.T) {
	for _, everyLine := range []bool{false, true} {
		t.Run(fmt.Sprintf("every line changed %v", everyLine), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(7, 7))
			missed, worst := 0, ""
			for range 600 {
				lines := codeLike(rnd, 5+rnd.IntN(200))
				x := text.New(strings.Join(lines, "\n") + "\n")
				n := 1 + rnd.IntN(min(10, len(lines)))
				first := rnd.IntN(len(lines) - n + 1)
				needle := misremembered(rnd, lines[first:first+n], everyLine)
				if isBlankRun(needle) {
					continue
				}
				want := exhaustive(x, needle)
				got := 0.0
				if near := nearestIn(t, x, needle); near != nil {
					got = near.similarity
				}
				if got < want-1e-9 && want >= nearEnough && (got < surelyNearest || want-got > 0.05) {
					missed++
					worst = fmt.Sprintf("found %.2f, there is %.2f, for %q", got, want, needle)
				}
			}
			assert.Zero(t, missed, worst)
		})
	}
}

// plainNearestOf is [measure.nearestOf] by its definition: every run is compared.
func plainNearestOf(t *text.Text, needle []string, firsts []int, nearest float64) []window {
	var windows []window
	n := min(len(needle), t.LineCount())
	for _, first := range firsts {
		switch s := plainCompare(needle, t, first, first+n).similarity; {
		case s > nearest:
			nearest, windows = s, []window{{first, first + n}}
		case s == nearest && s > 0 && len(windows) <= mostOthers:
			windows = append(windows, window{first, first + n})
		}
	}
	return windows
}

// What is not measured is not the nearest, and no bound is below what it bounds.
func TestNearestOfAgainstAllRuns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(16, 16))
	strange := strangeLines(rnd)
	kinds := []func(n int) []string{
		func(n int) []string { return codeLike(rnd, n) },
		func(n int) []string { return slices.Repeat([]string{"the same line", "the same lime"}, n) },
		func(n int) []string { return slices.Repeat([]string{"abcd", "", "x", "abce"}, n/4+1) },
		func(n int) []string {
			lines := make([]string, n)
			for i := range lines {
				lines[i] = strange[rnd.IntN(len(strange))]
			}
			return lines
		},
	}
	tied, told := 0, 0
	for i := range 400 {
		lines := kinds[i%len(kinds)](1 + rnd.IntN(120))
		x := text.New(strings.Join(lines, "\n") + "\n")
		first := rnd.IntN(len(lines))
		needle := lines[first:min(first+1+rnd.IntN(9), len(lines))]
		if rnd.IntN(4) > 0 {
			needle = misremembered(rnd, needle, rnd.IntN(3) > 0)
		}
		n := min(len(needle), x.LineCount())
		var firsts []int
		for at := range x.LineCount() - n + 1 {
			if i%3 > 0 || rnd.IntN(4) == 0 {
				firsts = append(firsts, at)
			}
		}
		m := newMeasure(x, needle)
		for j, most := range m.bounds(firsts, n) {
			require.GreaterOrEqual(t, most, plainCompare(needle, x, firsts[j], firsts[j]+n).similarity, "%q, line %d", needle, firsts[j])
		}
		// As near as the nearest, or the second nearest, counts too.
		nearest := []float64{0, 0.5, exhaustive(x, needle)}[rnd.IntN(3)]
		want := plainNearestOf(x, needle, firsts, nearest)
		got, err := m.nearestOf(t.Context(), firsts, nearest)
		require.NoError(t, err)
		require.Equal(t, want, got, "%q from %v", needle, nearest)
		if len(got) > 1 {
			tied++
		}
		if len(got) > 0 {
			told++
		}
	}
	assert.Greater(t, tied, 50)
	assert.Greater(t, told, 250)
}

// Of a run that is less alike than is asked for, the measure says no more than that.
func TestMeasureStopsBelowWhatIsAskedFor(t *testing.T) {
	rnd := rand.New(rand.NewPCG(17, 17))
	x := text.New(strings.Join(codeLike(rnd, 300), "\n"))
	stopped := 0
	for range 300 {
		at := rnd.IntN(280)
		needle := misremembered(rnd, x.Lines(text.Line(at), text.Line(at+1+rnd.IntN(8))), true)
		m := newMeasure(x, needle)
		at = rnd.IntN(280)
		want := plainCompare(needle, x, at, at+len(needle)).similarity
		require.InDelta(t, want, m.similarity(at, at+len(needle), want), 0, "as alike as asked for")
		least := rnd.Float64()
		got := m.similarity(at, at+len(needle), least)
		if want >= least {
			require.InDelta(t, want, got, 0)
			continue
		}
		require.GreaterOrEqual(t, got, want)
		require.Less(t, got, least)
		if got > want {
			stopped++
		}
	}
	assert.Greater(t, stopped, 50)
}

// plainCommonLines is [commonLines] with a table of all lines.
func plainCommonLines(a, b []string) [][2]int {
	longest := make([][]int, len(a)+1)
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// The aligner, which leaves lines out that only one side has, pairs those that the plain
// table pairs, asked once or often.
func TestCommonLinesAgainstAPlainTable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(18, 18))
	var again aligner
	for range 5000 {
		letters := 1 + rnd.IntN(12)
		word := func(from int) []string {
			lines := make([]string, rnd.IntN(14))
			for i := range lines {
				lines[i] = string(rune('a' + from + rnd.IntN(letters)))
			}
			return lines
		}
		a, b := word(0), word(rnd.IntN(4))
		want := plainCommonLines(a, b)
		require.True(t, slices.Equal(want, commonLines(a, b)), "%q and %q", a, b)
		n := newNumbers(a)
		require.True(t, slices.Equal(want, again.common(n.of(a), n.of(b))), "%q and %q", a, b)
	}
	long := slices.Repeat([]string{"a", "b"}, mostAligned/1000)
	assert.Len(t, commonLines(long, long), len(long), "too long for the table")
	assert.Empty(t, commonLines(long, append([]string{"b"}, long...)[:len(long)]), "line by line")
}

// The quick comparison is the plain one.
func TestCompareAgainstAPlainComparison(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		x := text.New(strings.Join(codeLike(rnd, 30), "\n"))
		first := rnd.IntN(20)
		needle := misremembered(rnd, x.Lines(text.Line(first), text.Line(first+1+rnd.IntN(8))), rnd.IntN(2) == 0)
		m := newMeasure(x, needle)
		for at := range 20 {
			end := at + 1 + rnd.IntN(10)
			require.Equal(t, plainCompare(needle, x, at, end), m.compare(at, end))
		}
	}
}

// commonCharacters is the length of a longest common subsequence by the textbook.
func commonCharacters(a, b []rune) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			} else {
				table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			}
		}
	}
	return table[len(a)][len(b)]
}

func TestCommonCharactersAgainstTheTextbook(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 9))
	alphabets := []string{"ab", "abcdefgh ", "aé日😀", "\x80a\xff"}
	for range 3000 {
		letters := []rune(alphabets[rnd.IntN(len(alphabets))])
		word := func() string {
			n := rnd.IntN(10)
			if rnd.IntN(5) == 0 {
				n = 50 + rnd.IntN(200) // more than one word of bits
			}
			var b strings.Builder
			for range n {
				b.WriteRune(letters[rnd.IntN(len(letters))])
			}
			return b.String()
		}
		a, b := word(), word()
		p := newPattern(a)
		want := commonCharacters([]rune(a), []rune(b))
		require.Equal(t, want, p.common(b), "%q and %q", a, b)
		require.LessOrEqual(t, commonEnds(a, b), want)
	}
	assert.Equal(t, 4, commonEnds("abXcd", "abYYcd"))
	assert.Equal(t, 2, commonEnds("é日x", "é日"))
	assert.Equal(t, 3, commonEnds("aaa", "aaaa"))
}

// Very long lines are compared by their ends, in bounded time and space.
func TestVeryLongLinesAreCompared(t *testing.T) {
	long := strings.Repeat("0123456789", 1<<17)
	x := text.New("short\n" + long + "tail\n")
	near := nearestIn(t, x, []string{long + "TAIL"})
	require.NotNil(t, near)
	assert.Equal(t, 1, near.first)
	assert.Greater(t, near.similarity, 0.99)
	assert.Zero(t, newMeasure(x, []string{"x"}).compare(1, 2).differs[0].index)
	needle := newPattern(long)
	assert.Equal(t, 10, needle.common("0123456789"), "a short line is compared exactly")
}

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		needle, file string
		want         float64
	}{
		{"abcdefgh", "abcdXfgh", 14. / 16},
		{"gone", "one", 6. / 7},
		{"a", "b", 0},
		{"日本語", "日本人", 4. / 6},
		{"a\nb", "a\nc", 4. / 6},
		{"a\nb\nc", "x\ny\nz", 4. / 10},
		{"a\nb", "a", 2. / 4},
		{"", "", 0},
	} {
		needle := strings.Split(c.needle, "\n")
		x := text.New(c.file + "\n")
		assert.InDelta(t, c.want, newMeasure(x, needle).compare(0, x.LineCount()).similarity, 1e-9, "%q against %q", c.needle, c.file)
	}
}

func TestNearestRunTellsTies(t *testing.T) {
	x := text.New("abcdXfgh\nother\nabcdYfgh\nmore\nabcdZfgh\n")
	near := nearestIn(t, x, []string{"abcdefgh"})
	require.NotNil(t, near)
	assert.Equal(t, 0, near.first, "the first of equals")
	assert.Equal(t, []int{2, 4}, near.others)
	many := text.New(strings.Repeat("abcdXfgh\nother\n", 50))
	assert.Len(t, nearestIn(t, many, []string{"abcdefgh"}).others, mostOthers, "no more are named")
}

// A model that leaves a line out, or puts one in, still means the whole run.
func TestNearestRunMayBeLongerOrShorter(t *testing.T) {
	x := text.New("one first\ntwo second\nthree third\nfour fourth\nfive fifth\n")
	near := nearestIn(t, x, []string{"two second", "four fourth"})
	require.NotNil(t, near)
	assert.Equal(t, [2]int{1, 3}, [2]int{near.first, near.lines})
	near = nearestIn(t, x, []string{"two second", "extra", "three third"})
	require.NotNil(t, near)
	assert.Equal(t, [2]int{1, 2}, [2]int{near.first, near.lines})
}

func TestNothingIsNearInNothing(t *testing.T) {
	assert.Nil(t, nearestIn(t, text.New(""), []string{"a"}))
	assert.Nil(t, nearestIn(t, text.New("a\n\n"), []string{"", "  "}))
}

// In a long file the runs that promise most are measured, and those hold the nearest.
func TestNearestRunInALongFile(t *testing.T) {
	rnd := rand.New(rand.NewPCG(10, 10))
	lines := codeLike(rnd, 60_000)
	for i := range lines {
		lines[i] += fmt.Sprintf(" // %d", i%997)
	}
	x := text.New(strings.Join(lines, "\n") + "\n")
	for i := range 20 {
		n := 3 + rnd.IntN(8)
		first := rnd.IntN(len(lines) - n)
		needle := misremembered(rnd, lines[first:first+n], true)
		require.Less(t, newMeasure(x, needle).affordable(), len(lines), "the file is long enough to choose")
		near, err := findNearest(t.Context(), x, needle)
		require.NoError(t, err)
		require.NotNil(t, near)
		assert.GreaterOrEqual(t, near.similarity, plainCompare(needle, x, first, min(first+len(needle), len(lines))).similarity, "needle %d", i)
	}
}

// BenchmarkNearest is the search for a 10-line block, of which every line has
// changed, in 100,000 lines; BenchmarkSplitAndHash is the pass over the file that it
// is compared with (performance, P8).
func BenchmarkNearest(b *testing.B) {
	x, needle := nearestBench()
	for b.Loop() {
		if _, err := findNearest(b.Context(), x, needle); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNearestOfEqualLines is the search for 7 lines in 500 that are nearly equal, as
// the history of a long chat asks for it hundreds of times.
func BenchmarkNearestOfEqualLines(b *testing.B) {
	lines := make([]string, 500)
	for i := range lines {
		switch i % 5 {
		case 3:
			lines[i] = "}"
		case 4:
		default:
			lines[i] = fmt.Sprintf("\tvalue%d := compute(%d, \"text\")", i, i*7919%1000)
		}
	}
	x := text.New(strings.Join(lines, "\n") + "\n")
	needle := slices.Clone(lines[360:367])
	for i := range needle {
		needle[i] = strings.Replace(needle[i], "compute", "calculate", 1)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := findNearest(b.Context(), x, needle); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSplitAndHash(b *testing.B) {
	x, _ := nearestBench()
	content := x.String()
	for b.Loop() {
		text.NewIndex(text.New(content))
	}
}

func nearestBench() (*text.Text, []string) {
	rnd := rand.New(rand.NewPCG(11, 11))
	lines := codeLike(rnd, 100_000)
	x := text.New(strings.Join(lines, "\n") + "\n")
	return x, misremembered(rnd, lines[70_000:70_010], true)
}
