package apply

// putLine is a line that a block brings in.
type putLine struct {
	text string
	// ending is the line's own ending; empty means the target's dominant one.
	ending string
	// in and at say where the line stands; in is nil while it stands nowhere.
	in *edit
	// next is the line before it in its chain, the put lines of one hash.
	next *putLine
	at   int32
	// chained is the number of lines from it on in its chain; 0 while it cannot be found
	// by its content.
	chained int32
	hash    uint32
}

// alike is the number of lines in the chain of l.
func (l *putLine) alike() int32 {
	if l == nil {
		return 0
	}
	return l.chained
}

// putTable finds put lines by their hashes: an open-addressing table of the last line of
// each chain. Its size is a power of two; at least half of it is free.
type putTable struct {
	heads []*putLine
	used  int
}

// leastTable is the size of a table for which nothing was expected.
const leastTable = 16

// expect makes room for so many lines.
func (t *putTable) expect(lines int) {
	if lines == 0 {
		return
	}
	size := leastTable
	for size < 2*lines {
		size *= 2
	}
	t.heads = make([]*putLine, size)
}

// find is the last line of the chain of a hash, or nil.
func (t *putTable) find(hash uint32) *putLine {
	if t.used == 0 {
		return nil
	}
	return *t.head(hash)
}

// head is where the chain of a hash begins, or would.
func (t *putTable) head(hash uint32) **putLine {
	mask := uint32(len(t.heads) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if l := t.heads[i]; l == nil || l.hash == hash {
			return &t.heads[i]
		}
	}
}

// add makes a line the last of the chain of its hash.
func (t *putTable) add(l *putLine) {
	if 2*(t.used+1) > len(t.heads) {
		was := t.heads
		t.heads = make([]*putLine, max(leastTable, 2*len(was)))
		for _, l := range was {
			if l != nil {
				*t.head(l.hash) = l
			}
		}
	}
	head := t.head(l.hash)
	if *head == nil {
		t.used++
	}
	l.next, l.chained = *head, 1+(*head).alike()
	*head = l
}
