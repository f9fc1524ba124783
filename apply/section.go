package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// section is what is known about a patch's chunks for one file while they are located. It is nil for a
// block located alone.
type section struct {
	doc *parse.Result
	// of is one of its blocks; below are those after the current one.
	of     *parse.Block
	below  []targetBlock
	placed []placedChunk
	// last is the chunk placed last.
	last     *placedChunk
	inserted bool
	// unique is the nearest chunk below with one match. It is the same for the chunks above it until
	// another is placed.
	unique uniqueChunk
}

// uniqueChunk is a chunk with one match, at a line of a draft, or -1 if there is none. It was looked for when
// so many were placed, and so many blocks are below it.
type uniqueChunk struct{ at, placed, below int }

// placedChunk is a chunk's place, in lines before the section's chunks: count lines at at, replaced by
// new ones.
type placedChunk struct {
	at, count, new int
	// from is the hunk's 0-based line number, or text.None.
	from text.Line
	// last is the current line of a unique needle's end, else text.None.
	last text.Line
}

func (s *section) next(t *target, i int) *section {
	b := t.blocks[i]
	if !b.Dialect.Patch || b.alone || b.applied != nil {
		return nil
	}
	if s == nil || !sameSection(s.of, b.Block) {
		s = &section{doc: t.doc, of: b.Block, unique: uniqueChunk{placed: -1}}
	}
	s.below = t.blocks[i+1:]
	return s
}

func sameSection(a, b *parse.Block) bool {
	return a.Dialect == b.Dialect && a.Path.Line == b.Path.Line && a.Turn == b.Turn
}

// before maps a draft line to its number before the section's chunks.
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

// now maps a line number before the section's chunks to the draft.
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
