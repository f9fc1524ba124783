package apply

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// line is a line of a draft.
type line struct {
	text string
	// inside is set, instead of text, where a block has replaced only some text in the line.
	inside *inside
	// present is the present line that it counts as, and writer the block
	// that it comes from; a line of the base has none, which is -1.
	present, writer int32
}

// inside is a line in pieces. A line may be as long as its file, so that what stays of it
// is not copied for each block.
type inside struct {
	parts []string
	// ending is the line's own, or empty for the target's dominant one.
	ending string
}

// parts returns the pieces of the line.
func (l *line) parts() []string {
	if l.inside != nil {
		return l.inside.parts
	}
	return []string{l.text}
}

// size returns the length of the line in bytes.
func (l *line) size() int {
	n := len(l.text)
	if l.inside != nil {
		for _, p := range l.inside.parts {
			n += len(p)
		}
	}
	return n
}

// slice returns the bytes of the line from column start to before end.
func (l *line) slice(start, end int) string {
	if l.inside == nil {
		return l.text[start:end]
	}
	return strings.Join(cut(l.inside.parts, start, end), "")
}

func (l *line) String() string { return l.slice(0, l.size()) }

// write writes the line with its ending, which is eol unless it has one of its own.
func (l *line) write(to *strings.Builder, eol string) {
	if l.inside != nil && l.inside.ending != "" {
		eol = l.inside.ending
	}
	to.Grow(l.size() + len(eol))
	for _, p := range l.parts() {
		to.WriteString(p)
	}
	to.WriteString(eol)
}

// is reports whether the line has this content.
func (l *line) is(s string) bool {
	if l.inside == nil {
		return l.text == s
	}
	return l.size() == len(s) && l.String() == s
}

// cut returns what parts hold from byte start to before end.
func cut(parts []string, start, end int) []string {
	var some []string
	for _, p := range parts {
		n := len(p)
		if from, to := max(start, 0), min(end, n); from < to {
			some = append(some, p[from:to])
		}
		start, end = start-n, end-n
	}
	return some
}

// search calls visit with the columns at which s is found in the line, in order, until it
// answers false, and reports whether it never did. Matches may overlap.
func (l *line) search(s string, visit func(col int) bool) bool {
	if l.inside == nil {
		return searchIn(l.text, s, 0, visit)
	}
	at, before := 0, "" // what precedes column at, shorter than s
	for _, p := range l.inside.parts {
		across := before + p[:min(len(p), len(s)-1)]
		if !searchIn(across, s, at-len(before), visit) || !searchIn(p, s, at, visit) {
			return false
		}
		at += len(p)
		if before = p; len(before) < len(s) {
			before = across
		}
		before = before[max(0, len(before)-len(s)+1):]
	}
	return true
}

// searchIn is search in a piece that begins at column at of its line.
func searchIn(piece, s string, at int, visit func(col int) bool) bool {
	for from := 0; ; from++ {
		n := strings.Index(piece[from:], s)
		if n < 0 {
			return true
		}
		if from += n; !visit(at + from) {
			return false
		}
	}
}

// newLines returns lines of a block as lines of a draft.
func newLines(lines []string, present text.Line, writer int) []line {
	made := make([]line, len(lines))
	for i, l := range lines {
		made[i] = line{text: l, present: int32(present), writer: int32(writer)}
	}
	return made
}

// joined returns what is left of two lines with new lines between: head of the first, and
// tail of the second with its ending. No new lines are one empty text.
func joined(head []string, new []string, tail []string, ending string, present text.Line, writer int) []line {
	if len(new) == 0 {
		new = []string{""}
	}
	lines := newLines(new, present, writer)
	first, last := &lines[0], &lines[len(lines)-1]
	if first != last {
		first.inside, head = &inside{parts: append(head, first.text)}, nil
		first.text = ""
	}
	last.inside = &inside{append(append(head, last.text), tail...), ending}
	last.text = ""
	return lines
}
