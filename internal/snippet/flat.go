package snippet

import (
	"cmp"
	"slices"
)

// flat returns the rows of a source in a level as items without bodies, so that lines are found whose block isn't
// shown.
func (s *source) flat(l *level) *level {
	out := level{first: l.first, end: l.end, width: l.width}
	heads := map[*row]*item{}
	l.heads(heads)
	gap := false
	for i := s.rowAt(l.first); i < len(s.rows) && s.rows[i].first < l.end; i++ {
		r := &s.rows[i]
		if r.role == elision {
			gap = true
			continue
		}
		body := level{first: r.end, end: r.end, elided: []bool{false}}
		it := item{row: r, first: r.first, end: r.end, elides: r.filled || r.cut, clauses: []clause{{row: r, body: body}}}
		if head := heads[r]; head != nil {
			it.definition, it.key, it.container = head.definition, head.key, s.isContainer(head)
		}
		out.items, out.elided = append(out.items, it), append(out.elided, gap)
		gap = false
	}
	out.elided = append(out.elided, gap)
	return &out
}

// heads notes the items of a level and below by their rows.
func (l *level) heads(by map[*row]*item) {
	for i := range l.items {
		by[l.items[i].row] = &l.items[i]
		for k := range l.items[i].clauses {
			l.items[i].clauses[k].body.heads(by)
		}
	}
}

// rowAt returns the first row that begins at a line or below it.
func (s *source) rowAt(line int) int {
	i, _ := slices.BinarySearchFunc(s.rows, line, func(r row, line int) int { return cmp.Compare(r.first, line) })
	return i
}

// mergeFlat edits the lines of a level that the fence shows without the heads of their blocks. Each is further right in
// the file by shift columns, if that is known. What is written opens as many brackets as what goes [brackets-differ].
func (p *placer) mergeFlat(s, f *level, outer bool, shift *int) error {
	from := len(p.edits)
	rows, of := p.block.flat(s), p.file.flat(f)
	if shift == nil {
		shift = p.shiftOf(rows, of)
	}
	if err := p.mergeItems(rows, of, outer, shift); err != nil {
		return err
	}
	was, now := 0, 0
	for _, e := range p.edits[from:] {
		was += p.file.opens(p.file.lines[e.first:e.end])
		now += p.file.opens(e.lines)
	}
	if was != now {
		return InsideBlock
	}
	return nil
}

// opens returns how many brackets are opened and not closed in lines.
func (s *source) opens(lines []string) int {
	n, scan := 0, scanner{language: s.language}
	for _, l := range lines {
		n += scan.line(l).open
	}
	return n
}

// shiftOf returns by how many columns most lines of a fence are further right in the file. One that is there several
// times counts once [as-far-as-it-is].
func (p *placer) shiftOf(s, f *level) *int {
	votes, counted, best := map[int]int{0: 1}, map[int]int{}, 0
	for i := range s.items {
		r := s.items[i].row
		if isTrivial(r.text) {
			continue
		}
		at := p.file.at[r.text]
		for _, line := range at[:min(len(at), maxPairs)] {
			by := width(p.file.lines[line], p.file.tab) - p.columns(r)
			if int(line) < f.first || int(line) >= f.end || counted[by] == i+1 || p.spend(1) {
				continue
			}
			counted[by] = i + 1
			if votes[by] += 2; votes[by] > votes[best] {
				best = by
			}
		}
	}
	return &best
}

// columns returns how far a row of the fence would be indented in the file's style.
func (p *placer) columns(r *row) int {
	if p.asWritten {
		return r.width // [wide-step]
	}
	return r.width/p.blockStyle.unit*p.fileStyle.unit + r.width%p.blockStyle.unit
}

// prefix returns the indentation of new items and of their place, which is beside an item of the file. That of rows
// follows from the least deep one that is in the file.
func (m *merger) prefix(fresh, beside *item) (was, now string) {
	if !m.flat {
		return m.block.indentation(fresh), m.file.indentation(beside)
	}
	least := -1
	for i, j := range m.partner {
		if j == unmatched || least >= 0 && m.s.items[i].row.width >= m.s.items[least].row.width {
			continue
		}
		least = i
	}
	if least < 0 {
		return m.block.prefix(m.s), m.file.prefix(m.f)
	}
	return m.block.indentation(&m.s.items[least]), m.file.indentation(&m.f.items[m.partner[least]])
}
