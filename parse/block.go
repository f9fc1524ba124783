package parse

import (
	"slices"

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

// Block is one proposed change to one target file.
// It holds no text: [Result.AppendLines] gives its lines.
type Block struct {
	Dialect *Dialect
	Path    Path
	// Leading and Trailing are the anchors; the needle is Leading+Old+Trailing.
	// Those of a patch are empty, and Old and New hold the kept lines too.
	Leading, Old, New, Trailing Section
	// Start and End are the chat lines of the start and the end marker. In a patch they are
	// the block's first and last line.
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
	// Operation is Create where leading, old and trailing lines are all empty, but in a
	// patch, which says what it does.
	Operation Operation
	// EmptyFind: a FIND section of nothing but whitespace; such a block is skipped.
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
// marker, in order. A patch's block may have none.
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

// SameBlock reports whether two blocks, of two documents, propose the same: the same lines
// for the same path, wherever they are.
func SameBlock(r *Result, b *Block, o *Result, c *Block) bool {
	return b.Dialect == c.Dialect && b.Layout == c.Layout && b.Operation == c.Operation &&
		b.NearLine == c.NearLine && b.ExactLine == c.ExactLine && b.EmptyFind == c.EmptyFind && b.Incomplete == c.Incomplete &&
		b.Path.Fallback == c.Path.Fallback && slices.Equal(b.Path.Readings, c.Path.Readings) &&
		r.sameLines(b, b.Leading, o, c, c.Leading) && r.sameLines(b, b.Old, o, c, c.Old) &&
		r.sameLines(b, b.New, o, c, c.New) && r.sameLines(b, b.Trailing, o, c, c.Trailing)
}

// AddsMarker returns the chat lines of new lines that are a marker of some dialect
// which the old lines don't have. Bare runs of `=` or `─` do not count: headings have
// them.
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

// Changed counts the new and the old lines less the ones that both share at their
// beginning and end. In a patch that is so for each run of changed lines.
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

// dividerOf is the one separator of a block whose trailing anchor is empty, and begins there.
func dividerOf(b *Block) []text.Line { return []text.Line{b.Trailing.First} }

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
	// Patch: it is one of a patch.
	Patch bool
}
