package diagnostics

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// findEqual agrees with comparing every run of lines.
func TestEqualPlacesAgainstEveryRun(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 13))
	butBlanks := func(a, b string) bool {
		strip := func(s string) string { return strings.Join(strings.Fields(s), "") }
		return strip(a) == strip(b)
	}
	plain := []func(a, b string) bool{butBlanks, strings.EqualFold}
	words := []string{"", " ", "a", "A b", "\tab", "aB ", "}", "} ", "  }", "É", "é", "k", "\u212A", "ſ", "S", "a\u00A0b", "\u00A0ab", "x\r", "x", "\x7f", "\xff"}
	found := 0
	for range 4000 {
		lines := make([]string, 1+rnd.IntN(30))
		for i := range lines {
			lines[i] = words[rnd.IntN(len(words))]
		}
		x := text.New(strings.Join(lines, "\n") + "\n")
		needle := make([]string, 1+rnd.IntN(3))
		for i := range needle {
			needle[i] = words[rnd.IntN(len(words))]
		}
		loose, err := findEqual(t.Context(), x, needle, withoutBoth)
		require.NoError(t, err)
		for i, form := range []*form{withoutBlanks, withoutCase} {
			var want []text.Line
			for at := text.Line(0); int(at)+len(needle) <= x.LineCount() && len(want) <= maxOthers; at++ {
				if slices.EqualFunc(x.Lines(at, at+text.Line(len(needle))), needle, plain[i]) {
					want = append(want, at)
				}
			}
			got, err := findEqual(t.Context(), x, needle, form)
			require.NoError(t, err)
			require.Equal(t, want, got, "%q in %q", needle, lines)
			require.True(t, len(loose) > 0 || len(want) == 0, "%q in %q", needle, lines)
			found += min(1, len(want))
		}
	}
	assert.Greater(t, found, 500)
}

// Parts of these needles occur everywhere: comparing them at each place would take minutes.
func TestEqualPlacesOfWhatRepeatsItself(t *testing.T) {
	same := slices.Repeat([]string{"the same line"}, 200_000)
	turns := slices.Repeat([]string{"one", "two"}, 100_000)
	for _, c := range []struct {
		name          string
		lines, needle []string
		want          []text.Line
	}{
		{"stands everywhere", same, slices.Repeat([]string{"thesame line"}, 20_000), []text.Line{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{"differs at its end", same, append(slices.Repeat([]string{" the same line"}, 20_000), "The same  line"), nil},
		{"differs in its middle", turns, append(slices.Repeat([]string{" one", " two"}, 5_000), slices.Repeat([]string{" two", " one"}, 5_000)...), nil},
		{"stands apart", append(slices.Repeat([]string{"x", " y"}, 3), "z", "X", "y"), []string{"x", "y"}, []text.Line{0, 2, 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := text.New(strings.Join(c.lines, "\n") + "\n")
			got, err := findEqual(t.Context(), x, c.needle, withoutBlanks)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}
