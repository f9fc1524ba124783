package apply

import (
	"fmt"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
)

// DiffContext is the number of lines shown around a change.
const DiffContext = 3

// Diff is the unified diff of the edits, such as `git apply` takes it.
func (e *FileEdit) Diff() (string, error) {
	before := string(e.Before.Bytes())
	// Edits count from behind a byte order mark, the diff from before it.
	shift := len(before) - len(e.Before.String())
	edits := make([]udiff.Edit, len(e.Edits))
	for i, x := range e.Edits {
		edits[i] = udiff.Edit{Start: int(x.Start) + shift, End: int(x.End) + shift, New: x.New}
	}
	old, new := label("a/", e.Target.Path), label("b/", e.Target.Path)
	var head strings.Builder
	fmt.Fprintf(&head, "diff --git %s %s\n", old, new)
	switch {
	case e.Create:
		head.WriteString("new file mode 100644\n")
		old = "/dev/null"
	case e.Delete:
		head.WriteString("deleted file mode 100644\n")
		new = "/dev/null"
	}
	body, err := udiff.ToUnified(old, new, before, edits, DiffContext)
	if err != nil {
		return "", fmt.Errorf("diff of %s: %w", e.Target.Path, err)
	}
	// Behind a name with blanks git and patch want a tab.
	for _, l := range []string{"--- " + old, "+++ " + new} {
		if strings.Contains(l[4:], " ") {
			body = strings.Replace(body, l+"\n", l+"\t\n", 1)
		}
	}
	return head.String() + body, nil
}

// label is a name in a header of a diff, quoted as git does it where it must be.
func label(prefix, name string) string {
	if !strings.ContainsAny(name, "\"\\") {
		return prefix + name
	}
	return `"` + prefix + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}
