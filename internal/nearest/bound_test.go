package nearest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// The alignment is bounded, whatever the text and the needle.
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
			s := &search{target: x, cells: maxCells}
			places, err := s.places(t.Context(), c.needle)
			require.NoError(t, err)
			assert.LessOrEqual(t, len(places), 32)
			require.NotEmpty(t, places)
			var a alignment
			for _, p := range places {
				best, err := s.align(t.Context(), s.needle[:min(len(c.needle), maxPart)], p)
				require.NoError(t, err)
				require.NotEmpty(t, best)
				assert.GreaterOrEqual(t, s.cells, 0)
				a = best[0]
			}
			require.NoError(t, s.alignRest(t.Context(), &a))
			assert.GreaterOrEqual(t, s.cells, 0)
			assert.Len(t, a.partners, len(c.needle))
		}})
	}
	return cases
}

// The rest of a long needle is aligned with the text after its head.
func TestALongNeedleIsAlignedToItsEnd(t *testing.T) {
	var lines []string
	for i := range 8_000 {
		lines = append(lines, strings.Repeat("x", i%7)+" = "+strings.Repeat("y", i%11), "line "+strings.Repeat("z", i/100)+strings.Repeat("w", i%100))
	}
	needle := slices.Clone(lines[2_000:8_000])
	needle[3_001] += " changed"
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

// Multi-byte characters and inner whitespace don't make another line more similar than an equal one.
func TestNoLineIsLikelierThanAnEqualOne(t *testing.T) {
	for _, c := range [][2]string{{"😀", "😁"}, {"a  b", "a  c"}, {"né", "nè"}, {"ab", "ac"}} {
		one, other := newLine(c[0]), newLine(c[1])
		assert.Less(t, one.likeness(&other), 1.0, "%q and %q", c[0], c[1])
	}
}
