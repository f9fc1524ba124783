package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// contextLines is how many lines surround a change, in blocks and in diffs.
const contextLines = 3

// hunk is one change of a file, with the unchanged lines around it.
type hunk struct {
	// at is the 0-based line of the first line of leading.
	at                          int
	leading, old, new, trailing []string
}

// editedFile is a file with changes that don't touch each other.
type editedFile struct {
	path   string
	before []string
	hunks  []hunk
}

// edits makes files of the given number of lines, with changes spread evenly over them.
// Each change can be found by its lines alone: at least one of them is nowhere else.
func edits(seed uint64, files, lines, changes int) []*editedFile {
	rnd := rand.New(rand.NewPCG(seed, 1))
	all := make([]*editedFile, files)
	for i := range all {
		f := &editedFile{path: fmt.Sprintf("src/part%d/file%d.go", i/10, i), before: sourceLines(rnd, lines)}
		count := changes / files
		for k := range count {
			step := lines / count
			f.hunks = append(f.hunks, change(rnd, f.before, k*step+rnd.IntN(step-2*contextLines-2)))
		}
		all[i] = f
	}
	return all
}

// sourceLines returns the lines of a program: some are unique, many are not.
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

// change replaces one or two lines, inserts some, or deletes one.
func change(rnd *rand.Rand, before []string, at int) hunk {
	size := [][2]int{{1, 1}, {2, 3}, {0, 2}, {1, 0}}[rnd.IntN(4)]
	first := at + contextLines
	last := first + size[0]
	h := hunk{at: at, leading: before[at:first], old: before[first:last], trailing: before[last : last+contextLines]}
	for i := range size[1] {
		h.new = append(h.new, fmt.Sprintf("\tchanged%d := compute(%d, %d)", at, i, rnd.IntN(1000)))
	}
	return h
}

// after returns the lines that the changes leave.
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
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// block is a search-replace block.
func block(path string, old, new []string) string {
	return fmt.Sprintf("%s\n```go\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n\n", path, content(old), content(new))
}

// misremembered returns lines as a model may remember them, so that they aren't found.
func misremembered(lines []string) []string {
	wrong := slices.Clone(lines)
	for i, line := range wrong {
		wrong[i] = strings.Replace(line, "compute", "calculate", 1)
	}
	return wrong
}

// misspelled returns lines of which none is in the file.
func misspelled(lines []string) []string {
	wrong := slices.Clone(lines)
	for i := range wrong {
		wrong[i] += "q"
	}
	return wrong
}

// chatOf writes the changes as blocks. With failing, the last block of each file
// doesn't apply.
func chatOf(files []*editedFile, failing bool) string {
	var b strings.Builder
	for _, f := range files {
		for i, h := range f.hunks {
			old := slices.Concat(h.leading, h.old, h.trailing)
			if failing && i == len(f.hunks)-1 {
				old = misremembered(old)
			}
			fmt.Fprintf(&b, "Change %d of %s:\n\n%s", i+1, f.path, block(f.path, old, slices.Concat(h.leading, h.new, h.trailing)))
		}
	}
	return b.String()
}

// diffOf writes the changes as patch and git apply take them, each hunk with its line
// number: the best case for both.
func diffOf(files []*editedFile) string {
	var b strings.Builder
	write := func(mark string, lines []string) {
		for _, line := range lines {
			b.WriteString(mark + line + "\n")
		}
	}
	for _, f := range files {
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", f.path, f.path)
		shift := 0
		for _, h := range f.hunks {
			fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n", h.at+1, 2*contextLines+len(h.old), h.at+1+shift, 2*contextLines+len(h.new))
			write(" ", h.leading)
			write("-", h.old)
			write("+", h.new)
			write(" ", h.trailing)
			shift += len(h.new) - len(h.old)
		}
	}
	return b.String()
}

// writeBefore writes the files as they are before the changes and returns their size.
func writeBefore(dir string, files []*editedFile) (size int64, err error) {
	for _, f := range files {
		text := content(f.before)
		path := filepath.Join(dir, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return 0, err
		}
		size += int64(len(text))
	}
	return size, nil
}

// checkAfter checks that the files are as the changes leave them.
func checkAfter(dir string, files []*editedFile) error {
	for _, f := range files {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.path)))
		if err != nil {
			return err
		}
		if string(got) != content(f.after()) {
			return fmt.Errorf("%s isn't as the edits should leave it", f.path)
		}
	}
	return nil
}
