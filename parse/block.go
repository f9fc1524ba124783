package parse

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Operation is what a block asks for.
type Operation string

// The operations of the seed dialects.
const (
	Modify Operation = "modify"
	Create Operation = "create"
)

// Layout tells where a search-replace block names its path; other dialects have none.
type Layout string

// The layouts of seed 004.
const (
	LayoutDiff       Layout = "diff"
	LayoutDiffFenced Layout = "diff-fenced"
)

// Section is a run of chat lines of a block; [Result.AppendLines] returns their content.
// Line i of the section is line First+i of the chat. A section without lines still has a
// First: the line where it would begin.
type Section struct {
	First text.Line
	lines []string
}

// End is the chat line after the section's last.
func (s Section) End() text.Line { return s.First + text.Line(len(s.lines)) }

// Len is the number of lines.
func (s Section) Len() int { return len(s.lines) }

// Block is one proposed change to one target file (formats, "Words used everywhere").
type Block struct {
	// Index counts the blocks of the document from 0.
	Index   int
	Dialect string
	Layout  Layout
	// Operation is Create where leading, old and trailing lines are all empty.
	Operation Operation
	Path      Path
	// Leading and Trailing are the anchors; the needle is Leading+Old+Trailing.
	Leading, Old, New, Trailing Section
	// Markers are the chat lines of the start marker, the separators and the end
	// marker, in order.
	Markers []text.Line
	// Start and End are the chat lines of the start and the end marker.
	Start, End text.Line
	// Turn is the index into Result.Turns, or -1 where the document has no turns.
	Turn int
	// FirstMatchWins: of several matches the first is taken, where other dialects
	// refuse to choose.
	FirstMatchWins bool
	// InsideLines: where no whole lines match, text inside lines may (seed 003).
	InsideLines bool
	// NearLine is the target line that the block gives as a hint to choose
	// between matches, or text.None.
	NearLine text.Line
	// EmptyFind: a FIND section of nothing but blanks; such a block is skipped.
	EmptyFind bool
	// Incomplete: the block is still being written at the end of a growing
	// document. Its sections hold nothing yet.
	Incomplete bool

	identity *identity
	// sealed: the block has been given out, and never changes again.
	sealed bool
}

// identity tells one reading of a block from another.
type identity struct{ _ byte }

// Same tells whether two blocks, of two versions of a document that one [Parser] has
// read, are one: the same text with the same path, though it may stand elsewhere, in
// another turn or behind more blocks.
func (b *Block) Same(o *Block) bool { return b == o || b.identity != nil && b.identity == o.identity }

// AppendLines appends to buf the lines of sections of b, which is a block of r: their
// content without line ending and without the fence's indentation.
func (r *Result) AppendLines(buf []string, b *Block, sections ...Section) []string {
	for _, s := range sections {
		buf = append(buf, s.lines...)
	}
	return buf
}

// Lines returns the lines of one section, as [Result.AppendLines] does.
func (r *Result) Lines(b *Block, s Section) []string {
	return r.AppendLines(make([]string, 0, s.Len()), b, s)
}

// AppendNeedle appends the lines that must stand in the target: leading anchor, old lines
// and trailing anchor.
func (r *Result) AppendNeedle(buf []string, b *Block) []string {
	return r.AppendLines(buf, b, b.Leading, b.Old, b.Trailing)
}

// Needle returns the lines that must stand in the target.
func (r *Result) Needle(b *Block) []string { return r.AppendNeedle(nil, b) }

// Replacement returns the lines that take the needle's place.
func (r *Result) Replacement(b *Block) []string {
	return r.AppendLines(nil, b, b.Leading, b.New, b.Trailing)
}

// Path is the file that a block names.
type Path struct {
	// Readings are the names that the path line may mean, the most likely first:
	// the first that exists is meant. Empty where no file is named.
	Readings []string
	// Fallback is the one of them that is meant where none exists.
	Fallback string
	// Line is the chat line that names the file, or text.None.
	Line text.Line
}

// Named tells whether there is a name at all.
func (p Path) Named() bool { return len(p.Readings) > 0 }

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

	detail detail
}

// Shell is a suggested shell command (formats, "Shell suggestions"). It is shown,
// never executed.
type Shell struct {
	Command string
	Line    text.Line
	// Start and End are the byte offsets of the command in the chat.
	Start, End text.Offset
	Turn       int
}

// FrontMatter is what the document's own header declares.
type FrontMatter struct {
	// DefaultTarget is output_dir joined with output_file (seed 003), or empty.
	DefaultTarget string
	// ContextFiles are globs (seed 002); nil or empty declares nothing.
	ContextFiles []string
	// End is the line behind the header; 0 without one.
	End text.Line
}

// Result is what a document holds. It is immutable.
type Result struct {
	Text        *text.Text
	Blocks      []*Block
	Problems    []Problem
	Shell       []Shell
	Turns       []Turn
	FrontMatter FrontMatter
}

// AddsMarker returns the chat lines of new lines that are a marker of some dialect which
// the old lines do not hold. Bare runs of `=` or `─` do not count: headings have them.
func (r *Result) AddsMarker(b *Block) []text.Line {
	var found []text.Line
	old := r.Lines(b, b.Old)
	for i, l := range r.Lines(b, b.New) {
		if isTelling(l) && !slices.Contains(old, l) {
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
