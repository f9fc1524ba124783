package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func checkIndex(t *testing.T, x *Text, key func(string) string, asked []string) {
	t.Helper()
	ix := NewIndex(x, key)
	require.Same(t, x, ix.Text())
	if key == nil {
		key = func(s string) string { return s }
	}
	for _, q := range asked {
		var want, got []Line
		for i, l := range naiveLines(x.String()) {
			if key(l.line) == key(q) {
				want = append(want, Line(i))
			}
		}
		ix.Each(q, func(l Line) bool { got = append(got, l); return true })
		require.Equal(t, want, got, "%q", q)
		require.Equal(t, len(want), ix.Count(q), "%q", q)
		visits := 0
		ix.Each(q, func(Line) bool { visits++; return false })
		require.Equal(t, min(1, len(want)), visits, "stops at false")
	}
}

func TestIndexFindsWhatALookAtEachLineFinds(t *testing.T) {
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, "line %d\n", i%700)
	}
	keys := map[string]func(string) string{
		"whole": nil, "trimmed": strings.TrimSpace, "folded": strings.ToLower,
		"all alike": func(string) string { return "" },
	}
	for what, content := range map[string]string{
		"empty": "", "one": "a", "one empty": "\n", "many": many.String(), "identical": strings.Repeat("a\n", 3000),
		"endings": "a\r\na\na\r\r\na", "blanks": " a\na \n\ta\n\n \n", "cases": "A\na\nÄ\nä\n",
	} {
		for by, key := range keys {
			t.Run(what+" "+by, func(t *testing.T) {
				checkIndex(t, New(content), key, []string{"", "a", " a ", "A", "a\r", "ä", "line 1", "line 699", "line 700", "\x00"})
			})
		}
	}
}

// The table is never full, or a look for what is not there would not end.
func TestIndexOfAnyNumberOfDifferentLines(t *testing.T) {
	for n := range 70 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d\n", i)
		}
		ix := NewIndex(New(b.String()), nil)
		for i := range n {
			assert.Equal(t, 1, ix.Count(fmt.Sprint(i)))
		}
		assert.Zero(t, ix.Count("none"))
	}
}
