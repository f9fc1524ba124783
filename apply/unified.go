package apply

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// change puts whole lines in the place of the bytes from start to before end, which are
// whole lines too. Only behind the last line of a text may the line ending be missing.
type change struct {
	start, end int
	new        string
}

// wholeLines makes changes of edits of s that are sorted and do not overlap. A line that
// an edit touches somewhere is replaced as a whole: one without a line ending, say, behind
// which lines are put.
func wholeLines(s string, edits []text.Edit) []change {
	changes := make([]change, 0, len(edits))
	for _, e := range edits {
		c := change{int(e.Start), int(e.End), e.New}
		if n := len(changes); n > 0 {
			last := &changes[n-1]
			if between := s[last.end:c.start]; !strings.Contains(between, text.LF) {
				last.new += between + c.new
				last.end = c.end
				continue
			}
			last.widen(s)
		}
		changes = append(changes, c)
	}
	if n := len(changes); n > 0 {
		changes[n-1].widen(s)
	}
	return changes
}

// widen makes a change of s one of whole lines.
func (c *change) widen(s string) {
	start, end := strings.LastIndex(s[:c.start], text.LF)+1, c.end
	c.new = s[start:c.start] + c.new
	if end > 0 && s[end-1] != '\n' || c.new != "" && !strings.HasSuffix(c.new, text.LF) {
		end += lineLength(s[end:])
	}
	c.new += s[c.end:end]
	c.start, c.end = start, end
}

// lineLength is the number of bytes of the line with which s begins, with its ending.
func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n + 1
	}
	return len(s)
}

// unified writes the hunks of a unified diff of s. It goes over s once: over a large text
// the number of changes makes no difference (performance, P7).
func unified(out *strings.Builder, s string, changes []change) {
	var h hunk
	at, line := 0, 0 // a place in s that was counted to, and how many lines stand before it
	more := 0        // how many lines more the new text has so far
	for len(changes) > 0 {
		// Changes are one hunk where what they show around them touches.
		n := 1
		for n < len(changes) && strings.Count(s[changes[n-1].end:changes[n].start], text.LF) <= 2*DiffContext {
			n++
		}
		first, last := changes[0], changes[n-1]
		line += strings.Count(s[at:first.start], text.LF)
		at = first.start

		h = hunk{lines: h.lines[:0]}
		h.add(' ', lastLines(s[:first.start], DiffContext))
		above := h.from
		for i, c := range changes[:n] {
			if i > 0 {
				h.add(' ', s[changes[i-1].end:c.start])
			}
			h.add('-', s[c.start:c.end])
			h.add('+', c.new)
		}
		h.add(' ', firstLines(s[last.end:], DiffContext))
		fmt.Fprintf(out, "@@ -%s +%s @@\n", lineRange(line-above, h.from), lineRange(line-above+more, h.to))
		out.Write(h.lines)
		more += h.to - h.from
		changes = changes[n:]
	}
}

// hunk is the body of a hunk, with the number of lines that it has of both texts.
type hunk struct {
	lines    []byte
	from, to int
}

// add adds lines that are in both texts (' '), or in the old or the new one only.
func (h *hunk) add(kind byte, lines string) {
	for lines != "" {
		n := lineLength(lines)
		h.lines = append(append(h.lines, kind), lines[:n]...)
		if lines[n-1] != '\n' {
			h.lines = append(h.lines, "\n\\ No newline at end of file\n"...)
		}
		if kind != '+' {
			h.from++
		}
		if kind != '-' {
			h.to++
		}
		lines = lines[n:]
	}
}

// lineRange is how a hunk's header says that it has so many lines behind the first ones:
// without context there are none only of an empty text.
func lineRange(before, lines int) string {
	switch {
	case lines == 0:
		return "0,0"
	case lines == 1:
		return fmt.Sprint(before + 1)
	}
	return fmt.Sprintf("%d,%d", before+1, lines)
}

// lastLines are the last n lines of s, which ends with a line ending.
func lastLines(s string, n int) string {
	start := len(s)
	for ; n > 0 && start > 0; n-- {
		start = strings.LastIndexByte(s[:start-1], '\n') + 1
	}
	return s[start:]
}

// firstLines are the first n lines of s.
func firstLines(s string, n int) string {
	end := 0
	for ; n > 0; n-- {
		end += lineLength(s[end:])
	}
	return s[:end]
}
