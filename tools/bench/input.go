package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// file is a file before and after the edits of a chat.
type file struct{ path, before, after string }

// edits is how many files of how many lines are edited by how many blocks.
type edits struct{ files, lines, blocks int }

func (e edits) String() string {
	return fmt.Sprintf("%d edits in %d files of %d lines", e.blocks, e.files, e.lines)
}

// generate returns files and blocks that edit them, spread evenly. In failing, the last block of each
// file fails.
func (e edits) generate() (files []file, blocks, failing []string) {
	rnd := rand.New(rand.NewPCG(1, 1))
	perFile := e.blocks / e.files
	for i := range e.files {
		path := fmt.Sprintf("src/part%d/file%d.go", i/10, i)
		var before, after strings.Builder
		for k := range perFile {
			old, new, edit := chunk(rnd, path, k, e.lines/perFile)
			before.WriteString(old)
			after.WriteString(new)
			blocks = append(blocks, edit)
			if k == perFile-1 {
				edit = misremembered(edit)
			}
			failing = append(failing, edit)
		}
		files = append(files, file{path, before.String(), after.String()})
	}
	return files, blocks, failing
}

// chunk returns so many lines of a program, what they become, and the block that does it. Each block has
// a unique line.
func chunk(rnd *rand.Rand, path string, number, lines int) (before, after, edit string) {
	source := make([]string, lines)
	for i := range source {
		source[i] = fmt.Sprintf("\tvalue%d := compute(%d, %q)\n", number*lines+i, rnd.IntN(1000), "text")
		if i%5 > 2 {
			source[i] = []string{"}\n", "\n"}[i%5-3]
		}
	}
	at := 3 + rnd.IntN(lines-8)
	above, below := strings.Join(source[at-3:at], ""), strings.Join(source[at+1:at+4], "")
	changed := strings.Repeat(fmt.Sprintf("\tchanged%d := compute(%d)\n", number, rnd.IntN(1000)), rnd.IntN(3))
	old, new := above+source[at]+below, above+changed+below
	before = strings.Join(source, "")
	return before, strings.Replace(before, old, new, 1), block(path, old, new)
}

const marker = "<<<<<<< SEARCH"

func block(path, old, new string) string {
	return fmt.Sprintf("\n%s\n```go\n%s\n%s=======\n%s>>>>>>> REPLACE\n```\n", path, marker, old, new)
}

// misremembered returns a block as a model may remember it.
func misremembered(block string) string { return strings.ReplaceAll(block, "compute", "calculate") }

// history returns a folder with an aider history of about that many bytes, with three blocks in an
// answer. All blocks of each fifth file fail.
func (b *bench) history(e edits, bytes int) folder {
	files, blocks, _ := e.generate()
	var chat strings.Builder
	chat.WriteString("# aider chat started at 2026-01-01 10:00:00\n\n")
	for i, edit := range blocks {
		if i%3 == 0 {
			chat.WriteString("\n#### please change what we talked about  \n\n")
		}
		for step := 1; chat.Len() < (i+1)*bytes/len(blocks)-500; step++ {
			fmt.Fprintf(&chat, "Step %d.%d: the function should return an error where the file ends too early.\n", i, step)
			if step%20 == 0 {
				chat.WriteString("\n```go\n\tvalue := compute(23, \"text\")\n}\n```\n\n")
			}
		}
		if i*e.files/e.blocks%5 == 4 {
			edit = misremembered(edit)
		}
		chat.WriteString(edit)
	}
	return b.folder(chat.String(), files...)
}

var oneLine = file{path: "a.txt", before: "x\n"}

// hostileInputs are chats of n parts and their target, and would be slow if every part were compared with
// every other. Tests count the steps of many more.
var hostileInputs = []struct {
	name  string
	n     int
	input func(n int) (chat string, target file)
}{
	{"edits inside one line, 40 KB apart", 300, longLine},
	{"nested start markers, each with a path", 50_000, func(n int) (string, file) {
		return strings.Repeat("a.txt\n««« EDIT\n", n), oneLine
	}},
	{"lines that look like markers", 1_000_000, func(n int) (string, file) {
		return strings.Repeat("=======\n>>>>>>> REPLACE\n───────\n»»»\nEND\nREPLACE:\n```\n", n/7), oneLine
	}},
}

func longLine(n int) (string, file) {
	chat, far := "FILE: a.txt\n", strings.Repeat(" and so on", 4000)
	var line strings.Builder
	for i := range n {
		chat += fmt.Sprintf("FIND:\n[value %d]\nREPLACE:\n[changed %d]\nEND\n", i, i)
		fmt.Fprintf(&line, "[value %d]%s", i, far)
	}
	return chat, file{path: "a.txt", before: line.String() + "\n"}
}
