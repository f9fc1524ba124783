package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Operation is what a block asks for.
type Operation uint8

// The operations. Only patches delete and rename files.
const (
	Modify Operation = iota
	Create
	Delete
	Rename
)

// String returns the name of an operation.
func (o Operation) String() string {
	return [...]string{"modify", "create", "delete", "rename"}[o]
}

// Layout says where a search-replace block names its path, and whether tags take the place
// of its markers; other dialects have none.
type Layout uint8

// The layouts of search-replace.
const (
	NoLayout Layout = iota
	LayoutDiff
	LayoutDiffFenced
	LayoutXML
)

// String returns the name of a layout, which may be empty.
func (l Layout) String() string { return [...]string{"", "diff", "diff-fenced", "xml"}[l] }

// Section is a run of chat lines, from First to before End, that is a part of a block.
// A section of no lines still has a First: the line where it would begin.
type Section struct {
	First, End text.Line
	cut        cut
}

// cut says what of its lines is a section's.
type cut uint8

const (
	// allLines: each as it is.
	allLines cut = iota
	// oldText and newText: what is between the tags around the old or the new text.
	oldText
	newText
)

// span returns the section of all lines from first to before end.
func span(first, end text.Line) Section { return Section{First: first, End: end} }

// Len returns the number of lines.
func (s Section) Len() int { return int(s.End - s.First) }

// Has reports whether a line is one of the section's.
func (s Section) Has(l text.Line) bool { return s.First <= l && l < s.End }

// sectionAt returns a section without lines.
func sectionAt(l text.Line) Section { return span(l, l) }

// Block is one proposed change to one target file.
// It holds no text: [Result.AppendLines] gives its lines.
type Block struct {
	Dialect *Dialect
	Path    Path
	// Leading and Trailing are the anchors; the needle is Leading+Old+Trailing.
	Leading, Old, New, Trailing Section
	// Start and End are the chat lines of the start and the end marker.
	Start, End text.Line
	// NearLine is the target line that the block gives as a hint to choose between
	// matches, or text.None: the nearest one is meant, or where ExactLine is set, the one
	// that begins there, if one does.
	NearLine text.Line
	// cutAs is the fence line whose indentation the block's lines lose, or text.None.
	cutAs text.Line
	// Index counts the blocks of the document from 0.
	Index int
	// Turn is the index into Result.Turns, or -1 where the document has no turns.
	Turn   int
	Layout Layout
	// Operation is Create where leading, old and trailing lines are all empty.
	Operation Operation
	// EmptyFind: a FIND section of nothing but blanks; such a block is skipped.
	EmptyFind bool
	// ExactLine says how NearLine is meant.
	ExactLine bool
	// escaped: some lines have a backslash that is not meant for the target.
	escaped bool
	// Incomplete: the block is still being written at the end of a growing document.
	// Its sections hold nothing yet.
	Incomplete bool
}

// newBlock returns a block without lines and hints.
func newBlock() Block { return Block{NearLine: text.None, cutAs: text.None} }

// InsideLines reports whether the block's text is also looked for inside lines, where no
// whole lines match.
func (b *Block) InsideLines() bool { return b.Dialect.InsideLines || b.Layout == LayoutXML }

// Markers returns the chat lines of the start marker, the separators and the end
// marker, in order.
func (b *Block) Markers() []text.Line {
	if b.Incomplete {
		return []text.Line{b.Start}
	}
	lines := append(append([]text.Line{b.Start}, b.Dialect.separators(b)...), b.End)
	return slices.Compact(lines) // tags may share a line
}

// AppendLines appends the lines of some sections of a block as they are meant for the
// target: without line ending, the fence's indentation, and the backslash before what would
// be a marker. A byte order mark at the start of a section is the target's own, and not of
// its first line.
func (r *Result) AppendLines(lines []string, b *Block, sections ...Section) []string {
	for _, s := range sections {
		at := len(lines)
		if s.cut != allLines {
			lines = r.appendTagged(lines, b, s)
			continue
		}
		lines = r.Text.AppendLines(lines, s.First, s.End)
		if b.cutAs != text.None {
			indent := text.Indentation(r.Text.Line(b.cutAs))
			for i, l := range lines[at:] {
				lines[at+i] = unindent(l, indent)
			}
		}
		if b.escaped {
			for i, l := range lines[at:] {
				lines[at+i] = r.unescape(b, l)
			}
		}
		if len(lines) > at {
			lines[at] = strings.TrimPrefix(lines[at], bom)
		}
	}
	return lines
}

const bom = "\uFEFF"

// Lines returns the lines of one section (see [Result.AppendLines]).
func (r *Result) Lines(b *Block, s Section) []string {
	return r.AppendLines(make([]string, 0, s.Len()), b, s)
}

// FirstLine returns the first line of a section, which must have one.
func (r *Result) FirstLine(b *Block, s Section) string {
	s.End = s.First + 1
	return r.Lines(b, s)[0]
}

// Needle returns the run of lines that the target must have.
func (r *Result) Needle(b *Block) []string {
	n := make([]string, 0, b.Leading.Len()+b.Old.Len()+b.Trailing.Len())
	return r.AppendLines(n, b, b.Leading, b.Old, b.Trailing)
}

// Replacement returns the run of lines that replaces the needle.
func (r *Result) Replacement(b *Block) []string {
	n := make([]string, 0, b.Leading.Len()+b.New.Len()+b.Trailing.Len())
	return r.AppendLines(n, b, b.Leading, b.New, b.Trailing)
}

// SameBlock reports whether two blocks, of two documents, propose the same: the same lines
// for the same path, wherever they are.
func SameBlock(r *Result, b *Block, o *Result, c *Block) bool {
	return b.Dialect == c.Dialect && b.Layout == c.Layout && b.Operation == c.Operation &&
		b.NearLine == c.NearLine && b.ExactLine == c.ExactLine && b.EmptyFind == c.EmptyFind && b.Incomplete == c.Incomplete &&
		b.Path.Fallback == c.Path.Fallback && slices.Equal(b.Path.Readings, c.Path.Readings) &&
		r.sameLines(b, b.Leading, o, c, c.Leading) && r.sameLines(b, b.Old, o, c, c.Old) &&
		r.sameLines(b, b.New, o, c, c.New) && r.sameLines(b, b.Trailing, o, c, c.Trailing)
}

func (r *Result) sameLines(b *Block, s Section, o *Result, c *Block, t Section) bool {
	if s.Len() != t.Len() {
		return false
	}
	if s.cut != allLines || t.cut != allLines || b.cutAs != text.None || c.cutAs != text.None || b.escaped || c.escaped {
		return slices.Equal(r.Lines(b, s), o.Lines(c, t))
	}
	for i := range text.Line(s.Len()) {
		if r.Text.Line(s.First+i) != o.Text.Line(t.First+i) {
			return false
		}
	}
	return true
}

// AddsMarker returns the chat lines of new lines that are a marker of some dialect
// which the old lines don't have. Bare runs of `=` or `─` do not count: headings have
// them.
func (r *Result) AddsMarker(b *Block) []text.Line {
	var found []text.Line
	var old []string
	for i, l := range r.Lines(b, b.New) {
		if !isDistinct(l) {
			continue
		}
		if old == nil {
			old = r.Lines(b, b.Old)
		}
		if !slices.Contains(old, l) {
			found = append(found, b.New.First+text.Line(i))
		}
	}
	return found
}

// Changed counts the new and the old lines less the ones that both share at their
// beginning and end.
func (r *Result) Changed(b *Block) (added, removed int) {
	old, new := r.Lines(b, b.Old), r.Lines(b, b.New)
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new = old[1:], new[1:]
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	return len(new), len(old)
}

// dividerOf is the one separator of a block whose trailing anchor is empty, and begins there.
func dividerOf(b *Block) []text.Line { return []text.Line{b.Trailing.First} }

// unindent takes off as much of indent as the line has.
func unindent(line, indent string) string {
	n := 0
	for n < len(indent) && n < len(line) && line[n] == indent[n] {
		n++
	}
	return line[n:]
}

// Problem is something that would have been a block.
type Problem struct {
	Code codes.Code
	// Start is the chat line of the start marker, End the last one that belongs
	// to the problem.
	Start, End text.Line
	// Detail says what was expected, and where (1-based lines of the chat).
	Detail string
	// Turn is the index into Result.Turns, or -1.
	Turn int
}
