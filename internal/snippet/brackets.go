package snippet

import (
	"strings"
)

// brackets counts those that the rows of an item open and don't close.
type brackets struct {
	open    int
	counted int // the rows above this one
}

// closesMore reports whether the next row closes what is around an item that has closed all of its own
// [closes-a-namespace].
func (c *brackets) closesMore(b *builder, it *item) bool {
	for ; c.counted < b.next; c.counted++ {
		if !b.rows[c.counted].lone {
			c.open += b.rows[c.counted].open
		}
	}
	t := b.rows[b.next].text
	return c.open == 0 && it.opensBody() && isCloser(t) && b.closes(t)
}

// unbalances reports whether brackets of a file that closes all of its own don't fit any more: a head or an end that
// the fence doesn't show was removed [begins-with-a-closer].
func (p *placer) unbalances(now []string) bool {
	switch p.file.language {
	case golang, script, braces, json:
	default:
		return false
	}
	if p.file.language == braces && directives(p.file.lines) == 0 && directives(now) != 0 {
		return true
	}
	return p.file.opens(p.file.lines) == 0 && p.file.opens(now) != 0 && p.file.edges(p.file.lines) != p.file.edges(now)
}

// edges is opens of the lines that begin with a closer or end with an opener. A bracket elsewhere may be one of an
// expression [bracket-in-an-expression] or of words [bracket-in-markup].
func (s *source) edges(lines []string) (n int) {
	scan := scanner{language: s.language}
	for _, l := range lines {
		r := scan.line(l)
		if t := strings.TrimSpace(l); t != "" && r.codeEnd > 0 && (isCloser(t) || isOpener(l[r.codeEnd-1])) {
			n += r.open
		}
	}
	return n
}

// directives returns how many conditions of the preprocessor are begun and not ended [begins-with-a-directive].
func directives(lines []string) (n int) {
	for _, l := range lines {
		switch t, isOne := strings.CutPrefix(strings.TrimSpace(l), "#"); {
		case !isOne:
		case strings.HasPrefix(strings.TrimLeft(t, " \t"), "if"):
			n++
		case strings.HasPrefix(strings.TrimLeft(t, " \t"), "endif"):
			n--
		}
	}
	return n
}
