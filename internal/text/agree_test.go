package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// agreed is Agree, line by line.
func agreed(t *Text, l Line, lines []string) int {
	all := naiveLines(t.String())
	n := 0
	for n < len(lines) && int(l)+n >= 0 && int(l)+n < len(all) && all[int(l)+n].line == lines[n] {
		n++
	}
	return n
}

func TestAgreeIsWhatALookAtEachLineSays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 1))
	pieces := []string{"", "a", "a\r", "\r", "ab", "ä", " a"}
	endings := []string{"\n", "\n", "\r\n", "\r\r\n"}
	for range 2000 {
		var b strings.Builder
		for range rnd.IntN(12) {
			b.WriteString(pieces[rnd.IntN(len(pieces))] + endings[rnd.IntN(len(endings))])
		}
		b.WriteString(pieces[rnd.IntN(len(pieces))])
		x := New(b.String())
		for l := Line(-1); int(l) <= x.LineCount(); l++ {
			lines := x.Lines(max(0, l), max(0, l)+Line(rnd.IntN(6)))
			if rnd.IntN(3) == 0 {
				lines = append(lines, pieces[rnd.IntN(len(pieces))])
			}
			if len(lines) > 0 && rnd.IntN(4) == 0 {
				lines[rnd.IntN(len(lines))] = pieces[rnd.IntN(len(pieces))]
			}
			if l < 0 {
				require.Zero(t, x.Agree(l, lines))
				continue
			}
			require.Equal(t, agreed(x, l, lines), x.Agree(l, lines), "%q at %d of %q", lines, l, b.String())
		}
	}
}

func TestAgreeGoesOnBehindAChunk(t *testing.T) {
	var content strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&content, "line number %d of a document that is open\n", i)
	}
	x := NewOpen(content.String())
	require.Greater(t, len(x.chunks), 3)
	all := x.Lines(0, Line(x.LineCount()))
	for l := 0; l < len(all); l += 7 {
		want := all[l:min(len(all), l+2500)]
		require.Equal(t, len(want), x.Agree(Line(l), want))
		other := append(append([]string{}, want[:len(want)-1]...), "other")
		require.Equal(t, len(want)-1, x.Agree(Line(l), other))
	}
	require.Equal(t, len(all), x.Agree(0, append(append([]string{}, all...), "")), "there is no line behind the last")
}
