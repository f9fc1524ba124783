package snippet

import "github.com/edit-lsp/edit-lsp/internal/nearest"

// item is one statement, definition or comment, with its body.
type item struct {
	row *row
	// above are comments and decorators directly above a definition.
	above []item
	// first is the first line, with those above; end is after the last one.
	first, end int
	// rows are those below the head.
	rows []row
	// elides: an elision is somewhere in it; open: it has a body that it doesn't close; more: an elision is right below.
	// container: it's the row of one alone, see isContainer.
	elides, open, more, container bool
	// clauses are the head and what continues it at the same indentation: `} else {`, `)`, `case`.
	clauses []clause
	// definition has kind and name of a definition, key what a statement assigns to.
	definition, key string
	measured        *nearest.Measured
}

// clause is a row and the body below it.
type clause struct {
	*row
	body level
}

// level is the items of one body.
type level struct {
	items []item
	// The body is between lines first and end (exclusive).
	first, end int
	// elided[i]: an elision is above item i; the last one is for the end. Its length is that of
	// items and one, or 0 in a file.
	elided []bool
	width  int
}

// sparse reports whether a level leaves items out.
func (l *level) sparse() bool {
	for _, e := range l.elided {
		if e {
			return true
		}
	}
	return false
}

// isCut reports whether an edge or an elision of a fence is inside a block whose head isn't shown: the code below is
// deeper than other code of its level, or than width.
func (l *level) isCut(outer bool, width int) bool {
	for i := range l.items {
		if it := &l.items[i]; it.row.role == code {
			width = min(width, it.row.width)
		}
	}
	gap := outer
	for i := range l.items {
		gap = gap || l.elided[i]
		if it := &l.items[i]; it.row.role == code {
			if gap && it.row.width > width {
				return true
			}
			gap = false
		}
	}
	return false
}

// elides reports whether an elision is in a level or below.
func (l *level) elides() bool {
	if l.sparse() {
		return true
	}
	for i := range l.items {
		if l.items[i].elides {
			return true
		}
	}
	return false
}

// endsWithHead reports whether a body must follow the last row [head-at-the-end] [else-at-the-end].
func (s *source) endsWithHead() bool {
	last := &s.rows[len(s.rows)-1]
	return last.role == code && !last.filled && (s.python && last.last == ':' || last.text == "else")
}

// leaveEndOpen elides the ends of the bodies at the end of a fence that nothing closes [ends-inside-a-body].
func (l *level) leaveEndOpen() {
	n := len(l.items)
	if n == 0 || len(l.items[n-1].clauses) == 0 {
		return
	}
	last := &l.items[n-1]
	c := &last.clauses[len(last.clauses)-1]
	body := &c.body
	if len(body.items) > 0 || c.last == ':' || c.text == "else" {
		body.elided[len(body.items)] = true
		last.open, last.elides = true, true
	}
	body.leaveEndOpen()
}

// only returns the only statement of a level if it has a body, else nil.
func (l *level) only() *item {
	var only *item
	for i := range l.items {
		switch {
		case l.items[i].row.role != code:
			continue
		case only != nil || !hasBody(&l.items[i]):
			return nil
		}
		only = &l.items[i]
	}
	return only
}

// object returns the only statement of a level if it is an object or a list, as in JSON, else nil.
func (l *level) object() *item {
	if only := l.only(); only != nil && (only.row.text == "{" || only.row.text == "[") {
		return only
	}
	return nil
}

// outermost returns the level of the outermost statements: those in the object, if a level is nothing else.
func (l *level) outermost() *level {
	if object := l.object(); object != nil {
		return &object.clauses[0].body
	}
	return l
}

// decorated notes the statements below decorators that aren't definitions.
func (l *level) decorated(by map[string]bool) {
	for i := range l.items {
		it := &l.items[i]
		if it.definition == "" && len(it.above) > 0 {
			by[it.row.text] = true
		}
		for k := range it.clauses {
			it.clauses[k].body.decorated(by)
		}
	}
}

// attach joins comments and decorators to the definition directly below them, comments also to what is decorated in
// another tree.
func (l *level) attach(elsewhere map[string]bool) {
	out, elided := l.items[:0], l.elided[:0]
	for i := 0; i < len(l.items); i++ {
		end := i
		for end < len(l.items)-1 && l.items[end].row.role != code && l.items[end].end == l.items[end+1].first && !l.elided[end+1] {
			end++
		}
		it := l.items[end]
		decorated := end > i && (l.items[end-1].row.role == decorator || elsewhere[it.row.text])
		if end == i || it.definition == "" && !decorated {
			out, elided = append(out, l.items[i]), append(elided, l.elided[i])
			continue
		}
		it.above = append([]item(nil), l.items[i:end]...)
		it.first = it.above[0].first
		it.definition = accessor(it)
		out, elided = append(out, it), append(elided, l.elided[i])
		i = end
	}
	l.elided = append(elided, l.elided[len(l.elided)-1])
	l.items = out
}
