package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func equalTo(ix *Index, line string) (lines []Line) {
	ix.Likely(ix.Find(Hash(line)), func(l Line) bool {
		if ix.Text().Line(l) == line {
			lines = append(lines, l)
		}
		return true
	})
	return lines
}

func checkIndex(t *testing.T, x *Text, asked []string) {
	t.Helper()
	ix := newIndex(x)
	require.Same(t, x, ix.Text())
	for _, q := range asked {
		var want []Line
		for i, l := range naiveLines(x.String()) {
			if l.line == q {
				want = append(want, Line(i))
			}
		}
		require.Equal(t, want, equalTo(ix, q), "%q", q)
		require.Equal(t, len(want), ix.Find(Hash(q)).Count(), "%q", q)
		visits := 0
		ix.Likely(ix.Find(Hash(q)), func(Line) bool { visits++; return false })
		require.Equal(t, min(1, len(want)), visits, "stops at false")
	}
}

func TestIndexFindsWhatALookAtEachLineFinds(t *testing.T) {
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, "line %d\n", i%700)
	}
	for what, content := range map[string]string{
		"empty": "", "one": "a", "one empty": "\n", "many": many.String(), "identical": strings.Repeat("a\n", 3000),
		"endings": "a\r\na\na\r\r\na", "blanks": " a\na \n\ta\n\n \n", "cases": "A\na\nÄ\nä\n",
	} {
		t.Run(what, func(t *testing.T) {
			checkIndex(t, New(content), []string{"", "a", " a ", "A", "a\r", "ä", "line 1", "line 699", "line 700", "\x00"})
		})
	}
}

// A missing line is handled before, between and after the lines.
func TestIndexOfAnyNumberOfDifferentLines(t *testing.T) {
	for n := range 70 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d\n", i)
		}
		ix := newIndex(New(b.String()))
		for i := range n {
			assert.Equal(t, 1, ix.Find(Hash(fmt.Sprint(i))).Count())
		}
		assert.Zero(t, ix.Find(Hash("none")).Count())
	}
}
