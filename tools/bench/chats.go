package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// words are what prose is made of.
var words = strings.Fields(`the a this file line change which test server value that for when it
	we now return error handle case model before after because every block first last name path
	should could must write read parse check apply keep move rename index cache request`)

// prose returns a line of prose, now and then with markdown in it.
func prose(rnd *rand.Rand) string {
	start := ""
	switch rnd.IntN(12) {
	case 0:
		return ""
	case 1:
		start = "- "
	case 2:
		start = "1. "
	}
	line := make([]string, 6+rnd.IntN(12))
	for i := range line {
		line[i] = words[rnd.IntN(len(words))]
		if rnd.IntN(15) == 0 {
			line[i] = "`" + line[i] + "`"
		}
	}
	return start + strings.Join(line, " ") + "."
}

// talk writes prose and fenced code until b has grown to size bytes.
func talk(b *strings.Builder, rnd *rand.Rand, size int) {
	for b.Len() < size {
		if rnd.IntN(20) == 0 {
			b.WriteString("```go\n" + content(sourceLines(rnd, 3+rnd.IntN(15))) + "```\n")
		} else {
			b.WriteString(prose(rnd) + "\n")
		}
	}
}

// history makes a chat of about size bytes as aider writes it, with edits of files of
// 500 lines. An answer has three blocks; a fifth of all blocks don't apply, nor does the
// last, so that an editor always shows something.
func history(seed uint64, size, blocks, targets int) (chat string, files []*editedFile) {
	rnd := rand.New(rand.NewPCG(seed, 2))
	files = edits(seed, targets, 500, 0)
	var b strings.Builder
	b.WriteString("# aider chat started at 2026-01-01 10:00:00\n\n")
	for k := range blocks {
		if k%3 == 0 {
			b.WriteString("\n#### please change what we talked about  \n\n")
		}
		talk(&b, rnd, (k+1)*size/blocks-500)
		f := files[k%targets]
		at := rnd.IntN(len(f.before) - 8)
		old := f.before[at : at+7]
		changed := append(slices.Clone(old[:5]), fmt.Sprintf("\tadded%d()", k))
		if k%5 == 0 || k == blocks-1 {
			old = misremembered(old)
		}
		b.WriteString("\n" + block(f.path, old, changed))
	}
	return b.String() + "That is all.\n", files
}

// place is a line of a chat into which somebody types.
type place struct {
	name string
	line int
}

// places returns lines at the start, in the middle and at the end of a chat, in prose
// and in the old lines of a block.
func places(lines []string) []place {
	proseLine := func(i int) bool { return strings.HasSuffix(lines[i], ".") && strings.Contains(lines[i], " ") }
	oldLine := func(i int) bool { return i > 0 && lines[i-1] == "<<<<<<< SEARCH" }
	var all []place
	for _, in := range []struct {
		name  string
		meant func(int) bool
	}{{"in prose", proseLine}, {"in a block", oldLine}} {
		var meant []int
		for i := range lines {
			if in.meant(i) {
				meant = append(meant, i)
			}
		}
		last := len(meant) - 1
		all = append(all, place{in.name + " at the start", meant[0]}, place{in.name + " in the middle", meant[last/2]}, place{in.name + " at the end", meant[last]})
	}
	return all
}

// hostile is an input that costs much where each part is compared with each other.
type hostile struct {
	name string
	n    int
	// input makes a chat of n parts and the files that it's about.
	input func(n int) (chat string, files []*editedFile)
}

// hostileInputs are what a model or a file could hold to make a program slow.
var hostileInputs = []hostile{
	{"edits inside one line, 40 KB apart", 300, longLine},
	{"blocks of a history, 6 KB apart", 707, func(n int) (string, []*editedFile) { return history(7, n*6000, n, 10) }},
	{"blocks for one file", 10_000, manyBlocks},
	{"nested start markers", 50_000, func(n int) (string, []*editedFile) {
		return "a.txt\n" + strings.Repeat("««« EDIT\n", n), oneFile("x")
	}},
	{"nested start markers, each with a path", 50_000, func(n int) (string, []*editedFile) {
		return strings.Repeat("a.txt\n««« EDIT\n", n), oneFile("x")
	}},
	{"equal lines, searched for a fortieth as many", 20_000, func(n int) (string, []*editedFile) {
		same := slices.Repeat([]string{"same"}, n)
		needle := same[:n/40]
		chat := block("a.txt", append(slices.Clone(needle), "other"), []string{"new"}) + block("b.txt", needle, []string{"new"})
		return chat, append(oneFile(same...), &editedFile{path: "b.txt", before: same})
	}},
	{"lines that look like markers", 1_000_000, func(n int) (string, []*editedFile) {
		return strings.Repeat("=======\n>>>>>>> REPLACE\n───────\n»»»\nEND\nREPLACE:\n```\n", n/7), oneFile("x")
	}},
}

// oneFile is a.txt with the given lines.
func oneFile(lines ...string) []*editedFile { return []*editedFile{{path: "a.txt", before: lines}} }

// longLine makes edits inside one line, each 40 KB after the other.
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

// manyBlocks makes blocks of one line each for one file.
func manyBlocks(n int) (chat string, files []*editedFile) {
	var blocks strings.Builder
	lines := make([]string, 6*n)
	for i := range n {
		lines[6*i] = fmt.Sprintf("line %d", i)
		blocks.WriteString(block("a.txt", lines[6*i:6*i+1], []string{fmt.Sprintf("changed %d", i)}))
	}
	return blocks.String(), oneFile(lines...)
}
