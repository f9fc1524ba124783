package parse

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// walk goes over the outline of a chat from the first event to the last, for one layout
// of turns, and keeps what it finds.
type walk struct {
	*outline
	options Options
	front   FrontMatter
	layout  layout
	state
	blocks   []Block
	problems []Problem
	// spans are the outermost fences, for the shell suggestions.
	spans []fenceSpan
	// offs are the runs of lines where the walk was switched off.
	offs []Section
	// seen are the turn marks that are not inside blocks.
	seen []turnMark
}

// never is a line below all others.
const never = text.Line(math.MaxInt32)

// state is what holds at a line.
type state struct {
	inside fenceStack
	// outermost is the fence that all open ones are in. about: it shows a format;
	// aboutFirst is its first line.
	outermost  fence
	about      bool
	aboutFirst text.Line
	// resume is the line after the last block: what is above it is used up. floor bounds
	// the lines that may name a path.
	resume, floor text.Line
	// suppress: start markers above this line belong to an unclosed block.
	suppress text.Line
	// reopens is the line of the fence in which a block begins that ended an unclosed
	// one: it opens a fence, whatever was left open.
	reopens text.Line
	// replies are the turns of an aider history so far, and replyFrom is where the next
	// one may begin.
	replies   []Turn
	replyFrom text.Line
	// cutBy is the line of the turn mark that has cut a block in the open fences; or None.
	cutBy text.Line
	// off: the walk is switched off, since offSince.
	off      bool
	offSince text.Line
	// mute: the turn is the user's or a tool's, and holds no blocks.
	mute bool
	// inForce is the path in force; fencePath the one in the fence of line fencePathOf.
	inForce, fencePath namedPath
	fencePathOf        text.Line
	file               namedFile
}

type fenceSpan struct {
	open fence
	end  text.Line
}

// over walks over the outline, with the turns of a layout.
func (w *walk) over(ctx context.Context, l layout) error {
	w.layout = l
	w.state = state{
		resume: w.top, floor: w.top,
		fencePathOf: text.None, reopens: text.None, cutBy: text.None, replyFrom: w.top,
	}
	if l == layoutAider {
		w.replies = make([]Turn, 0, len(w.marks[l])+1)
	}
	w.blocks, w.problems, w.spans, w.offs, w.seen = w.blocks[:0], nil, w.spans[:0], nil, w.seen[:0]
	w.reserveBlocks()
	var group []token
	for i, n := 0, 0; i < len(w.events); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e := w.events[i]
		i++
		if e.line < w.resume {
			continue
		}
		switch e.kind {
		case fenceEvent:
			w.fence(int(e.index))
		case turnEvent:
			w.turn(w.allMarks[e.index])
		case offEvent, onEvent:
			w.switchTo(e.line, e.kind == offEvent)
		case blockEvent:
			group = append(group[:0], w.markers[e.index])
			for ; i < len(w.events) && w.events[i].kind == blockEvent && w.events[i].line == e.line; i++ {
				group = append(group, w.markers[w.events[i].index])
			}
			if !w.off && !w.mute && e.line >= w.suppress {
				w.block(group)
			}
		}
	}
	end := text.Line(w.text.LineCount())
	w.closeFences(end)
	w.switchTo(end, false)
	return nil
}

// reserveBlocks makes room for as many blocks as there are starts, so that the list is
// not copied as it grows.
func (w *walk) reserveBlocks() {
	starts, line := 0, text.None
	for _, e := range w.events {
		if e.kind == blockEvent && e.line != line {
			starts, line = starts+1, e.line
		}
	}
	if cap(w.seen) < len(w.allMarks) {
		w.seen = make([]turnMark, 0, len(w.allMarks))
	}
	if cap(w.blocks) < starts {
		w.blocks = make([]Block, 0, starts)
	}
}

// switchTo turns the walk off or on at line l.
func (w *walk) switchTo(l text.Line, off bool) {
	if w.off && !off {
		w.offs = append(w.offs, Section{First: w.offSince, End: l})
	}
	if off && !w.off {
		w.offSince = l
	}
	w.off = off
}

func (w *walk) fence(index int) {
	f := w.fences[index]
	if top, ok := w.inside.top(); ok && f.line == w.reopens {
		if len(w.inside) == 1 {
			w.closeFences(f.line)
		} else if f.closes(top) {
			w.inside = w.inside[:len(w.inside)-1]
		}
		if len(w.inside) > 0 {
			w.inside = append(w.inside, f)
			return
		}
	}
	before := len(w.inside)
	w.inside = w.inside.next(f)
	switch {
	case before == 0 && len(w.inside) > 0:
		w.about = w.aboutFormat(index, w.nextTurn(f.line), w.options.Growing) && !w.editsMarkdown(f)
		w.aboutFirst = f.line + 1
		w.outermost = f
	case before > 0 && len(w.inside) == 0:
		w.spans = append(w.spans, fenceSpan{open: w.outermost, end: f.line})
		w.about, w.cutBy = false, text.None
	}
}

// editsMarkdown reports whether a fence holds the edit of a file whose lines hold fences: a
// path right above it, and a start marker as its first line.
func (w *walk) editsMarkdown(f fence) bool {
	starts := w.between(f.line+1, f.line+2)
	_, named := w.pathAt(f.line-1, w.floor)
	return named && slices.ContainsFunc(starts, func(t token) bool { return t.role == startMarker })
}

// closeFences ends all fences before line end, though nothing closes them.
func (w *walk) closeFences(end text.Line) {
	if len(w.inside) > 0 {
		w.spans = append(w.spans, fenceSpan{open: w.inside[0], end: end})
	}
	w.inside, w.about, w.cutBy = nil, false, text.None
}

// turn notes a mark, and begins a turn if it is of the document's layout.
func (w *walk) turn(m turnMark) {
	if m.layout != layoutAider && len(w.inside) > 0 && m.line != w.cutBy && w.hides(w.inside[0]) {
		return // a heading in a code fence is code
	}
	if m.who == nobody || w.layout != noLayout && m.layout != w.layout {
		return
	}
	w.seen = append(w.seen, m)
	switch w.layout {
	case noLayout:
	case layoutAider:
		w.aiderTurn(m)
	default:
		w.endTurn(m)
		w.mute = m.who == theUser || m.who == theTool
	}
}

// endTurn ends at a mark what doesn't go on in the next turn.
func (w *walk) endTurn(m turnMark) {
	w.closeFences(m.line)
	w.inForce, w.fencePath, w.fencePathOf = namedPath{}, namedPath{}, text.None
	w.file = namedFile{}
	w.floor = m.line + 1
}

// hides reports whether a line in an open fence is code, and no turn mark: whether the
// fence is closed, and by what begins no block of its own, as the fences of the turns
// after an answer that was cut off do.
func (w *walk) hides(f fence) bool {
	fences, ends := w.fences, w.fenceEnds
	open := w.fenceAt(f.line)
	if ends[open].closed == text.None || ends[open].torn {
		return false
	}
	at := int(ends[open].behind) - 1
	closing := fences[at]
	if closing.role == anyFence || w.isMarkerLine(closing.line-1) {
		return true
	}
	// It opens a fence if that is closed right behind a block.
	end := ends[at].closed
	return end == text.None || !w.isMarkerLine(end-1)
}

func (w *walk) isMarkerLine(l text.Line) bool {
	line := w.text.Line(l)
	trimmed := strings.TrimSpace(line)
	return trimmed != "" && isMarker(line, trimmed)
}

// markBehind is the index of the first of the layout's own marks below line.
func (w *walk) markBehind(line text.Line) int {
	marks := w.marks[w.layout]
	return sort.Search(len(marks), func(i int) bool { return marks[i].line > line })
}

// nextTurn is the first line below line that may begin a turn, or the end of the
// document.
func (w *walk) nextTurn(line text.Line) text.Line {
	if i := w.markBehind(line); i < len(w.marks[w.layout]) {
		return w.marks[w.layout][i].line
	}
	return text.Line(w.text.LineCount())
}

// force puts a path in force for the blocks that follow without one.
func (w *walk) force(path namedPath, named bool) {
	if !named || !path.named() {
		return
	}
	w.inForce = path
	if f, ok := w.inside.top(); ok {
		w.fencePath, w.fencePathOf = path, f.line
	}
}

// lineNumber names a line as people count it.
func lineNumber(l text.Line) string { return fmt.Sprintf("line %d", l.Number()) }
