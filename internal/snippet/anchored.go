package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// mayAnchor reports whether a fence whose items have no place may have one by its lines alone, which may drop less
// [entry-that-goes].
func mayAnchor(err error) bool {
	return slices.Contains([]error{NoPlace, SeveralPlaces, PartsDiffer, InsideBlock, NoLine, NewAtEdge, OpenString}, err) ||
		strings.HasPrefix(err.Error(), notFoundLine) || strings.HasPrefix(err.Error(), wouldDrop)
}

// dropsToo reports whether a result lacks what another one was refused for [declarations-left-out].
func dropsToo(now []string, err error) bool {
	line, drops := strings.CutPrefix(err.Error(), wouldDrop)
	return drops && !slices.ContainsFunc(now, func(l string) bool { return strings.Contains(l, line) })
}

// anchored returns the lines of the file with those of the fence between lines that both have, whatever blocks these
// are in [lines-alone].
func (p *placer) anchored() ([]string, error) {
	s, f := p.byLine(p.block, &p.fence), p.byLine(p.file, &p.root)
	if s == nil || f == nil || len(s.items) == 0 {
		return nil, NoLine
	}
	p.exact = true
	defer func() { p.exact = false }()
	p.pairClosers()
	shift := p.shiftOf(s, f)
	now, err := p.twice(func() error { return p.mergeLines(s, f, shift) })
	if err == nil {
		err = p.breaks(now)
	}
	return now, err
}

// breaks returns why a result isn't code as the file was.
func (p *placer) breaks(now []string) error {
	if p.unbalances(now) {
		return InsideBlock
	} else if name := p.losesImport(now); name != "" {
		return drops(name)
	}
	return nil
}

// byLine returns the lines of a source as items without bodies, nil if a line leaves a part of itself out or a string of
// the file never ends [string-without-end-in-the-file].
func (p *placer) byLine(s *source, l *level) *level {
	out := level{end: len(s.lines)}
	heads := map[*row]*item{}
	l.heads(heads)
	gap := false
	for i := range s.rows {
		r := &s.rows[i]
		if r.filled || s.open && !s.part {
			return nil
		}
		for at := r.first; at < r.end; at++ {
			if r.role == elision || s.part && p.isElision(s.lines[at]) {
				gap = true
				continue
			}
			if text.IsBlank(s.lines[at]) {
				continue
			}
			it := s.lineOf(r, at)
			if head := heads[r]; head != nil && at == r.first {
				it.definition, it.key, it.container = head.definition, head.key, s.isContainer(head)
			}
			out.items, out.elided = append(out.items, it), append(out.elided, gap)
			gap = false
		}
	}
	out.elided = append(out.elided, gap)
	return &out
}

// lineOf returns a line of a row as an item.
func (s *source) lineOf(r *row, at int) item {
	line := row{text: strings.TrimSpace(s.lines[at]), role: r.role}
	if r.end == r.first+1 {
		line = *r
	}
	if r.role == decorator && !s.isComment(line.text) {
		line.role = code // its lines are replaced as others are [lines-of-a-decorator]
	} else if r.role == decorator {
		line.role = comment // [comment-in-arguments]
	}
	line.first, line.end, line.width = at, at+1, width(s.lines[at], s.tab)
	body := level{first: line.end, end: line.end, elided: []bool{false}}
	return item{row: &line, first: at, end: line.end, clauses: []clause{{row: &line, body: body}}}
}

// pairClosers notes which lines of the fence close a block that it shows, and which of the file close it there if the
// file has its head once.
func (p *placer) pairClosers() {
	was, shown := map[*row]*item{}, map[*row]*item{}
	p.root.heads(was)
	p.fence.heads(shown)
	at := map[int32]*item{}
	for r, it := range was {
		at[int32(r.first)] = it
	}
	p.closers = map[int]int{}
	for r, it := range shown {
		head := strings.TrimSpace(p.block.lines[r.first])
		var f *item
		if p.isOnce(head) {
			f = at[p.file.at[head][0]]
		}
		for k := 1; k < len(it.clauses); k++ {
			c := it.clauses[k].row
			p.closers[c.first] = unmatched
			if f != nil && len(f.clauses) == len(it.clauses) && f.clauses[k].text == c.text {
				p.closers[c.first] = f.clauses[k].row.first
			}
		}
	}
}

// isOnce reports whether the file has a line once that tells where it is; a tag alone doesn't, nor does the head of a
// group [another-group].
func (p *placer) isOnce(t string) bool {
	return len(p.file.at[t]) == 1 && !isTrivial(t) && !isTag(t) && !isGroup(t)
}

// equalLines is gain for lines, whatever is below them.
func (p *placer) equalLines(s, f *item) float64 {
	closes, known := p.closers[s.first]
	known = known && closes != unmatched
	switch t := s.row.text; {
	case t != f.row.text, known && closes != f.first:
		return 0
	case known, p.isOnce(t):
		return onceGain
	case isTrivial(t):
		return trivialGain
	}
	return equalGain
}

// mergeLines edits the file's lines between those that the fence has, too.
func (p *placer) mergeLines(s, f *level, shift *int) error {
	a := p.align(s, f, true, shift)
	if p.steps > maxSteps {
		return TooLarge
	}
	m := lineMerger{merger: merger{placer: p, s: s, f: f, partner: a.partner, outer: true, flat: true}}
	if m.findSure(); m.endsInBody() {
		return InsideBlock
	}
	from := len(p.edits)
	for first := 0; first < len(s.items); {
		end := first + 1
		for end < len(s.items) && !s.elided[end] {
			end++
		}
		if err := m.segment(first, end-1); err != nil {
			return err
		}
		first = end
	}
	if p.moves(p.edits[from:]) {
		return SeveralPlaces
	}
	return nil
}

// lineMerger edits lines. sure are those of the fence whose place in the file is clear.
type lineMerger struct {
	merger
	sure []bool
}

// findSure finds the lines in a row that are in a row in the file, where one of them tells where it is.
func (m *lineMerger) findSure() {
	says := func(i int) bool {
		if closes, known := m.closers[m.s.items[i].first]; known {
			return m.partner[i] != unmatched && closes == m.f.items[m.partner[i]].first
		}
		return m.partner[i] != unmatched && m.isOnce(m.s.items[i].row.text)
	}
	m.sure = make([]bool, len(m.s.items))
	for i := 0; i < len(m.sure); {
		end, sure := i+1, says(i)
		for ; m.partner[i] != unmatched && end < len(m.sure) && !m.s.elided[end] && m.partner[end] == m.partner[end-1]+1; end++ {
			sure = sure || says(end)
		}
		for ; i < end; i++ {
			m.sure[i] = sure
		}
	}
}

// segment edits what is between lines of the fence with no elision between.
func (m *lineMerger) segment(first, last int) error {
	if m.partner[first] == unmatched || m.partner[last] == unmatched {
		return NewAtEdge
	}
	previous := first
	for i := first; i <= last; i++ {
		if m.partner[i] == unmatched {
			continue
		}
		m.row(m.s.items[i].row, m.f.items[m.partner[i]].row)
		if i > first && m.partner[i]-m.partner[previous]+i-previous > 2 {
			if !m.holds(first, previous, 1) || !m.holds(last, i, -1) || !slices.Contains(m.sure[first:last+1], true) {
				return NoPlace
			}
			if err := m.change(first, previous, i, last); err != nil {
				return err
			}
		}
		previous = i
	}
	if !m.tells(first, last) {
		return NoPlace
	}
	return nil
}

// tells reports whether lines of a segment tell where it is, if it has any that say something: else it may be another
// one that the file has as the fence shows it [there-in-another-class].
func (m *lineMerger) tells(first, last int) bool {
	says := func(it item) bool { return !isTrivial(it.row.text) && !isCloser(it.row.text) }
	return slices.Contains(m.sure[first:last+1], true) || !slices.ContainsFunc(m.s.items[first:last+1], says)
}

// change replaces the lines between two of a segment. What may be left out, or stays between the fence's outermost
// items, isn't replaced by less [closed-below-an-elision] [constants-between-definitions].
func (m *lineMerger) change(first, previous, next, last int) error {
	gone, fresh := m.between(previous, next), m.s.items[previous+1:next]
	if len(gone) > len(fresh) && (m.isBetweenItems(previous, next) || m.onlyCloses(first, previous)) {
		return NoPlace
	}
	isComment := func(it item) bool { return it.row.role == comment }
	if slices.ContainsFunc(gone, isComment) && !slices.ContainsFunc(fresh, isComment) && !m.isInComment(previous, next) {
		return SeveralPlaces // the comment may stay or go with its code [comment-of-replaced-lines]
	}
	if defined := definitions(gone); len(defined) > 0 && m.isBetweenItems(previous, next) {
		return drops(nameOf(defined[0])) // [definition-between-known-lines]
	}
	for k := range gone {
		if slices.ContainsFunc(fresh, func(it item) bool { return m.file.isOther(it.row, gone[k].row) }) {
			return NoPlace // [prototype-of-another-name]
		}
	}
	for i := range fresh {
		at := m.file.at[fresh[i].row.text]
		if fresh[i].definition != "" && len(at) == 1 && !slices.ContainsFunc(gone, func(it item) bool { return it.first == int(at[0]) }) {
			return SeveralPlaces // [moved-above-another]
		}
	}
	return m.replace(previous, next, fresh, gone)
}

// definitions returns those of items.
func definitions(items []item) (all []string) {
	for i := range items {
		if d := items[i].definition; d != "" {
			all = append(all, d)
		}
	}
	return all
}

// holds reports whether a line that is sure is between an edge of a segment and a line beside a change, or else whether
// the edge has one place only.
func (m *lineMerger) holds(edge, to, step int) bool {
	for i := edge; i != to+step; i += step {
		if m.sure[i] {
			return true
		}
	}
	return m.hasOnePlace(edge)
}

// hasOnePlace reports whether a line closes a block whose head isn't shown [closed-below-an-elision], or is in the file
// once between the next lines that are sure [once-between-lines] [word-at-the-edge] [known-line-twice].
func (m *lineMerger) hasOnePlace(i int) bool {
	t := m.s.items[i].row.text
	if _, closes := m.closers[m.s.items[i].first]; closes || isCloser(t) || isGroup(t) || slices.Contains(m.file.comments, t) {
		return !closes && isCloser(t)
	}
	from, to := 0, len(m.f.items)
	for k, sure := range m.sure {
		switch {
		case sure && k < i:
			from = m.partner[k] + 1
		case sure && k > i:
			to = min(to, m.partner[k])
		}
	}
	n := 0
	for j := from; j < to; j++ {
		if m.f.items[j].row.text == t {
			n++
		}
	}
	return n == 1
}

// isBetweenItems reports whether two lines are of several of the fence's outermost items.
func (m *lineMerger) isBetweenItems(previous, next int) bool {
	first, last := m.s.items[previous].first, m.s.items[next].first
	return slices.ContainsFunc(m.fence.items, func(it item) bool { return first < it.first && it.first <= last })
}

// onlyCloses reports whether lines do nothing but close what is above them.
func (m *lineMerger) onlyCloses(first, last int) bool {
	return !slices.ContainsFunc(m.s.items[first:last+1], func(it item) bool { return !isCloser(it.row.text) })
}

// endsInBody reports whether a fence of Python ends in a definition that it begins and the file goes on with
// [ends-in-a-loop].
func (m *lineMerger) endsInBody() bool {
	n, last := len(m.s.items), len(m.fence.items)-1
	if !m.file.python || last < 0 || m.s.elided[n] || m.fence.items[last].definition == "" || m.partner[n-1] == unmatched {
		return false
	}
	j := m.partner[n-1] + 1
	head := slices.IndexFunc(m.s.items, func(it item) bool { return it.first == m.fence.items[last].row.first })
	return j < len(m.f.items) && head >= 0 && m.partner[head] != unmatched && m.f.items[j].row.width > m.f.items[m.partner[head]].row.width
}

// moves reports whether a line goes that an edit puts elsewhere [moved-line].
func (p *placer) moves(edits []edit) bool {
	return slices.ContainsFunc(edits, func(e edit) bool {
		return slices.ContainsFunc(e.lines, func(l string) bool {
			l = strings.TrimSpace(l)
			return p.isOnce(l) && slices.ContainsFunc(edits, func(o edit) bool {
				return o.first != e.first && o.first <= int(p.file.at[l][0]) && int(p.file.at[l][0]) < o.end
			})
		})
	})
}

// isDoubled reports whether a line that says something is in a result more often than in the file and in the fence
// [comment-doubled].
func (p *placer) isDoubled(now []string) bool {
	more := map[string]int{}
	for _, l := range p.lines {
		more[strings.TrimSpace(l)]--
	}
	for t := range more {
		more[t] = min(more[t], -len(p.file.at[t]))
	}
	for _, l := range now {
		t := strings.TrimSpace(l)
		if _, shown := more[t]; !shown || isTrivial(t) {
			continue
		}
		if more[t]++; more[t] > 0 {
			return true
		}
	}
	return false
}

// keepsAll reports whether a result isn't the file, which another class or function may have as the fence shows it
// (code-blocks/added-to-a-class), and has all comments of the file that another result has
// [another-comment-with-a-known-line].
func (p *placer) keepsAll(now, other []string) bool {
	less := map[string]int{}
	for _, l := range other {
		t := strings.TrimSpace(l)
		less[t] = min(less[t]+1, len(p.file.at[t]))
	}
	for _, l := range now {
		less[strings.TrimSpace(l)]--
	}
	for t, n := range less {
		if r, _ := p.file.roleOf(t); r == comment && n > 0 && !isTrivial(t) {
			return false
		}
	}
	return !slices.Equal(now, p.file.lines)
}
