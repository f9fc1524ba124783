package apply

import (
	"cmp"
	"iter"
	"math"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// line is a line of a draft.
type line struct {
	// parts are its content, in pieces: a line may be as long as its file, so that a block
	// which replaces some text in it doesn't copy the rest.
	parts []string
	// present is the present line that it counts as, and ending the base line whose line
	// ending it keeps, or one of the endings below.
	present, ending text.Line
	// writer is the block that it comes from; a line of the base has none, which is -1.
	writer int32
}

// Line endings that are no base line's.
const (
	// usualEnding is that of most lines of the target.
	usualEnding text.Line = math.MaxInt32 - iota
	endsLF
	endsCRLF
)

// eol returns the line ending in a target, which has most lines end as usual.
func (l *line) eol(t *text.Text, usual string) string {
	switch l.ending {
	case endsLF:
		return text.LF
	case endsCRLF:
		return text.CRLF
	}
	return cmp.Or(t.Ending(l.ending), usual)
}

// endAs gives lines the endings that are listed, or leaves them as they are where there is no
// list.
func endAs(lines []line, endings []string) {
	for i, e := range endings {
		switch e {
		case text.LF:
			lines[i].ending = endsLF
		case text.CRLF:
			lines[i].ending = endsCRLF
		}
	}
}

// newLines returns lines of a block as lines of a draft.
func newLines(lines []string, present text.Line, writer int) []line {
	made := make([]line, len(lines))
	for i := range made {
		made[i] = line{parts: lines[i : i+1 : i+1], present: present, ending: usualEnding, writer: int32(writer)}
	}
	return made
}

// size returns the length of the line in bytes.
func (l *line) size() int {
	n := 0
	for _, p := range l.parts {
		n += len(p)
	}
	return n
}

// slice returns the bytes of the line from column start to before end.
func (l *line) slice(start, end int) string { return strings.Join(cut(nil, l.parts, start, end), "") }

func (l *line) String() string { return strings.Join(l.parts, "") }

// is reports whether the line has this content.
func (l *line) is(s string) bool {
	if len(l.parts) == 1 {
		return l.parts[0] == s
	}
	return l.size() == len(s) && l.String() == s
}

// cut appends to some what parts hold from byte start to before end.
func cut(some, parts []string, start, end int) []string {
	for _, p := range parts {
		n := len(p)
		if from, to := max(start, 0), min(end, n); from < to {
			some = append(some, p[from:to])
		}
		start, end = start-n, end-n
	}
	return some
}

// join puts new lines between what is left of two lines: the first up to column start, and
// the last, with its ending, from column end on. No new lines are one empty text.
func join(first line, start int, new []string, last line, end, writer int) []line {
	if len(new) == 0 {
		new = []string{""}
	}
	made := newLines(new, first.present, writer)
	all := make([]string, 0, len(first.parts)+1+len(last.parts))
	made[0].parts = append(cut(all, first.parts, 0, start), made[0].parts...)
	tail := &made[len(made)-1]
	tail.parts = cut(tail.parts, last.parts, end, math.MaxInt)
	tail.ending = last.ending
	return made
}

// search yields the columns at which s is found in the line, in order. Matches may overlap.
func (l *line) search(s string) iter.Seq[int] {
	return func(yield func(int) bool) {
		at, before := 0, "" // what precedes column at, shorter than s
		for _, p := range l.parts {
			across := before + p[:min(len(p), len(s)-1)]
			if !searchIn(across, s, at-len(before), yield) || !searchIn(p, s, at, yield) {
				return
			}
			at += len(p)
			if before = p; len(before) < len(s) {
				before = across
			}
			before = before[max(0, len(before)-len(s)+1):]
		}
	}
}

// searchIn yields where s is in a piece that begins at column at of its line, and reports
// whether the caller goes on.
func searchIn(piece, s string, at int, yield func(int) bool) bool {
	for from := 0; ; from++ {
		n := strings.Index(piece[from:], s)
		if n < 0 {
			return true
		}
		if from += n; !yield(at + from) {
			return false
		}
	}
}
