package snippet

import (
	"cmp"
	"slices"
	"strings"
)

// unshown returns what would go in a gap though the fence doesn't show that it does, else "". That's a line with which
// the block above ends [branch-that-goes] [container-that-goes] [table-that-goes], or a definition that none comes for
// [method-for-a-field]. Where more lines go than come, it's a container [container-between-lines]
// [section-between-lines], unless only lines come that aren't like any that go [lines-for-a-container]; between
// definitions any line [fields-between-methods] [fields-between-methods-in-lines], and a key by lines alone
// [key-between-lines].
func (m *merger) unshown(previous, next int, fresh, gone []item) string {
	if m.flat && previous >= 0 {
		line := m.file.leaves(gone, m.f.items[m.partner[previous]].row)
		if line != "" && m.block.leaves(fresh, m.s.items[previous].row) == "" {
			return line
		}
	}
	if !m.outer && !m.flat && !m.s.sparse() {
		return ""
	}
	if k := slices.IndexFunc(gone, isPackage); k >= 0 && !slices.ContainsFunc(fresh, isPackage) {
		return gone[k].row.text
	}
	if all := definitions(gone); len(all) > len(definitions(fresh)) {
		return nameOf(all[0])
	}
	was, now := codeOf(gone), codeOf(fresh)
	if len(was) <= len(now) {
		return ""
	}
	all, come := m.file.containers(was), m.block.containers(now)
	switch {
	case m.isDefinition(next) && (m.flat && previous >= 0 || m.isDefinition(previous)),
		m.exact && m.file.data && keyed(was) > keyed(now):
		return was[0].called()
	case len(all) > len(come) && (len(come) > 0 || len(now) == 0 || m.resemble(now, was)):
		return all[0].called()
	}
	return ""
}

// keyed returns how many items have a key.
func keyed(items []item) (n int) {
	for i := range items {
		if items[i].key != "" {
			n++
		}
	}
	return n
}

// resemble reports whether a new item is another version of one that goes.
func (m *merger) resemble(fresh, gone []item) bool {
	return slices.ContainsFunc(fresh, func(s item) bool {
		return slices.ContainsFunc(gone, func(f item) bool { return m.gain(&s, &f) > 0 })
	})
}

// isDefinition reports whether an item of the fence is a definition.
func (m *merger) isDefinition(i int) bool {
	return i >= 0 && i < len(m.s.items) && m.s.items[i].definition != ""
}

// leaves returns a line of items that is further left than the row above them, so that its block ends there, else "".
func (s *source) leaves(items []item, above *row) (line string) {
	for i := range items {
		if r := items[i].row; r.role == code && r.width < above.width {
			if line = items[i].called(); !s.closes(r.text) {
				break
			}
		}
	}
	return line
}

// containers returns the outermost containers of items.
func (s *source) containers(items []item) (all []item) {
	for i := range items {
		n := len(all)
		if isInside := n > 0 && items[i].row.width > all[n-1].row.width; !isInside && s.isContainer(&items[i]) {
			all = append(all, items[i])
		}
	}
	return all
}

// isContainer reports whether an item is a definition or section, or has a body and is no statement
// [statement-between-lines] [call-between-lines]: a member [member-between-members], an element
// [element-between-elements] [section-between-sections], a case [case-between-cases] or a call with a function.
func (s *source) isContainer(it *item) bool {
	r, t := it.row, it.row.text
	_, value, _ := strings.Cut(t, it.key)
	value = strings.TrimLeft(value, "\"'? ")
	isMember := strings.HasPrefix(value, ":") && !strings.HasPrefix(value, ":=")
	switch {
	case it.container, it.definition != "", r.role == code && s.isSection(t):
		return true
	case r.role != code, len(it.rows) == 0, !hasBody(it):
		return false
	case isMember, it.rows[len(it.rows)-1].last == ',', t[0] == '<', isCase(t) && r.last == ':',
		strings.HasSuffix(t, "=> {"):
		return true
	}
	isCall := r.depth > 0 && (!isOpener(r.last) || isArgument(t))
	word := firstWord(t)
	isText := s.language == other && !opens(r.last) // [wrapped-line-of-a-text]
	return it.key == "" && !isCall && !isText && !statements[word] && !control[word] && !continuing[word]
}

// statements are words that begin one which has a body.
var statements = words("try with begin case select loop defer go")

// isArgument reports whether a row of a call ends with what opens its arguments, or one that is a list or an object.
func isArgument(t string) bool {
	n := len(t) - 1
	before := strings.TrimRight(t[:n], " ")
	if before == "" {
		return false
	}
	return t[n] == '(' && n == len(before) && isWord(t[n-1]) || strings.IndexByte("(,", before[len(before)-1]) >= 0
}

// isSection reports whether a row is the heading of a section in Markdown, the head of a table in TOML, or a condition
// of the preprocessor [condition-between-lines].
func (s *source) isSection(t string) bool {
	return s.isDirective(t) && strings.HasPrefix(strings.TrimLeft(t, "# \t"), "if") || s.language == markup && strings.HasPrefix(strings.TrimLeft(t, "#"), " ") && t[0] == '#' ||
		s.language == hashes && t[0] == '[' && t[len(t)-1] == ']' && len(t) > 2 && (t[1] == '[' || isLetter(t[1]))
}

// called returns the name of a definition, or the row of another item.
func (it *item) called() string {
	return cmp.Or(nameOf(it.definition), strings.TrimRight(it.row.text, " ,{[("), it.row.text)
}

// codeOf returns the items that aren't comments.
func codeOf(items []item) (all []item) {
	for i := range items {
		if isCodeItem(items[i]) {
			all = append(all, items[i])
		}
	}
	return all
}
