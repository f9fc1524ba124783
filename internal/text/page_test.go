package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checkLargeLines is checkLines for texts of many lines.
func checkLargeLines(t *testing.T, x *Text, content string) {
	t.Helper()
	require.True(t, x.String() == content)
	want := naiveLines(content)
	require.Equal(t, len(want), x.LineCount())
	at := 0
	x.Each(0, Line(len(want)), func(l Line, line string) bool {
		require.Equal(t, Line(at), l)
		require.True(t, line == want[at].line)
		at++
		return true
	})
	require.Equal(t, len(want), at)
	crlf := 0
	for i, w := range want {
		l := Line(i)
		require.True(t, w == naive{x.Start(l), x.End(l), x.Line(l), x.Ending(l)}, "line %d", i)
		require.Equal(t, l, x.LineAt(w.start))
		require.Equal(t, l, x.LineAt(w.end+Offset(len(w.ending))-1+Offset(btoi(w.ending == "" && w.line == ""))))
		crlf += btoi(w.ending == CRLF)
	}
	require.EqualValues(t, crlf, x.all().crlf)
	require.Equal(t, content, string(x.Bytes()))
	require.True(t, x.Equals(content))
	require.False(t, x.Equals(content+"x"))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestADocumentOfManyPagesIsEditedAsAString(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	piece := func(most int) string {
		var b strings.Builder
		for range r.IntN(most) {
			switch r.IntN(6) {
			case 0:
				b.WriteString("\n")
			case 1:
				b.WriteString("\r\n")
			case 2:
				b.WriteString("ä😀\r")
			default:
				fmt.Fprintf(&b, "some words %d of a line", r.IntN(1000))
			}
		}
		return b.String()
	}
	for round := range 8 {
		content := piece(40_000)
		x := NewOpen(content)
		if round == 0 {
			require.Greater(t, len(x.pages), 3)
		}
		for range 12 {
			var edits []Edit
			var want strings.Builder
			at := 0
			for range 1 + r.IntN(4) {
				start := at + r.IntN(len(content)-at+1)
				if r.IntN(3) == 0 && len(x.pages) > 1 { // at the seam of two pages
					if s := int(x.sums[1+r.IntN(len(x.pages)-1)].bytes); s >= at {
						start = s
					}
				}
				end := start + min(len(content)-start, []int{0, 1, 50, 100_000}[r.IntN(4)])
				e := Edit{Offset(start), Offset(end), piece([]int{1, 2, 10, 9000}[r.IntN(4)])}
				edits = append(edits, e)
				want.WriteString(content[at:start])
				want.WriteString(e.New)
				at = end
			}
			want.WriteString(content[at:])
			before := x.String()
			next := x.Apply(edits)
			require.True(t, before == content && x.String() == content, "a text never changes")
			x, content = next, want.String()
			for i, c := range x.pages {
				require.NotEmpty(t, c.content)
				require.True(t, i == len(x.pages)-1 || strings.HasSuffix(c.content, LF), "pages end where lines do")
			}
		}
		checkLargeLines(t, x, content)
	}
}

// An edit replaces only the pages that it touches.
func TestAnEditLeavesTheOtherPagesAlone(t *testing.T) {
	x := NewOpen(strings.Repeat("a line of some text that is edited\n", 50_000))
	require.Greater(t, len(x.pages), 40)
	at := x.sums[20].bytes + 5
	y := x.Apply([]Edit{{at, at, "x"}})
	require.Len(t, y.pages, len(x.pages))
	for i := range x.pages {
		assert.Equal(t, i != 20, x.pages[i] == y.pages[i], "page %d", i)
	}
	z := y.Apply([]Edit{{y.Len(), y.Len(), "end\n"}})
	for i := range y.pages[:len(y.pages)-1] {
		assert.Same(t, y.pages[i], z.pages[i])
	}
}

func TestALineLongerThanAPageIsNotCut(t *testing.T) {
	long := strings.Repeat("x", 5*longestPage)
	x := NewOpen("a\n" + long + "\nb\n" + strings.Repeat("c\n", longestPage))
	assert.Equal(t, long, x.Line(1))
	assert.Equal(t, "b", x.Line(2))
	y := x.Apply([]Edit{{10, 11, "y\n"}})
	assert.Equal(t, "xxxxxxxxy", y.Line(1))
}
