package prompt

import "github.com/edit-lsp/edit-lsp/parse"

// Sample exports an example of the instructions.
type Sample struct {
	Title   string
	Before  []File
	Edits   []parse.Edit
	creates bool
	// OfFiles: it deletes or renames files.
	OfFiles bool
}

// In reports whether the instructions of f include the example.
func (x Sample) In(f *Format) bool {
	return (!x.creates || f.lesson.create != "") && (!x.OfFiles || f.lesson.files != "")
}

// Samples are the examples of all instructions.
func Samples() []Sample {
	var list []Sample
	for _, x := range examples {
		list = append(list, Sample{x.title, x.before, x.edits, x.creates(), x.ofFiles()})
	}
	return list
}

// Formats returns all formats.
func Formats() []*Format { return formats }
