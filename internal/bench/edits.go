package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// contextLines is how many lines stand around a change, in blocks and in diffs.
const contextLines = 3

// hunk is one change of a file.
type hunk struct {
	// at is the 0-based line of the first line of leading.
	at                          int
	leading, old, new, trailing []string
}

// editedFile is a file with changes that do not touch one another.
type editedFile struct {
	path   string
	before []string
	hunks  []hunk
}

// edits makes files of so many lines each, with hunks changes in all, evenly spread.
// Every change can be found by its lines alone: at least one of them stands nowhere
// else. The same seed gives the same files.
func edits(seed uint64, files, lines, hunks int) []*editedFile {
	rnd := rand.New(rand.NewPCG(seed, 1))
	all := make([]*editedFile, files)
	for i := range all {
		count := hunks / files
		if i < hunks%files {
			count++
		}
		f := &editedFile{path: fmt.Sprintf("src/part%d/file%d.go", i/10, i), before: sourceLines(rnd, lines)}
		for k := range count {
			step := lines / count
			at := k*step + rnd.IntN(max(1, step-2*contextLines-2))
			f.hunks = append(f.hunks, change(rnd, f.before, at))
		}
		all[i] = f
	}
	return all
}

// sourceLines are the lines of a program: some stand once, many often.
func sourceLines(rnd *rand.Rand, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		switch i % 5 {
		case 3:
			lines[i] = "}"
		case 4:
			lines[i] = ""
		default:
			lines[i] = fmt.Sprintf("\tvalue%d := compute(%d, %q)", i, rnd.IntN(1000), "text")
		}
	}
	return lines
}

// change changes one or two lines, or puts some in, or takes one out.
func change(rnd *rand.Rand, before []string, at int) hunk {
	fresh := func(n int) []string {
		lines := make([]string, n)
		for i := range lines {
			lines[i] = fmt.Sprintf("\tchanged%d := compute(%d, %d)", at, i, rnd.IntN(1000))
		}
		return lines
	}
	old, new := 1, fresh(1)
	switch rnd.IntN(4) {
	case 0:
		old, new = 2, fresh(3)
	case 1:
		old, new = 0, fresh(2)
	case 2:
		new = nil
	}
	h := hunk{at: at, new: new}
	take := func(n int) []string {
		from := min(at, len(before))
		to := min(from+n, len(before))
		at = to
		return before[from:to]
	}
	h.leading, h.old, h.trailing = take(contextLines), take(old), take(contextLines)
	return h
}

// after are the lines that the changes leave.
func (f *editedFile) after() []string {
	var lines []string
	at := 0
	for _, h := range f.hunks {
		first := h.at + len(h.leading)
		lines = append(append(lines, f.before[at:first]...), h.new...)
		at = first + len(h.old)
	}
	return append(lines, f.before[at:]...)
}

func content(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// anchoredChat writes the changes as blocks of the dialect anchored.
func anchoredChat(files []*editedFile) string {
	return chatOf(files, func(b *strings.Builder, f *editedFile, h *hunk) {
		fmt.Fprintf(b, "%s\n««« EDIT\n%s───────\n%s═══════\n%s───────\n%s»»»\n\n",
			f.path, content(h.leading), content(h.old), content(h.new), content(h.trailing))
	})
}

// searchReplaceChat writes the changes as blocks of the dialect search-replace.
func searchReplaceChat(files []*editedFile) string {
	return chatOf(files, func(b *strings.Builder, f *editedFile, h *hunk) {
		fmt.Fprintf(b, "%s\n```go\n<<<<<<< SEARCH\n%s%s%s=======\n%s%s%s>>>>>>> REPLACE\n```\n\n", f.path,
			content(h.leading), content(h.old), content(h.trailing), content(h.leading), content(h.new), content(h.trailing))
	})
}

func chatOf(files []*editedFile, write func(*strings.Builder, *editedFile, *hunk)) string {
	var b strings.Builder
	for _, f := range files {
		for i := range f.hunks {
			fmt.Fprintf(&b, "Change %d of %s makes it right:\n\n", i+1, f.path)
			write(&b, f, &f.hunks[i])
		}
	}
	return b.String()
}

// unifiedDiff writes the changes as `patch -p1` and `git apply` take them, every hunk
// with the line where it stands: the best case for both.
func unifiedDiff(files []*editedFile) string {
	var b strings.Builder
	lines := func(mark string, lines []string) {
		for _, l := range lines {
			b.WriteString(mark)
			b.WriteString(l)
			b.WriteByte('\n')
		}
	}
	for _, f := range files {
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", f.path, f.path)
		shift := 0
		for _, h := range f.hunks {
			around := len(h.leading) + len(h.trailing)
			fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n", h.at+1, around+len(h.old), h.at+1+shift, around+len(h.new))
			lines(" ", h.leading)
			lines("-", h.old)
			lines("+", h.new)
			lines(" ", h.trailing)
			shift += len(h.new) - len(h.old)
		}
	}
	return b.String()
}

// write writes the files as they are before the changes.
func write(dir string, files []*editedFile) error {
	for _, f := range files {
		if err := put(filepath.Join(dir, filepath.FromSlash(f.path)), content(f.before)); err != nil {
			return err
		}
	}
	return nil
}

// put writes a file, with the folders that it takes.
func put(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// isAfter checks that the files in dir are as the changes leave them.
func isAfter(dir string, files []*editedFile) error {
	for _, f := range files {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.path)))
		if err != nil {
			return err
		}
		if want := content(f.after()); string(got) != want {
			return fmt.Errorf("%s is not as the edits should leave it", f.path)
		}
	}
	return nil
}
