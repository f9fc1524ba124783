package parse

import (
	"math"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// scan walks the tokens of a document, for one layout of turns.
type scan struct {
	text        *text.Text
	options     Options
	frontMatter FrontMatter
	tokens      *tokens
	layout      layout
	state
	// found is what the scan has found since it began or was taken up again.
	found findings
	// reach is the line behind the last one that the present event has looked at to
	// find out what it means; never, where it looked for what the document has not.
	reach text.Line
	// group are the markers of one line.
	group []token
	// near holds, by dialect, where among its markers the scan looked last, and nearNamed
	// where among the named start markers.
	near      []int
	nearNamed int
	// quiet: nobody asks what was expected where a block is not closed, as with all grammars
	// but one of those that share a start marker.
	quiet bool
	// room is where what is found is put.
	room room
}

// never is a line behind all others.
const never = text.Line(math.MaxInt)

// state is what holds at a line.
type state struct {
	fences fenceStack
	// outermost is the fence that all open ones stand in. about: it shows a
	// format; aboutFirst is its first line.
	outermost  fence
	about      bool
	aboutFirst text.Line
	// resume is the line behind the last block: what stands before it is used up.
	// floor bounds the lines that may name a path.
	resume, floor text.Line
	// suppress: start markers before this line belong to an unclosed block.
	suppress text.Line
	// reopens is the line of the fence in which a block begins that ended an
	// unclosed one: it opens a fence, whatever was left open.
	reopens text.Line
	// cutBy is the line of the turn mark that has cut a block in the open fences; or None.
	cutBy text.Line
	// off: the scan is switched off, since offSince.
	off      bool
	offSince text.Line
	user     bool
	// inForce is the path in force; fencePath the one in the fence of line fencePathOf.
	inForce, fencePath namedPath
	fencePathOf        text.Line
	file               namedFile
	// aider: a turn mark, or the file's name, says that this is an aider history.
	aider bool
}

// findings are what a scan finds, in the order of the lines.
type findings struct {
	blocks   []*Block
	problems []Problem
	// spans are the outermost fences, for the shell suggestions.
	spans []fenceSpan
	// offs are the runs of lines where the scan was switched off, each from a first
	// line to before an end.
	offs [][2]text.Line
	// seen are the turn marks that stand outside blocks.
	seen []turnMark
}

type fenceSpan struct {
	open fence
	end  text.Line
}

// beginning is the state behind the header of a document.
func beginning(o Options, front FrontMatter) state {
	return state{
		aider: isAiderHistory(o.FileName), resume: front.End, floor: front.End,
		fencePathOf: text.None, reopens: text.None, cutBy: text.None,
	}
}

// look notes that what is before line end has been looked at.
func (s *scan) look(end text.Line) {
	if s.atEnd(end) {
		end = never // more text might have been found there
	}
	s.reach = max(s.reach, end)
}

// event takes the events of one line, from index i on, and gives the next one's index.
func (s *scan) event(i int) int {
	events := s.tokens.events
	e := events[i]
	i++
	if e.line < s.resume {
		return i
	}
	switch e.kind {
	case fenceEvent:
		s.fence(int(e.index))
	case turnEvent:
		s.turn(s.tokens.turns[e.list][e.index])
	case offEvent:
		s.switchTo(e.line, true)
	case onEvent:
		s.switchTo(e.line, false)
	case blockEvent:
		s.group = append(s.group[:0], s.tokens.markers[e.list][e.index])
		for ; i < len(events) && events[i].kind == blockEvent && events[i].line == e.line; i++ {
			s.group = append(s.group, s.tokens.markers[events[i].list][events[i].index])
		}
		if !s.off && !s.user && e.line >= s.suppress {
			s.block(s.group)
		}
	}
	return i
}

// finish ends what is open at the end of the document.
func (s *scan) finish() {
	end := text.Line(s.text.LineCount())
	s.endFences(end)
	s.switchTo(end, false)
}
