package snippet

import (
	"cmp"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// doubtful reports whether a new line may be another version of a line beside its place, or a comment of it
// [commented-out-below].
func (m *merger) doubtful(fresh, beside *item) bool {
	if fresh.row.role == comment && beside.row.role == code && !isTrivial(beside.row.text) && strings.Contains(fresh.row.text, beside.row.text) {
		return true
	}
	if fresh.definition != "" || beside.definition != "" || fresh.row.role != code || beside.row.role != code || m.adds && fresh.key != beside.key {
		return false
	}
	return m.likeness(fresh, beside) >= doubt && m.gain(fresh, beside) == 0
}

const doubt = 0.18

// mayReach reports whether an elision in the item above or below a gap may leave out what is in the gap too: it ends
// the body above [elision-above-a-gap], what the item is isn't clear, or it is in a block whose head is also in the gap
// [elision-below-a-gap].
func (m *merger) mayReach(previous, next int, gone []item) bool {
	return slices.ContainsFunc(gone, func(it item) bool {
		return it.row.role == code && (previous >= 0 && (m.s.items[previous].endsElided() || m.isOneOfSeveral(previous) || m.s.items[previous].endsAsIn(&it)) ||
			next < len(m.s.items) && m.s.items[next].elides && m.s.items[next].row.text == it.row.text)
	})
}

// isOneOfSeveral reports whether an item leaves lines out, or is changed below an elision, and shows none that tell it
// from others of the file with its head [one-of-several-blocks] [one-of-several-calls].
func (m *merger) isOneOfSeveral(i int) bool {
	s, f := &m.s.items[i], &m.f.items[m.partner[i]]
	return (s.elides || m.s.elided[i] && hasBody(s) && !hasSameRows(s, f)) && len(m.file.at[s.row.text]) > 1 && !m.has(f, s)
}

// endsAsIn reports whether an item leaves lines out, and ends with a line of another [ends-with-a-line-of-another].
func (it *item) endsAsIn(other *item) bool {
	if !it.elides || len(it.rows) == 0 {
		return false
	}
	last := &it.rows[len(it.rows)-1]
	return !isTrivial(last.text) && slices.ContainsFunc(other.rows, func(r row) bool { return r.text == last.text })
}

// endsElided reports whether the last body of an item ends with an elision.
func (it *item) endsElided() bool {
	for k := len(it.clauses) - 1; k >= 0; k-- {
		if b := &it.clauses[k].body; b.sparse() || len(b.items) > 0 {
			n := len(b.items)
			return b.elided[n]
		}
	}
	return false
}

// isUnsure reports whether a changed line beside lines that aren't shown may be a new one: it isn't like its partner,
// or about as much like another line [resembles-a-line-further-down].
func (m *merger) isUnsure(i int) bool {
	s, j := &m.s.items[i], m.partner[i]
	f := &m.f.items[j]
	if m.isAnother(i) || m.s.elided[i] && m.s.elided[i+1] && m.beginsAnywhere(s, f) {
		return true
	}
	n := len(m.s.items)
	if m.s.isAbove(i) && m.f.isAbove(j) && m.partner[i+1] == j+1 {
		return false // [another-comment-above]
	}
	hidden := m.s.elided[i] || m.s.elided[i+1] || m.outer && (i == 0 || i == n-1 || s.row.role == comment && m.partner[i-1] != j-1 && m.partner[i+1] != j+1)
	most := mostChanged
	if m.flat {
		most = 1
	}
	if s.definition == "" && !m.isKnown(i) && m.changedBesideHidden(i) > most {
		return true
	}
	if !hidden || s.definition != "" || m.sameRow(s.row, f.row) || s.row.role == decorator || m.isOf(s, f) || hasBody(s) && m.share(s, f) > 0.5 {
		return false
	}
	l, added := m.likeness(s, f), inserted(s.row.text, f.row.text)
	if added && (m.isSureBeside(i, -1) || m.isSureBeside(i, 1)) {
		return false
	}
	for k := range m.f.items {
		other := &m.f.items[k]
		if k != j && other.row.role == s.row.role && m.likeness(s, other) > l-margin && (!added || inserted(s.row.text, other.row.text)) {
			return true
		}
	}
	return l < sureLike || m.s.elided[i+1] && hasBody(s) != hasBody(f) && s.key == "return" // [return-above-an-elision] [return-below-an-elision]
}

// isSureBeside reports whether a changed line and its partner are right below, or above, a line that the file has once
// [longer-beside-a-line].
func (m *merger) isSureBeside(i, by int) bool {
	k := i + by
	return k >= 0 && k < len(m.s.items) && !m.s.elided[max(i, k)] && m.isKnown(k) && m.partner[k] == m.partner[i]+by && len(m.file.at[m.s.items[k].row.text]) == 1
}

// isAnother reports whether the block at the edge of a fence has next to nothing of the file's one with a similar head
// [another-body-at-the-edge].
func (m *merger) isAnother(i int) bool {
	s, f := &m.s.items[i], &m.f.items[m.partner[i]]
	least := leastShared
	if m.isKnown(i) && isTrivial(s.row.text) && len(m.file.at[s.row.text]) > 1 && !(isGroup(s.row.text) && s.declares(f)) {
		least = 2 * leastShared // [another-try-at-the-edge] [try-that-is-there-once] [group-by-its-names]
	} else if m.isKnown(i) {
		return false
	}
	return m.outer && (i == 0 || i == len(m.s.items)-1) && s.definition == "" && !s.elides && !m.hasKeyOf(i) &&
		hasBody(s) && hasBody(f) && m.share(s, f) <= least
}

// wraps returns the first line that an element of the file has and the fence's hasn't, with another head: it may be put
// around the lines that it shows [put-around-lines].
func (m *merger) wraps(i int) string {
	s, f := &m.s.items[i], &m.f.items[m.partner[i]]
	if !m.outer || s.row.text[0] != '<' || s.elides || m.sameRow(s.row, f.row) || !hasBody(s) || !hasBody(f) {
		return ""
	}
	has, was := s.clauses[0].body.items, f.clauses[0].body.items
	k := slices.IndexFunc(was, func(f item) bool {
		return f.row.role == code && !slices.ContainsFunc(has, func(s item) bool { return m.gain(&s, &f) > 0 })
	})
	if k < 0 || len(was) <= len(has) {
		return ""
	}
	return was[k].row.text
}

// leastShared is which share of a block at the edge of a fence is in the file's, if its head is another.
const leastShared = 0.25

// isKnown reports whether a row is in the file as it is.
func (m *merger) isKnown(i int) bool {
	j := m.partner[i]
	return j != unmatched && m.sameRow(m.s.items[i].row, m.f.items[j].row)
}

// hasKeyOf reports whether an item has the key of its partner.
func (m *merger) hasKeyOf(i int) bool {
	j := m.partner[i]
	return j != unmatched && m.s.items[i].key != "" && m.s.items[i].key == m.f.items[j].key
}

// changedBesideHidden returns how many rows around one changed, between lines that aren't shown and a line that the
// file has once [known-line-twice]: several may be new or replace others [inside-several-blocks].
func (m *merger) changedBesideHidden(i int) (changed int) {
	n := len(m.s.items)
	says := func(i int) bool { return m.isKnown(i) && len(m.file.at[m.s.items[i].row.text]) == 1 }
	first, last := i, i
	for first > 0 && !m.s.elided[first] && !says(first-1) {
		first--
	}
	for last < n-1 && !m.s.elided[last+1] && !says(last+1) {
		last++
	}
	if !m.s.elided[first] && !m.s.elided[last+1] && !(m.outer && (first == 0 || last == n-1)) {
		return 0
	}
	sameKeys := !m.flat // [several-settings]
	for i := first; i <= last; i++ {
		if !m.isKnown(i) {
			changed++
			sameKeys = sameKeys && m.hasKeyOf(i)
		}
	}
	if sameKeys {
		return 0
	}
	return changed
}

const (
	// mostChanged is how many items in a row, next to lines that aren't shown, may all be changed ones.
	mostChanged = 3
	sureLike    = 0.6 // least likeness of a line beside others that aren't shown
	margin      = 0.1 // by how much its likeness exceeds that with other lines
)

// endsParagraph reports whether an entry ends a paragraph of the file, and new ones the fence: there is nothing that
// they may replace [one-more-entry]. Code goes on below a blank line [statement-above-a-blank-line]
// [statement-at-the-end-of-a-script].
func (m *merger) endsParagraph(previous int, fresh []item) bool {
	end := m.f.items[m.partner[previous]].end
	return slices.Contains([]*language{hashes, yaml, other}, m.file.language) && (end == len(m.file.lines) || text.IsBlank(m.file.lines[end])) &&
		!slices.ContainsFunc(fresh, func(it item) bool { return it.key == "" })
}

// mayStandAlone reports whether new items show by themselves that they are whole: definitions, imports, and what
// gives a name that the rest of the fence needs and the file doesn't have [new-constant] [new-type].
func (m *merger) mayStandAlone(fresh []item) bool {
	return !slices.ContainsFunc(fresh, func(it item) bool {
		return it.definition == "" && !it.isImport() && it.row.role != comment && !m.introduces(&it)
	})
}

// introduces reports whether an item outside of any body gives names that the file has nowhere, one of which a line of
// the fence outside of the item has.
func (m *merger) introduces(it *item) bool {
	if it.row.width > 0 || m.file.language == yaml || m.spend(len(m.file.lines)+len(m.block.lines)) {
		return false
	}
	names := []string{it.key[strings.LastIndexByte(it.key, ' ')+1:]}
	if isGroup(it.row.text) { // [new-group]
		names = nil
		for _, b := range it.clauses[0].body.items {
			if b.row.role == code {
				names = append(names, firstWord(b.row.text))
			}
		}
	} else if rest, is := strings.CutPrefix(it.row.text, "type "); is {
		names[0] = firstWord(rest)
	}
	has := func(lines []string) bool {
		return slices.ContainsFunc(lines, func(l string) bool {
			return slices.ContainsFunc(names, func(name string) bool { return hasWord(l, name) })
		})
	}
	isName := func(name string) bool { return len(name) >= minName && firstWord(name) == name && !control[name] }
	return !slices.ContainsFunc(names, func(name string) bool { return !isName(name) }) &&
		!has(m.file.lines) && (has(m.block.lines[:it.first]) || has(m.block.lines[it.end:]))
}

// standsForCode returns the first line of the file that a new comment may stand for, in words that no list has, else
// "": an edit takes more code away than it brings, and the comment is the last of it [comment-for-code]
// [comment-in-jsx]. Not code that the fence has elsewhere [moved-into-a-loop], nor what is in the comment
// [code-in-a-comment] [commented-out-with-a-reason] [comment-that-quotes-code]. A word
// of it may be a line of the file, too [comment-with-words-of-the-code].
func (p *placer) standsForCode(e edit) string {
	var comments []string
	for _, l := range e.lines {
		l = strings.TrimSpace(l)
		if r, _ := p.block.roleOf(l); r == comment {
			comments = append(comments, l)
		}
	}
	isCommentedOut := func(line string) bool {
		return !p.spend(len(comments)) && slices.ContainsFunc(comments, func(l string) bool {
			return !isTrivial(line) && strings.Contains(l, line)
		})
	}
	more, gone := 0, ""
	for _, l := range p.file.lines[e.first:e.end] {
		l = strings.TrimSpace(l)
		if r, _ := p.file.roleOf(l); l == "" || r == comment {
			continue
		}
		if _, moved := p.block.roleOf(l); !moved && !isCommentedOut(l) {
			more++
			gone = cmp.Or(gone, l)
		}
	}
	talks := false
	for _, l := range e.lines {
		l = strings.TrimSpace(l)
		switch r, _ := p.block.roleOf(l); {
		case l == "", isTrivial(l):
		case r == comment:
			talks = talks || len(p.file.at[l]) == 0
		default:
			talks = false
			if len(p.file.at[l]) == 0 {
				more--
			}
		}
	}
	if !talks || more <= 0 {
		return ""
	}
	return gone
}

// doubles reports whether something is inserted that the level has in another place, and keeps there.
func (m *merger) doubles(edits []edit) bool {
	if m.flat || !slices.Contains(m.partner, unmatched) {
		return false
	}
	paired := map[int]bool{}
	for _, j := range m.partner {
		paired[j] = true
	}
	for j := range m.f.items {
		f := &m.f.items[j]
		goes := func(e edit) bool { return e.first <= f.row.first && f.row.first < e.end }
		if paired[j] || slices.ContainsFunc(edits, goes) {
			continue
		}
		for i, k := range m.partner {
			if k == unmatched && m.isAgain(&m.s.items[i], f) {
				return true
			}
		}
	}
	return false
}

// isAgain reports whether a new item is one of the file: a definition [moved-above-another], if another head isn't that
// of an overload [overload-at-the-end], one with another name and an equal body if that is long or the name is similar
// [renamed-with-an-equal-body] [renamed-below], or a statement that the file has once [moved-line] [repeated-line], and
// that isn't a directive [repeated-directive]; or a group of Go's with what it declares [another-group].
func (m *merger) isAgain(s, f *item) bool {
	if s.definition != "" {
		return s.definition == f.definition && (m.file.language != braces || s.row.text == f.row.text) ||
			f.definition != "" && hasSameRows(s, f) && (len(s.rows) > 2 || m.likeness(s, f) >= sureLike)
	}
	if isGroup(s.row.text) && f.row.role == code {
		return s.declares(f)
	}
	return s.row.text == f.row.text && s.row.role == code && !hasBody(s) &&
		!m.file.isDirective(s.row.text) && len(m.file.at[s.row.text]) == 1
}

// hasSameRows reports whether two items have the same below their heads.
func hasSameRows(a, b *item) bool {
	return slices.ContainsFunc(a.rows, func(r row) bool { return !isTrivial(r.text) }) &&
		slices.EqualFunc(a.rows, b.rows, func(x, y row) bool { return x.text == y.text })
}

// leavesLoop reports whether a level of the file is a block that its definition goes on below [ends-in-part-of-a-loop]
// [attribute-below-a-loop] [ends-in-a-loop-below-a-function].
func (m *merger) leavesLoop() bool {
	next := slices.IndexFunc(m.file.rows, func(r row) bool { return r.first >= m.f.end && r.role == code })
	for i := next - 1; i >= 0; i-- {
		r := &m.file.rows[i]
		if r.width < m.f.width && definers[firstWord(strings.TrimPrefix(r.text, "async "))] != "" {
			return m.file.rows[next].width > r.width
		}
	}
	return false
}

// becomesLast reports whether a changed statement at the end of a body takes the place of several that it resembles
// [becomes-the-last-line], rather than that of its partner, which it resembles more [like-the-lines-below] or only adds
// to [longer-than-several]. Of several blocks it is one [several-like-the-changed-block].
func (m *merger) becomesLast(previous, next int, gone []item) bool {
	if previous < 0 || next < len(m.s.items) {
		return false
	}
	s, f := &m.s.items[previous], &m.f.items[m.partner[previous]]
	if hasBody(s) || inserted(s.row.text, f.row.text) {
		return false
	}
	least := max(leastLike, m.likeness(s, f)-margin)
	return !slices.ContainsFunc(gone, func(it item) bool { return it.row.role == code && m.likeness(s, &it) < least })
}
