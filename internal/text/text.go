package text

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Offset is a 0-based byte offset into [Text.String].
type Offset int

// Line is a 0-based line index.
type Line int

// None stands for "no line".
const None Line = -1

// Number gives the 1-based line number that people and result documents see.
func (l Line) Number() int { return int(l) + 1 }

// The two line endings of a [Text].
const (
	LF   = "\n"
	CRLF = "\r\n"
)

const bom = "\uFEFF"

// Text is an immutable document. Its zero value is the empty text.
type Text struct {
	content string
	// starts holds the byte offset of the first byte of each line.
	starts []Offset
	crlf   int
	// hasBOM: the source began with a byte order mark. clientBOM: it is an open
	// buffer's own text, so that the client counts the mark in its columns.
	hasBOM, clientBOM bool
}

// New makes a text from the content of a file; a byte order mark is set aside.
func New(content string) *Text {
	t := &Text{}
	if strings.HasPrefix(content, bom) {
		t.hasBOM = true
		content = content[len(bom):]
	}
	t.content = content
	t.scan()
	return t
}

// NewOpen makes a text from what a client sent for an open document. Where that
// begins with a byte order mark, positions in the first line count it, as the
// client does.
func NewOpen(content string) *Text {
	t := New(content)
	t.clientBOM = t.hasBOM
	return t
}

// Decode makes a text from bytes that may not be UTF-8: what is invalid reads as
// U+FFFD (formats, "Lines").
func Decode(data []byte) *Text {
	if utf8.Valid(data) {
		return New(string(data))
	}
	return New(strings.ToValidUTF8(string(data), "\uFFFD"))
}

func (t *Text) scan() {
	s := t.content
	if s == "" {
		return
	}
	t.starts = make([]Offset, 0, strings.Count(s, LF)+1)
	for at := 0; at < len(s); {
		t.starts = append(t.starts, Offset(at))
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			return
		}
		if n > 0 && s[at+n-1] == '\r' {
			t.crlf++
		}
		at += n + 1
	}
}

// String is the content, without a byte order mark.
func (t *Text) String() string { return t.content }

// Bytes is the content as it stands in a file, with its byte order mark.
func (t *Text) Bytes() []byte {
	if t.hasBOM {
		return []byte(bom + t.content)
	}
	return []byte(t.content)
}

// HasBOM tells whether the text began with a byte order mark.
func (t *Text) HasBOM() bool { return t.hasBOM }

// Len is the length of the content in bytes.
func (t *Text) Len() Offset { return Offset(len(t.content)) }

// LineCount is the number of lines.
func (t *Text) LineCount() int { return len(t.starts) }

// Start is the offset of line l's first byte; for l at or past the last line's
// end it is the length of the content.
func (t *Text) Start(l Line) Offset {
	if int(l) >= len(t.starts) {
		return t.Len()
	}
	return t.starts[l]
}

// End is the offset behind line l's last byte of content, before its ending.
func (t *Text) End(l Line) Offset {
	return t.Start(l+1) - Offset(len(t.Ending(l)))
}

// Ending is line l's own line ending: LF, CRLF, or empty for a last line without one.
func (t *Text) Ending(l Line) string {
	end := t.Start(l + 1)
	switch {
	case end == t.Start(l) || t.content[end-1] != '\n':
		return ""
	case end-1 > t.Start(l) && t.content[end-2] == '\r':
		return CRLF
	default:
		return LF
	}
}

// Line is the content of line l without its ending.
func (t *Text) Line(l Line) string { return t.content[t.Start(l):t.End(l)] }

// Lines are the contents of the lines from first to before end.
func (t *Text) Lines(first, end Line) []string {
	lines := make([]string, 0, end-first)
	for l := first; l < end; l++ {
		lines = append(lines, t.Line(l))
	}
	return lines
}

// DominantEnding is the ending that most lines have; LF on a tie and where there
// is none (formats, "Line endings, encoding, final newline").
func (t *Text) DominantEnding() string {
	endings := len(t.starts)
	if !t.EndsWithNewline() && endings > 0 {
		endings--
	}
	if t.crlf*2 > endings {
		return CRLF
	}
	return LF
}

// EndsWithNewline tells whether the last line is ended. The empty text is not.
func (t *Text) EndsWithNewline() bool { return strings.HasSuffix(t.content, LF) }

// LineAt is the line in which offset stands; past the end, the last line. For the
// empty text it is 0.
func (t *Text) LineAt(offset Offset) Line {
	n := sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset })
	if n == 0 {
		return 0
	}
	return Line(n - 1)
}

// IsBlank tells whether s holds nothing but blanks.
func IsBlank(s string) bool { return strings.TrimSpace(s) == "" }
