package prompt

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// File is a file in a prompt.
type File struct {
	// Path is slash-separated and relative to the root; it is one line.
	Path string
	// Content is the whole text. Line endings and byte order marks aren't shown, because edits ignore
	// them.
	Content string
}

// Task is the task of an assembled prompt.
type Task struct {
	// Targets are the files to edit, Context those only for reading.
	Targets, Context []File
	Instructions     string
}

const system = `You are an experienced software developer.

- Do what is asked for, all of it and nothing else: leave unrelated code, comments and formatting alone.
- Keep to the conventions of the code around you, and use the libraries that it uses already.
- If the request can be read in more than one way, ask before you propose an edit.
- Answer in the language in which you are asked.
`

// Assemble returns a task's prompt, with sections in a fixed order. In a chat it proposes no edits.
func Assemble(f *Format, t Task) string {
	var b strings.Builder
	section := func(name, body string) {
		fmt.Fprintf(&b, "[%s]\n%s\n", name, join(linesOf(body)))
	}
	section("SYSTEM", system)
	section("EDIT MODE", instructions(f))
	if len(t.Targets) > 0 {
		section("TARGET FILES", "You may edit these files. Below is their current content. Ignore older versions of them in "+
			"this conversation.\n\n"+files(t.Targets))
	} else {
		section("TARGET FILES", "No file is given for editing.\n")
	}
	if len(t.Context) > 0 {
		section("CONTEXT", "These files are for reading only: don't edit them. If one of them has to change, say so "+
			"and ask first.\n\n"+files(t.Context))
	}
	section("INSTRUCTIONS", t.Instructions)
	return guard(strings.TrimRight(b.String(), "\n") + "\n")
}

// files fences each file, or quotes it if a line would end the guard.
func files(list []File) string {
	var parts []string
	for _, file := range list {
		lines := linesOf(file.Content)
		head := "### File: " + file.Path + "\n"
		if switchesOn(lines) {
			parts = append(parts, head+"Each line follows `> `, which isn't part of it.\n\n"+inQuote(lines))
		} else {
			parts = append(parts, head+inFence(lines))
		}
	}
	return strings.Join(parts, "\n")
}

func linesOf(content string) []string {
	t := text.New(content)
	return t.Lines(0, text.Line(t.LineCount()))
}
