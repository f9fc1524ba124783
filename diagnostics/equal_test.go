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

// What is found by keys and forms is what comparing every run of lines finds.
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
		got, err := findEqual(t.Context(), x, needle, []func(string) string{withoutBlanks, withoutCase})
		require.NoError(t, err)
		for i, equal := range plain {
			want := equalPlaces{first: -1}
			for at := 0; !isBlankRun(needle) && at+len(needle) <= x.LineCount(); at++ {
				switch {
				case !slices.EqualFunc(x.Lines(text.Line(at), text.Line(at+len(needle))), needle, equal):
				case want.first < 0:
					want.first = at
				case len(want.others) < mostOthers:
					want.others = append(want.others, at)
				}
			}
			require.Equal(t, want, got[i], "%q in %q", needle, lines)
			found += max(0, min(1, want.first+1))
		}
	}
	assert.Greater(t, found, 500)
}
