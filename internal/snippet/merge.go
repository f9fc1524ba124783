package snippet

import (
	"math"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// merge edits a level of the file so that it holds what the fence's level shows.
func (p *placer) merge(s, f *level, outer bool) error {
	if outer && s.isCut(true, math.MaxInt) {
		return p.mergeFlat(s, f, true, nil)
	}
	return p.mergeItems(s, f, outer, nil)
}

// mergeItems merges levels item by item, and only those that are shifted by as many columns if they are rows.
func (p *placer) mergeItems(s, f *level, outer bool, shift *int) error {
	a := p.align(s, f, outer, shift)
	if p.steps > maxSteps {
		return TooLarge
	}
	a.pairComments(s, f)
	if !outer && !s.sparse() {
		if err := p.guard(s, f, a); err != nil {
			return err
		}
	}
	m := merger{placer: p, s: s, f: f, partner: a.partner, outer: outer, flat: shift != nil}
	previous, from := -1, len(p.edits)
	for i := range len(s.items) + 1 {
		if i < len(s.items) && a.partner[i] == unmatched {
			if it := &s.items[i]; it.row.rest || shift == nil && p.block.goesOn(it.row.text) {
				return InsideBlock // [changed-end-of-a-comment]
			} else if it.elides {
				return notFound(it)
			}
			continue
		}
		if err := m.gap(previous, i); err != nil {
			return err
		}
		if i < len(s.items) {
			if m.isUnsure(i) || m.commentsOut(i) {
				return NoPlace
			} else if line := m.wraps(i); line != "" {
				return drops(line)
			}
			m.goesOn(i)
			if was := &f.items[a.partner[i]]; !outer || !p.importsLess(&s.items[i], was) {
				if err := p.item(&s.items[i], was, s.elided[i+1]); err != nil {
					return err
				}
			}
		}
		previous = i
	}
	isCrossed := func(e edit) bool { return e.first > e.end } // [comment-in-another-order]
	if slices.ContainsFunc(p.edits[from:], isCrossed) || m.doubles(p.edits[from:]) {
		return SeveralPlaces
	}
	return nil
}

// merger edits one level.
type merger struct {
	*placer
	s, f    *level
	partner []int
	// outer: s is the outermost level; flat: its items are rows of any depth.
	outer, flat bool
}

// gap edits what is between two items of the fence that have partners, next to each other as such;
// -1 and the number of items are its ends.
func (m *merger) gap(previous, next int) error {
	first, last := m.s.items[previous+1:next], m.s.items[:0:0]
	elided := -1
	for i := previous + 1; i <= next; i++ {
		if !m.s.elided[i] {
			continue
		}
		if elided >= 0 {
			return NoPlace // new items with elisions on both sides
		}
		elided = i
		first, last = m.s.items[previous+1:i], m.s.items[i:next]
	}
	if elided >= 0 || m.outer && next == len(m.s.items) {
		var err error
		if first, err = m.dangling(previous, m.unknown(first)); err != nil {
			return err
		}
	}
	if elided < 0 {
		return m.closed(previous, next, first)
	}
	last = m.unknown(last)
	if len(first) > 0 {
		if err := m.after(previous, first); err != nil {
			return err
		}
	}
	if len(last) > 0 {
		return m.before(next, last)
	}
	return nil
}

// between returns the file's items between the partners.
func (m *merger) between(previous, next int) []item {
	from, to := 0, len(m.f.items)
	if previous >= 0 {
		from = m.partner[previous] + 1
	}
	if next < len(m.s.items) {
		to = m.partner[next]
	}
	return m.f.items[from:to]
}

// closed edits a gap without elision.
func (m *merger) closed(previous, next int, fresh []item) error {
	start, end := previous < 0, next == len(m.s.items)
	gone := m.between(previous, next)
	open := m.outer || m.s.sparse()
	// A comment that begins what is between stays, and may be about all of it [comment-above-the-first-line].
	replaced := !m.outer && !m.adds && len(gone) > 0 && isCodeItem(gone[0]) && (m.isReplaced(fresh, gone) || m.becomesLast(previous, next, gone))
	switch {
	case (start || end) && open && !replaced:
		if len(fresh) == 0 {
			return nil
		}
		if start {
			return m.before(next, fresh)
		}
		return m.after(previous, fresh)
	case m.outer && m.stays(previous, next, gone):
		if len(fresh) == 0 {
			return nil
		}
		above, below := &m.s.items[previous], &m.s.items[next]
		isLine := len(gone) > 0 && fresh[len(fresh)-1].definition == "" && !fresh[0].isImport()
		switch {
		case isLine && above.definition == "" && below.definition == "":
			return NoPlace // [definitions-between-lines]
		case above.definition != "" || fresh[0].isImport() || isLine: // [line-above-a-definition]
			return m.after(previous, fresh)
		}
		return m.before(next, fresh)
	}
	if end && len(fresh) == 0 && m.file.python && m.s.end == m.fence.end && previous >= 0 && (hasBody(&m.s.items[previous]) || m.leavesLoop()) && slices.ContainsFunc(gone, isCodeItem) {
		return InsideBlock // [ends-in-a-loop]
	}
	if m.mayReach(previous, next, gone) {
		return SeveralPlaces
	}
	return m.replace(previous, next, fresh, gone)
}

// isReplaced reports whether new lines beside a body's head, or what closes it, replace what the file has there
// [changed-to-the-end] [changed-below-the-head]. Fewer lines than go do so only if they resemble one of those
// [one-more-in-a-list] [comment-below-a-new-entry], and none do below a new comment [comment-above-a-new-last-line].
func (m *merger) isReplaced(fresh, gone []item) bool {
	return len(fresh) > 0 && isCodeItem(fresh[0]) && (len(codeOf(gone)) <= len(codeOf(fresh)) || m.resemble(fresh, gone))
}

// apart reports whether the file may have more between two neighbours of the outermost level, though nothing is elided
// there: beside definitions, and below the imports [import-far-above-a-class].
func apart(a, b *item) bool {
	return a.definition != "" || b.definition != "" || a.isImport() != b.isImport()
}

// stays reports whether the file's items between two neighbours of the outermost level stay, though nothing is elided
// there.
func (m *merger) stays(previous, next int, gone []item) bool {
	above, below := &m.s.items[previous], &m.s.items[next]
	if apart(above, below) || above.row.role == comment && above.end < m.s.items[previous+1].first {
		return true // a comment alone may be about the file [comment-alone] [comment-alone-above-directives]
	}
	for i := range gone {
		if gone[i].definition != "" {
			return true
		}
	}
	return false
}

// replace replaces the file's items in a gap with the new ones.
func (m *merger) replace(previous, next int, fresh, gone []item) error {
	if name := m.unshown(previous, next, fresh, gone); name != "" {
		return drops(name)
	}
	first, last, comments := -1, -1, false
	for j := range gone {
		goes := len(fresh) == 0 && goesWithCode(gone[j:])
		if gone[j].row.role != code && !goes || m.leavesOutDoc(previous, &gone[j], fresh) {
			comments = true
			continue
		}
		if first < 0 {
			first = j
		}
		last = j
		if name := m.named(&gone[j]); m.flat && !m.exact && name != "" && len(fresh) > 0 {
			return drops(name) // [definition-between-lines]
		}
	}
	if first < 0 && len(fresh) == 0 {
		return nil
	}
	if len(fresh) == 0 && (m.outer || m.s.sparse()) && (last-first >= mostGone || gone[last].end-gone[first].first > mostGoneLines) {
		return DropsMost
	}
	come := len(codeOf(fresh))
	if (m.outer || m.s.sparse()) && (len(fresh) == 0 || come > 0 && come < len(codeOf(gone))) && m.mixedUp(previous, next) {
		return SeveralPlaces
	}
	e, from, to := m.wholeGap(previous, next)
	for i := range fresh {
		comments = comments && fresh[i].row.role == code && !(m.exact && m.isInComment(previous, next))
	}
	if comments || slices.ContainsFunc(m.file.lines[e.first:e.end], text.IsBlank) && !slices.ContainsFunc(m.block.lines[from:to], text.IsBlank) {
		// The file's comments and blank lines around the items stay.
		switch {
		case first >= 0:
			e.first, e.end = gone[first].first, gone[last].end
		case previous >= 0 || len(gone) == 0:
			e.end = e.first
		default:
			e.first = e.end
		}
		for next == len(m.s.items) && len(fresh) == 0 && e.first > m.f.first && text.IsBlank(m.file.lines[e.first-1]) {
			e.first-- // [blank-line-of-what-goes]
		}
		from, to = trimBlank(m.block.lines, from, to)
	}
	was, now := m.block.prefix(m.s), m.file.prefix(m.f)
	if m.flat {
		was, now = m.prefix(nil, nil)
	}
	m.add(e, was, now, from, to)
	return nil
}

// goesWithCode reports whether a comment is right above lines that go [comment-of-what-goes]. Those for tools are about
// more than the next line [comment-for-tools] [comment-for-the-next-line].
func goesWithCode(gone []item) bool {
	says := gone[0].row.text
	isForTool := !strings.Contains(says, "next-line") && slices.ContainsFunc(forTools, func(w string) bool { return strings.Contains(says, w) })
	return len(gone) > 1 && gone[0].end == gone[1].first && !isForTool
}

// forTools are words of comments that tools read.
var forTools = []string{"disable", "enable", ": off", ": on", "region", "pragma"}

// leavesOutDoc reports whether an item is the docstring of a body that the fence shows without one: it stays, as
// comments do [docstring-left-out].
func (m *merger) leavesOutDoc(previous int, it *item, fresh []item) bool {
	return previous < 0 && it.first == m.f.first && isDocstring(it) && (len(fresh) == 0 || !isDocstring(&fresh[0]))
}

// mixedUp reports whether a line that would go may be the one that a changed line beside it replaces
// [fewer-below-a-changed-line].
func (m *merger) mixedUp(previous, next int) bool {
	return previous >= 0 && !m.isKnown(previous) || next < len(m.s.items) && !m.isKnown(next)
}

// Where no others come for them, at most mostGone items go, and at most mostGoneLines lines [long-value-between-lines].
const mostGone, mostGoneLines = 6, 12

// wholeGap returns all lines between two partners, and those of the fence between the items.
func (m *merger) wholeGap(previous, next int) (e edit, from, to int) {
	e, from, to = edit{first: m.f.first, end: m.f.end}, m.s.first, m.s.end
	if previous >= 0 {
		e.first, from = m.f.items[m.partner[previous]].end, m.s.items[previous].end
	}
	if next < len(m.s.items) {
		e.end, to = m.f.items[m.partner[next]].first, m.s.items[next].first
	}
	return e, from, to
}

// after inserts new items below the partner of the previous item, or at the top of a body.
func (m *merger) after(previous int, fresh []item) error {
	from, to := fresh[0].first, fresh[len(fresh)-1].end
	if previous < 0 && m.outer || fresh[len(fresh)-1].row.role == decorator { // [decorator-above-an-elision]
		return NewAtEdge
	}
	if previous < 0 {
		at := m.f.first
		if len(m.f.items) > 0 && isDocstring(&m.f.items[0]) {
			at = m.f.items[0].end
		}
		m.add(edit{first: at, end: at}, m.block.prefix(m.s), m.file.prefix(m.f), from, to)
		return nil
	}
	if m.outer && !m.mayStandAlone(fresh) && m.index(fresh)+len(fresh) == len(m.s.items) && !m.s.elided[len(m.s.items)] && !m.endsParagraph(previous, fresh) {
		return NewAtEdge
	}
	if below := m.partner[previous] + 1; below < len(m.f.items) && m.doubtful(&fresh[len(fresh)-1], &m.f.items[below]) {
		return NoPlace
	}
	beside := &m.f.items[m.partner[previous]]
	was, now := m.prefix(&fresh[0], beside)
	m.add(edit{first: beside.end, end: beside.end}, was, now, m.s.items[previous].end, to)
	return nil
}

// index returns the place of new items in the level.
func (m *merger) index(fresh []item) int {
	for i := range m.s.items {
		if &m.s.items[i] == &fresh[0] {
			return i
		}
	}
	return 0
}

// before inserts new items above the partner of the next item, or at the end of a body.
func (m *merger) before(next int, fresh []item) error {
	if next == len(m.s.items) {
		if m.outer {
			return NoPlace
		}
		return m.atEnd(fresh)
	}
	i := m.index(fresh)
	if m.outer && !m.mayStandAlone(fresh) && i == 0 {
		return NewAtEdge
	}
	j := m.partner[next]
	if j > 0 && m.doubtful(&fresh[0], &m.f.items[j-1]) {
		return NoPlace
	}
	at := m.f.items[j].first
	was, now := m.prefix(&fresh[0], &m.f.items[j])
	m.add(edit{first: at, end: at}, was, now, fresh[0].first, m.s.items[next].first)
	return nil
}

// atEnd inserts new items at the end of a body, with as many blank lines above as its last items have.
func (m *merger) atEnd(fresh []item) error {
	from, to := fresh[0].first, fresh[len(fresh)-1].end
	n := len(m.f.items)
	if n == 0 {
		return notFound(&fresh[0])
	}
	at := m.f.items[n-1].end
	blank := 0
	if fresh[0].definition != "" {
		blank = m.f.blankAbove(&fresh[0], false)
	}
	e := edit{first: at, end: at, lines: make([]string, blank)}
	m.add(e, m.block.prefix(m.s), m.file.prefix(m.f), from, to)
	return nil
}

// blankAbove returns how many blank lines go above a new item at the end of a level: as many as are above its last one,
// if that's of the kind.
func (l *level) blankAbove(it *item, two bool) int {
	n := len(l.items)
	isSame := func(f item) bool { return (f.definition != "") == (it.definition != "") }
	switch {
	case n > 1 && isSame(l.items[n-1]) && isSame(l.items[n-2]) && it.row.text[0] != '[':
		return l.items[n-1].first - l.items[n-2].end
	case two && it.definition != "":
		return 2
	}
	return 1
}

// add records an edit whose new lines are those of the fence from line from to line to (exclusive).
func (m *merger) add(e edit, was, now string, from, to int) {
	e.lines = append(e.lines, m.shifted(was, now, from, to)...)
	m.edits = append(m.edits, e)
}

func trimBlank(lines []string, from, to int) (int, int) {
	for from < to && text.IsBlank(lines[from]) {
		from++
	}
	for to > from && text.IsBlank(lines[to-1]) {
		to--
	}
	return from, to
}

func isCodeItem(it item) bool { return it.row.role == code }
