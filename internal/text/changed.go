package text

import "sort"

// Changed compares two texts: their lines before first are equal, and so are those
// from oldEnd on in the one and from newEnd on in the other, with their endings. It
// looks at the chunks that both share as wholes, so that it costs what an edit has
// touched.
func Changed(old, new *Text) (first, oldEnd, newEnd Line) {
	i := 0
	for i < len(old.chunks) && i < len(new.chunks) && sameChunk(old.chunks[i], new.chunks[i]) {
		i++
	}
	j, k := len(old.chunks), len(new.chunks)
	for j > i && k > i && sameChunk(old.chunks[j-1], new.chunks[k-1]) {
		j, k = j-1, k-1
	}
	first = old.linesBefore(i)
	oldEnd, newEnd = old.linesBefore(j), new.linesBefore(k)
	if i < j && i < k {
		first += old.chunks[i].linesIn(CommonPrefix(old.chunks[i].content, new.chunks[i].content))
		a, b := old.chunks[j-1], new.chunks[k-1]
		same := Line(len(a.starts)) - a.linesFrom(len(a.content)-CommonSuffix(a.content, b.content)+1)
		same = min(same, oldEnd-first, newEnd-first)
		oldEnd, newEnd = oldEnd-same, newEnd-same
	}
	// What is left are lines where an edit has moved the ends of chunks.
	for first < oldEnd && first < newEnd && old.raw(first) == new.raw(first) {
		first++
	}
	for first < oldEnd && first < newEnd && old.raw(oldEnd-1) == new.raw(newEnd-1) {
		oldEnd, newEnd = oldEnd-1, newEnd-1
	}
	return first, oldEnd, newEnd
}

func sameChunk(a, b *chunk) bool { return a == b || a.content == b.content }

// linesBefore counts the lines before chunk i.
func (t *Text) linesBefore(i int) Line {
	if i == 0 {
		return 0
	}
	return Line(t.sums[i].lines)
}

// raw is line l with its ending. It must exist.
func (t *Text) raw(l Line) string {
	c, _, i := t.chunkOf(l)
	return c.line(i)
}

// linesIn is how many lines of the chunk end within its first n bytes. A last line
// without ending may go on, and does not.
func (c *chunk) linesIn(n int) Line {
	// The lines that begin within them; the last of those ends there if one begins behind.
	l := c.linesFrom(n)
	if l > 0 && c.content[n-1] != '\n' {
		l--
	}
	return l
}

// linesFrom is the index of the first line of the chunk that begins at or behind byte n.
func (c *chunk) linesFrom(n int) Line {
	return Line(sort.Search(len(c.starts), func(i int) bool { return int(c.starts[i]) >= n }))
}

// step is how many bytes are compared at once.
const step = 64

// CommonPrefix returns how many bytes two strings have in common at their beginning.
func CommonPrefix(a, b string) int {
	most, n := min(len(a), len(b)), 0
	for n+step <= most && a[n:n+step] == b[n:n+step] {
		n += step
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// CommonSuffix returns how many bytes two strings have in common at their end.
func CommonSuffix(a, b string) int {
	most, n := min(len(a), len(b)), 0
	for n+step <= most && a[len(a)-n-step:len(a)-n] == b[len(b)-n-step:len(b)-n] {
		n += step
	}
	for n < most && a[len(a)-n-1] == b[len(b)-n-1] {
		n++
	}
	return n
}
