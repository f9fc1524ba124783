package text

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
	return t.sums[i].lines
}

// raw is line l with its ending. It must exist.
func (t *Text) raw(l Line) string {
	c, _, i := t.chunkOf(l)
	return c.line(i)
}
