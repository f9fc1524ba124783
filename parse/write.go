package parse

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Edit is one change to one file, independent of format.
type Edit struct {
	Path string
	// Operation is Delete, Rename or Modify. See [Edit.Creates] for new files.
	Operation Operation
	NewPath   string
	// Leading and Trailing are the anchors; New replaces Old. Lines have no line endings.
	Leading, Old, New, Trailing []string
}

// Edit returns a block's edit, or false if it has none. The path is the fallback reading. Line hints
// and matching inside lines are left out. Blocks for every match have none.
func (r *Result) Edit(b *Block) (Edit, bool) {
	e := Edit{
		Path: b.Path.Fallback, NewPath: r.NewPath(b),
		Leading: r.Lines(b, b.Leading), Old: r.Lines(b, b.Old), New: r.Lines(b, b.New), Trailing: r.Lines(b, b.Trailing),
	}
	if b.Operation == Delete || b.Operation == Rename {
		e.Operation = b.Operation
	}
	return e, !b.EmptyFind && !b.Every && !b.Incomplete && e.Creates() == (b.Operation == Create) && !r.Hints(b).NoNewline
}

// Needle returns the lines that the file must have. An edit without any creates its file.
func (e Edit) Needle() []string { return slices.Concat(e.Leading, e.Old, e.Trailing) }

// Replacement returns the lines that replace the needle.
func (e Edit) Replacement() []string { return slices.Concat(e.Leading, e.New, e.Trailing) }

// Creates reports whether the edit creates a file.
func (e Edit) Creates() bool {
	return e.Operation == Modify && len(e.Leading)+len(e.Old)+len(e.Trailing) == 0
}

// Form is a way to write a dialect's blocks.
type Form struct {
	Name    string
	Dialect *Dialect
	Layout  Layout
	// write writes an edit in one of the form's spellings; 0 is the usual one.
	write     func(e Edit, path string, spelling int) string
	spellings int
	// fits says why the form can't write an edit, or returns "".
	fits func(e Edit) string
}

// Forms returns the forms of all dialects.
func Forms() []*Form {
	var all []*Form
	for _, d := range dialects {
		all = append(all, d.Forms...)
	}
	return all
}

// Writes reports whether a block is written in this form.
func (f *Form) Writes(b *Block) bool { return f.Dialect == b.Dialect && f.Layout == b.Layout }

// Write writes an edit as a block with its path line that Document reads back as the same edit. Formats
// without anchors include them in both sections. The error says why the format can't hold the edit.
//
// For lines that look like markers, Write uses another marker set, length or letter case if the format
// has one. Lines that begin a turn in the surrounding chat can still cut the block.
func (f *Form) Write(e Edit) (string, error) {
	if why := f.cannot(e); why != "" {
		return "", fmt.Errorf("%s can't express this edit: %s", f.Name, why)
	}
	if s := f.spell(e); s != "" {
		return s, nil
	}
	return "", fmt.Errorf("%s can't express this edit: %s", f.Name, f.blame(e))
}

// spell returns the first spelling that reads back, or "".
func (f *Form) spell(e Edit) string {
	// A path that could be read as prose needs backticks.
	for _, path := range []string{e.Path, "`" + e.Path + "`"} {
		for i := range f.spellings {
			if s := f.write(e, path, i); f.reads(s, e) {
				return s
			}
		}
	}
	return ""
}

// above precedes each trial text and puts another path in force.
const above = "other.txt\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\nother.txt\n\n"

// reads reports whether Document reads s as exactly the edit.
func (f *Form) reads(s string, e Edit) bool {
	// It only fails if the context is cancelled.
	doc, _ := Document(context.Background(), text.New(above+s+"\nText after it.\n"), Options{}, nil)
	if len(doc.Blocks) != 2 || len(doc.Problems) > 0 || len(doc.Turns) > 0 {
		return false
	}
	b := &doc.Blocks[1]
	if !f.Writes(b) || !f.readsPath(b, e.Path) {
		return false
	}
	return e.Operation == Delete && b.Operation == Delete || f.readsLines(doc, b, e) // a patch may delete a file without its lines
}

// readsLines reports whether a block makes the edit of its file.
func (f *Form) readsLines(doc *Result, b *Block, e Edit) bool {
	anchors := slices.Equal(doc.Lines(b, b.Leading), e.Leading) && slices.Equal(doc.Lines(b, b.Old), e.Old)
	operation := e.Operation
	if e.Creates() {
		operation = Create
	}
	return b.Operation == operation && doc.NewPath(b) == e.NewPath &&
		slices.Equal(doc.Needle(b), e.Needle()) && slices.Equal(doc.Replacement(b), e.Replacement()) &&
		(anchors || !f.Dialect.HasAnchors || f.Dialect.AnchorTwice)
}

// readsPath reports whether a block's path is unambiguous. A patch has further readings, because of its
// prefixes.
func (f *Form) readsPath(b *Block, path string) bool {
	return b.Path.Fallback == path && b.Path.Readings[0] == path && (f.Dialect.Patch || len(b.Path.Readings) == 1)
}

// cannot says why the form can't write an edit, or returns "".
func (f *Form) cannot(e Edit) string {
	for _, l := range slices.Concat(line(e.Path), e.Needle(), e.New) {
		switch {
		case !utf8.ValidString(l):
			return "it is not UTF-8"
		case strings.Contains(l, "\n"):
			return "a line has a line ending inside it"
		case strings.HasSuffix(l, "\r"):
			return "a line ends with a carriage return, which would be taken for a line ending"
		}
	}
	switch {
	case !f.Dialect.Patch && (e.Operation == Delete || e.Operation == Rename):
		return "it deletes or renames a file"
	case f.fits == nil:
		return ""
	}
	return f.fits(e)
}

// mostBlamed limits the lines tried one by one.
const mostBlamed = 1000

func (f *Form) blame(e Edit) string {
	plain := Edit{Path: e.Path, Old: line("old"), New: line("new")}
	if f.spell(plain) == "" {
		return fmt.Sprintf("%q would not be read as a path", e.Path)
	}
	lines := slices.Concat(e.Needle(), e.New)
	for _, l := range lines[:min(len(lines), mostBlamed)] {
		// The lines above can't be paths.
		plain.New = []string{"{", "{", "{", l, "}"}
		if f.spell(plain) == "" {
			return fmt.Sprintf("the line %q would be read as a marker", strings.TrimSpace(l))
		}
	}
	return "some of its lines together would be read as markers"
}

// FenceFor returns a fence of at least shortest backticks that no line closes.
func FenceFor(shortest int, lines []string) string {
	for _, l := range lines {
		n := 0
		for i := range len(l) {
			if n++; l[i] != '`' {
				n = 0
			}
			shortest = max(shortest, n+1)
		}
	}
	return strings.Repeat("`", shortest)
}

func join(parts ...[]string) string {
	var b strings.Builder
	for _, lines := range parts {
		for _, l := range lines {
			b.WriteString(l)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func line(s string) []string { return []string{s} }
