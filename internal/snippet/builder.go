package snippet

import "strings"

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

// builder reads the rows of a source as items.
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
