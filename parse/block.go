package parse

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Operation is what a block asks for.
type Operation uint8

// The operations. Only patches use Delete and Rename.
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

// Layout is where a search-replace block names its path, or that it uses tags instead of markers. Other
// dialects have none.
type Layout uint8

// The layouts of search-replace.
const (
	NoLayout Layout = iota
	LayoutDiff
	LayoutDiffFenced
	LayoutXML
)

// String returns the name of a layout, or "" for NoLayout.
func (l Layout) String() string { return [...]string{"", "diff", "diff-fenced", "xml"}[l] }

// Block is one proposed change to one target file. It holds no text; [Result.AppendLines] returns its
// lines.
type Block struct {
	Dialect *Dialect
	Path    Path
	// Leading and Trailing are the anchors; the needle is Leading+Old+Trailing. In a patch the anchors
	// are empty, and Old and New include the context lines.
	Leading, Old, New, Trailing Section
	// Start and End are the chat lines of the start and end markers. In a patch they are the block's
	// first and last line.
	Start, End text.Line
	// NearLine is a 0-based target line that chooses between matches, or text.None. The nearest match
	// is taken; with ExactLine, the one that begins there, if any.
	NearLine text.Line
	// cutAs is the fence line whose indentation is removed from the block's lines, or text.None.
	cutAs text.Line
	// Index is the block's 0-based position in the document.
	Index int
	// Turn is an index into Result.Turns, or -1 in a document without turns.
	Turn   int
	Layout Layout
	// Operation is Create if the block has no leading, old or trailing lines. Patches state it.
	Operation Operation
	// EmptyFind marks a FIND section that holds only whitespace; the block is skipped.
	EmptyFind bool
	ExactLine bool
	// escaped is set if a line has a backslash that must not reach the target.
	escaped bool
	// Incomplete marks the last block of a growing document. Its sections are still empty.
	Incomplete bool
}

func newBlock() Block { return Block{NearLine: text.None, cutAs: text.None} }

// InsideLines reports whether the old text may also match inside lines when no whole lines match.
func (b *Block) InsideLines() bool { return b.Dialect.InsideLines || b.Layout == LayoutXML }

// Markers returns the chat lines of the start marker, the separators and the end marker, in order. A
// block in a patch may have none.
func (b *Block) Markers() []text.Line {
	if b.Incomplete {
		return []text.Line{b.Start}
	}
	if b.Dialect.Patch {
		return b.edges()
	}
	lines := append(append([]text.Line{b.Start}, b.Dialect.separators(b)...), b.End)
	return slices.Compact(lines) // tags may share a line
}

// SameBlock reports whether two blocks of two documents propose the same lines for the same path.
func SameBlock(r *Result, b *Block, o *Result, c *Block) bool {
	return b.Dialect == c.Dialect && b.Layout == c.Layout && b.Operation == c.Operation &&
		b.NearLine == c.NearLine && b.ExactLine == c.ExactLine && b.EmptyFind == c.EmptyFind && b.Incomplete == c.Incomplete &&
		b.Path.Fallback == c.Path.Fallback && slices.Equal(b.Path.Readings, c.Path.Readings) &&
		r.sameLines(b, b.Leading, o, c, c.Leading) && r.sameLines(b, b.Old, o, c, c.Old) &&
		r.sameLines(b, b.New, o, c, c.New) && r.sameLines(b, b.Trailing, o, c, c.Trailing)
}

// AddsMarker returns the chat lines of new lines that are a marker of any dialect and aren't among the
// old lines. Bare runs of `=` or `─` don't count: headings use them.
func (r *Result) AddsMarker(b *Block) []text.Line {
	var found []text.Line
	var old []string
	lines := r.Lines(b, b.New)
	for i, l := range lines {
		if !isDistinct(l) && !isFileHeader(lines[i:]) {
			continue
		}
		if old == nil {
			old = r.Lines(b, b.Old)
		}
		if !slices.Contains(old, l) {
			found = append(found, r.LineOf(b, i, b.New))
		}
	}
	return found
}

// Changed counts the new and the old lines, without the common ones at both ends. In a patch it does so
// for each run of changed lines.
func (r *Result) Changed(b *Block) (added, removed int) {
	if b.Old.cut == allLines || b.Operation != Modify {
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
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new = old[1:], new[1:]
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	return len(new), len(old)
}

// dividerOf returns the only separator of a block whose empty trailing anchor is there.
func dividerOf(b *Block) []text.Line { return []text.Line{b.Trailing.First} }

// Problem is text that was meant as a block and isn't a valid one.
type Problem struct {
	Code codes.Code
	// Start and End are the first and last chat line of the problem.
	Start, End text.Line
	// Detail says what was expected and where, with 1-based chat lines.
	Detail string
	// Turn is an index into Result.Turns, or -1.
	Turn int
	// Patch is set if the problem is in a patch.
	Patch bool
}
