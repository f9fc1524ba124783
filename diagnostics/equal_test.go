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
				case len(want.others) < maxOthers:
					want.others = append(want.others, at)
				}
			}
			require.Equal(t, want, got[i], "%q in %q", needle, lines)
			found += max(0, min(1, want.first+1))
		}
	}
	assert.Greater(t, found, 500)
}

// However much of the needle stands everywhere, each line is looked at once.
func TestEqualPlacesLookAtEachLineOnce(t *testing.T) {
	same := slices.Repeat([]string{"the same line"}, 20_000)
	turns := slices.Repeat([]string{"one", "two"}, 10_000)
	for _, c := range []struct {
		name          string
		lines, needle []string
		want          equalPlaces
	}{
		{"stands everywhere", same, slices.Repeat([]string{"thesame line"}, 2_000), equalPlaces{0, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}},
		{"differs at its end", same, append(slices.Repeat([]string{" the same line"}, 2_000), "The same  line"), equalPlaces{first: -1}},
		{"differs in its middle", turns, append(slices.Repeat([]string{" one", " two"}, 500), slices.Repeat([]string{" two", " one"}, 500)...), equalPlaces{first: -1}},
		{"stands apart", append(slices.Repeat([]string{"x", " y"}, 3), "z", "X", "y"), []string{"x", "y"}, equalPlaces{0, []int{2, 4}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := text.New(strings.Join(c.lines, "\n") + "\n")
			looks := 0
			form := func(l string) string { looks++; return withoutBlanks(l) }
			got, err := findEqual(t.Context(), x, c.needle, []func(string) string{form})
			require.NoError(t, err)
			assert.Equal(t, []equalPlaces{c.want}, got)
			assert.LessOrEqual(t, looks, len(c.lines)+len(c.needle))
		})
	}
}

// A sequence is found where it stands, with itself as its neighbour too.
func TestSequenceAgainstAPlainLoop(t *testing.T) {
	rnd := rand.New(rand.NewPCG(16, 16))
	for range 5000 {
		items, wanted := make([]int, rnd.IntN(40)), make([]int, 1+rnd.IntN(5))
		for _, list := range [][]int{items, wanted} {
			for i := range list {
				list[i] = rnd.IntN(2)
			}
		}
		s := newSequence(wanted)
		for i, item := range items {
			first := i + 1 - len(wanted)
			require.Equal(t, first >= 0 && slices.Equal(items[max(0, first):i+1], wanted), s.next(item), "%v in %v", wanted, items[:i+1])
		}
	}
}
