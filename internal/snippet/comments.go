package snippet

import (
	"slices"
	"strings"
)

// quotes reports whether a comment of the fence is some of the lines of one in the file. The others stay.
func (p *placer) quotes(it, was *item) bool {
	quoted := p.block.lines[it.first:it.end]
	for i := was.first; i+len(quoted) <= was.end; i++ {
		if equalTrimmed(quoted, p.file.lines[i:i+len(quoted)]) {
			return true
		}
	}
	return false
}

// isOf reports whether a comment is another version of one of the file: half of its lines that say something are of
// that, and one is nowhere else [changed-line-of-a-comment] [another-comment-with-a-known-line].
func (p *placer) isOf(it, was *item) bool {
	if it.row.role != comment || !p.has(was, it) {
		return false
	}
	all, known := 0, 0
	for _, l := range p.block.lines[it.first:it.end] {
		if isTrivial(strings.TrimSpace(l)) {
			continue
		}
		if all++; p.isWithin([]string{l}, was.row) {
			known++
		}
	}
	return 2*known >= all
}

// shown returns the lines of a comment of the file that the fence's is about. Those above its first line stay
// [begins-in-a-comment] [begins-in-a-comment-above], and above an elision those below its last
// [comment-above-an-elision].
func (p *placer) shown(it *item, was *row) *row {
	rest := *was
	first, last := p.ends(p.block.lines[it.first:it.end], p.file.lines[was.first:was.end])
	if first >= 0 {
		rest.first += first
	}
	if it.more && last >= 0 {
		rest.end = was.first + last + 1 // [comment-ends-in-a-body]
	} else if it.more {
		rest.end = min(rest.end, rest.first+it.end-it.first)
	}
	return &rest
}

// ends returns which lines of a comment of the file are the first and the last of the fence's, or -1. Of several, they
// are those with most lines equal between them, and of these the closest ones, so that the others stay
// [lines-without-words].
func (p *placer) ends(quoted, was []string) (first, last int) {
	n, m := len(quoted), len(was)
	if p.spend((n + 1) * (m + 1)) {
		return -1, -1
	}
	gain := func(i, j int) int {
		switch l := strings.TrimSpace(quoted[i]); {
		case l != strings.TrimSpace(was[j]):
			return 0
		case isTrivial(l):
			return 1
		}
		return n + 1 // more than all that say little [lines-without-words-above]
	}
	above, below := make([]int, (n+1)*(m+1)), make([]int, (n+1)*(m+1)) // what lines above and below two gain
	at := func(i, j int) int { return i*(m+1) + j }
	for i := range n {
		for j := range m {
			above[at(i+1, j+1)] = max(above[at(i, j+1)], above[at(i+1, j)], above[at(i, j)]+gain(i, j))
			i, j := n-1-i, m-1-j
			below[at(i, j)] = max(below[at(i+1, j)], below[at(i, j+1)], below[at(i+1, j+1)]+gain(i, j))
		}
	}
	first, last = -1, -1
	for j := range m {
		if g := gain(0, j); g > 0 && g+below[at(1, j+1)] == below[0] {
			first = j
		}
		if g, k := gain(n-1, m-1-j), m-1-j; g > 0 && g+above[at(n-1, k)] == above[at(n, m)] {
			last = k
		}
	}
	return first, last
}

// above edits the comments and decorators above a definition. Those of a kind that the fence leaves out
// stay.
func (p *placer) above(it, was *item) error {
	if len(it.above) == 0 {
		return nil
	}
	if slices.ContainsFunc(it.above, func(a item) bool { return a.row.rest }) {
		return InsideBlock // [changed-end-of-a-comment-above]
	}
	has := func(items []item, r role) bool {
		return slices.ContainsFunc(items, func(x item) bool { return x.row.role == r })
	}
	e, above := edit{first: was.first, end: was.row.first}, was.above
	for _, r := range []role{comment, decorator} {
		if has(it.above, r) {
			continue
		}
		// The kind that is left out is at one end.
		for ; len(above) > 0 && above[0].row.role == r; above = above[1:] {
			e.first = above[0].end
		}
		for n := len(above) - 1; n >= 0 && above[n].row.role == r; n-- {
			e.end, above = above[n].first, above[:n]
		}
	}
	if a := &it.above[0]; a.row.role == comment && len(above) > 0 && above[0].row.role == comment {
		e.first = p.shown(a, above[0].row).first
	}
	if a := &it.above[0]; a.row.role == decorator && p.block.isFirstShown(a.row) { // [begins-at-a-decorator] [begins-at-a-decorator-of-several-lines]
		firstLine := func(x item) string { first, _, _ := strings.Cut(x.row.text, "\n"); return first }
		if k := slices.IndexFunc(above, func(w item) bool { return firstLine(w) == firstLine(*a) }); k > 0 && !has(above[:k], comment) {
			e.first = above[k].first
		}
	}
	e.lines = p.shifted(p.block.indentation(it), p.file.indentation(was), it.first, it.row.first)
	if equalTrimmed(e.lines, p.file.lines[e.first:e.end]) {
		return nil
	}
	isLong := func(x item) bool { return x.row.role == decorator && x.row.end > x.row.first+1 }
	if slices.ContainsFunc(it.above, isLong) || slices.ContainsFunc(above, isLong) {
		if line := p.dropped(e); line != "" {
			return drops(line)
		}
	}
	p.edits = append(p.edits, e)
	return nil
}

// isFirstShown reports whether a row begins a fence, or is right below an elision [decorator-below-an-elision].
func (s *source) isFirstShown(r *row) bool {
	i := slices.IndexFunc(s.rows, func(x row) bool { return x.first == r.first })
	return i == 0 || i > 0 && s.rows[i-1].role == elision && s.rows[i-1].end == r.first
}

// unknown returns new items without the comments at their ends that are above definitions of the file.
func (m *merger) unknown(fresh []item) []item {
	known := func(it *item) bool {
		return slices.ContainsFunc(m.f.items, func(f item) bool {
			return slices.ContainsFunc(f.above, func(a item) bool {
				return a.row.text == it.row.text
			})
		})
	}
	for len(fresh) > 0 && known(&fresh[0]) {
		fresh = fresh[1:]
	}
	for len(fresh) > 0 && known(&fresh[len(fresh)-1]) {
		fresh = fresh[:len(fresh)-1]
	}
	return fresh
}

// dangling returns new items below one of the file's, without a comment at their end that is about the file's next
// definition: its code isn't shown. The comment becomes that of the definition [comment-at-the-end]
// [changed-comment-at-the-end], if it isn't that of another one [comment-of-another-at-the-end].
func (m *merger) dangling(previous int, fresh []item) ([]item, error) {
	n := len(fresh) - 1
	if previous < 0 && m.outer || n < 0 || fresh[n].row.role != comment {
		return fresh, nil
	}
	j := 0 // below a head [comment-below-a-head-above-an-elision]
	if previous >= 0 {
		j = m.partner[previous] + 1
	}
	if j == len(m.f.items) || len(m.f.items[j].above) == 0 || m.f.items[j].above[0].row.role != comment {
		return fresh, nil
	}
	it, was := fresh[n], &m.f.items[j].above[0]
	if m.quotes(&it, was) {
		return fresh[:n], nil
	}
	known := 0
	for _, l := range m.block.lines[it.first:it.end] {
		if l = strings.TrimSpace(l); isTrivial(l) || len(m.file.at[l]) == 0 {
			continue
		}
		if !slices.ContainsFunc(m.file.at[l], func(at int32) bool { return was.first <= int(at) && int(at) < was.end }) {
			return nil, NewAtEdge
		}
		known++
	}
	if known == 0 && m.likeness(&it, was) < sureLike {
		return nil, NewAtEdge
	}
	it.more = true
	m.row(it.row, m.shown(&it, was.row))
	return fresh[:n], nil
}

// beginsAnywhere reports whether a comment between elisions begins with a sign alone that the file's has several
// times, so that its first line isn't clear [comment-without-a-beginning].
func (p *placer) beginsAnywhere(it, was *item) bool {
	sign := strings.TrimSpace(p.block.lines[it.first])
	n := 0
	for _, at := range p.file.at[sign] {
		if was.first <= int(at) && int(at) < was.end {
			n++
		}
	}
	return n > 1 && slices.Contains(p.file.comments, sign) && !p.quotes(it, was)
}

// isInComment reports whether two lines are of comments of the file, so that what is between them may be, too, although
// the fence doesn't show where they begin [lines-in-a-comment].
func (m *merger) isInComment(previous, next int) bool {
	return m.f.items[m.partner[previous]].row.role == comment && m.f.items[m.partner[next]].row.role == comment
}

// pairComments pairs a comment with another one if both are right above the same item, as if it were a definition
// [another-comment-above]. What an elision above it leaves out may be the file's.
func (a *alignment) pairComments(s, f *level) {
	last := unmatched // the partner above
	for i, j := range a.partner {
		if j > 0 && s.isAbove(i-1) && f.isAbove(j-1) && a.partner[i-1] == unmatched && !s.elided[i-1] && last < j-1 {
			a.partner[i-1] = j - 1
		}
		last = max(last, j)
	}
}

// isAbove reports whether an item is a comment right above the next one.
func (l *level) isAbove(i int) bool {
	return i >= 0 && i+1 < len(l.items) && l.items[i].row.role == comment && l.items[i].end == l.items[i+1].first
}

// commentsOut reports whether a changed comment has the code that is below it in the file and not in the fence, so that
// it would be doubled [commented-out].
func (m *merger) commentsOut(i int) bool {
	s, j := &m.s.items[i], m.partner[i]
	isShown := i+1 < len(m.s.items) && m.partner[i+1] == j+1
	if s.row.role != comment || isShown || j+1 == len(m.f.items) || isTrivial(m.f.items[j+1].row.text) {
		return false
	}
	return strings.Contains(s.row.text, m.f.items[j+1].row.text) && !strings.Contains(m.f.items[j].row.text, m.f.items[j+1].row.text)
}

// goesOn notes that a comment at the end of a fence ends within that of the file [ends-in-a-comment].
func (m *merger) goesOn(i int) {
	it, was := &m.s.items[i], m.f.items[m.partner[i]].row
	if rows := m.block.rows; it.row.role != comment || it.more || it.end < rows[len(rows)-1].end {
		return
	}
	_, last := m.ends(m.block.lines[it.first:it.end], m.file.lines[was.first:was.end])
	it.more = last >= 0
}
