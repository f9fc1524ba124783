package apply

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// lineChange puts whole lines in place of the bytes from start to before end, which are
// whole lines too. Only the last line of a text may lack its line ending. The new lines are
// in pieces: most of a long line may be what it was.
type lineChange struct {
	start, end int
	new        []string
}

// wholeLines makes changes of edits of s that are sorted and do not overlap. A line that
// an edit touches somewhere is replaced as a whole: one without a line ending, say, after
// which lines are put.
func wholeLines(s string, edits []text.Edit) []lineChange {
	changes := make([]lineChange, 0, len(edits))
	for _, e := range edits {
		c := lineChange{int(e.Start), int(e.End), nil}
		if e.New != "" {
			c.new = []string{e.New}
		}
		if n := len(changes); n > 0 {
			last := &changes[n-1]
			if between := s[last.end:c.start]; !strings.Contains(between, text.LF) {
				if between != "" {
					last.new = append(last.new, between)
				}
				last.new = append(last.new, c.new...)
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
func (c *lineChange) widen(s string) {
	start, end := strings.LastIndex(s[:c.start], text.LF)+1, c.end
	if start < c.start {
		c.new = append([]string{s[start:c.start]}, c.new...)
	}
	n := len(c.new)
	if end > 0 && s[end-1] != '\n' || n > 0 && !strings.HasSuffix(c.new[n-1], text.LF) {
		end += lineLength(s[end:])
	}
	if c.end < end {
		c.new = append(c.new, s[c.end:end])
	}
	c.start, c.end = start, end
}

// lineLength returns the number of bytes of the line with which s begins, with its ending.
func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n + 1
	}
	return len(s)
}

// unified writes the hunks of a unified diff of s. It goes over s once: over a large text
// the number of changes makes no difference.
func unified(out *bufio.Writer, s string, changes []lineChange) {
	at, line := 0, 0 // a place in s that was counted to, and how many lines precede it
	more := 0        // how many lines more the new text has so far
	for len(changes) > 0 {
		// Changes are one hunk where what they show around them touches.
		n := 1
		for n < len(changes) && strings.Count(s[changes[n-1].end:changes[n].start], text.LF) <= 2*DiffContext {
			n++
		}
		line += strings.Count(s[at:changes[0].start], text.LF)
		at = changes[0].start

		above := lastLines(s[:at], DiffContext)
		h := diffHunk{{' ', []string{above}}}
		for i, c := range changes[:n] {
			if i > 0 {
				h = append(h, diffLines{' ', []string{s[changes[i-1].end:c.start]}})
			}
			h = append(h, diffLines{'-', []string{s[c.start:c.end]}}, diffLines{'+', c.new})
		}
		h = append(h, diffLines{' ', []string{firstLines(s[changes[n-1].end:], DiffContext)}})
		from, to := h.count('+'), h.count('-')
		first := line - strings.Count(above, text.LF)
		fmt.Fprintf(out, "@@ -%s +%s @@\n", lineRange(first, from), lineRange(first+more, to))
		h.write(out)
		more += to - from
		changes = changes[n:]
	}
}

// diffHunk is the body of a hunk.
type diffHunk []diffLines

// diffLines are lines, in pieces, that are in both texts (' '), or in the old or the new
// one only.
type diffLines struct {
	kind   byte
	pieces []string
}

// count returns the number of lines that are not of a kind.
func (h diffHunk) count(but byte) int {
	n := 0
	for _, d := range h {
		if d.kind == but {
			continue
		}
		last := ""
		for _, p := range d.pieces {
			n += strings.Count(p, text.LF)
			if p != "" {
				last = p
			}
		}
		if last != "" && !strings.HasSuffix(last, text.LF) {
			n++
		}
	}
	return n
}

func (h diffHunk) write(out *bufio.Writer) {
	for _, d := range h {
		begun := false // a line is
		for _, p := range d.pieces {
			for p != "" {
				if !begun {
					_ = out.WriteByte(d.kind)
				}
				n := lineLength(p)
				_, _ = out.WriteString(p[:n]) // the caller looks for errors at the end
				begun = p[n-1] != '\n'
				p = p[n:]
			}
		}
		if begun {
			fmt.Fprint(out, "\n\\ No newline at end of file\n")
		}
	}
}

// lineRange is how a hunk's header says that it has so many lines after the first ones:
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

// lastLines returns the last n lines of s, which ends with a line ending.
func lastLines(s string, n int) string {
	start := len(s)
	for ; n > 0 && start > 0; n-- {
		start = strings.LastIndexByte(s[:start-1], '\n') + 1
	}
	return s[start:]
}

// firstLines returns the first n lines of s.
func firstLines(s string, n int) string {
	end := 0
	for ; n > 0; n-- {
		end += lineLength(s[end:])
	}
	return s[:end]
}
