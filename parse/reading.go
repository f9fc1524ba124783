package parse

import (
	"fmt"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// rest says what becomes of the text at a start marker.
type rest uint8

const (
	// whole: it ends before next, whether or not it is valid.
	whole rest = iota
	// cutOff: it has no end before the bound.
	cutOff
	// passOver: it is for another program.
	passOver
	// noBlock: the start is plain text.
	noBlock
)

// reading is what a dialect reads at a start marker. A reader begins with one that is [begun] and calls
// at most one of its methods.
type reading struct {
	start token
	rest  rest
	// next is the line where the walk goes on, or 0: the bound.
	next text.Line
	// blocks and problems are those that are whole. They have their paths if the dialect finds none.
	blocks   []Block
	problems []Problem
	// tail is the first line of what is cut off, or None; path is its path, if the dialect finds none.
	tail text.Line
	path Path
	// fault says what was expected where it is cut off or, with noBlock, why a possible marker isn't one.
	fault string
	// progress counts separators. If two grammars fail, the one that got further reports its fault.
	progress int
	// open means that more text could complete a malformed block.
	open bool
}

func begun(start token) reading { return reading{start: start, tail: text.None} }

func (r *reading) row() *Dialect { return dialects[r.start.dialect] }

// complete ends a reading with a valid block, whose end marker is on line end.
func (r *reading) complete(b Block, end text.Line) {
	b.Dialect, b.Start, b.End = r.row().whole(), r.start.line, end
	if !b.EmptyFind && b.Leading.Len()+b.Old.Len()+b.Trailing.Len() == 0 {
		b.Operation = Create
	}
	r.rest, r.blocks, r.next = whole, []Block{b}, end+1
}

// keep adds a block with its path.
func (r *reading) keep(b Block) {
	b.Dialect = r.row()
	r.blocks = append(r.blocks, b)
}

// malformed ends a reading with a block that isn't valid, whose end marker is on line end.
func (r *reading) malformed(end text.Line, fault string, args ...any) {
	r.problems = []Problem{{Code: codes.MalformedBlock, Start: r.start.line, End: end, Detail: fmt.Sprintf(fault, args...), Call: r.row().Called}}
	r.rest, r.next = whole, end+1
}

// cut ends a reading of a block without an end.
func (r *reading) cut(fault string, args ...any) {
	r.rest, r.tail, r.fault = cutOff, r.start.line, fmt.Sprintf(fault, args...)
}

// plain ends a reading of plain text; why says what keeps it from being a block, if it may be meant as
// one.
func (r *reading) plain(why string) { r.rest, r.fault = noBlock, why }

// isMalformed reports whether the whole is one block that isn't valid. Where blocks have their own paths, there may be others.
func (r *reading) isMalformed() bool {
	return r.rest == whole && len(r.problems) > 0 && r.row().path != nil
}

func (r *reading) isComplete() bool { return r.rest == whole && !r.isMalformed() }

// isBlock reports whether there is a block, complete or broken.
func (r *reading) isBlock() bool { return r.rest == whole || r.rest == cutOff }

// better reports whether the first of two readings of a line is the better one. The first grammar to
// complete wins; otherwise the one that got furthest explains the fault.
func better(r, than reading) bool {
	switch {
	case !than.isBlock() || !r.isBlock():
		return !than.isBlock() && r.isBlock()
	case r.isComplete() && than.isComplete():
		return r.next < than.next
	case r.isComplete():
		return !than.endsAbove(r)
	case than.isComplete():
		return r.endsAbove(than)
	case r.progress != than.progress:
		return r.progress > than.progress
	default:
		// On a tie the earlier end counts (malformed/end-markers-of-two-dialects).
		return r.isMalformed() && than.rest == cutOff
	}
}

// endsAbove reports whether a malformed block ends above the first separator of a complete one: it is
// separate, not content.
func (r *reading) endsAbove(c reading) bool {
	return r.isMalformed() && r.progress > 0 && r.next <= c.row().separators(&c.blocks[0])[0]
}
