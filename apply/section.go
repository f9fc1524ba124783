package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// section is what is known of the chunks of a patch for one file while they are located,
// from the first to the last. A nil section knows nothing: a block is located by itself.
type section struct {
	doc *parse.Result
	// of is a block of the section, and below are those after the one that is located.
	of    *parse.Block
	below []targetBlock
	// placed are the chunks that have been placed, in the order of the file.
	placed []placedChunk
	// last is the one that was located last and has one match, or was placed by its number.
	last *placedChunk
	// inserted: a chunk above has just been applied.
	inserted bool
}

// placedChunk is a chunk's place, in the lines of the file before its section's chunks:
// count lines from line at on, in whose place come new ones, if it was applied.
type placedChunk struct {
	at, count, new int
	// from is the line that the hunk says it begins at, or text.None.
	from text.Line
	// last is the present line of its end, where the needle has one match; else text.None.
	last text.Line
}

// next returns the section of block i, given that of the block before it.
func (s *section) next(t *target, i int) *section {
	b := t.blocks[i]
	if !b.Dialect.Patch || b.alone || b.applied != nil {
		return nil
	}
	if s == nil || !sameSection(s.of, b.Block) {
		s = &section{doc: t.doc, of: b.Block}
	}
	s.below = t.blocks[i+1:]
	return s
}

// sameSection reports whether two blocks are of one section of a patch.
func sameSection(a, b *parse.Block) bool {
	return a.Dialect == b.Dialect && a.Path.Line == b.Path.Line && a.Turn == b.Turn
}

// before returns the number that a line of the draft had before the section's chunks.
func (s *section) before(n int) int {
	if s == nil {
		return n
	}
	more := 0
	for _, c := range s.placed {
		switch {
		case n >= c.at+more+c.new:
			more += c.new - c.count
		case n > c.at+more:
			return c.at
		}
	}
	return n - more
}

// now is the other way round: the number that a line has in the draft.
func (s *section) now(n int) int {
	if s == nil {
		return n
	}
	more := 0
	for _, c := range s.placed {
		if c.at+c.count <= n {
			more += c.new - c.count
		}
	}
	return n + more
}

// note keeps where a block was placed, and whether it has been applied.
func (s *section) note(r *request, f *Fit, applied bool) {
	if s == nil || r.at < 0 {
		return
	}
	c := placedChunk{at: s.before(r.at), count: len(r.needle), new: len(r.needle), from: r.hints.From, last: text.None}
	if applied {
		c.new = len(r.result)
		s.inserted = true
	}
	if f.MatchCount == 1 {
		c.last = f.Last
	}
	at, _ := slices.BinarySearchFunc(s.placed, c, func(a, b placedChunk) int { return a.at - b.at })
	s.placed = slices.Insert(s.placed, at, c)
	s.last = &c
}
