package nearest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/trust"
)

// What is compared line by line has a bound, whatever the text and the needle hold.
func TestTrust(t *testing.T) {
	trust.Run(t, "D", 6, hostileCases())
}

func hostileCases() []trust.Case {
	same := slices.Repeat([]string{"the same line"}, 50_000)
	turns := slices.Repeat([]string{"one", "two", "}", ""}, 20_000)
	long := []string{strings.Repeat("0123456789 ", 1<<17)}
	var cases []trust.Case
	for _, c := range []struct {
		name         string
		text, needle []string
	}{
		{"equal lines", same, append(same[:3_000:3_000], "another")},
		{"equal lines, the needle longer than the text", same[:5_000], append(same[:20_000:20_000], "another")},
		{"lines in turns", turns, append([]string{"another"}, turns[1:4_000]...)},
		{"a short needle", same, []string{"the same lime"}},
		{"long lines", slices.Repeat(long, 3), []string{long[0] + "x"}},
		{"a line of many words", []string{strings.Repeat("a ", 1<<20)}, []string{strings.Repeat("a ", 300)}},
	} {
		cases = append(cases, trust.Case{Name: c.name, Run: func(t *testing.T) {
			x := text.New(strings.Join(c.text, "\n"))
			ends, f, err := windows(t.Context(), x, c.needle)
			require.NoError(t, err)
			assert.LessOrEqual(t, len(ends), 32)
			s := newSearch(x, c.needle, f)
			for _, end := range ends {
				require.NoError(t, s.alignBefore(t.Context(), end))
				assert.GreaterOrEqual(t, s.cells, 0)
			}
			assert.NotEmpty(t, s.best)
		}})
	}
	return cases
}

// A long needle is aligned between the lines that occur once in it and in the text.
func TestLongNeedlesAreAlignedInPieces(t *testing.T) {
	var lines []string
	for i := range 8_000 {
		lines = append(lines, strings.Repeat("x", i%7)+" = "+strings.Repeat("y", i%11), "line "+strings.Repeat("z", i/100)+strings.Repeat("w", i%100))
	}
	needle := slices.Clone(lines[2_000:8_000])
	needle[3_000] = "line changed"
	needle = slices.Delete(needle, 100, 140)
	m, found, err := Find(t.Context(), text.New(strings.Join(lines, "\n")), needle)
	require.NoError(t, err)
	require.True(t, found)
	assert.Equal(t, text.LineRange{First: 2_000, End: 8_000}, m.Lines)
	missing, added := 0, 0
	for _, p := range m.Pairs {
		switch {
		case p.Needle < 0:
			added++
		case p.Line == text.None:
			missing++
		}
	}
	assert.Equal(t, [2]int{0, 40}, [2]int{missing, added})
}

func TestLongestRising(t *testing.T) {
	for _, c := range []struct{ lines, want []int }{
		{nil, nil}, {[]int{5}, []int{5}}, {[]int{3, 1, 2}, []int{1, 2}}, {[]int{1, 9, 2, 3, 8, 4}, []int{1, 2, 3, 4}},
	} {
		var list []anchor
		for i, l := range c.lines {
			list = append(list, anchor{i, l})
		}
		var got []int
		for _, a := range longestRising(list) {
			got = append(got, a.line)
		}
		assert.Equal(t, c.want, got, "%v", c.lines)
	}
}

// Characters of several bytes, and blanks between words, make no line likelier than an
// equal one.
func TestNoLineIsLikelierThanAnEqualOne(t *testing.T) {
	for _, c := range [][2]string{{"😀", "😁"}, {"a  b", "a  c"}, {"né", "nè"}, {"ab", "ac"}} {
		lines := newLines([]string{c[0], c[1]})
		var r row
		r.set(&lines[0])
		assert.Less(t, r.likeness(&lines[1]), 1.0, "%q and %q", c[0], c[1])
	}
}
