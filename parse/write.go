package parse

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Edit is one change to one file, without regard to how it is written.
type Edit struct {
	Path string
	// Operation is Delete or Rename where the edit is of the file itself; else what is
	// done follows from the lines.
	Operation Operation
	// NewPath is the name that a file is given.
	NewPath string
	// Leading and Trailing are the anchors, Old what goes, New what comes in its
	// place. Lines are contents without line ending.
	Leading, Old, New, Trailing []string
}

// Edit returns the edit that a block proposes; false for a block that proposes none. Its
// path is the one that is meant where no file of any reading exists. What the lines
// do not say is not in it: a hint for a line, and that text inside lines may match.
func (r *Result) Edit(b *Block) (Edit, bool) {
	e := Edit{
		Path: b.Path.Fallback, NewPath: r.NewPath(b),
		Leading: r.Lines(b, b.Leading), Old: r.Lines(b, b.Old), New: r.Lines(b, b.New), Trailing: r.Lines(b, b.Trailing),
	}
	if b.Operation == Delete || b.Operation == Rename {
		e.Operation = b.Operation
	}
	return e, !b.EmptyFind && !b.Incomplete && e.Creates() == (b.Operation == Create) && !r.Hints(b).NoNewline
}

// Needle is the run of lines that the file must have. An edit without any
// creates its file.
func (e Edit) Needle() []string { return slices.Concat(e.Leading, e.Old, e.Trailing) }

// Replacement is the run of lines that replaces the needle.
func (e Edit) Replacement() []string { return slices.Concat(e.Leading, e.New, e.Trailing) }

// Creates reports whether the edit makes a new file.
func (e Edit) Creates() bool {
	return e.Operation == Modify && len(e.Leading)+len(e.Old)+len(e.Trailing) == 0
}

// Form is a way to write the blocks of a dialect.
type Form struct {
	Name    string
	Dialect *Dialect
	Layout  Layout
	// write writes an edit, with its path spelt as given, in one of the ways that the form
	// has for it, the usual one first. spellings is their number.
	write     func(e Edit, path string, spelling int) string
	spellings int
	// fits says why the form has no way at all to write an edit, or nothing.
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

// Write writes an edit as a block of a form: whole lines, the path's among them,
// that package parse reads back as the same edit. Formats without anchors hold them
// as part of both sections, so of those the needle and the replacement are the same.
// The error says why the format cannot hold the edit.
//
// Lines that look like markers are met with another set of markers, another length
// or another letter case, where the format has them. What is promised is how the
// block reads between other text; lines that begin a turn of the chat that it is put
// into can still cut it.
func (f *Form) Write(e Edit) (string, error) {
	if why := f.cannot(e); why != "" {
		return "", fmt.Errorf("%s cannot hold this edit: %s", f.Name, why)
	}
	if s := f.spell(e); s != "" {
		return s, nil
	}
	return "", fmt.Errorf("%s cannot hold this edit: %s", f.Name, f.blame(e))
}

// spell is the first spelling that reads back, or empty.
func (f *Form) spell(e Edit) string {
	// A path that could be read as prose with a path in it needs backticks.
	for _, path := range []string{e.Path, "`" + e.Path + "`"} {
		for i := range f.spellings {
			if s := f.write(e, path, i); f.reads(s, e) {
				return s
			}
		}
	}
	return ""
}

// above precedes a text that is tried: its path is in force there, and near.
const above = "other.txt\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\nother.txt\n\n"

// reads reports whether a text is the one edit, whatever is around it.
func (f *Form) reads(s string, e Edit) bool {
	// The only error is the context's.
	doc, _ := Document(context.Background(), text.New(above+s+"\nText after it.\n"), Options{}, nil)
	if len(doc.Blocks) != 2 || len(doc.Problems) > 0 || len(doc.Turns) > 0 {
		return false
	}
	b := &doc.Blocks[1]
	if e.Operation == Delete && b.Operation == Delete {
		return f.Writes(b) && f.readsPath(b, e.Path) // a patch may delete a file without its lines
	}
	anchors := slices.Equal(doc.Lines(b, b.Leading), e.Leading) && slices.Equal(doc.Lines(b, b.Old), e.Old)
	operation := e.Operation
	if e.Creates() {
		operation = Create
	}
	return f.Writes(b) && f.readsPath(b, e.Path) && b.Operation == operation && doc.NewPath(b) == e.NewPath &&
		slices.Equal(doc.Needle(b), e.Needle()) && slices.Equal(doc.Replacement(b), e.Replacement()) &&
		(anchors || !f.Dialect.HasAnchors || f.Dialect.AnchorTwice)
}

// readsPath reports whether a block's path is one name, or that unless it is missing in a
// patch, where other readings are of the prefixes and the like.
func (f *Form) readsPath(b *Block, path string) bool {
	return b.Path.Fallback == path && b.Path.Readings[0] == path && (f.Dialect.Patch || len(b.Path.Readings) == 1)
}

// cannot says why no format, or not this one, has a way to write an edit.
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
		return "it is no change of lines"
	case f.fits == nil:
		return ""
	}
	return f.fits(e)
}

// mostBlamed bounds the lines that are tried one by one.
const mostBlamed = 1000

// blame says why no spelling of an edit reads back.
func (f *Form) blame(e Edit) string {
	plain := Edit{Path: e.Path, Old: line("old"), New: line("new")}
	if f.spell(plain) == "" {
		return fmt.Sprintf("%q would not be read as a path", e.Path)
	}
	lines := slices.Concat(e.Needle(), e.New)
	for _, l := range lines[:min(len(lines), mostBlamed)] {
		// What is above it isn't a path, as far as a path is looked for.
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

// join makes a text of lists of lines.
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

// line is a list of one line.
func line(s string) []string { return []string{s} }
