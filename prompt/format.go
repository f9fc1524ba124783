package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/parse"
)

// Format is a form of edit blocks that a model can be taught.
type Format struct {
	// Name is the format's name, as --dialect takes it; Aliases are other names.
	Name    string
	Aliases []string
	// Form writes its blocks.
	Form *parse.Form
	// Editor: nothing but edits is asked for, no shell commands.
	Editor bool

	lesson lesson
}

// lesson is what is said of a format alone.
type lesson struct {
	// parts describe a block from its first line to its last, an item each.
	parts []string
	// find and put name the part that is looked for and the part that is written.
	find, put string
	// place says how the place is found if the lines occur more than once.
	place string
	// notes are further rules, an item each.
	notes []string
	// insert, remove and create say how that is done; create is empty where a block
	// cannot make a file.
	insert, remove, create string
	// files says how a file is deleted or renamed; it is empty where a block can't do that.
	files string
}

// formats is the table of all formats.
var formats = []*Format{
	anchored,
	editRepl,
	findReplace,
	diff,
	diffFenced,
	applyPatch,
	unifiedDiff,
	editor(diff),
	editor(diffFenced),
}

// editor is the variant of a format that asks for edits only.
func editor(f *Format) *Format {
	v := *f
	v.Name, v.Aliases, v.Editor = "editor-"+f.Name, nil, true
	return &v
}

// form is the form of a dialect with a name.
func form(name string) *parse.Form {
	forms := parse.Forms()
	return forms[slices.IndexFunc(forms, func(f *parse.Form) bool { return f.Name == name })]
}

// Names are the names of all formats.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// Lookup finds a format by a name of it. The error lists the names.
func Lookup(name string) (*Format, error) {
	for _, f := range formats {
		if f.Name == name || slices.Contains(f.Aliases, name) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("unknown dialect %q; want %s", name, strings.Join(Names(), ", "))
}

// join makes a text of lines.
func join(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}
