package snippet

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
)

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

// tree builds the items of a source.
func (s *source) tree() level {
	b := builder{source: s, until: len(s.rows), closedAt: s.closers(), endAt: map[int]int{}}
	l := b.level(0, 0)
	l.end = len(s.lines)
	if n := len(l.items); s.part && n > 0 && (s.endsWithHead() || s.python && l.items[n-1].definition == "" && l.items[n-1].row.width > 0) {
		l.leaveEndOpen()
	}
	return l
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

type builder struct {
	*source
	// until is the row that closes the body, or their number.
	next, until int
	// closedAt has the row that closes what a row opens at its end.
	closedAt map[int]int
	// endAt has the first row, from one that was asked about on, that ends a body as deep as its brace, by width.
	endAt map[int]int
	// items and elided are those of the levels that are being read, the outermost first.
	items  []item
	elided []bool
	// What is read is kept in these.
	itemSlab   slab[item]
	clauseSlab slab[clause]
	elidedSlab slab[bool]
}

// slab cuts small slices out of large ones, since a file has many.
type slab[T any] struct{ free []T }

// cut returns an empty slice for n.
func (s *slab[T]) cut(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, max(n, 256))
	}
	out := s.free[:0:n]
	s.free = s.free[n:]
	return out
}

// closers returns the rows that close braces, by the rows that end with these.
func (s *source) closers() map[int]int {
	at := map[int]int{}
	type opened struct{ row, depth int }
	var stack []opened
	depth := 0
	for i := range s.rows {
		r := &s.rows[i]
		if isCloser(r.text) {
			for n := len(stack) - 1; n >= 0 && stack[n].depth >= depth-1; n-- {
				at[stack[n].row], stack = i, stack[:n]
			}
		}
		if r.role == code && r.last == '{' && r.open >= 0 {
			stack = append(stack, opened{i, depth + r.open - 1})
		}
		depth += r.open
	}
	return at
}

// body reads what is below the row read last: what is indented more than width, or as much, as far as it is between
// braces [body-not-indented].
func (b *builder) body(width int) level {
	head := b.next - 1
	l := b.level(width+1, b.rows[head].end)
	end, closed := b.closedAt[head]
	if b.part && !closed && b.rows[head].text == "{" && len(l.items) == 0 && b.endsAsDeep(width) { // [left-open-as-deep]
		gap := l.sparse()
		l = b.level(width, b.rows[head].end)
		l.elided[0] = l.elided[0] || gap // [elided-above-as-deep]
		return l
	}
	if !closed || len(l.items) > 0 || end <= b.next || b.rows[end].width != width || b.rows[head].hasCases() {
		return l
	}
	until, gap := b.until, l.sparse()
	b.until = end
	l = b.level(width, b.rows[head].end)
	b.until, l.elided[0] = until, l.elided[0] || gap
	return l
}

// level reads the items that are indented by least or more, of a body that begins at line first.
func (b *builder) level(least, first int) level {
	l := level{first: first, width: -1, end: first}
	gap, attaches, from, elided := false, false, len(b.items), len(b.elided)
	var last *item
	for b.next < b.until && b.rows[b.next].width >= least {
		if l.width < 0 || b.rows[b.next].role == code && (last == nil || last.row.role != code) {
			l.width = b.rows[b.next].width
		}
		if r := &b.rows[b.next]; r.role == elision || b.part && b.closes(r.text) {
			gap, r.lone = true, true // what closes nothing in the fence is left out with its head
			if last != nil {
				last.more = b.part // so may be an else [else-below-an-elision]
			}
			b.next++
			continue
		}
		it := b.item()
		b.items, b.elided = append(b.items, it), append(b.elided, gap)
		last = &b.items[len(b.items)-1]
		attaches = attaches || last.row.role != code
		// An elision ends the bodies that end there, however far it is indented. A definition's is its own.
		gap = b.rows[b.next-1].role == elision && (b.next == len(b.rows) || last.definition == "")
	}
	l.items, l.elided = b.items[from:], append(b.elided[elided:], gap)
	b.items, b.elided = b.items[:from], b.elided[:elided]
	if b.next > 0 {
		l.end = max(first, b.rows[b.next-1].end)
	}
	if attaches {
		l.attach(b.decorated)
	}
	l.items = append(b.itemSlab.cut(len(l.items)), l.items...)
	l.elided = append(b.elidedSlab.cut(len(l.elided)), l.elided...)
	return l
}

// item reads a head, what is indented below it, and its continuations.
func (b *builder) item() item {
	r := &b.rows[b.next]
	b.next++
	it := item{row: r, first: r.first, end: r.end}
	if r.role != code {
		return it
	}
	start := b.next
	n := 1
	if isOpener(r.last) {
		n = 2 // what closes it
	}
	it.clauses = append(b.clauseSlab.cut(n), clause{row: r, body: b.body(r.width)})
	if r.filled {
		it.clauses[0].body.elided[0] = true
		if r.closing != "" {
			it.clauses = append(it.clauses, clause{row: &row{first: r.first, end: r.end, text: r.closing, filled: true}})
		}
	}
	var tags openTags
	opened := brackets{open: r.open, counted: start}
	if r.last == '{' {
		opened.open = max(r.open, 1) // `}{` too
	}
	for b.next < b.until && b.rows[b.next].width == r.width && b.continues(&it, &tags) {
		if b.part && opened.closesMore(b, &it) {
			break
		}
		c := clause{row: &b.rows[b.next]}
		b.next++
		if b.next < len(b.rows) && (opens(c.last) || c.last == '.' || !isCloser(c.text) || strings.IndexByte(".?:&|+-*/=<>,", b.rows[b.next].text[0]) >= 0) {
			c.body = b.body(r.width)
		} else {
			c.body = level{first: c.end, end: c.end, elided: []bool{false}}
		}
		it.clauses = append(it.clauses, c)
	}
	it.end = b.rows[b.next-1].end
	it.rows = b.rows[start:b.next]
	it.elides = r.filled
	it.open = b.part && b.next == len(b.rows) && b.rows[b.next-1].role == elision // else is left out too [ends-above-an-else]
	for i := range it.clauses {
		it.elides = it.elides || it.clauses[i].body.elides()
	}
	it.definition = b.definition(&it)
	if it.definition == "" {
		it.key = assigned(r.text)
		if strings.HasPrefix(r.text, "from ") || b.language == script && (strings.HasPrefix(r.text, "import ") || it.key == "" && it.isImport()) {
			it.key = module(&it) // [import-in-parentheses] [import-in-braces]
		}
		if head, is := strings.CutSuffix(r.text, ":"); is && b.language == yaml {
			it.key = strings.Trim(head, "\"'- ")
		}
	}
	return it
}

// continuing are words that continue the statement above them at the same indentation.
var continuing = map[string]bool{
	"else": true, "elif": true, "elsif": true, "elseif": true, "except": true, "finally": true, "catch": true, "rescue": true, "ensure": true,
}

// closing are words that close it, in languages with hashes or dashes for comments.
var closing = map[string]bool{"end": true, "fi": true, "done": true, "esac": true, "then": true}

// continues reports whether the next row continues an item.
func (b *builder) continues(it *item, tags *openTags) bool {
	r, head := &b.rows[b.next], it.row
	switch t := r.text; {
	case r.role == comment:
		return false
	case strings.HasPrefix(t, "</"):
		name := t[len("</"):]
		if end := strings.IndexByte(name, '>'); end >= 0 {
			name = name[:end]
		}
		return tags.has(it, name)
	case t == "{":
		return head.last != '{' && head.last != ';' && b.rows[b.next-1].last != ',' // [elements-of-a-list]
	case isCase(t):
		return head.hasCases()
	}
	return b.goesOn(r.text)
}

func (r *row) hasCases() bool {
	return strings.HasPrefix(r.text, "switch") || strings.HasPrefix(r.text, "select") || strings.Contains(r.text, "switch ")
}

// goesOn reports whether a row continues what is above it: `} else {`, `)`, `except E:`, `</div>`.
func (s *source) goesOn(t string) bool {
	return isCloser(t) || strings.HasPrefix(t, "</") || t == "/>" || t == ">" || continuing[firstWord(t)] || s.closesByWord(t)
}

func isCase(t string) bool { return strings.HasPrefix(t, "case ") || t == "default:" }

func (s *source) closesByWord(t string) bool {
	return (s.language == hashes || s.language == dashes) && closing[firstWord(t)]
}

// closes reports whether a row does nothing but close what is above it: `}`, `});`, `</div>`, `end`.
func (s *source) closes(t string) bool {
	return strings.Trim(t, "})];,") == "" || strings.HasPrefix(t, "</") || t == "/>" || s.closesByWord(t) && t != "then"
}

func firstWord(t string) string {
	n := 0
	for n < len(t) && isWord(t[n]) {
		n++
	}
	return t[:n]
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
