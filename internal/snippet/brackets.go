package snippet

import (
	"slices"
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

// unbalances reports whether brackets of a file that closes all of its own don't fit any more: a head or an end went
// that the fence doesn't show [begins-with-a-closer]. A quote may be around a bracket where it isn't read as a string's
// [bracket-in-quotes].
func (p *placer) unbalances(now []string) bool {
	switch p.file.language {
	case golang, script, braces, json:
	default:
		return false
	}
	isQuoted := func(l string) bool { return strings.Contains(l, "'") }
	if p.file.language == braces && slices.ContainsFunc(p.block.lines, isQuoted) {
		return false
	}
	return p.file.opens(p.file.lines) == 0 && p.file.opens(now) != 0
}
