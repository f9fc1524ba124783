package snippet

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// scanner reads a file line by line and knows within which string or comment a line begins.
type scanner struct {
	*language
	// within is 0 in code; 'c' and 'a' in block comments with stars and angles; a quote in a string
	// of several lines.
	within byte
	// braces has the depth of open braces in each interpolation of strings that are open.
	braces []int
	// generics is how many lists of type parameters are open that go on below a line [type-parameters-of-several-lines].
	generics int
}

// scanned is what a scanner found in a line.
type scanned struct {
	// continues: the line begins in a string; inComment: in a block comment.
	continues, inComment bool
	// codeEnd is the offset after the last byte of code, 0 without code.
	codeEnd int
	// depth is how many more parentheses and brackets open than close, open how many more of these and of braces.
	depth, open int
}

func (s *scanner) line(l string) (r scanned) {
	r.inComment = s.inComment()
	r.continues = s.within != 0 && !r.inComment || len(s.braces) > 0
	for i := 0; i < len(l); {
		i = s.step(l, i, &r)
	}
	return r
}

func (s *scanner) inComment() bool { return s.within == 'c' || s.within == 'a' }

// step reads what begins at offset i and returns the offset after it.
func (s *scanner) step(l string, i int, r *scanned) int {
	if s.within != 0 {
		return s.inside(l, i, r)
	}
	c := l[i]
	switch c {
	case ' ', '\t', '\r':
		return i + 1
	case '(', '[':
		r.depth++
		r.open++
	case ')', ']':
		r.depth--
		r.open--
	case '{', '}':
		s.brace(c, r)
	case '"', '\'', '`':
		return s.quote(l, i, r)
	case '<', '>':
		s.typeParameters(l, i, r)
	}
	switch c {
	case '/', '#', '-', ';', '<':
		if end, comment := s.comment(l, i); comment {
			return end
		}
		if c == '/' && s.interpolates && regexpBegins(l[:i]) {
			r.codeEnd = skipRegexp(l, i)
			return r.codeEnd
		}
	}
	r.codeEnd = i + 1
	return i + 1
}

// typeParameters counts the angles around type parameters, from one at the end of a line on.
func (s *scanner) typeParameters(l string, i int, r *scanned) {
	by := 1
	switch {
	case !s.interpolates || i == 0 && l[i] == '<':
		return
	case l[i] == '<' && (!isWord(l[i-1]) || s.generics == 0 && strings.TrimSpace(l[i+1:]) != ""):
		return
	case l[i] == '>':
		if by = -1; s.generics == 0 || i > 0 && strings.IndexByte("=-", l[i-1]) >= 0 {
			return
		}
	}
	s.generics, r.depth, r.open = s.generics+by, r.depth+by, r.open+by
}

// brace counts braces in an interpolation and returns to its string after the last one.
func (s *scanner) brace(c byte, r *scanned) {
	by := 1
	if c == '}' {
		by = -1
	}
	if n := len(s.braces) - 1; n >= 0 {
		if s.braces[n] += by; s.braces[n] < 0 {
			s.braces, s.within = s.braces[:n], '`'
			return
		}
	}
	r.open += by
}

// comment reports whether a comment begins at offset i.
func (s *scanner) comment(l string, i int) (end int, begins bool) {
	rest := l[i:]
	switch {
	case s.slashStar && strings.HasPrefix(rest, "/*"):
		s.within = 'c'
		return i + 2, true
	case s.angles && strings.HasPrefix(rest, "<!--"):
		s.within = 'a'
		return i + 4, true
	}
	for _, sign := range s.comments {
		// In a style sheet `//` is also in addresses; a hash in the middle of a word is none.
		if strings.HasPrefix(rest, sign) && (i == 0 || l[i-1] == ' ' || l[i-1] == '\t' || s.quotes != "") {
			return len(l), true
		}
	}
	return i, false
}

func (s *scanner) quote(l string, i int, r *scanned) int {
	c := l[i]
	r.codeEnd = i + 1
	switch {
	case s.triple && strings.HasPrefix(l[i:], strings.Repeat(string(c), 3)):
		s.within = c
		return i + 3
	case c == '`' && s.backtick:
		s.within = c
		return i + 1
	case strings.IndexByte(s.quotes, c) < 0:
		return i + 1
	}
	for j := i + 1; j < len(l); j++ {
		if l[j] == '\\' {
			j++
		} else if l[j] == c {
			r.codeEnd = j + 1
			return j + 1
		}
	}
	return i + 1 // an apostrophe
}

// inside reads on in a comment or a string of several lines.
func (s *scanner) inside(l string, i int, r *scanned) int {
	switch s.within {
	case 'c', 'a':
		end := map[byte]string{'c': "*/", 'a': "-->"}[s.within]
		j := strings.Index(l[i:], end)
		if j < 0 {
			return len(l)
		}
		s.within = 0
		return i + j + len(end)
	}
	escapes := s.triple || s.interpolates
	for ; i < len(l); i++ {
		switch {
		case escapes && l[i] == '\\':
			i++
		case s.interpolates && strings.HasPrefix(l[i:], "${"):
			s.braces, s.within = append(s.braces, 0), 0
			return i + 2
		case s.within == '`' && l[i] == '`':
			s.within, r.codeEnd = 0, i+1
			return i + 1
		case s.within != '`' && l[i] == s.within && strings.HasPrefix(l[i:], strings.Repeat(string(s.within), 3)):
			s.within, r.codeEnd = 0, i+3
			return i + 3
		}
	}
	r.codeEnd = len(l)
	return len(l)
}

// regexpBegins reports whether a slash after this code begins a regular expression and doesn't divide.
func regexpBegins(before string) bool {
	before = strings.TrimRight(before, " \t")
	return before == "" || strings.IndexByte("(,=:[!&|?{};~+", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "return") || strings.HasSuffix(before, "typeof")
}

func skipRegexp(l string, i int) int {
	class := false
	for j := i + 1; j < len(l); j++ {
		switch {
		case l[j] == '\\':
			j++
		case l[j] == '[':
			class = true
		case l[j] == ']':
			class = false
		case l[j] == '/' && !class:
			return j + 1
		}
	}
	return i + 1
}

// continues reports whether line i goes on with the last row, below a backslash. If it's indented more than the
// statement that begins above, it's in its body [statement-with-backslashes] [body-with-backslashes].
func (s *source) continues(i int) bool {
	n, isBelow := len(s.rows)-1, func(line int) bool { return line > 0 && strings.HasSuffix(s.lines[line-1], "\\") }
	if !isBelow(i) || s.rows[n].isMacro {
		return isBelow(i)
	}
	for j := n; j > n-maxHead && j >= 0 && s.rows[n].role == code && (s.python || s.language == hashes); j-- {
		if !isBelow(s.rows[j].first) {
			return width(s.lines[i], s.tab) <= s.rows[j].width && !text.IsBlank(s.lines[i])
		}
	}
	return false
}
