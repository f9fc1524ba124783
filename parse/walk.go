package parse

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// walk visits a chat's outline in order, for one layout of turns, and collects the results. Its state
// at a line has three parts: where it is, which lines hold no blocks, and what has begun.
//
// resume, passed and suppress only grow, and each reading goes on below its start. So no line is in two
// blocks, and the results are in the order of their lines.
type walk struct {
	here
	skipping
	unended
	found
	layout layout
	// group are the markers on a line that may begin something.
	group []token
}

const never = text.Line(math.MaxInt32)

// skipping is which lines hold no blocks.
type skipping struct {
	// resume is the line after the last block, passed that after an element that was passed over.
	resume, passed text.Line
	// suppress ends the lines of an unclosed block, whose start markers don't count.
	suppress text.Line
	// off: a switch in the document is off. mute: a user's or tool's turn. printed: the outermost fence
	// holds the output of a command, which is no diff to apply.
	off, mute, printed bool
	// labelled: the mark of the answer names a file on its line.
	labelled bool
}

// unended is what has begun and may still end, or was cut off.
type unended struct {
	// openDraft is the tag of a draft without an end.
	openDraft   string
	openDraftAt text.Line
	// reopens is the fence line of a block that ended an unclosed one; it opens, whatever is still open
	// (dialects-mixed/path-word-above-a-fence-that-restarts).
	reopens text.Line
	// cutBy is where a block inside the open fences was cut off, or None. A turn mark there counts.
	cutBy text.Line
	// replies are an aider history's turns so far; replyFrom is where the next may begin.
	replies   []Turn
	replyFrom text.Line
	// otherFormats are lines without a block of another format than a dialect's; one follows.
	otherFormats map[uint8]text.LineRange
}

// found are the results.
type found struct {
	blocks   []Block
	problems []Problem
	shell    []Shell
	fenced   []fenced
	// looks are near misses. From line unnamed on, an incomplete block has no path yet.
	looks   []Problem
	unnamed text.Line
	// seen are the turn marks outside blocks, others those with names that aren't known.
	seen, others []mark
}

// over walks the outline with the turns of a layout.
func (w *walk) over(ctx context.Context, l layout) error {
	w.layout = l
	w.here = here{outline: w.outline, floor: w.top, fencePathOf: text.None}
	w.turnMarks = slices.DeleteFunc(slices.Clone(w.marks), func(m mark) bool {
		return m.layout != l || l == noLayout || m.who == aiderQuote || m.who == someone
	})
	w.skipping = skipping{resume: w.top}
	w.unended = unended{reopens: text.None, cutBy: text.None, replyFrom: w.top, otherFormats: map[uint8]text.LineRange{}}
	blocks, fenced := slices.Grow(w.blocks[:0], len(w.named)), slices.Grow(w.fenced[:0], len(w.fences)/2)
	w.found = found{blocks: blocks, fenced: fenced, unnamed: never, seen: w.seen[:0], others: w.others[:0]}
	at := cursor{}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line := w.next(at)
		if line == never {
			return nil
		}
		w.visit(line, &at)
	}
}

// visit handles what is on a line: a command, markers, a fence, and marks.
func (w *walk) visit(line text.Line, at *cursor) {
	if at.command < len(w.commands) && w.commands[at.command] == line {
		w.suggest(line)
		at.command++
	}
	first := at.marker
	for at.marker < len(w.markers) && w.markers[at.marker].line == line {
		at.marker++
	}
	if first < at.marker && line >= max(w.resume, w.suppress, w.passed) && !w.off && !w.mute {
		w.start(w.markers[first:at.marker])
	}
	if at.fence < len(w.fences) && w.fences[at.fence].line == line {
		if line >= max(w.resume, w.passed) {
			w.fence(at.fence)
		}
		at.fence++
	}
	for ; at.mark < len(w.marks) && w.marks[at.mark].line == line; at.mark++ {
		if line >= w.resume {
			w.mark(w.marks[at.mark])
		}
	}
}

// start handles the markers on a line that may begin something.
func (w *walk) start(markers []token) {
	w.group = w.group[:0]
	for _, t := range markers {
		if (w.mayStart(t) || t.role == nearMiss) && !(w.printed && dialects[t.dialect] == unifiedDiff) {
			w.group = append(w.group, t)
		}
	}
	switch {
	case len(w.group) == 0:
	case w.group[0].role == nearMiss:
		w.nearMiss(w.group[0])
	case w.group[0].role == pathKeyword:
		w.here = w.under(w.group[0])
	default:
		w.block(w.group)
	}
}

// mayStart reports whether a marker may begin a block or its path.
func (h *here) mayStart(t token) bool {
	return t.begins() && (t.role != possibleStart || dialects[t.dialect].mayStart(h, t))
}

type cursor struct{ command, marker, fence, mark int }

// next returns the first line that the walk hasn't reached, or never.
func (w *walk) next(at cursor) text.Line {
	line := never
	if at.command < len(w.commands) {
		line = w.commands[at.command]
	}
	if at.marker < len(w.markers) {
		line = min(line, w.markers[at.marker].line)
	}
	if at.fence < len(w.fences) {
		line = min(line, w.fences[at.fence].line)
	}
	if at.mark < len(w.marks) {
		line = min(line, w.marks[at.mark].line)
	}
	return line
}

func (w *walk) fence(index int) {
	f := w.fences[index]
	if top, ok := w.inside.top(); ok && f.line == w.reopens {
		if len(w.inside) == 1 {
			w.closeFences()
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
		w.about = w.aboutFormat(index, w.nextTurn(f.line), w.growing) && !w.editsMarkdown(f)
		w.aboutFirst = f.line + 1
		w.printed = w.prints(f.line+1) || w.prints(f.line-1)
		w.propose(index)
	case before > 0 && len(w.inside) == 0:
		w.closeFences()
	}
}

// editsMarkdown reports whether a fence edits a file with fences in it: a path is right above, and it
// begins with a start marker or a patch (not-blocks/edit-of-a-markdown-file).
func (w *walk) editsMarkdown(f fence) bool {
	starts := w.between(f.line+1, f.line+2)
	_, named := w.pathAt(f.line-1, w.floor)
	return slices.ContainsFunc(starts, func(t token) bool {
		return named && t.role == startMarker || dialects[t.dialect].Patch && w.mayStart(t)
	})
}

// closeFences closes all fences, matched or not.
func (w *walk) closeFences() {
	w.inside, w.about, w.printed, w.cutBy = nil, false, false, text.None
}

// mark handles a switch or a turn mark.
func (w *walk) mark(m mark) {
	if m.layout == noLayout {
		w.aside(m)
		return
	}
	if m.layout != layoutAider && len(w.inside) > 0 && m.line != w.cutBy && w.hides(w.inside[0]) && !w.followsBlock(m.line) {
		return // a heading in a code fence is code
	}
	if w.layout != noLayout && m.layout != w.layout {
		return
	}
	if m.who == someone {
		if w.layout == noLayout {
			w.others = append(w.others, m)
		}
		return
	}
	w.seen = append(w.seen, m)
	switch w.layout {
	case noLayout:
	case layoutAider:
		w.aiderTurn(m)
	default:
		w.endTurn(m)
		w.mute = m.who != theAssistant
	}
}

// aside handles a mark that is no turn's.
func (w *walk) aside(m mark) {
	switch hidden := len(w.inside) > 0 || m.line < w.passed || w.mute; {
	case m.who == offSwitch || m.who == onSwitch:
		w.off = m.who == offSwitch
	case hidden:
	case m.who == elementOpens:
		w.element(m)
	case m.who == fileOpens:
		if !w.off && m.line >= w.suppress {
			w.taggedFile(m.line)
		}
	case m.who == buttonToCopy:
		w.lostFence(m.line)
	default:
		w.lateDraft(m)
	}
}

// endTurn resets what doesn't carry over into the next turn.
func (w *walk) endTurn(m mark) {
	w.closeFences()
	w.here = w.withoutForce()
	w.file, w.hasFile, w.openDraft = Path{}, false, ""
	w.floor, w.labelled = m.line+1, false
	if m.layout == layoutLabel && m.who == theAssistant {
		if _, named := backtickedPath(w.text.Line(m.line)); named {
			w.labelled = true
		}
	}
}

// hides reports whether an open fence's lines are code and no turn marks: the fence is closed, and not
// by one that begins a block, as after a cut-off answer (turns/cut-off-next-to-more-fences):
//
//	```
//	## User
//	src/a.py
//	```
//	<<<<<<< SEARCH
func (w *walk) hides(f fence) bool {
	fences, ends := w.fences, w.fenceEnds
	open := w.fenceAt(f.line)
	if ends[open].closed == text.None || ends[open].torn {
		return false
	}
	at := int(ends[open].after) - 1
	closing := fences[at]
	if closing.role == anyFence || isMarker(w.text.Line(closing.line-1)) {
		return true
	}
	// It opens another fence if that one is closed right after a block.
	end := ends[at].closed
	return end == text.None || !isMarker(w.text.Line(end-1))
}

// followsBlock reports whether a line follows a block in the open fence, as after an answer that ends
// without its closing fence. The next turn's first fence would close it. A longer fence, or one without
// a language, may quote a chat (turns/fence-left-open-by-an-answer):
//
//	```
//	>>>>>>> REPLACE
//	## User
func (w *walk) followsBlock(line text.Line) bool {
	f := w.inside[0]
	if f.length > minFence || f.tag != otherTag && f.tag != diffTag {
		return false
	}
	open := f.line
	last := w.lastText(open, line)
	if w.mute { // its blocks aren't read
		return last > open && slices.ContainsFunc(w.between(last, last+1), func(t token) bool {
			return t.role == endMarker && isDistinct(t)
		})
	}
	return w.resume > open && last == w.resume-1
}

// force puts a path in force for blocks without one.
func (w *walk) force(path Path) {
	if !path.Named() {
		return
	}
	w.inForce = path
	if f, ok := w.inside.top(); ok {
		w.fencePath, w.fencePathOf = path, f.line
	}
}

func lineNumber(l text.Line) string { return fmt.Sprintf("line %d", l.Number()) }
