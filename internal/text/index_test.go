package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func equalTo(t *Text, ix *Index, line string) (lines []Line) {
	hits, _ := ix.Find(line)
	for _, h := range hits {
		if t.Line(h.Line()) == line {
			lines = append(lines, h.Line())
		}
	}
	return lines
}

func count(ix *Index, line string) int {
	hits, _ := ix.Find(line)
	return len(hits)
}

func checkIndex(t *testing.T, x *Text, asked []string) {
	t.Helper()
	ix := newIndex(x)
	for _, q := range asked {
		var want []Line
		for i, l := range naiveLines(x.String()) {
			if l.line == q {
				want = append(want, Line(i))
			}
		}
		require.Equal(t, want, equalTo(x, ix, q), "%q", q)
		require.Equal(t, len(want), count(ix, q), "%q", q)
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
			assert.Equal(t, 1, count(ix, fmt.Sprint(i)))
		}
		assert.Zero(t, count(ix, "none"))
	}
}
