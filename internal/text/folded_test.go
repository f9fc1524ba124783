package text

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// foldable are pieces of lines that are equal to others but for blanks or case, or that
// are not though they look so.
var foldable = []string{
	"a", "A", "b", "k", "K", "\u212A", "s", "S", "ſ", "é", "É", "\u00A0", "\u2003", " ", "\t", "\v", "\f", "\r", "\x00", "[", "{", "@", "`", "日本", "\xff",
}

func randomLine(rnd *rand.Rand) string {
	var b strings.Builder
	for range rnd.IntN(8) {
		b.WriteString(foldable[rnd.IntN(len(foldable))])
	}
	return b.String()
}

func TestFoldedLinesHaveTheirLetters(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		lines := make([]string, 1+rnd.IntN(20))
		for i := range lines {
			lines[i] = randomLine(rnd)
			if rnd.IntN(100) == 0 {
				lines[i] = strings.Repeat("x Y", 1<<15+rnd.IntN(2)<<10)
			}
		}
		content := strings.Join(lines, []string{LF, CRLF}[rnd.IntN(2)])
		for _, x := range []*Text{New(content), NewOpen(content)} {
			f := x.Folded()
			require.Same(t, f, x.Folded(), "made once")
			require.Equal(t, x.LineCount(), f.Lines())
			at := 0
			for l := range x.LineCount() {
				line := x.Line(Line(l))
				var want []byte
				for i := range len(line) {
					switch c := line[i]; {
					case c == ' ' || c == '\t':
					case 'A' <= c && c <= 'Z':
						want = append(want, c+'a'-'A')
					default:
						want = append(want, c)
					}
				}
				n := f.Length(Line(l))
				require.Equal(t, string(want), string(f.Letters()[at:at+n]), "%q", line)
				require.Equal(t, string(want), string(FoldLine(line)))
				require.Equal(t, f.Keys()[l], Key(line))
				at += n
			}
			require.Equal(t, make([]byte, FoldedPadding), f.Letters()[at:], "nothing but padding is behind")
		}
	}
	assert.Zero(t, New("").Folded().Lines())
}

// Lines that are equal but for blanks, or but for case, have the same key; it tells most
// others apart.
func TestKeysOverlookBlanksAndCase(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	unspaced := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return -1
			}
			return r
		}, s)
	}
	equal, same := 0, 0
	for range 100_000 {
		a, b := randomLine(rnd), randomLine(rnd)
		if unspaced(a) == unspaced(b) || strings.EqualFold(a, b) {
			equal++
			require.Equal(t, Key(a), Key(b), "%q and %q", a, b)
		}
	}
	assert.Greater(t, equal, 500)
	for i := range 10_000 {
		if Key(strconv.Itoa(i)) == Key("line") {
			same++
		}
	}
	assert.Less(t, same, 10)
}
