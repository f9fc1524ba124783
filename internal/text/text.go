package text

import (
	"bufio"
	"io"
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

// Number returns the 1-based number that users see.
func (l Line) Number() int { return int(l) + 1 }

// The line endings of a [Text].
const (
	LF   = "\n"
	CRLF = "\r\n"
)

const bom = "\uFEFF"

// Text is an immutable document; the zero value is empty.
type Text struct {
	// sums[i] counts what precedes page i; the last one counts all.
	pages    []*page
	sums     []before
	whole    atomic.Pointer[string]
	index    atomic.Pointer[Index]
	indexing sync.Once
	// hasBOM: the source began with a byte order mark. clientBOM: a client sent it, so it counts the
	// mark in columns.
	hasBOM, clientBOM bool
}

// New returns the text of a file, without its byte order mark.
func New(content string) *Text {
	t := &Text{}
	if strings.HasPrefix(content, bom) {
		t.hasBOM = true
		content = content[len(bom):]
	}
	// Files aren't edited byte by byte; one page is fastest to read.
	if content != "" && uint64(len(content)) <= math.MaxUint32 { // an int may have 32 bits
		t.assemble([]*page{newPage(content)})
	} else {
		t.assemble(cut(nil, content))
	}
	return t
}

// NewOpen returns the text of an open document from a client, which counts a byte order mark in
// positions.
func NewOpen(content string) *Text {
	t := &Text{}
	if strings.HasPrefix(content, bom) {
		t.hasBOM, t.clientBOM = true, true
		content = content[len(bom):]
	}
	t.assemble(cut(nil, content))
	return t
}

// Decode returns a text of any content: invalid UTF-8 and NUL become U+FFFD.
func Decode(content string) *Text {
	if !utf8.ValidString(content) {
		content = strings.ToValidUTF8(content, "\uFFFD")
	}
	content = strings.ReplaceAll(content, "\x00", "\uFFFD")
	return New(content)
}

// Take converts bytes to a string without copying, which takes as long as reading a file. They must not
// be changed afterwards.
func Take(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// String returns the content without byte order mark. After edits it is built at the first call.
func (t *Text) String() string {
	switch len(t.pages) {
	case 0:
		return ""
	case 1:
		return t.pages[0].content
	}
	if s := t.whole.Load(); s != nil {
		return *s
	}
	var b strings.Builder
	b.Grow(int(t.Len()))
	for _, c := range t.pages {
		b.WriteString(c.content)
	}
	s := b.String()
	t.whole.Store(&s)
	return s
}

// Bytes returns the content as in a file, with byte order mark.
func (t *Text) Bytes() []byte {
	b := make([]byte, 0, len(bom)+int(t.Len()))
	if t.hasBOM {
		b = append(b, bom...)
	}
	for _, c := range t.pages {
		b = append(b, c.content...)
	}
	return b
}

// WriteTo writes what [Text.Bytes] returns.
func (t *Text) WriteTo(w io.Writer) (int64, error) {
	out, n := bufio.NewWriter(w), t.Len()
	if t.hasBOM {
		n += Offset(len(bom))
		_, _ = out.WriteString(bom) // Flush returns its errors
	}
	for _, c := range t.pages {
		_, _ = out.WriteString(c.content)
	}
	return int64(n), out.Flush()
}

// Equals reports whether a file with this data has the same content and mark.
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
	for i, c := range t.pages {
		if data[t.sums[i].bytes:t.sums[i+1].bytes] != c.content {
			return false
		}
	}
	return true
}

// Index returns the index of all lines, built at the first call.
func (t *Text) Index() *Index {
	t.indexing.Do(func() { t.index.Store(newIndex(t)) })
	return t.index.Load()
}

// IsIndexed reports whether the index has been built.
func (t *Text) IsIndexed() bool { return t.index.Load() != nil }

// HasBOM reports whether the text began with a byte order mark.
func (t *Text) HasBOM() bool { return t.hasBOM }

// Len returns the length of the content in bytes.
func (t *Text) Len() Offset { return t.all().bytes }

// LineCount returns the number of lines.
func (t *Text) LineCount() int { return int(t.all().lines) }

// Start returns the offset of line l, or Len past the last line.
func (t *Text) Start(l Line) Offset {
	if int(l) >= t.LineCount() {
		return t.Len()
	}
	c, s, i := t.pageOf(l)
	return s.bytes + Offset(c.starts[i])
}

// End returns the offset of line l's end, before its ending.
func (t *Text) End(l Line) Offset { return t.Start(l) + Offset(len(t.Line(l))) }

// Ending returns line l's ending: LF, CRLF, or "" for an unterminated last line.
func (t *Text) Ending(l Line) string {
	if int(l) >= t.LineCount() {
		return ""
	}
	c, _, i := t.pageOf(l)
	return ending(c.line(i))
}

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

// Line returns line l without its ending.
func (t *Text) Line(l Line) string {
	if int(l) >= t.LineCount() {
		return ""
	}
	c, _, i := t.pageOf(l)
	return c.body(i)
}

// Each calls visit with lines first to end (exclusive), without endings, until it returns false. It is
// the fast way to read many.
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

// Run is consecutive lines as one string.
type Run struct {
	First Line
	// Content ends with the last line's ending. Starts are the lines' offsets; bytes before the first
	// don't belong to the run.
	Content string
	Starts  []uint32
	// noCR: no line ends with CRLF.
	noCR bool
}

// End returns the offset after line i, including its ending.
func (r Run) End(i int) int {
	if i+1 < len(r.Starts) {
		return int(r.Starts[i+1])
	}
	return len(r.Content)
}

// Line returns line i without its ending.
func (r Run) Line(i int) string {
	if r.noCR && i+1 < len(r.Starts) {
		return r.Content[r.Starts[i] : r.Starts[i+1]-1]
	}
	line := r.Content[r.Starts[i]:r.End(i)]
	return line[:len(line)-len(ending(line))]
}

// Part returns lines i to j (exclusive).
func (r Run) Part(i, j int) Run {
	return Run{First: r.First + Line(i), Content: r.Content[:r.End(j-1)], Starts: r.Starts[i:j], noCR: r.noCR}
}

// EachRun calls visit with lines first to end (exclusive), in few runs, until it returns false.
func (t *Text) EachRun(first, end Line, visit func(Run) bool) {
	end = min(end, Line(t.LineCount()))
	for l := first; l < end; {
		c, _, i := t.pageOf(l)
		r := Run{First: l, Content: c.content, Starts: c.starts[i:], noCR: c.crlf == 0}
		r = r.Part(0, min(len(r.Starts), int(end-l)))
		if !visit(r) {
			return
		}
		l += Line(len(r.Starts))
	}
}

// Lines returns lines first to end (exclusive) without endings.
func (t *Text) Lines(first, end Line) []string {
	return t.AppendLines(make([]string, 0, end-first), first, end)
}

// AppendLines appends lines first to end (exclusive) without endings.
func (t *Text) AppendLines(lines []string, first, end Line) []string {
	end = min(end, Line(t.LineCount()))
	for first < end {
		c, _, i := t.pageOf(first)
		for ; i < len(c.starts) && first < end; i++ {
			lines = append(lines, c.body(i))
			first++
		}
	}
	return lines
}

// DominantEnding returns most lines' ending, LF if in doubt.
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

// LoneCR returns the offset of the first carriage return without a line feed, -1 if there is none. It is
// part of a line here; the language server protocol ends the line there.
func (t *Text) LoneCR() Offset {
	for k, c := range t.pages {
		if c.loneCR >= 0 {
			return t.sums[k].bytes + Offset(c.loneCR)
		}
	}
	return -1
}

// EndsWithNewline reports whether the last line is terminated; false for the empty text.
func (t *Text) EndsWithNewline() bool {
	n := len(t.pages)
	return n > 0 && strings.HasSuffix(t.pages[n-1].content, LF)
}

// LineAt returns the line that holds offset; past the end, the last; in the empty text, 0.
func (t *Text) LineAt(offset Offset) Line {
	if len(t.pages) == 0 || offset < 0 {
		return 0
	}
	k := t.pageAt(offset)
	c, in := t.pages[k], offset-t.sums[k].bytes
	n := sort.Search(len(c.starts), func(i int) bool { return Offset(c.starts[i]) > in })
	return Line(t.sums[k].lines) + Line(n-1)
}

// Indentation returns the leading spaces and tabs of a line.
func Indentation(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// IsBlank reports whether s is only whitespace.
func IsBlank(s string) bool { return strings.TrimSpace(s) == "" }
