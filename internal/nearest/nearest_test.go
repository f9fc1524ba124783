package nearest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

const shop = `"""A small shop."""
import json

class Inventory:
    def __init__(self, path):
        """Open an inventory.

        The file is made if there is none.
        """
        self.path = path
        self.items = {}

    def load(self, mode="r"):
        with open(self.path, mode) as f:
            self.items = json.load(f)
        return len(self.items)

    def add(self, sku, count):
        # count may be negative
        self.items[sku] = self.items.get(sku, 0) + count
        self.changed = True

    def take(self, sku, count):
        if self.items.get(sku, 0) < count:
            raise KeyError(sku)
        self.items[sku] -= count
        self.changed = True

    def total(self):
        return sum(self.items.values())
`

// Pairs are written as needle and line: 0=5 for lines that are equal apart from indentation, 0~5 for
// others, 0- for a line only in the needle, +5 for one only in the text. Text lines are 1-based, needle
// lines 0-based.
func TestFindThePlaceThatAPersonWouldPointAt(t *testing.T) {
	for _, c := range []struct{ name, needle, want string }{
		{"a name is changed", "def add(self, sku, amount):\n    # count may be negative", "0~18 1=19"},
		{"an argument is missing", "    def load(self):\n        with open(self.path) as f:", "0~13 1~14"},
		{"another indentation, one line changed", "def take(self, sku, n):\n  if self.items.get(sku, 0) < count:", "0~23 1=24"},
		{"a docstring is left out", "def __init__(self, path):\n    self.path = path\n    self.items = {}", "0=5 +6 +7 +8 +9 1=10 2=11"},
		{"lines are left out for a placeholder", "    def __init__(self, path):\n        # ... existing code ...\n        self.path = path\n        self.items = {}",
			"0=5 1- +6 +7 +8 +9 2=10 3=11"},
		{"a line is added", "self.items[sku] -= count\nlog.debug(sku)\nself.changed = True", "0=26 1- 2=27"},
		{"a line is added at the start", "print(sku)\nself.items[sku] -= count\nself.changed = True", "0- 1=26 2=27"},
		{"a comment is dropped", "def add(self, sku, count):\n    self.items[sku] = self.items.get(sku, 0) + count", "0=18 +19 1=20"},
		{"two lines are swapped", "        self.items = {}\n        self.path = path\n\n    def load(self, mode=\"r\"):", "0=11 1=10 2=12 3=13"},
		{"the first line is cut short", "count\nself.changed = True\n\ndef total(self):", "0~26 1=27 2=28 3=29"},
		{"the last line is cut short", "    def total(self):\n        return s", "0=29 1~30"},
		{"quotes are escaped", "def load(self, mode=\\\"r\\\"):\n    with open(self.path, mode) as f:", "0~13 1=14"},
		{"quotes are typographic", "“““A small shop.”””\nimport json", "0~1 1=2"},
		{"a word of a single line is changed", "raise ValueError(sku)", "0~25"},
		{"of two likely places, the one with the right neighbours", "self.items[sku] -= n\nself.changed = True", "0~26 1=27"},
	} {
		t.Run(c.name, func(t *testing.T) {
			needle := strings.Split(c.needle, "\n")
			m, found := find(t, shop, needle)
			require.True(t, found)
			assert.Equal(t, c.want, written(m))
			assert.Empty(t, m.Ties)
			assert.Greater(t, m.Similarity, 0.5)
		})
	}
}

func find(t *testing.T, content string, needle []string) (nearest.Match, bool) {
	t.Helper()
	m, found, err := nearest.Find(t.Context(), text.New(content), needle)
	require.NoError(t, err)
	return m, found
}

func written(m nearest.Match) string {
	var pairs []string
	for _, p := range m.Pairs {
		switch {
		case p.Needle < 0:
			pairs = append(pairs, fmt.Sprintf("+%d", p.Line.Number()))
		case p.Line == text.None:
			pairs = append(pairs, fmt.Sprintf("%d-", p.Needle))
		case p.Likeness == 1:
			pairs = append(pairs, fmt.Sprintf("%d=%d", p.Needle, p.Line.Number()))
		default:
			pairs = append(pairs, fmt.Sprintf("%d~%d", p.Needle, p.Line.Number()))
		}
	}
	return strings.Join(pairs, " ")
}

func TestSimilarityIsTheShareOfTheNeedle(t *testing.T) {
	for _, c := range []struct {
		name, needle, text string
		want               float64
	}{
		{"one of seven pairs of letters is cut by another letter", "abcdefgh", "abcdXfgh", 5. / 7},
		{"lines that only the text has don't count", "abcd\nefgh", "abcd\nother\nefgh", 1},
		{"lines that only the needle has do", "abcd\nother\nefgh", "abcd\nefgh", 6. / 10},
		{"nor does whitespace or letter case", "Abc  def", "abcDEF", 1},
		{"a placeholder is none of the needle", "abcd\n...\nefgh", "abcd\nother\nefgh", 1},
		{"other scripts", "日本語", "日本人", 1. / 2},
	} {
		m, found := find(t, c.text+"\n", strings.Split(c.needle, "\n"))
		assert.True(t, found, c.name)
		assert.InDelta(t, c.want, m.Similarity, 1e-9, c.name)
	}
}

func TestATypoInTheOnlyWord(t *testing.T) {
	far := append(slices.Repeat([]string{"zzz", "q"}, 5_000), "six", "two", "three", "initialize")
	for _, c := range []struct {
		needle string
		line   text.Line
	}{{"toe", 10_001}, {"thre", 10_002}, {"initialise", 10_003}} {
		m, found, err := nearest.Find(t.Context(), text.New(strings.Join(far, "\n")), []string{c.needle})
		require.NoError(t, err)
		require.True(t, found, c.needle)
		assert.Equal(t, c.line, m.Lines.First, c.needle)
		assert.GreaterOrEqual(t, m.Similarity, 0.5, c.needle)
	}
	_, found, err := nearest.Find(t.Context(), text.New("if\nand\n}\n"), []string{"toe"})
	require.NoError(t, err)
	assert.False(t, found)
}

func TestTiesAreNamed(t *testing.T) {
	m, _ := find(t, "abcdXfgh\nother\nabcdYfgh\nmore\nabcdZfgh\n", []string{"abcdefgh"})
	assert.Equal(t, text.LineRange{First: 0, End: 1}, m.Lines, "the first of equals")
	assert.Equal(t, []text.Line{2, 4}, m.Ties)
	m, _ = find(t, strings.Repeat("abcdXfgh\nother\n", 50), []string{"abcdefgh"})
	assert.Len(t, m.Ties, 10)
}

func TestNothingIsCloseToNothing(t *testing.T) {
	for _, c := range []struct {
		text   string
		needle []string
	}{{"", []string{"a"}}, {"a\n", nil}, {"a\n\n", []string{"", "  "}}, {"\n\n", []string{"a"}}, {"abc\n", []string{"xyz"}}} {
		_, found := find(t, c.text, c.needle)
		assert.False(t, found, "%q in %q", c.needle, c.text)
	}
}

// Lines in the text, with any indentation, are found.
func TestEqualLinesAreFound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		lines := program(rnd, 20+rnd.IntN(2000))
		first, indent := rnd.IntN(len(lines)-12), strings.Repeat(" ", rnd.IntN(3))
		lines[first+rnd.IntN(3)] = "the only line of its kind"
		var needle []string
		for _, l := range lines[first:][:3+rnd.IntN(10)] {
			needle = append(needle, indent+l)
		}
		m, found := find(t, strings.Join(lines, "\n"), needle)
		require.True(t, found)
		require.Equal(t, text.LineRange{First: text.Line(first), End: text.Line(first + len(needle))}, m.Lines, "%q", needle)
		require.InDelta(t, 1, m.Similarity, 0)
		require.Len(t, m.Pairs, len(needle))
	}
}

// Each needle line is paired once, with a line that exists.
func TestPairsNameEachLineOnce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	words := []string{"", "}", "...", "a", "abc def", "  abc def", "ABC DEF", "日本", "// ...", "x\xff", "abc", "return abc"}
	some := func(n int) []string {
		lines := make([]string, n)
		for i := range lines {
			lines[i] = words[rnd.IntN(len(words))]
		}
		return lines
	}
	for range 3000 {
		lines, needle := some(1+rnd.IntN(40)), some(1+rnd.IntN(8))
		m, found := find(t, strings.Join(lines, "\n"), needle)
		if !found {
			continue
		}
		next, met := 0, map[text.Line]bool{}
		for _, p := range m.Pairs {
			if p.Needle >= 0 {
				require.Equal(t, next, p.Needle, "%q in %q", needle, lines)
				next++
			}
			if p.Line != text.None {
				require.False(t, met[p.Line], "line %d twice: %q in %q", p.Line, needle, lines)
				require.True(t, m.Lines.First <= p.Line && p.Line < m.Lines.End)
				met[p.Line] = true
			}
		}
		require.Equal(t, len(needle), next)
		require.Len(t, met, int(m.Lines.End-m.Lines.First), "%q in %q", needle, lines)
		require.True(t, 0 <= m.Similarity && m.Similarity <= 1)
	}
}

// cancelledAfter is a context that is cancelled after a number of checks.
type cancelledAfter struct {
	context.Context
	looks int
}

func (c *cancelledAfter) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// A cancelled search returns the error at any point.
func TestACancelledSearchIsAnError(t *testing.T) {
	lines := program(rand.New(rand.NewPCG(5, 6)), 20_000)
	target := text.New(strings.Join(lines, "\n"))
	for _, needle := range [][]string{{"return counter"}, append([]string{"x"}, lines[9_000:9_100]...)} {
		looks := 0
		for ; ; looks += 1 + looks/4 {
			_, found, err := nearest.Find(&cancelledAfter{t.Context(), looks}, target, needle)
			if err == nil {
				assert.True(t, found)
				break
			}
			require.ErrorIs(t, err, context.Canceled)
			require.False(t, found)
		}
		assert.Greater(t, looks, 5, "it looks now and then")
	}
}
