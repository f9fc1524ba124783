package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// around is how many lines surround a change.
const around = 3

// change replaces the lines first to end (exclusive).
type change struct {
	first, end int
	new        []string
}

// editedFile is a file with changes that don't touch each other.
type editedFile struct {
	path    string
	before  []string
	changes []change
}

// edits returns files with evenly spread changes. At least one line of each change is unique.
func edits(seed uint64, files, lines, changes int) []*editedFile {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var all []*editedFile
	for i := range files {
		f := &editedFile{path: fmt.Sprintf("src/part%d/file%d.go", i/10, i), before: sourceLines(rnd, lines)}
		for k := range changes / files {
			step := lines * files / changes
			size := [][2]int{{1, 1}, {2, 3}, {0, 2}, {1, 0}}[rnd.IntN(4)]
			c := change{first: k*step + around + rnd.IntN(step-2*around-2)}
			c.end = c.first + size[0]
			for j := range size[1] {
				c.new = append(c.new, fmt.Sprintf("\tchanged%d := compute(%d, %d)", c.first, j, rnd.IntN(1000)))
			}
			f.changes = append(f.changes, c)
		}
		all = append(all, f)
	}
	return all
}

// sourceLines returns lines of a program, some of them unique.
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

// after returns the lines after the changes.
func (f *editedFile) after() []string {
	var lines []string
	at := 0
	for _, c := range f.changes {
		lines = append(append(lines, f.before[at:c.first]...), c.new...)
		at = c.end
	}
	return append(lines, f.before[at:]...)
}

func content(lines []string) string {
	return strings.Join(lines, "\n") + "\n"
}

func block(path string, old, new []string) string {
	return fmt.Sprintf("%s\n```go\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n\n", path, content(old), content(new))
}

// misremembered returns lines that aren't found, as a model may remember them.
func misremembered(lines []string) []string {
	wrong := slices.Clone(lines)
	for i, line := range wrong {
		wrong[i] = strings.Replace(line, "compute", "calculate", 1)
	}
	return wrong
}

// chatOf writes the changes as blocks; one in failing fails (0: none). With a size it writes
// an aider history of about that many bytes, three blocks per answer, where the failing blocks are
// whole files'.
func chatOf(files []*editedFile, failing, size int) string {
	rnd := rand.New(rand.NewPCG(uint64(size), 2))
	blocks := len(files) * len(files[0].changes)
	var b strings.Builder
	if size > 0 {
		b.WriteString("# aider chat started at 2026-01-01 10:00:00\n\n")
	}
	n := 0
	for i, f := range files {
		for _, c := range f.changes {
			if size > 0 && n%3 == 0 {
				b.WriteString("\n#### please change what we talked about  \n\n")
			}
			n++
			for b.Len() < n*(size/blocks)-500 {
				writeProse(&b, rnd, f.path)
			}
			leading, trailing := f.before[c.first-around:c.first], f.before[c.end:c.end+around]
			old := f.before[c.first-around : c.end+around]
			counted := n
			if size > 0 {
				counted = i + 1
			}
			if failing > 0 && counted%failing == 0 {
				old = misremembered(old)
			}
			fmt.Fprintf(&b, "Change %d:\n\n%s", n, block(f.path, old, slices.Concat(leading, c.new, trailing)))
		}
	}
	return b.String()
}

func writeProse(b *strings.Builder, rnd *rand.Rand, path string) {
	fmt.Fprintf(b, "Step %d: the `%s` should return an error where it reads past the end of a file.\n", rnd.IntN(1000), path)
	if rnd.IntN(20) == 0 {
		b.WriteString("\n```go\n" + content(sourceLines(rnd, 3+rnd.IntN(15))) + "```\n\n")
	}
}

// write writes lines as the file's content below a directory, and returns their size.
func (f *editedFile) write(dir string, lines []string) int {
	path := filepath.Join(dir, filepath.FromSlash(f.path))
	must(os.MkdirAll(filepath.Dir(path), 0o755))
	text := content(lines)
	must(os.WriteFile(path, []byte(text), 0o644))
	return len(text)
}

// hostileInputs would be slow if every part were compared with every other. Each is a chat of n parts
// and its files.
var hostileInputs = []struct {
	name string
	n    int
	// memory means that M1 limits the memory.
	memory bool
	input  func(n int) (chat string, files []*editedFile)
}{
	{"edits inside one line, 40 KB apart", 300, true, longLine},
	{"blocks for one file", 10_000, false, func(n int) (string, []*editedFile) {
		files := edits(8, 1, 20*n, n)
		return chatOf(files, 0, 0), files
	}},
	{"nested start markers", 50_000, false, func(n int) (string, []*editedFile) {
		return "a.txt\n" + strings.Repeat("««« EDIT\n", n), oneFile("x")
	}},
	{"nested start markers, each with a path", 50_000, false, func(n int) (string, []*editedFile) {
		return strings.Repeat("a.txt\n««« EDIT\n", n), oneFile("x")
	}},
	{"opening tags without a path", 50_000, false, func(n int) (string, []*editedFile) {
		return strings.Repeat("a.txt\n<old_text>\n<search>\n", n) + "x</search><replace>y</replace>\n", oneFile("x")
	}},
	{"equal lines, searched for a fortieth as many", 20_000, false, func(n int) (string, []*editedFile) {
		same := slices.Repeat([]string{"same"}, n)
		return block("a.txt", append(same[:n/40:n/40], "other"), []string{"new"}), oneFile(same...)
	}},
	{"lines that look like markers", 1_000_000, false, func(n int) (string, []*editedFile) {
		return strings.Repeat("=======\n>>>>>>> REPLACE\n───────\n»»»\nEND\nREPLACE:\n```\n", n/7), oneFile("x")
	}},
}

// oneFile is a.txt with the given lines.
func oneFile(lines ...string) []*editedFile { return []*editedFile{{path: "a.txt", before: lines}} }

// longLine makes edits inside one line, 40 KB apart.
func longLine(n int) (chat string, files []*editedFile) {
	var edits, line strings.Builder
	edits.WriteString("FILE: a.txt\n")
	for i := range n {
		fmt.Fprintf(&edits, "FIND:\n[value %d]\nREPLACE:\n[changed %d]\nEND\n", i, i)
		fmt.Fprintf(&line, "[value %d]", i)
		line.WriteString(strings.Repeat(" and so on", 4000))
	}
	return edits.String(), oneFile(line.String())
}
