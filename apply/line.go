package apply

import (
	"iter"
	"math"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

type line struct {
	// parts are the content in pieces: an edit inside a line as long as its file must not copy the
	// rest.
	parts []string
	// ending is "" for the target's dominant one.
	ending string
	// present is the current line that it counts as.
	present text.Line
	// writer is the block that wrote the line, or -1 for base lines.
	writer int32
}

// newLines returns lines that a block writes. Those with an ending keep it.
func newLines(lines []string, present text.Line, writer int) []line {
	made := make([]line, len(lines))
	for i, s := range lines {
		made[i] = line{parts: lines[i : i+1 : i+1], present: present, writer: int32(writer)}
		if content, ok := strings.CutSuffix(s, text.LF); ok {
			content = strings.TrimSuffix(content, "\r")
			made[i].parts, made[i].ending = []string{content}, s[len(content):]
		}
	}
	return made
}

func (l *line) size() int {
	n := 0
	for _, p := range l.parts {
		n += len(p)
	}
	return n
}

// slice returns the bytes in columns start to end (exclusive).
func (l *line) slice(start, end int) string { return strings.Join(cut(nil, l.parts, start, end), "") }

func (l *line) String() string { return strings.Join(l.parts, "") }

func (l *line) is(s string) bool {
	if len(l.parts) == 1 {
		return l.parts[0] == s
	}
	return l.size() == len(s) && l.String() == s
}

// cut appends the bytes start to end (exclusive) of parts to some.
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

// join puts new lines between first, up to column start, and last, from column end on.
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

// search yields the columns of s in order; they may overlap.
func (l *line) search(s string) iter.Seq[int] {
	return func(yield func(int) bool) {
		at, before := 0, "" // text before at, shorter than s
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

// searchIn yields the columns of s in a piece at column at, and reports whether to continue.
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
