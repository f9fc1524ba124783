package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/parse"
)

// Format is a format of edit blocks with its instructions.
type Format struct {
	// Name is the format's name in --dialect; Aliases are other names.
	Name    string
	Aliases []string
	// Form writes its blocks.
	Form *parse.Form
	// Editor formats ask for no shell commands.
	Editor bool

	lesson lesson
}

// lesson is the part specific to a format.
type lesson struct {
	// parts describe a block top to bottom.
	parts []string
	// find and put name the sections to find and to write.
	find, put string
	// place says how to make the place unambiguous.
	place string
	// notes are further rules.
	notes []string
	// create is empty if the format can't create files.
	insert, remove, create string
	// files says how to delete or rename one, or is empty.
	files string
}

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

func editor(f *Format) *Format {
	v := *f
	v.Name, v.Aliases, v.Editor = "editor-"+f.Name, nil, true
	return &v
}

func form(name string) *parse.Form {
	forms := parse.Forms()
	return forms[slices.IndexFunc(forms, func(f *parse.Form) bool { return f.Name == name })]
}

// formatOf returns the format of a dialect, or the usual one for tool calls, which no model can be asked for in words.
func formatOf(d *parse.Dialect) *Format {
	if i := slices.IndexFunc(formats, func(f *Format) bool { return f.Form.Dialect == d }); i >= 0 {
		return formats[i]
	}
	return diff
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// Lookup returns the format with a name or alias. The error lists the names.
func Lookup(name string) (*Format, error) {
	for _, f := range formats {
		if f.Name == name || slices.Contains(f.Aliases, name) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("unknown dialect %q; want %s", name, strings.Join(Names(), ", "))
}

func join(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}
