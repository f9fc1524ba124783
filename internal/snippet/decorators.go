package snippet

import (
	"slices"
	"strings"
)

// cutsDecorators reports whether a fence has only some lines of a decorator, which are then read one by one: it leaves
// some out [decorator-cut] [arguments-left-out], begins among them [begins-in-a-decorator], or has comments in it that
// may stand for others [comment-in-a-decorator].
func (p *placer) cutsDecorators() bool {
	return slices.ContainsFunc(p.block.rows, func(r row) bool {
		lines := p.block.lines[r.first:r.end]
		switch {
		case r.role == decorator && r.depth > 0:
			return true
		case r.role == decorator:
			return len(lines) > 1 && slices.ContainsFunc(lines, func(l string) bool {
				l = strings.TrimSpace(l)
				return p.file.isComment(l) && len(p.file.at[l]) == 0
			})
		}
		at := p.file.at[strings.TrimSpace(lines[0])]
		return r.role == code && len(at) == 1 && p.file.isInDecorator(int(at[0]))
	})
}

// isComment reports whether a line is nothing but a comment that ends with it.
func (s *source) isComment(l string) bool {
	return slices.ContainsFunc(s.comments, func(sign string) bool { return strings.HasPrefix(l, sign) })
}

// isInDecorator reports whether a line is below the first one of a decorator of several lines.
func (s *source) isInDecorator(line int) bool {
	i, _ := slices.BinarySearchFunc(s.rows, line, func(r row, line int) int { return r.end - 1 - line })
	return i < len(s.rows) && s.rows[i].role == decorator && s.rows[i].first < line
}

// dropped returns a line of decorators that goes, if more go than come and some of them have several lines
// [arguments-that-go], else "".
func (p *placer) dropped(e edit) string {
	var gone []string
	come := len(e.lines)
	for _, l := range p.file.lines[e.first:e.end] {
		isSame := func(shown string) bool { return strings.TrimSpace(shown) == strings.TrimSpace(l) }
		if slices.ContainsFunc(e.lines, isSame) {
			come--
		} else {
			gone = append(gone, strings.TrimSpace(l))
		}
	}
	if len(gone) > come {
		return gone[0]
	}
	return ""
}
