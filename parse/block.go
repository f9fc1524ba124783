package parse

import (
	"math"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Operation is what a block asks for.
type Operation uint8

// Only patches use Delete and Rename.
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

// Layout is how a block of search-replace or a bare diff is written. Other blocks have none.
type Layout uint8

// The layouts of search-replace and unified-diff.
const (
	NoLayout Layout = iota
	LayoutDiff
	LayoutDiffFenced
	LayoutXML
	LayoutConflict
	LayoutHeading
	// LayoutBare is a diff without headers.
	LayoutBare
)

// String returns the name of a layout, or "" for NoLayout.
func (l Layout) String() string {
	return [...]string{"", "diff", "diff-fenced", "xml", "conflict", "heading", "bare"}[l]
}

// Block is one proposed change to one file. [Result.AppendLines] returns its lines.
type Block struct {
	Dialect *Dialect
	Path    Path
	// Leading and Trailing are the anchors; the needle is Leading+Old+Trailing. In a patch the anchors
	// are empty, and Old and New include context lines.
	Leading, Old, New, Trailing Section
	// Start and End are the lines of the start and end markers, or a patch block's first and last line.
	Start, End text.Line
	// NearLine is a 0-based target line that chooses between matches, or text.None: the nearest one, or
	// with ExactLine the one that begins there. A block that inserts goes above it, or below the last line: FileEnd.
	NearLine text.Line
	// cutAs is the fence line whose indentation the block's lines lose, or text.None.
	cutAs text.Line
	Index int
	// Turn is an index into Result.Turns, or -1 without turns.
	Turn   int
	Layout Layout
	// Operation is Create without leading, old and trailing lines. Patches state it.
	Operation Operation
	// EmptyFind marks a blank FIND section; the block is skipped.
	EmptyFind bool
	ExactLine bool
	// Every replaces every match. LineEnd means that a match ends a line.
	Every, LineEnd bool
	// Ran means that a tool's result is below: an agent made the edit.
	Ran bool
	// replaces means that it writes a file, whatever that held. With part, its text may be only a part of the file.
	replaces, part bool
	// inForce means that nothing near the block names its file: a bare diff below another one's.
	inForce bool
	// escaped is set if a line has a backslash that the target must not get.
	escaped bool
	// Incomplete marks the last block of a growing document; its sections are empty.
	Incomplete bool
}

// FileEnd is below all lines of a file.
const FileEnd text.Line = math.MaxInt32

// newBlock returns a block whose sections are empty, where they would be on line at.
func newBlock(at text.Line) Block {
	s := sectionAt(at)
	return Block{NearLine: text.None, cutAs: text.None, Leading: s, Old: s, New: s, Trailing: s}
}

// InsideLines reports whether old text may match inside lines if no whole lines match.
func (b *Block) InsideLines() bool { return b.row().InsideLines }

// Inserts reports whether the block says only the line that its lines go before.
func (b *Block) Inserts() bool {
	return !b.Dialect.Patch && b.Operation == Modify && !b.EmptyFind && !b.Incomplete && b.Leading.Len()+b.Old.Len()+b.Trailing.Len() == 0
}

// Markers returns the lines of the start marker, separators and end marker. A patch's block may have
// none.
func (b *Block) Markers() []text.Line {
	if b.Incomplete {
		return []text.Line{b.Start}
	}
	if b.Dialect.Patch {
		return b.edges()
	}
	lines := []text.Line{b.Start}
	if separators := b.row().separators; separators != nil {
		lines = append(lines, separators(b)...)
	}
	return slices.Compact(append(lines, b.End)) // tags may share a line
}

// AddsMarker returns the chat lines of a block's new lines that are markers and not among the old lines.
// Bare runs of `=` or `─` don't count: headings use them.
func (r *Result) AddsMarker(b *Block, lines []string) []text.Line {
	var found, at []text.Line
	var old map[string]bool
	for i, l := range lines {
		if !hasMarker(l, isDistinct) && !isFileHeader(lines[i:]) {
			continue
		}
		if old == nil {
			old, at = map[string]bool{}, r.linesOf(b, b.New)
			for _, o := range r.Lines(b, b.Old) {
				old[o] = true
			}
		}
		if !old[l] {
			found = append(found, at[i])
		}
	}
	return found
}

// Changed counts new and old lines without the common ones at both ends; in a patch, for each run of
// changed lines.
func (r *Result) Changed(b *Block) (added, removed int) {
	if !b.Old.cut.picksLines() || b.Operation != Modify {
		return changed(r.Lines(b, b.Old), r.Lines(b, b.New))
	}
	var old, new []string
	count := func() {
		a, d := changed(old, new)
		added, removed = added+a, removed+d
		old, new = old[:0], new[:0]
	}
	for _, p := range r.Parts(b) {
		lines := Section{First: p.First, End: p.End, cut: oldSide}
		switch p.Kind {
		case OldLines:
			old = r.AppendLines(old, b, lines)
		case NewLines:
			lines.cut = newSide
			new = r.AppendLines(new, b, lines)
		default:
			count()
		}
	}
	count()
	return added, removed
}

func changed(old, new []string) (added, removed int) {
	prefix, suffix := text.Shared(old, new)
	return len(new) - prefix - suffix, len(old) - prefix - suffix
}

// dividerOf is for dialects with one separator, where the empty trailing anchor is.
func dividerOf(b *Block) []text.Line { return []text.Line{b.Trailing.First} }

// Problem is text meant as a block that isn't a valid one.
type Problem struct {
	Code codes.Code
	// Start and End are its first and last chat line.
	Start, End text.Line
	// Detail says what was expected and where, with 1-based lines.
	Detail string
	// Turn is an index into Result.Turns, or -1.
	Turn int
	// Quiet problems are examples in a document about a format.
	Quiet bool
	// Call means that it is a tool's call, which the model can't write again.
	Call bool
}
