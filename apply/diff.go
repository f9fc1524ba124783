package apply

import (
	"bufio"
	"fmt"
	"io"
	"slices"
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
	s := e.Before.String()
	if e.Before.HasBOM() {
		s = string(e.Before.Bytes())
	}
	// Edits count from after a byte order mark, the diff from before it.
	shift := text.Offset(len(s)) - e.Before.Len()
	edits := slices.Clone(e.Edits())
	for i := range edits {
		edits[i].Start += shift
		edits[i].End += shift
	}
	changes := wholeLines(s, edits)
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
		changes = []lineChange{{0, len(s), nil}}
	}
	if len(changes) > 0 && !(e.Delete && s == "") {
		fmt.Fprintf(out, "--- %s\n+++ %s\n", tabbed(old), tabbed(new))
		unified(out, s, changes)
	}
	return out.Flush()
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
