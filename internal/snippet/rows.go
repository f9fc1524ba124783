package snippet

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// role is what a row is.
type role uint8

const (
	code role = iota
	comment
	decorator // @cached, #[derive(Debug)]: belongs to the next item
	elision
)

// row is a line that isn't blank, with the lines of a string, comment or signature that it begins.
type row struct {
	// The row is on lines first to end (exclusive).
	first, end int
	// width is the indentation in columns.
	width int
	// codeEnd is the offset in the last line after its code; depth is how many parentheses and brackets stay
	// open, open how many of these and of braces.
	codeEnd, depth, open int
	// text is the row's code without whitespace around its lines, or a comment; tail is the comment
	// after the code.
	text, tail string
	// filled: an elision fills the body on the same line; closing is what closes it there.
	closing string
	filled  bool
	// cut: the text is only the beginning of a head, up to an elision.
	cut bool
	// isMacro: it goes on below a backslash [macro-of-several-lines], over an elision too [elided-macro].
	isMacro bool
	// lone: it closes nothing in the fence. rest: it's the end of a comment that begins above an elision.
	lone, rest bool
	role       role
	last       byte // of the code
}

// tabWidth is how many columns a tab takes at most, and wideTab in some files.
const tabWidth, wideTab = 4, 8

// read splits lines into rows: those of a file, or of a fence for the file of p.
func read(lines []string, l *language, p *placer) *source { return readAs(lines, l, p, false) }

// readAs is read; each line of a decorator is a row if parts is set.
func readAs(lines []string, l *language, p *placer, parts bool) *source {
	s := &source{language: l, lines: lines, rows: make([]row, 0, len(lines)), part: p != nil, parts: parts}
	if p != nil {
		s.tab = p.file.tab
	} else {
		s.tab = l.tabOf(lines)
	}
	scan := scanner{language: l}
	below := s.belowString(p)
	for i, line := range lines {
		if i < below {
			continue
		}
		if p != nil && scan.within == 'c' && p.elidesComment(line) {
			if below = s.cutComment(p, i); below > 0 {
				scan.within = 0
				continue
			}
		}
		found := scan.line(line)
		trimmed := strings.TrimSpace(line)
		if n := len(s.rows) - 1; n >= 0 && (found.continues || found.inComment || s.continues(i)) {
			s.rows[n].grow(i, line, found)
			continue
		}
		if trimmed == "" {
			continue
		}
		r := row{first: i, end: i + 1, width: width(line, s.tab), text: trimmed, codeEnd: found.codeEnd, depth: found.depth, open: found.open}
		if r.isMacro = s.isDirective(trimmed); p != nil {
			r.fill(p)
		}
		switch {
		case r.filled:
		case p != nil && (p.isElision(line) || s.python && p.isElision(strings.TrimPrefix(trimmed, "pass "))):
			r.role = elision // `pass  # rest unchanged` too [pass-and-the-rest]
		case found.codeEnd == 0 && !s.isDirective(trimmed), s.interpolates && strings.HasPrefix(trimmed, "{/*") && strings.Index(trimmed, "*/}") == len(trimmed)-len("*/}"):
			r.role = comment // of JSX, too [comment-in-jsx]
		case s.isDecorator(trimmed):
			r.role = decorator
		}
		if n := len(s.rows) - 1; n >= 0 && r.role == comment && s.rows[n].role == comment && s.rows[n].end == i && s.rows[n].width == r.width {
			s.rows[n].end++
			continue
		}
		if found.codeEnd > 0 && r.role == code && !r.filled {
			r.last = line[found.codeEnd-1]
			r.text, r.tail = strings.TrimSpace(line[:found.codeEnd]), strings.TrimSpace(line[found.codeEnd:])
		}
		s.rows = append(s.rows, r)
	}
	s.open = scan.within != 0 || len(scan.braces) > 0
	if p != nil && scan.inComment() && s.endsInComment(p) {
		s.rows[len(s.rows)-1].role, s.open = elision, false
	}
	if p != nil && s.slashStar {
		s.leaveCommentEnds(p)
	}
	s.joinRows()
	s.straighten()
	return s
}

// joinRows makes the heads of several rows one, and gives rows of several lines all of their text.
func (s *source) joinRows() {
	s.joinHeads()
	for i := range s.rows {
		if s.language == braces && s.rows[i].role == code && s.isType(i) {
			s.rows[i].role = decorator
		}
		if r := &s.rows[i]; r.end > r.first+1 && !r.cut {
			r.text, r.tail = joined(s.lines[r.first:r.end]), ""
		}
	}
}

// leaveCommentEnds makes elisions of the ends of comments that begin in lines which a fence leaves out, at its
// beginning or below an elision, if they are in the file, above a line of it, a head or a decorator
// [ends-a-comment-at-the-beginning] [ends-a-comment-above-a-decorator].
func (s *source) leaveCommentEnds(p *placer) {
	for i := range s.rows {
		if i > 0 && s.rows[i-1].role != elision {
			continue
		}
		end := i
		for end < len(s.rows) && s.rows[end].text[0] == '*' && len(p.file.at[s.rows[end].text]) > 0 {
			if end++; strings.HasPrefix(s.rows[end-1].text, "*/") && end < len(s.rows) && (len(p.file.at[s.rows[end].text]) > 0 || s.isHead(end)) {
				for j := i; j < end; j++ {
					s.rows[j].role = elision
				}
				break
			}
		}
	}
}

// isHead reports whether a row is a decorator, or begins a body in braces [ends-a-comment-above-a-changed-head].
func (s *source) isHead(i int) bool {
	return s.rows[i].role == decorator || s.rows[i].last == '{' || i+1 < len(s.rows) && s.rows[i+1].text == "{"
}

// filling matches a head, an elision that fills its body, and what closes it. Dots without a comment are between braces
// [filled-by-dots] with spaces, since `{...}` may be a type [dots-in-a-type]; in Python they are a set.
var filling = text.Expression(`^(.*[{:])\s*(/\*.*\*/|//.*|#.*|\.\.\.|…)\s*([})\]].*)?$`)

// fill reads a head whose body is an elision: `function total() { /* ... */ }`.
func (r *row) fill(p *placer) {
	if !strings.Contains(r.text, "{") && !strings.Contains(r.text, ":") {
		return
	}
	m := filling().FindStringSubmatch(r.text)
	if m != nil && beginsWithEllipsis(m[2]) && (p.file.language.python || r.codeEnd == 0 || !strings.Contains(r.text, "{ "+m[2]+" }") || strings.Contains(m[3], "{")) {
		return
	}
	if m != nil && strings.Trim(m[1], "{ ") != "" && p.isElision(m[2]) {
		r.filled, r.text, r.closing = true, strings.TrimSpace(m[1]), m[3]
		r.last = r.text[len(r.text)-1]
	}
}

// grow adds a line of a string or comment that began above.
func (r *row) grow(i int, line string, found scanned) {
	r.end = i + 1
	r.depth += found.depth
	r.open += found.open
	if found.codeEnd > 0 {
		r.codeEnd, r.role, r.last = found.codeEnd, code, line[found.codeEnd-1]
	}
}

// joined returns lines without whitespace around each.
func joined(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimSpace(l))
		b.WriteByte('\n')
	}
	return b.String()
}

// isDirective holds for #ifdef and the like, which are code where a hash begins no comment.
func (s *source) isDirective(trimmed string) bool {
	return trimmed[0] == '#' && s.language == braces
}

func (s *source) isDecorator(trimmed string) bool {
	if s.language == braces && len(trimmed) > 1 && trimmed[0] == '[' {
		return isLetter(trimmed[1]) && trimmed[len(trimmed)-1] == ']' // [HttpGet("{id}")] [attributes-differ]
	}
	return !s.css && trimmed[0] == '@' && belowDecorators(trimmed) == "" && !strings.HasPrefix(trimmed, "@interface") || strings.HasPrefix(trimmed, "#[")
}

// isType reports whether a row is the type of a function whose name is below [type-above-a-function].
func (s *source) isType(i int) bool {
	r := &s.rows[i]
	if i+2 >= len(s.rows) || r.width > 0 || definers[firstWord(r.text)] != "" || continuing[r.text] || control[r.text] ||
		strings.Trim(r.text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789 *") != "" {
		return false
	}
	next := &s.rows[i+1]
	return next.first == r.end && next.width == 0 && isLetter(next.text[0]) && (next.last == '{' || s.rows[i+2].text == "{")
}

// belowDecorators returns what follows the decorators that a line begins with: nothing, or code that they are part of
// [decorator-in-a-line].
func belowDecorators(t string) string {
	for len(t) > 1 && t[0] == '@' && isLetter(t[1]) {
		end, depth := 1, 0
		for end < len(t) && (depth > 0 || isWord(t[end]) || strings.IndexByte(".:(", t[end]) >= 0) {
			switch t[end] {
			case '(':
				depth++
			case ')':
				depth--
			case '"', '\'': // [decorator-with-a-bracket]
				end += strings.IndexByte(t[end+1:], t[end]) + 1
			}
			end++
		}
		t = strings.TrimLeft(t[end:], " \t")
	}
	if strings.HasPrefix(t, "//") || strings.HasPrefix(t, "#") || strings.HasPrefix(t, "/*") {
		return ""
	}
	return t
}

// maxHead is how many lines a signature has at most.
const maxHead = 40

// joinHeads makes one row of a signature or condition of several lines:
//
//	def total(
//	    self, tax=0,
//	):
func (s *source) joinHeads() {
	out := s.rows[:0]
	for i := 0; i < len(s.rows); i++ {
		r := s.rows[i]
		if end := s.headEnd(i); end > i {
			last := &s.rows[end]
			for _, part := range s.rows[i+1 : end+1] {
				r.cut = r.cut || part.role == elision
				r.open += part.open
			}
			r.end, r.codeEnd, r.last, r.depth = last.end, last.codeEnd, last.last, 0
			i = end
		}
		out = append(out, r)
	}
	s.rows = out
}

// isOperand reports whether a row ends with `&&` or `||`, or is one of several selectors [selectors], so that the next
// one goes on with it.
func (s *source) isOperand(r *row) bool {
	return !s.data && (strings.HasSuffix(r.text, "&&") || strings.HasSuffix(r.text, "||")) || s.css && r.last == ','
}

// headEnd returns the row that ends the condition of row i, or the parentheses that it leaves open before a body,
// else i.
func (s *source) headEnd(i int) int {
	r := &s.rows[i]
	if r.role == decorator {
		return s.decoratorEnd(i)
	}
	if r.role != code || r.depth <= 0 && !s.isOperand(r) && !s.extends(r, i+1) {
		return i
	}
	depth, goesOn := r.depth, r.width
	if r.depth <= 0 && s.language == hashes && !control[firstWord(r.text)] {
		goesOn++ // in a shell, what an operator joins are statements [statements-with-operands] [operands-at-the-margin]
	}
	for j := i + 1; j < min(len(s.rows), i+maxHead); j++ {
		next := &s.rows[j]
		if next.width < goesOn {
			return i
		}
		if depth += next.depth; depth < 0 || depth == 0 && !s.isOperand(next) && !s.extends(r, j+1) {
			below := j+1 < len(s.rows) && s.rows[j+1].text == "{" && s.rows[j+1].width == r.width // [signature-above-a-brace]
			if depth == 0 && (next.last == '{' || below || s.isOperand(r) && !s.css) || next.last == ':' && s.python {
				return j
			}
			return i
		}
	}
	return i
}

// extends reports whether row i goes on with the head that row r begins [extends-below-a-head].
func (s *source) extends(r *row, i int) bool {
	if i >= len(s.rows) || s.language != braces && s.language != script || r.last == '{' {
		return false
	}
	w := firstWord(s.rows[i].text)
	return (w == "extends" || w == "implements" || w == "throws") && s.rows[i].width > r.width
}

// maxDecorator is how many lines a decorator has at most.
const maxDecorator = 400

// decoratorEnd returns the row that closes the parentheses of a decorator, or i if an elision is in them
// [arguments-left-out-by-dots] [argument-filled]: [decorator-of-several-lines] [annotation-of-several-lines]
// [decorator-gets-longer].
func (s *source) decoratorEnd(i int) int {
	depth := s.rows[i].depth
	for j := i + 1; j < min(len(s.rows), i+maxDecorator) && depth > 0 && !s.parts; j++ {
		next := &s.rows[j]
		if next.role == elision || next.filled || next.width < s.rows[i].width {
			return i
		}
		if depth += next.depth; depth == 0 {
			return j
		}
	}
	return i
}

// straighten gives rows that aren't indented by the structure the width of the code around them: comments
// left of it, labels, directives.
func (s *source) straighten() {
	next := -1 // the width of the code below
	for i := len(s.rows) - 1; i >= 0; i-- {
		r := &s.rows[i]
		loose := r.role == comment || r.role == elision || s.isDirective(r.text) || s.labels && isLabel(r.text)
		if !loose {
			next = r.width
			continue
		}
		if r.width < s.widthBefore(i) && r.width < next {
			r.width = next
		}
	}
}

// widthBefore returns the width of the closest code above a row.
func (s *source) widthBefore(i int) int {
	for j := i - 1; j >= max(0, i-maxHead); j-- {
		if r := &s.rows[j]; r.role == code && !s.isDirective(r.text) { // [begins-with-a-directive]
			return r.width
		}
	}
	return 0
}

// isLabel reports whether a line is only a word and a colon, as labels and `public:` are.
func isLabel(l string) bool {
	if len(l) < 2 || l[len(l)-1] != ':' || l == "default:" {
		return false
	}
	for i := 0; i < len(l)-1; i++ {
		if !isWord(l[i]) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isWord(c byte) bool   { return isLetter(c) || c >= '0' && c <= '9' || c >= 0x80 }
