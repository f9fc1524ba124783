package parse

import (
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// here is a reader's position: all that it may know besides its start marker. It is a value, so no
// reader changes what the walk knows, and a trial is a copy.
type here struct {
	*outline
	// bound is the line before which the block must end.
	bound text.Line
	// turnMarks are the marks of the layout that is walked.
	turnMarks []mark
	inside    fenceStack
	// about: the outermost fence documents a format; aboutFirst is its first line.
	about      bool
	aboutFirst text.Line
	// floor is the first line that may name a path.
	floor text.Line
	// inForce is the path of the last block, fencePath that of the last one in the fence at fencePathOf.
	inForce, fencePath Path
	fencePathOf        text.Line
	// file is the path of the last path keyword, if hasFile, and fileCase its letter case.
	file     Path
	hasFile  bool
	fileCase uint8
}

// until returns the same place with another bound.
func (h here) until(bound text.Line) here {
	h.bound = bound
	return h
}

// below returns the place at line l further down, in the fences that are still open there.
func (h here) below(l text.Line) here {
	for len(h.inside) > 0 && h.closing(h.inside[len(h.inside)-1], never) <= l {
		h.inside = h.inside[:len(h.inside)-1]
	}
	return h
}

// withoutForce returns the place with no path in force.
func (h here) withoutForce() here {
	h.inForce, h.fencePath, h.fencePathOf = Path{}, Path{}, text.None
	return h
}

// under returns the place below a path keyword, whose path is that of the blocks below it. In a fence
// that documents a format, only one on its first line counts.
func (h here) under(keyword token) here {
	if !h.about || keyword.line == h.aboutFirst {
		_, value, _ := strings.Cut(h.text.Line(keyword.line), ":")
		h.file, _ = readPath(value)
		h.file.Line, h.hasFile, h.fileCase = keyword.line, true, keyword.set
	}
	return h
}

// fenceIndent returns the fence whose indentation the lines of a block lose, and that indentation, or None.
func (h *here) fenceIndent() (text.Line, string) {
	if f, in := h.inside.top(); in && f.indent > 0 {
		return f.line, h.text.Line(f.line)[:f.indent]
	}
	return text.None, ""
}

func (h *here) marksBelow(line text.Line) []mark {
	return h.turnMarks[sort.Search(len(h.turnMarks), func(i int) bool { return h.turnMarks[i].line > line }):]
}

// nextTurn returns the first line after line that may begin a turn, or the document's end.
func (h *here) nextTurn(line text.Line) text.Line {
	if below := h.marksBelow(line); len(below) > 0 {
		return below[0].line
	}
	return text.Line(h.text.LineCount())
}
