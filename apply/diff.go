package apply

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// DiffContext is the number of lines shown around a change.
const DiffContext = 3

// Diff returns the unified diff of the edits, such as `git apply` takes it.
func (e *FileEdit) Diff() string {
	var b strings.Builder
	_ = e.WriteDiff(&b)
	return b.String()
}

// WriteDiff writes what [FileEdit.Diff] returns, and ends at the first error of w.
func (e *FileEdit) WriteDiff(w io.Writer) error {
	s, changes := e.wholeLines()
	old, new := label("a/", e.Target.Path), label("b/", e.Target.Path)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "diff --git %s %s\n", old, new)
	switch {
	case e.Create:
		fmt.Fprintln(out, "new file mode 100644")
		old = "/dev/null"
	case e.Delete:
		fmt.Fprintln(out, "deleted file mode 100644")
		new = "/dev/null"
		// The mark goes as well.
		changes = []text.Edit{{End: text.Offset(len(s))}}
	}
	if len(changes) > 0 && !(e.Delete && s == "") {
		fmt.Fprintf(out, "--- %s\n+++ %s\n", tabbed(old), tabbed(new))
		unified(out, s, changes)
	}
	return out.Flush()
}

// wholeLines returns the content before the edits as it is in the file, and the edits of
// it. They replace whole lines, also where a mark begins the first or no ending ends the last.
func (e *FileEdit) wholeLines() (string, []text.Edit) {
	s := e.Before.String()
	if e.Before.HasBOM() {
		s = string(e.Before.Bytes())
	}
	// Edits count from after a byte order mark, the diff from before it.
	shift := text.Offset(len(s)) - e.Before.Len()
	var changes []text.Edit
	for _, c := range e.Edits() {
		c.Start, c.End = c.Start+shift, c.End+shift
		if n := len(changes) - 1; n >= 0 && !strings.Contains(s[changes[n].End:c.Start], text.LF) {
			changes[n].New += s[changes[n].End:c.Start] + c.New
			changes[n].End = c.End
			continue
		}
		changes = append(changes, c)
	}
	for i := range changes {
		widen(s, &changes[i])
	}
	return s, changes
}

// widen makes an edit of s one of whole lines.
func widen(s string, c *text.Edit) {
	start, end := text.Offset(strings.LastIndex(s[:c.Start], text.LF)+1), c.End
	c.New = s[start:c.Start] + c.New
	if end > 0 && s[end-1] != '\n' || c.New != "" && !strings.HasSuffix(c.New, text.LF) {
		end += text.Offset(len(firstLines(s[end:], 1)))
	}
	c.New += s[c.End:end]
	c.Start, c.End = start, end
}

// unified writes the hunks of a unified diff of s. It goes over s once: over a large text
// the number of changes makes no difference.
func unified(out *bufio.Writer, s string, changes []text.Edit) {
	at, line := text.Offset(0), 0 // a place in s that was counted to, and how many lines precede it
	more := 0                     // how many lines more the new text has so far
	for len(changes) > 0 {
		// Changes are one hunk where what they show around them touches.
		n := 1
		for n < len(changes) && strings.Count(s[changes[n-1].End:changes[n].Start], text.LF) <= 2*DiffContext {
			n++
		}
		line += strings.Count(s[at:changes[0].Start], text.LF)
		at = changes[0].Start

		var h diffHunk
		h.add(' ', lastLines(s[:at], DiffContext))
		first := line - h.old
		for i, c := range changes[:n] {
			if i > 0 {
				h.add(' ', s[changes[i-1].End:c.Start])
			}
			h.add('-', s[c.Start:c.End])
			h.add('+', c.New)
		}
		h.add(' ', firstLines(s[changes[n-1].End:], DiffContext))
		fmt.Fprintf(out, "@@ -%s +%s @@\n", lineRange(first, h.old), lineRange(first+more, h.new))
		_, _ = h.body.WriteTo(out) // the caller looks for errors at the end
		more += h.new - h.old
		changes = changes[n:]
	}
}

// diffHunk is the body of a hunk, and how many lines it has of the old and the new text.
type diffHunk struct {
	body     bytes.Buffer
	old, new int
}

// add adds lines that are in both texts (' '), or in the old or the new one only.
func (h *diffHunk) add(kind byte, lines string) {
	for l := range strings.Lines(lines) {
		h.body.WriteByte(kind)
		h.body.WriteString(l)
		if !strings.HasSuffix(l, text.LF) {
			h.body.WriteString("\n\\ No newline at end of file\n")
		}
		if kind != '+' {
			h.old++
		}
		if kind != '-' {
			h.new++
		}
	}
}

// lineRange is how a hunk's header says that it has so many lines after the first ones:
// without context there are none only of an empty text.
func lineRange(before, lines int) string {
	switch lines {
	case 0:
		return "0,0"
	case 1:
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
	for l := range strings.Lines(s) {
		if n--; n < 0 {
			break
		}
		end += len(l)
	}
	return s[:end]
}

// tabbed is a name in the lines above the hunks: after one with blanks git and patch
// want a tab.
func tabbed(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// label is a name in a header of a diff, quoted as git does it where it must be.
func label(prefix, name string) string {
	if !strings.ContainsAny(name, "\"\\") {
		return prefix + name
	}
	return `"` + prefix + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}
