package apply

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// diffContext is the number of context lines around a change.
const diffContext = 3

// Diff returns the edits as a unified diff for `git apply`, which follows no symlinks.
func (e *FileEdit) Diff() string {
	var b strings.Builder
	_ = e.WriteDiff(&b)
	return b.String()
}

// WriteDiff writes the diff (see [FileEdit.Diff]) and stops at w's first error.
func (e *FileEdit) WriteDiff(w io.Writer) error {
	before, after, edits, shift := e.Before, e.After(), e.Edits(), text.Offset(0)
	if before.HasBOM() {
		// Edits don't count the BOM, but in a diff it is content.
		shift = text.Offset(len(before.Bytes())) - before.Len()
		before, after = raw(before), raw(after)
	}
	from := e.Target.RealPath()
	to := from
	if e.NewTarget != nil {
		to = e.NewTarget.RealPath()
	}
	old, new := label("a/", from), label("b/", to)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "diff --git %s %s\n", old, new)
	switch {
	case e.NewTarget != nil:
		fmt.Fprintf(out, "rename from %s\nrename to %s\n", label("", from), label("", to))
	case e.Create:
		fmt.Fprintln(out, "new file mode 100644")
		old = "/dev/null"
	case e.Delete:
		fmt.Fprintln(out, "deleted file mode 100644")
		new = "/dev/null"
		after, edits, shift = text.New(""), []text.Edit{{End: before.Len()}}, 0
	}
	if changes := compare(before, after, edits, shift); len(changes) > 0 && before.Len()+after.Len() > 0 {
		fmt.Fprintf(out, "--- %s\n+++ %s\n", tabbed(old), tabbed(new))
		unified(out, before, after, changes)
	}
	return out.Flush()
}

func raw(t *text.Text) *text.Text {
	return text.New("").Apply([]text.Edit{{New: string(t.Bytes())}})
}

// lineChange replaces the lines old with new.
type lineChange struct{ old, new text.LineRange }

// compare returns the whole lines that edits, offset by shift, change.
func compare(before, after *text.Text, edits []text.Edit, shift text.Offset) []lineChange {
	var changes []lineChange
	more := text.Offset(0) // length of after minus before
	last := text.None      // where the previous edit ends
	for _, e := range edits {
		e.Start, e.End = e.Start+shift, e.End+shift
		newEnd := e.Start + more + text.Offset(len(e.New))
		var c lineChange
		c.old.First, _ = lineFrom(before, e.Start)
		c.new.First, _ = lineFrom(after, e.Start+more)
		end, wholeOld := lineFrom(before, e.End)
		newEndLine, wholeNew := lineFrom(after, newEnd)
		c.old.End, c.new.End = end, newEndLine
		if !wholeOld || !wholeNew {
			c.old.End = min(end+1, text.Line(before.LineCount()))
			c.new.End = min(newEndLine+1, text.Line(after.LineCount()))
		}
		more = newEnd - e.End
		if n := len(changes) - 1; last == c.old.First {
			changes[n].old.End, changes[n].new.End = c.old.End, c.new.End
		} else {
			changes = append(changes, c)
		}
		last = end
	}
	return changes
}

// lineFrom returns the line of an offset (or the one after the last), and whether it begins there.
func lineFrom(t *text.Text, offset text.Offset) (text.Line, bool) {
	if offset == t.Len() && (offset == 0 || t.EndsWithNewline()) {
		return text.Line(t.LineCount()), true
	}
	l := t.LineAt(offset)
	return l, t.Start(l) == offset
}

// unified writes the hunks. Changes whose context touches share a hunk.
func unified(out *bufio.Writer, before, after *text.Text, changes []lineChange) {
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].old.First-changes[n-1].old.End <= 2*diffContext {
			n++
		}
		first, last := changes[0], changes[n-1]
		above := min(first.old.First, diffContext)
		below := min(text.Line(before.LineCount())-last.old.End, diffContext)
		fmt.Fprintf(out, "@@ -%s +%s @@\n", hunkRange(first.old.First-above, last.old.End+below), hunkRange(first.new.First-above, last.new.End+below))
		at := first.old.First - above
		for _, c := range changes[:n] {
			writeLines(out, ' ', before, at, c.old.First)
			writeLines(out, '-', before, c.old.First, c.old.End)
			writeLines(out, '+', after, c.new.First, c.new.End)
			at = c.old.End
		}
		writeLines(out, ' ', before, at, at+below)
		changes = changes[n:]
	}
}

func writeLines(out *bufio.Writer, kind byte, t *text.Text, first, end text.Line) {
	for l := range strings.Lines(t.String()[t.Start(first):t.Start(end)]) {
		_ = out.WriteByte(kind) // the caller checks for errors at the end
		_, _ = out.WriteString(l)
		if !strings.HasSuffix(l, text.LF) {
			_, _ = out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// hunkRange formats lines first to end (exclusive). With context, only an empty text has none.
func hunkRange(first, end text.Line) string {
	switch end - first {
	case 0:
		return "0,0"
	case 1:
		return fmt.Sprint(first.Number())
	}
	return fmt.Sprintf("%d,%d", first.Number(), end-first)
}

// tabbed adds the tab that git and patch need after a name with spaces.
func tabbed(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// label quotes a name in a header as git does.
func label(prefix, name string) string {
	if !strings.ContainsAny(name, "\"\\") {
		return prefix + name
	}
	return `"` + prefix + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}
