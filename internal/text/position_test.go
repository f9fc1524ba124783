package text

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var encodings = []Encoding{UTF8, UTF16, UTF32}

func width(s string, enc Encoding) int {
	switch enc {
	case UTF8:
		return len(s)
	case UTF16:
		return len(utf16.Encode([]rune(s)))
	default:
		return utf8.RuneCountInString(s)
	}
}

// checkPositions compares all positions of a text, and some outside it, with counting.
func checkPositions(t *testing.T, x *Text, enc Encoding, mark int) {
	t.Helper()
	content := x.String()
	all := naiveLines(content)
	hidden := func(l int) int {
		if l == 0 {
			return mark
		}
		return 0
	}
	end := Position{Line: Line(len(all)), Character: hidden(len(all))}
	if n := len(all); n > 0 && all[n-1].ending == "" {
		end = Position{Line: Line(n - 1), Character: hidden(n-1) + width(all[n-1].line, enc)}
	}
	for o := Offset(0); o <= x.Len()+1; o++ {
		want, char := end, o
		for char < x.Len() && !utf8.RuneStart(content[char]) {
			char--
		}
		for i, l := range all {
			if next := l.end + Offset(len(l.ending)); l.start <= o && o < next {
				want = Position{Line: Line(i), Character: hidden(i) + width(content[l.start:min(char, l.end)], enc)}
			}
		}
		if o <= x.Len() && char == o && !strings.HasPrefix(content[max(o-1, 0):], CRLF) {
			line, start := 0, Offset(0)
			for i := range o {
				if content[i] == '\n' || content[i] == '\r' && !strings.HasPrefix(content[i:], CRLF) {
					line, start = line+1, i+1
				}
			}
			p := Position{Line: Line(line), Character: hidden(line) + width(content[start:o], enc)}
			require.Equal(t, o, x.ProtocolOffset(p, enc), "offset %d of %q in %s as the protocol counts", o, content, enc)
		}
		got := x.Position(o, enc)
		require.Equal(t, want, got, "offset %d of %q in %s", o, content, enc)
		if o <= x.Len() && char == o {
			back := x.Offset(got, enc)
			if l := x.LineAt(o); o > x.End(l) && o < x.Len() {
				require.Equal(t, x.End(l), back, "inside an ending")
			} else {
				require.Equal(t, o, back, "there and back: %d of %q in %s", o, content, enc)
			}
		}
	}
	for i, l := range all {
		for c := -1; c <= hidden(i)+width(l.line, enc)+2; c++ {
			want := l.start
			for at := range l.line + "x" {
				if hidden(i)+width(l.line[:at], enc) <= c {
					want = l.start + Offset(at)
				}
			}
			require.Equal(t, want, x.Offset(Position{Line: Line(i), Character: c}, enc), "%d:%d of %q in %s", i, c, content, enc)
		}
	}
	require.Equal(t, Offset(0), x.Offset(Position{Line: -1, Character: 5}, enc))
	require.Equal(t, x.Len(), x.Offset(Position{Line: Line(len(all)), Character: 0}, enc))
	require.Equal(t, x.Len(), x.Offset(Position{Line: 1 << 30, Character: 1 << 30}, enc))
	require.Equal(t, x.Len(), x.ProtocolOffset(Position{Line: 1 << 30, Character: 1 << 30}, enc))
}

var samples = []string{
	"", "\n", "a", "a\n", "a\r\nb\r\n", "a\rb\r\n", "\r", "one\n\rtwo\r\r\nthree\r", "\uFEFFa\r\U0001F600b\nc", "ä\nö", "\U0001F600x\U0001F600\n", "e\u0301\u200D\n",
	"\uFEFFa\nb", "\uFEFF", "\uFEFF\n", "\uFEFF\uFEFFa", "──── ««« EDIT\r\n\U0001F7E7", "\uFFFD\x00\n", "a\n\n\n",
}

func TestPositionsInEveryEncoding(t *testing.T) {
	for _, s := range samples {
		for _, enc := range encodings {
			checkPositions(t, New(s), enc, 0)
			open := NewOpen(s)
			mark := 0
			if open.HasBOM() {
				mark = width("\uFEFF", enc)
			}
			checkPositions(t, open, enc, mark)
		}
	}
}

func TestHalfOfASurrogatePairIsTheStartOfItsCharacter(t *testing.T) {
	x := New("a\U0001F600b")
	assert.Equal(t, Offset(1), x.Offset(Position{0, 2}, UTF16))
	assert.Equal(t, Offset(5), x.Offset(Position{0, 3}, UTF16))
	assert.Equal(t, Offset(1), x.Offset(Position{0, 3}, UTF8), "inside a character's bytes")
	assert.Equal(t, Position{0, 1}, x.Position(3, UTF16))
	assert.Equal(t, Position{0, 1}, x.Position(3, UTF8))
}

func FuzzPositions(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 300 {
			t.Skip("long")
		}
		s = strings.ToValidUTF8(s, "\uFFFD")
		checkLines(t, New(s))
		for _, enc := range encodings {
			checkPositions(t, New(s), enc, 0)
			if open := NewOpen(s); open.HasBOM() {
				checkPositions(t, open, enc, width("\uFEFF", enc))
			}
		}
	})
}

func TestPositionsOfInvalidBytesDoNotFail(t *testing.T) {
	x := New("a\xff\xe2\x95\n\x80")
	for _, enc := range encodings {
		for o := Offset(-1); o <= x.Len()+1; o++ {
			p := x.Position(max(o, 0), enc)
			assert.LessOrEqual(t, x.Offset(p, enc), x.Len())
		}
	}
}

// Positions gives the same results as single conversions.
func TestPositionsThatRise(t *testing.T) {
	for _, s := range []string{"", "a", "ab\ncd\n", "\uFEFFx😀y\r\nä\n\n😀😀 z", "\n\n"} {
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			for _, x := range []*Text{New(s), NewOpen(s)} {
				for step := 1; step < 5; step++ {
					rising := x.Positions(enc)
					for o := Offset(0); o <= x.Len()+1; o += Offset(step) {
						require.Equal(t, x.Position(o, enc), rising(o), "%q at %d by %d in %s", s, o, step, enc)
						require.Equal(t, x.Position(o, enc), rising(o), "again")
					}
				}
			}
		}
	}
}
