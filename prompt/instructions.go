package prompt

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/parse"
)

// How a place is found if its lines occur more than once in the file.
const (
	uniquePlace = "That run of lines must stand in the file exactly once; otherwise the edit is refused. Where it may stand more often, add lines before or behind it that only this place has, such as the first line of the function or the heading of the section."
	firstPlace  = "Where that run of lines stands in the file more than once, the first place is changed. So add lines before or behind it, such as the first line of the function or the heading of the section, until the place that you mean is the only one."
)

// noFence is a rule of the formats that have no fence of their own.
const noFence = "**No code fence around a block.** It stands in your answer as it is."

// shape is the edit that shows the form of a block.
var shape = parse.Edit{
	Path:     "path/to/file.py",
	Leading:  []string{"(lines that stay, right before the change)"},
	Old:      []string{"(lines that go)"},
	New:      []string{"(lines that come in their place)"},
	Trailing: []string{"(lines that stay, right behind the change)"},
}

// Instructions are what makes a model write a format: the form of a block, the
// rules, and examples. In a chat the text proposes nothing.
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

// page is the text of the instructions as it grows.
type page struct{ strings.Builder }

func (p *page) add(format string, args ...any)  { fmt.Fprintf(p, format, args...) }
func (p *page) item(format string, args ...any) { p.add("- "+format+"\n", args...) }

func (p *page) form(f *Format) {
	p.add("# How to propose edits\n\n")
	p.add("Write every change to a file as an edit block of the form below. A program takes the blocks out of your answer and " +
		"applies them to the letter; it does not guess what was meant. Say in a few sentences what you change and why, but " +
		"put code that belongs into a file nowhere but in blocks.\n\n")

	p.add("## The form of a block\n\n")
	p.add("%s\n", must(f, shape))
	p.add("From the first line to the last:\n\n")
	for i, part := range f.lesson.parts {
		p.add("%d. %s\n", i+1, part)
	}
}

func (p *page) rules(l lesson) {
	p.add("\n## Rules\n\n")
	p.item("**Copy, never recall.** Look the lines up in the file before you write a block: %s must be one "+
		"unbroken run of whole lines of the file, the same in every character: indentation, tabs, blanks at the end of "+
		"a line, empty lines and comments count. Where the code sits inside other text, such as a string in JSON, copy "+
		"what the file really holds.", l.find)
	p.item("**One place.** %s", l.place)
	p.item("**Write everything out.** What stands in %s is written into the file as it is. Never shorten it by `...` or by a "+
		"comment such as `rest of the code`.", l.put)
	p.item("**The whole path,** relative to the top folder of the project, spelled as it was shown to you, without quotes, " +
		"backticks, asterisks or escapes.")
	p.item("**Block after block.** Finish a block before the next one begins. Every block names its own file.")
	for _, n := range l.notes {
		p.item("%s", n)
	}
	seen := "**Only files that you have seen.** If another file that exists has to change, name it, ask to be shown it, and stop there."
	if l.create != "" {
		seen += " A new file needs no asking."
	}
	p.item("%s", seen)
}

func (p *page) order() {
	p.add("\n## Size and order\n\n")
	p.item("Keep blocks small: the lines that change, and as many around them as the place needs. Make several blocks of a " +
		"large change, and leave out long stretches that stay as they are.")
	p.item("Blocks are applied from top to bottom. Each must fit the file as the blocks above it have left it: " +
		"lines that they took out are not found any more, and lines that they put in count as well.")
	p.item("Put changes into one block if they overlap, if no more than three lines lie between them, or if the later one " +
		"needs lines that the earlier one writes.")
	p.item("Move code with two blocks: one takes it out, one puts it in where it shall be.")
}

func (p *page) kinds(f *Format) {
	l := f.lesson
	p.add("\n## Kinds of changes\n\n")
	p.item("Insert lines: %s", l.insert)
	p.item("Delete lines: %s", l.remove)
	if l.create != "" {
		p.item("Make a file: %s Its folders are made with it.", l.create)
	} else {
		p.item("Make a file: a block cannot do that. Give the path and the whole text in an ordinary code fence, and say that the file is new.")
	}
	switch {
	case l.files != "":
		p.item("Delete or rename a file: %s", l.files)
	case f.Editor:
		p.item("Nothing but edits is wanted: suggest no shell commands. Where a file would have to be deleted, renamed or moved, say so in a sentence.")
	default:
		p.item("Delete, rename or move a file: a block cannot do that. Suggest the command at the end of your answer, in backticks, like this:\n")
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
			p.add("The file `%s` holds:\n\n%s%s\n%s%s\n\n", file.Path, fence, parse.FenceLanguage(file.Path), join(lines), fence)
		}
		p.add("%s\n", x.say)
		for _, e := range x.edits {
			p.add("\n%s", must(f, e))
		}
	}
}

// must writes an edit that every format can hold: those of the instructions.
func must(f *Format, e parse.Edit) string {
	s, err := f.Form.Write(e)
	if err != nil {
		panic(err)
	}
	return s
}
