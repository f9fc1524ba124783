package text

import (
	"sort"
	"strings"
)

const (
	// pageSize is about what an edit copies, in bytes.
	pageSize = 8 << 10
	// longestPage is the size at which a page is split.
	longestPage = 2 * pageSize
)

// page is an immutable run of whole lines. Texts share pages that edits don't touch.
type page struct {
	content string
	// starts are its lines' byte offsets in the page.
	starts []uint32
	crlf   int32
	// loneCR is the offset of the first carriage return without a line feed, -1 if there is none.
	loneCR int32
}

// before counts what precedes a page.
type before struct {
	bytes       Offset
	lines, crlf int32
}

func newPage(content string) *page {
	c := &page{content: content, starts: make([]uint32, lineCount(content)), loneCR: -1}
	at := 0
	for i := range c.starts {
		c.starts[i] = uint32(at)
		n := strings.IndexByte(content[at:], '\n')
		if n > 0 && content[at+n-1] == '\r' {
			c.crlf++
		}
		at += n + 1
	}
	if strings.Count(content, "\r") > int(c.crlf) {
		c.loneCR = int32(loneCR(content))
	}
	return c
}

// loneCR returns the offset of the first carriage return without a line feed, -1 if there is none.
func loneCR(content string) int {
	for i := range len(content) {
		if content[i] == '\r' && !strings.HasPrefix(content[i:], CRLF) {
			return i
		}
	}
	return -1
}

// lineCount counts the lines of content, which begins a line.
func lineCount(content string) int {
	n := strings.Count(content, LF)
	if content != "" && !strings.HasSuffix(content, LF) {
		n++
	}
	return n
}

// cut appends pages of content, which begins a line. Lines are never split.
func cut(pages []*page, content string) []*page {
	for len(content) > longestPage {
		n := strings.IndexByte(content[pageSize:], '\n')
		if n < 0 || pageSize+n+1 == len(content) {
			break
		}
		pages = append(pages, newPage(content[:pageSize+n+1]))
		content = content[pageSize+n+1:]
	}
	if content == "" {
		return pages
	}
	return append(pages, newPage(content))
}

func (t *Text) assemble(pages []*page) {
	t.pages = pages
	t.sums = make([]before, len(pages)+1)
	for i, c := range pages {
		s := t.sums[i]
		t.sums[i+1] = before{
			bytes: s.bytes + Offset(len(c.content)), lines: s.lines + int32(len(c.starts)), crlf: s.crlf + c.crlf,
		}
	}
}

func (t *Text) all() before {
	if len(t.pages) == 0 {
		return before{}
	}
	return t.sums[len(t.pages)]
}

// pageAt returns the page that holds an offset; past the end, the last.
func (t *Text) pageAt(offset Offset) int {
	if len(t.pages) == 1 {
		return 0
	}
	return max(0, sort.Search(len(t.pages), func(i int) bool { return t.sums[i].bytes > offset })-1)
}

// pageOf returns the page of line l, which must exist, what precedes it, and l's index in it.
func (t *Text) pageOf(l Line) (*page, before, int) {
	if len(t.pages) == 1 {
		return t.pages[0], before{}, int(l)
	}
	k := sort.Search(len(t.pages), func(i int) bool { return Line(t.sums[i].lines) > l }) - 1
	return t.pages[k], t.sums[k], int(l - Line(t.sums[k].lines))
}

func (c *page) line(i int) string {
	if i+1 < len(c.starts) {
		return c.content[c.starts[i]:c.starts[i+1]]
	}
	return c.content[c.starts[i]:]
}

// body returns line i without its ending.
func (c *page) body(i int) string {
	if c.crlf == 0 && i+1 < len(c.starts) {
		return c.content[c.starts[i] : c.starts[i+1]-1]
	}
	line := c.line(i)
	return line[:len(line)-len(ending(line))]
}

// splice returns the pages after edits, copying only those touched.
func (t *Text) splice(edits []Edit) []*page {
	pages := make([]*page, 0, len(t.pages)+len(edits)+1)
	next := 0
	for len(edits) > 0 {
		first := t.pageAt(edits[0].Start)
		pages = append(pages, t.pages[next:first]...)
		var b strings.Builder
		at, last := t.sums[first].bytes, first
		size := int(t.sums[first+1].bytes - at)
		b.Grow(size + size/8) // edits usually add little
		for len(edits) > 0 && (edits[0].Start < t.sums[last+1].bytes || last == len(t.pages)-1) {
			e := edits[0]
			t.write(&b, at, e.Start)
			b.WriteString(e.New)
			at, edits = e.End, edits[1:]
			last = max(last, t.pageAt(e.End))
		}
		t.write(&b, at, t.sums[last+1].bytes)
		pages = cut(pages, b.String())
		next = last + 1
	}
	return append(pages, t.pages[next:]...)
}

func (t *Text) write(b *strings.Builder, start, end Offset) {
	for start < end {
		i := t.pageAt(start)
		from := start - t.sums[i].bytes
		to := min(end-t.sums[i].bytes, Offset(len(t.pages[i].content)))
		b.WriteString(t.pages[i].content[from:to])
		start += to - from
	}
}

// HasAt reports whether the content has s at an offset, without building [Text.String].
func (t *Text) HasAt(at Offset, s string) bool {
	for s != "" {
		if at >= t.Len() {
			return false
		}
		i := t.pageAt(at)
		here := t.pages[i].content[at-t.sums[i].bytes:]
		n := min(len(here), len(s))
		if here[:n] != s[:n] {
			return false
		}
		at, s = at+Offset(n), s[n:]
	}
	return true
}
