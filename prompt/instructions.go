package prompt

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/parse"
)

const (
	uniquePlace = "Those lines must be in the file exactly once, or the edit is refused. If they could match more than once, add lines before or after them that only this place has, such as the first line of the function or the heading of the section."
	firstPlace  = "If those lines are in the file more than once, the first place is changed. Add lines before or after them, such as the first line of the function or the heading of the section, until only the right place matches."
)

// noFence is a rule for formats without a fence of their own.
const noFence = "**No code fence around a block.** Write it directly in your answer."

// shape shows the shape of a block.
var shape = parse.Edit{
	Path:     "path/to/file.py",
	Leading:  []string{"(lines that stay, right before the change)"},
	Old:      []string{"(lines to remove)"},
	New:      []string{"(lines that replace them)"},
	Trailing: []string{"(lines that stay, right after the change)"},
}

// Instructions returns a format's instructions: shape of a block, rules, examples. In a chat they
// propose no edits.
func Instructions(f *Format) string { return guard(instructions(f)) }

func instructions(f *Format) string {
	var p page
	p.form(f)
	p.rules(f.lesson)
	p.order()
	p.kinds(f)
	p.examples(f)
	return p.String()
}

type page struct{ strings.Builder }

func (p *page) add(format string, args ...any)  { fmt.Fprintf(p, format, args...) }
func (p *page) item(format string, args ...any) { p.add("- "+format+"\n", args...) }

func (p *page) form(f *Format) {
	p.add("# How to propose edits\n\n")
	p.add("Write every change to a file as an edit block in the format below. A program extracts the blocks and applies them " +
		"exactly as written; it doesn't guess. Say in a few sentences what you change and why, but put code that belongs in a " +
		"file only in blocks.\n\n")

	p.add("## Format of a block\n\n")
	p.add("%s\n", must(f, shape))
	p.add("From the first line to the last:\n\n")
	for i, part := range f.lesson.parts {
		p.add("%d. %s\n", i+1, part)
	}
}

func (p *page) rules(l lesson) {
	p.add("\n## Rules\n\n")
	p.item("**Copy, don't recall.** Look the lines up in the file before you write a block: %s must be consecutive "+
		"whole lines of the file, the same in every character. Indentation, tabs, trailing spaces, empty lines and comments "+
		"count. If the code is inside other text, such as a string in JSON, copy what the file contains.", l.find)
	p.item("**One place.** %s", l.place)
	p.item("**Write everything out.** Nothing is filled in: %s must be complete. Never shorten anything with `...` or a "+
		"comment such as `rest of the code`.", l.put)
	p.item("**Full path,** relative to the root of the project, spelled as it was shown to you, without quotes, " +
		"backticks, asterisks or escapes.")
	p.item("**One block at a time.** Finish a block before you begin the next. Every block names its own file.")
	for _, n := range l.notes {
		p.item("%s", n)
	}
	seen := "**Only files that you have seen.** If another existing file has to change, name it, ask to see it, and stop."
	if l.create != "" {
		seen += " You can create a file without asking."
	}
	p.item("%s", seen)
}

func (p *page) order() {
	p.add("\n## Size and order\n\n")
	p.item("Keep blocks small: the lines that change, and as many around them as the place needs. Split a " +
		"large change into several blocks, and leave out long unchanged parts.")
	p.item("Blocks are applied from top to bottom. Each must match the file as the blocks above leave it: " +
		"lines that they removed are gone, and lines that they added are there.")
	p.item("Put changes in one block if they overlap, if at most three lines are between them, or if the later one " +
		"needs lines that the earlier one adds.")
	p.item("Move code with two blocks: one removes it, one inserts it in the new place.")
}

func (p *page) kinds(f *Format) {
	l := f.lesson
	p.add("\n## Kinds of changes\n\n")
	p.item("Insert lines: %s", l.insert)
	p.item("Delete lines: %s", l.remove)
	if l.create != "" {
		p.item("Create a file: %s Its directories are created too.", l.create)
	} else {
		p.item("Create a file: a block can't do that. Give the path and the whole text in an ordinary code fence, and say that the file is new.")
	}
	switch {
	case l.files != "":
		p.item("Delete or rename a file: %s", l.files)
	case f.Editor:
		p.item("Write only edits: suggest no shell commands. If a file has to be deleted, renamed or moved, say so in a sentence.")
	default:
		p.item("Delete, rename or move a file: a block can't do that. Suggest the command at the end of your answer, in backticks, like this:\n")
		p.add("  ```text\n  `git rm path/to/old.py`\n  `git mv path/to/old.py path/to/new.py`\n  ```\n")
	}
}

func (p *page) examples(f *Format) {
	p.add("\n## Examples\n")
	for _, x := range examples {
		if x.creates() && f.lesson.create == "" || x.ofFiles() && f.lesson.files == "" {
			continue
		}
		p.add("\n### %s\n\n", x.title)
		for _, file := range x.before {
			lines := linesOf(file.Content)
			fence := parse.FenceFor(3, lines)
			p.add("The file `%s` contains:\n\n%s%s\n%s%s\n\n", file.Path, fence, parse.FenceLanguage(file.Path), join(lines), fence)
		}
		p.add("%s\n", x.say)
		for _, e := range x.edits {
			p.add("\n%s", must(f, e))
		}
	}
}

// must writes an edit that every format can hold.
func must(f *Format, e parse.Edit) string {
	s, err := f.Form.Write(e)
	if err != nil {
		panic(err)
	}
	return s
}
