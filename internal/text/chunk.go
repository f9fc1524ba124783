package text

import (
	"sort"
	"strings"
)

const (
	// chunkSize is about how many bytes a chunk of a document that is edited holds:
	// what an edit copies, whatever the size of the document.
	chunkSize = 32 << 10
	// longestChunk is the number of bytes from which a chunk is cut.
	longestChunk = 2 * chunkSize
)

// chunk is a run of whole lines. It never changes; texts share those that an edit has
// left alone.
type chunk struct {
	content string
	// starts are the offsets, within the chunk, of its lines. The first is 0.
	starts []uint32
	// crlf counts the lines that end with CRLF.
	crlf int32
}

// before counts what comes before a chunk.
type before struct {
	bytes       Offset
	lines, crlf int32
}

func newChunk(content string) *chunk {
	c := &chunk{content: content, starts: make([]uint32, lineCount(content))}
	at := 0
	for i := range c.starts {
		c.starts[i] = uint32(at)
		n := strings.IndexByte(content[at:], '\n')
		if n > 0 && content[at+n-1] == '\r' {
			c.crlf++
		}
		at += n + 1
	}
	return c
}

// lineCount is the number of lines of content, which begins where a line does.
func lineCount(content string) int {
	n := strings.Count(content, LF)
	if content != "" && !strings.HasSuffix(content, LF) {
		n++
	}
	return n
}

// cut makes chunks of content, which begins where a line does. A line is never cut.
func cut(chunks []*chunk, content string) []*chunk {
	for len(content) > longestChunk {
		n := strings.IndexByte(content[chunkSize:], '\n')
		if n < 0 || chunkSize+n+1 == len(content) {
			break
		}
		chunks = append(chunks, newChunk(content[:chunkSize+n+1]))
		content = content[chunkSize+n+1:]
	}
	if content == "" {
		return chunks
	}
	return append(chunks, newChunk(content))
}

// assemble makes the text of some chunks.
func (t *Text) assemble(chunks []*chunk) {
	t.chunks = chunks
	t.sums = make([]before, len(chunks)+1)
	for i, c := range chunks {
		s := t.sums[i]
		t.sums[i+1] = before{
			bytes: s.bytes + Offset(len(c.content)), lines: s.lines + int32(len(c.starts)), crlf: s.crlf + c.crlf,
		}
	}
}

// all counts the whole text.
func (t *Text) all() before {
	if len(t.chunks) == 0 {
		return before{}
	}
	return t.sums[len(t.chunks)]
}

// chunkAt returns the index of the chunk that holds an offset; at or past the end, of
// the last. There must be one.
func (t *Text) chunkAt(offset Offset) int {
	if len(t.chunks) == 1 {
		return 0
	}
	return max(0, sort.Search(len(t.chunks), func(i int) bool { return t.sums[i].bytes > offset })-1)
}

// chunkOf returns the chunk that has line l, what comes before it, and the line's index
// in it. The line must exist.
func (t *Text) chunkOf(l Line) (*chunk, before, int) {
	if len(t.chunks) == 1 {
		return t.chunks[0], before{}, int(l)
	}
	k := sort.Search(len(t.chunks), func(i int) bool { return Line(t.sums[i].lines) > l }) - 1
	return t.chunks[k], t.sums[k], int(l - Line(t.sums[k].lines))
}

// line is the content of line i of the chunk, with its ending.
func (c *chunk) line(i int) string {
	if i+1 < len(c.starts) {
		return c.content[c.starts[i]:c.starts[i+1]]
	}
	return c.content[c.starts[i]:]
}

// splice makes the chunks that edits of t leave. It copies those that an edit touches
// and takes over all others.
func (t *Text) splice(edits []Edit) []*chunk {
	if len(t.chunks) == 0 {
		var b strings.Builder
		for _, e := range edits {
			b.WriteString(e.New)
		}
		return cut(nil, b.String())
	}
	chunks := make([]*chunk, 0, len(t.chunks)+len(edits)+1)
	next := 0 // the first chunk that is not taken over yet
	for len(edits) > 0 {
		first := t.chunkAt(edits[0].Start)
		chunks = append(chunks, t.chunks[next:first]...)
		var b strings.Builder
		at, last := t.sums[first].bytes, first
		size := int(t.sums[first+1].bytes - at)
		b.Grow(size + size/8) // edits mostly add little
		for len(edits) > 0 && (edits[0].Start < t.sums[last+1].bytes || last == len(t.chunks)-1) {
			e := edits[0]
			t.write(&b, at, e.Start)
			b.WriteString(e.New)
			at, edits = e.End, edits[1:]
			last = max(last, t.chunkAt(e.End))
		}
		t.write(&b, at, t.sums[last+1].bytes)
		chunks = cut(chunks, b.String())
		next = last + 1
	}
	return append(chunks, t.chunks[next:]...)
}

// write puts the content from start to before end into b.
func (t *Text) write(b *strings.Builder, start, end Offset) {
	for start < end {
		i := t.chunkAt(start)
		from := start - t.sums[i].bytes
		to := min(end-t.sums[i].bytes, Offset(len(t.chunks[i].content)))
		b.WriteString(t.chunks[i].content[from:to])
		start += to - from
	}
}
