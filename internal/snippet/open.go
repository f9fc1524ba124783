package snippet

// endsAsDeep reports whether a fence ends in the body of a brace that is as deep as its brace: no row from the next one
// on begins what may be beside that. If other rows are above such a one, whose they are isn't clear
// [left-open-above-another].
func (b *builder) endsAsDeep(width int) bool {
	end, known := b.endAt[width]
	if !known || end < b.next {
		for end = b.next; end < len(b.rows) && b.rows[end].width >= width && !b.isBeside(end, width); end++ {
		}
		b.endAt[width] = end
	}
	b.unclear = b.unclear || b.next < end && end < len(b.rows)
	return end == len(b.rows)
}

// isBeside reports whether a row of this width opens a body, but not for a statement
// [left-open-above-another-at-the-margin] [left-open-above-statements].
func (b *builder) isBeside(i, width int) bool {
	r := &b.rows[i]
	if r.role != code || r.width != width || isCase(r.text) || b.goesOn(r.text) || control[firstWord(r.text)] {
		return false
	}
	below := i+1 < len(b.rows) && b.rows[i+1].width == width && b.rows[i+1].text == "{"
	return r.last == '{' && (r.text != "{" || !b.isStatement(i-1)) || below
}

// isStatement reports whether a row is a statement that a brace may be below.
func (b *builder) isStatement(i int) bool {
	t := b.rows[i].text
	return control[firstWord(t)] || continuing[firstWord(t)] || isCase(t)
}

// leaveOpen elides the ends of bodies that the items of a fence's level don't close, and what is below these
// items. It reports whether there are any. A brace may be below the head [left-open-at-the-margin].
func (s *source) leaveOpen(l *level) bool {
	found := false
	for i := range l.items {
		it := &l.items[i]
		if it.unclosed() <= 0 || len(it.clauses) == 0 { // a decorator alone has none [decorator-cut]
			continue
		}
		if last := &it.clauses[len(it.clauses)-1]; (isOpener(it.row.last) || it.opensBody()) && !s.closes(last.text) && len(last.body.elided) > 0 {
			last.body.elided[len(last.body.elided)-1] = true
			l.elided[i+1] = true // what is left out may go on there
			it.open, it.elides = true, true
		}
		for k := range it.clauses {
			it.elides = s.leaveOpen(&it.clauses[k].body) || it.elides
		}
		found = found || it.elides
	}
	return found
}

func isOpener(last byte) bool { return last == '{' || last == '(' || last == '[' }

// unclosed returns how many brackets of an item aren't closed in it.
func (it *item) unclosed() int {
	n := it.row.open
	for i := range it.rows {
		if !it.rows[i].lone {
			n += it.rows[i].open
		}
	}
	return n
}
