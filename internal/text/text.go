package text

import (
	"math"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// Offset is a 0-based byte offset into [Text.String].
type Offset int

// Line is a 0-based line index.
type Line int32

// None means "no line".
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
	// chunks hold the content, each some lines; sums say what comes before each, and
	// before the end.
	chunks []*chunk
	sums   []before
	// whole is the content in one piece, once it has been asked for.
	whole atomic.Pointer[string]
	// index is that of all lines, once it has been asked for.
	index    atomic.Pointer[Index]
	indexing sync.Once
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
	// A file is not edited byte by byte: one chunk is read fastest.
	if content != "" && len(content) <= math.MaxUint32 {
		t.assemble([]*chunk{newChunk(content)})
	} else {
		t.assemble(cut(nil, content))
	}
	return t
}

// NewOpen makes a text from what a client sent for an open document. Where that
// begins with a byte order mark, positions in the first line count it, as the
// client does.
func NewOpen(content string) *Text {
	t := &Text{}
	if strings.HasPrefix(content, bom) {
		t.hasBOM, t.clientBOM = true, true
		content = content[len(bom):]
	}
	t.assemble(cut(nil, content))
	return t
}

// Decode makes a text from content that may not be UTF-8: what is invalid reads as
// U+FFFD, and so does a NUL, which no text file may hold.
func Decode(content string) *Text {
	if !utf8.ValidString(content) {
		content = strings.ToValidUTF8(content, "\uFFFD")
	}
	content = strings.ReplaceAll(content, "\x00", "\uFFFD")
	return New(content)
}

// Take gives bytes as a string. They must not be changed any more: to copy a file that
// has just been read takes as long as to read it.
func Take(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// String is the content, without a byte order mark. That of a document which has been
// edited is put together at the first call, and kept.
func (t *Text) String() string {
	switch len(t.chunks) {
	case 0:
		return ""
	case 1:
		return t.chunks[0].content
	}
	if s := t.whole.Load(); s != nil {
		return *s
	}
	var b strings.Builder
	b.Grow(int(t.Len()))
	for _, c := range t.chunks {
		b.WriteString(c.content)
	}
	s := b.String()
	t.whole.Store(&s)
	return s
}

// Bytes returns the content as it is in a file, with its byte order mark.
func (t *Text) Bytes() []byte {
	b := make([]byte, 0, len(bom)+int(t.Len()))
	if t.hasBOM {
		b = append(b, bom...)
	}
	for _, c := range t.chunks {
		b = append(b, c.content...)
	}
	return b
}

// Equals reports whether a file with these bytes has this content and byte order mark.
func (t *Text) Equals(data string) bool {
	if t.hasBOM != strings.HasPrefix(data, bom) {
		return false
	}
	if t.hasBOM {
		data = data[len(bom):]
	}
	if len(data) != int(t.Len()) {
		return false
	}
	for i, c := range t.chunks {
		if data[t.sums[i].bytes:t.sums[i+1].bytes] != c.content {
			return false
		}
	}
	return true
}

// Index returns the index of all lines. It is built at the first call, and kept.
func (t *Text) Index() *Index {
	t.indexing.Do(func() { t.index.Store(newIndex(t)) })
	return t.index.Load()
}

// IsIndexed reports whether the index has been built.
func (t *Text) IsIndexed() bool { return t.index.Load() != nil }

// HasBOM reports whether the text began with a byte order mark.
func (t *Text) HasBOM() bool { return t.hasBOM }

// Len is the length of the content in bytes.
func (t *Text) Len() Offset { return t.all().bytes }

// LineCount is the number of lines.
func (t *Text) LineCount() int { return int(t.all().lines) }

// Start is the offset of line l's first byte; for l at or past the last line's
// end it is the length of the content.
func (t *Text) Start(l Line) Offset {
	if int(l) >= t.LineCount() {
		return t.Len()
	}
	c, s, i := t.chunkOf(l)
	return s.bytes + Offset(c.starts[i])
}

// End returns the offset after line l's last byte of content, before its ending.
func (t *Text) End(l Line) Offset { return t.Start(l) + Offset(len(t.Line(l))) }

// Ending is line l's own line ending: LF, CRLF, or empty for a last line without one.
func (t *Text) Ending(l Line) string {
	if int(l) >= t.LineCount() {
		return ""
	}
	c, _, i := t.chunkOf(l)
	return ending(c.line(i))
}

// ending is that of a line with its ending.
func ending(line string) string {
	switch n := len(line); {
	case n == 0 || line[n-1] != '\n':
		return ""
	case n > 1 && line[n-2] == '\r':
		return CRLF
	default:
		return LF
	}
}

// Line is the content of line l without its ending.
func (t *Text) Line(l Line) string {
	if int(l) >= t.LineCount() {
		return ""
	}
	c, _, i := t.chunkOf(l)
	if c.crlf == 0 && i+1 < len(c.starts) {
		return c.content[c.starts[i] : c.starts[i+1]-1]
	}
	line := c.line(i)
	return line[:len(line)-len(ending(line))]
}

// Each calls visit with the lines from first to before end, in order, without their
// endings, until it answers false. It is the fast way to read many.
func (t *Text) Each(first, end Line, visit func(Line, string) bool) {
	t.EachRun(first, end, func(r Run) bool {
		for i := range r.Starts {
			if !visit(r.First+Line(i), r.Line(i)) {
				return false
			}
		}
		return true
	})
}

// Run is some lines of a text in one piece, for those who look at few of its bytes.
type Run struct {
	First Line
	// Content ends where the last line does, with its ending. Starts are the bytes of it
	// where the lines begin; what comes before the first is none of them.
	Content string
	Starts  []uint32
	// noCR: no line ends with CRLF, so that the last bytes of most need not be looked at.
	noCR bool
}

// End returns the byte of Content after line i of the run, with its ending.
func (r Run) End(i int) int {
	if i+1 < len(r.Starts) {
		return int(r.Starts[i+1])
	}
	return len(r.Content)
}

// Line is line i of the run, without its ending.
func (r Run) Line(i int) string {
	start, end := int(r.Starts[i]), r.End(i)
	if r.noCR && i+1 < len(r.Starts) {
		return r.Content[start : end-1]
	}
	if end > start && r.Content[end-1] == '\n' {
		if end--; end > start && r.Content[end-1] == '\r' {
			end--
		}
	}
	return r.Content[start:end]
}

// Part are the lines of the run from index i to before j.
func (r Run) Part(i, j int) Run {
	return Run{First: r.First + Line(i), Content: r.Content[:r.End(j-1)], Starts: r.Starts[i:j], noCR: r.noCR}
}

// EachRun calls visit with the lines from first to before end, as few runs, in order,
// until it answers false.
func (t *Text) EachRun(first, end Line, visit func(Run) bool) {
	end = min(end, Line(t.LineCount()))
	for l := first; l < end; {
		c, _, i := t.chunkOf(l)
		r := Run{First: l, Content: c.content, Starts: c.starts[i:], noCR: c.crlf == 0}
		r = r.Part(0, min(len(r.Starts), int(end-l)))
		if !visit(r) {
			return
		}
		l += Line(len(r.Starts))
	}
}

// Lines are the contents of the lines from first to before end.
func (t *Text) Lines(first, end Line) []string {
	return t.AppendLines(make([]string, 0, end-first), first, end)
}

// AppendLines appends to lines the contents of those from first to before end.
func (t *Text) AppendLines(lines []string, first, end Line) []string {
	t.Each(first, end, func(_ Line, line string) bool {
		lines = append(lines, line)
		return true
	})
	return lines
}

// DominantEnding is the ending that most lines have; LF on a tie and where there
// is none.
func (t *Text) DominantEnding() string {
	endings := t.LineCount()
	if !t.EndsWithNewline() && endings > 0 {
		endings--
	}
	if int(t.all().crlf)*2 > endings {
		return CRLF
	}
	return LF
}

// EndsWithNewline reports whether the last line is ended. The empty text is not.
func (t *Text) EndsWithNewline() bool {
	n := len(t.chunks)
	return n > 0 && strings.HasSuffix(t.chunks[n-1].content, LF)
}

// LineAt returns the line that holds offset; past the end, the last line. For the
// empty text it is 0.
func (t *Text) LineAt(offset Offset) Line {
	if len(t.chunks) == 0 || offset < 0 {
		return 0
	}
	k := t.chunkAt(offset)
	c, in := t.chunks[k], offset-t.sums[k].bytes
	n := sort.Search(len(c.starts), func(i int) bool { return Offset(c.starts[i]) > in })
	return Line(t.sums[k].lines) + Line(n-1)
}

// Indentation returns the spaces and tabs that a line begins with.
func Indentation(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// IsBlank reports whether s is only whitespace.
func IsBlank(s string) bool { return strings.TrimSpace(s) == "" }
