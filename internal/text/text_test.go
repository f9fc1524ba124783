package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// naive is a line found without the code under test.
type naive struct {
	start, end Offset
	line       string
	ending     string
}

func naiveLines(content string) []naive {
	var all []naive
	at := 0
	for at < len(content) {
		next := len(content)
		ending := ""
		if n := strings.Index(content[at:], "\n"); n >= 0 {
			next = at + n + 1
			ending = "\n"
			if n > 0 && content[at+n-1] == '\r' {
				ending = "\r\n"
			}
		}
		end := next - len(ending)
		all = append(all, naive{Offset(at), Offset(end), content[at:end], ending})
		at = next
	}
	return all
}

// checkLines compares all that a text reports about its lines.
func checkLines(t *testing.T, x *Text) {
	t.Helper()
	content := x.String()
	want := naiveLines(content)
	require.Equal(t, len(want), x.LineCount())
	lf, crlf := 0, 0
	for i, w := range want {
		l := Line(i)
		require.Equal(t, w, naive{x.Start(l), x.End(l), x.Line(l), x.Ending(l)}, "line %d", i)
		require.Equal(t, i+1, l.Number())
		switch w.ending {
		case LF:
			lf++
		case CRLF:
			crlf++
		}
		for o := w.start; o < w.end+Offset(len(w.ending)); o++ {
			require.Equal(t, l, x.LineAt(o))
		}
	}
	require.Equal(t, x.Len(), x.Start(Line(len(want))))
	require.Equal(t, Line(max(0, len(want)-1)), x.LineAt(x.Len()+1))
	require.Equal(t, strings.HasSuffix(content, "\n"), x.EndsWithNewline())
	ending := LF
	if crlf > lf {
		ending = CRLF
	}
	require.Equal(t, ending, x.DominantEnding())
	all := x.Lines(0, Line(len(want)))
	require.Len(t, all, len(want))
	for i, w := range want {
		require.Equal(t, w.line, all[i])
	}
}

func TestLinesOfEveryEnding(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		lines   []string
		ending  string
	}{
		"empty":                       {"", []string{}, LF},
		"one empty line":              {"\n", []string{""}, LF},
		"one empty line of CRLF":      {"\r\n", []string{""}, CRLF},
		"no final newline":            {"a\nb", []string{"a", "b"}, LF},
		"one line without an end":     {"a", []string{"a"}, LF},
		"CRLF":                        {"a\r\nb\r\n", []string{"a", "b"}, CRLF},
		"a tie is LF":                 {"a\r\nb\n", []string{"a", "b"}, LF},
		"a tie but for the open line": {"a\r\nb\nc", []string{"a", "b", "c"}, LF},
		"CRLF and an open line":       {"a\r\nb", []string{"a", "b"}, CRLF},
		"a lone CR is content":        {"a\rb\n\rc\n", []string{"a\rb", "\rc"}, LF},
		"a lone CR at the end":        {"a\r", []string{"a\r"}, LF},
		"two CRs":                     {"a\r\r\n", []string{"a\r"}, CRLF},
		"only a CR":                   {"\r", []string{"\r"}, LF},
		"empty lines at the end":      {"a\n\n\n", []string{"a", "", ""}, LF},
		"other separators of Unicode": {"a\u2028b\u0085c\vd\f\n", []string{"a\u2028b\u0085c\vd\f"}, LF},
	} {
		t.Run(name, func(t *testing.T) {
			x := New(c.content)
			assert.Equal(t, c.lines, x.Lines(0, Line(x.LineCount())))
			assert.Equal(t, c.ending, x.DominantEnding())
			assert.Equal(t, c.content, string(x.Bytes()))
			checkLines(t, x)
		})
	}
}

func TestTheZeroTextIsEmpty(t *testing.T) {
	var x Text
	checkLines(t, &x)
	assert.Empty(t, x.Bytes())
	assert.Equal(t, Position{}, x.Position(0, UTF16))
	assert.Equal(t, Offset(0), x.Offset(Position{Line: 3, Character: 2}, UTF16))
}

func TestAMarkIsNoContentAndComesBack(t *testing.T) {
	const with = "\uFEFFa\nb\n"
	for name, x := range map[string]*Text{"file": New(with), "open": NewOpen(with), "bytes": Decode(with)} {
		assert.True(t, x.HasBOM(), name)
		assert.Equal(t, "a\nb\n", x.String(), name)
		assert.Equal(t, with, string(x.Bytes()), name)
		changed := x.Apply([]Edit{{0, 1, "c"}})
		assert.Equal(t, "\uFEFFc\nb\n", string(changed.Bytes()), "%s: an edit keeps it", name)
	}
	assert.False(t, New("a\uFEFF").HasBOM(), "elsewhere it is content")
	assert.Equal(t, "\uFEFFa", New("\uFEFF\uFEFFa").String(), "only the first is one")
	assert.Equal(t, "\uFEFF", string(New("\uFEFF").Bytes()))
}

func TestOnlyAnOpenTextCountsItsMarkInColumns(t *testing.T) {
	for enc, mark := range map[Encoding]int{UTF8: 3, UTF16: 1, UTF32: 1} {
		file, open := New("\uFEFFab\ncd"), NewOpen("\uFEFFab\ncd")
		assert.Equal(t, Position{0, 1}, file.Position(1, enc))
		assert.Equal(t, Position{0, 1 + mark}, open.Position(1, enc))
		assert.Equal(t, Position{1, 1}, open.Position(4, enc), "other lines are as they are")
		for c := range mark + 1 {
			assert.Equal(t, Offset(0), open.Offset(Position{0, c}, enc), "before and in the mark")
		}
		assert.Equal(t, Offset(1), open.Offset(Position{0, 1 + mark}, enc))
		assert.Equal(t, Offset(1), open.Apply(nil).Offset(Position{0, 1 + mark}, enc), "edits keep it open")
		assert.Equal(t, Position{0, mark}, NewOpen("\uFEFF").Position(0, enc), "nothing but a mark")
		assert.Equal(t, Position{0, 0}, NewOpen("").Position(0, enc))
	}
}

func TestDecodeReadsWhatIsInvalidAsReplacement(t *testing.T) {
	for in, want := range map[string]string{
		"a\xffb\n":          "a\uFFFDb\n",
		"\xff\xfe\n":        "\uFFFD\n",
		"caf\xe9":           "caf\uFFFD",
		"a\x00b":            "a\uFFFDb",
		"\xe2\x95\nx":       "\uFFFD\nx",
		"\xed\xa0\x80":      "\uFFFD",
		"ok ä \U0001F600":   "ok ä \U0001F600",
		"":                  "",
		"\xef\xbb\xbfa\xff": "\uFEFFa\uFFFD",
	} {
		x := Decode(in)
		assert.Equal(t, want, string(x.Bytes()), "%q", in)
		checkLines(t, x)
	}
}

func TestDecodeDoesNotKeepTheBytesItWasGiven(t *testing.T) {
	data := []byte("abc")
	x := Decode(string(data))
	data[0] = 'x'
	assert.Equal(t, "abc", x.String())
	x.Bytes()[0] = 'y'
	assert.Equal(t, "abc", x.String())
}

func TestRunsAreTheLines(t *testing.T) {
	long := strings.Repeat("0123456789\r\nx\n\n", longestPage/8) + "end"
	for _, source := range []string{"", "x", "x\n", "\r\n\na\r", long} {
		for _, doc := range []*Text{New(source), NewOpen(source)} {
			n := Line(doc.LineCount())
			for _, bounds := range [][2]Line{{0, n}, {0, n + 5}, {n / 3, n / 2}, {n / 3, n / 3}, {n / 2, n / 3}, {n - 1, n}, {n, n}, {7000, 7002}} {
				first, end := max(0, bounds[0]), bounds[1]
				l := first
				doc.EachRun(first, end, func(r Run) bool {
					require.Equal(t, l, r.First)
					for i, start := range r.Starts {
						require.True(t, doc.Line(l) == r.Line(i))
						require.True(t, doc.Line(l)+doc.Ending(l) == r.Content[start:r.End(i)])
						l++
					}
					return true
				})
				require.Equal(t, max(first, min(end, n)), l)
			}
		}
	}
}
