package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// stop is where a block must end: before line, which begins something else with its path on line path.
type stop struct{ line, path text.Line }

// bound returns where a block at start must end. The outline has found which start markers have a path: named are
// those in column 0 or first in their fence, indented the others, unsigned those that can't be a patch's lines. All stops of a block:
//
//	what begins                         stops a block              stops a patch           found by
//	a start marker with a path above    yes                        if neither is signed    bound, patchBound
//	the same, indented                  in a fence indented so     no                      indentedBound
//	the fence that closes the open one  no, but FIND: in a         yes                     here.patchText
//	                                    fence for such blocks
//	a turn                              if it has no end above;    if it has no end above  cut, turnBetween
//	                                    whole, a user's turn that
//	                                    an assistant's follows
//	a keyword block, complete or with   if it has no end above     if no fence closes the  cut, keywordBlock,
//	a path of its own                                              open one                otherFormat
//	a start marker below that shares    yes                        yes                     the reader
//	the end, another FILE: or envelope
//
// The first two are known before a block is read; a turn or a keyword block only after, because it may
// be text of a block that is whole. Then the block is read again with the new bound.
func (w *walk) bound(start token) stop {
	end := text.Line(w.text.LineCount())
	if dialects[start.dialect].Patch {
		at := w.patchBound(start)
		return stop{at, at}
	}
	at := stop{end, end}
	for _, n := range startsBelow(w.named, start.line) {
		if n.path > start.line { // else its path is this block's, and it is content
			at = stop(n)
			break
		}
	}
	return w.indentedBound(start, at)
}

// maxIndented limits the indented start markers compared with the fence, to bound the cost of each
// block.
const maxIndented = 64

// indentedBound returns the first start marker in the open fence that is indented like it, or at
// (search-replace/fence-in-a-list-item).
func (w *walk) indentedBound(start token, at stop) stop {
	f, ok := w.inside.top()
	if !ok {
		return at
	}
	limit := w.closing(f, at.line)
	for i, n := range startsBelow(w.indented, start.line) {
		if n.line >= limit || i == maxIndented {
			break
		}
		if n.path > start.line && text.Indentation(w.text.Line(n.line)) == text.Indentation(w.text.Line(f.line)) {
			return stop(n)
		}
	}
	return at
}

func startsBelow(starts []namedStart, line text.Line) []namedStart {
	return starts[sort.Search(len(starts), func(i int) bool { return starts[i].line > line }):]
}

// cut returns where a turn or keyword block cuts off a reading, or the bound. Both are searched down to the
// block's end; a block that is complete is cut by a turn alone.
func (w *walk) cut(r reading, bound text.Line) text.Line {
	done := r.isComplete()
	end := bound
	if r.next > 0 {
		end = r.next
	}
	if w.layout != noLayout {
		if m := w.turnBetween(r.start.line, end, done); m < end {
			return m
		}
	}
	if done {
		return bound
	}
	unended := r.rest == cutOff && !r.row().Patch && !(w.growing && w.open(r, bound))
	if at := w.keywordBlock(r.start, end, unended); at < end {
		return at
	}
	return bound
}

// mayGoOn reports whether a block cut by a turn mark may continue, because in a growing document that
// line may be content. A patch's content has a sign in front.
func (w *walk) mayGoOn(cut text.Line, r reading, bound text.Line) bool {
	return w.growing && !r.row().Patch && w.open(r, bound) && w.nextTurn(cut-1) == cut
}

// open reports whether later text may complete a reading.
func (w *walk) open(r reading, bound text.Line) bool {
	return r.open || r.rest == cutOff && r.next == 0 && w.atEnd(bound)
}

// turnBetween returns the first line between line and end that begins a turn, or end. Only what can't
// be content cuts a complete block: a user heading followed by an assistant's, or an aider mark
// followed by another start marker (turns/keys-in-a-fence-make-no-turns).
func (w *walk) turnBetween(line, end text.Line, whole bool) text.Line {
	user := end
	for _, m := range w.marksBelow(line) {
		switch {
		case m.line >= end:
			return end
		case !whole, w.layout == layoutAider && w.hasStart(m.line, end):
			return m.line
		case m.who == theUser:
			user = min(user, m.line)
		case m.who == theAssistant && user < end:
			return user
		}
	}
	return end
}

// hasStart reports whether an unindented start marker is between l and end.
func (w *walk) hasStart(l, end text.Line) bool {
	return slices.ContainsFunc(w.between(l+1, end), func(t token) bool { return t.role == startMarker && t.indent == 0 })
}

// keywordBlock returns where a keyword block before bound ends a broken block, or bound. It must be
// complete, or with inOpen (the broken block is unclosed) only have a file
// (malformed/find-not-closed-ends-an-open-block):
//
//	<<<<<<< SEARCH
//	FILE: src/b.py
//	FIND:
func (w *walk) keywordBlock(start token, bound text.Line, inOpen bool) text.Line {
	var file token
	// A patch without an end goes down to envelope: the markers of patches above that line are its own.
	envelope := start.line
	for _, tok := range w.between(start.line+1, bound) {
		switch patch := dialects[tok.dialect].Patch; {
		case patch && tok.line < envelope, dialects[start.dialect].Patch && !w.endsPatch(start, tok):
			continue // content, or part of the same patch
		case tok.role == pathKeyword:
			file = tok
			continue
		case tok.role != keyword && tok.role != fileLine && tok.role != possibleStart:
			continue
		}
		r, at := w.readBelow(tok, file, bound)
		switch {
		case r.isComplete() || inOpen && r.isBlock():
			if at > start.line {
				return at
			}
		case r.rest == cutOff && r.row().Patch:
			if envelope = r.next; envelope == 0 {
				envelope = bound
			}
		}
	}
	return bound
}

// readBelow reads a keyword block below a broken one, at the fences around it and with the FILE: line
// file if that is its own. It returns where the block begins with its path, which must be below the
// broken one and not in force (malformed/unclosed-before-a-tagged-block-of-a-word).
func (w *walk) readBelow(tok, file token, bound text.Line) (r reading, at text.Line) {
	h := w.below(tok.line).until(bound)
	own := file.line > 0 && file.set == tok.set
	if own {
		h = h.under(file)
	}
	row := dialects[tok.dialect]
	if row.ownPath {
		h = h.withoutForce()
		at = text.None
		if p, _, named := row.path(h, tok); named {
			at = p.Line
		}
		return h.read(tok), at
	}
	r, at = h.read(tok), tok.line
	if file.line > 0 && (own || r.isComplete()) {
		at = file.line
	}
	return r, at
}

// fenceBetween returns the last fence line between a path and a start marker, or None.
func (w *walk) fenceBetween(path, start text.Line) text.Line {
	for l := start - 1; l > path; l-- {
		if _, ok := parseFence(w.text.Line(l)); ok {
			return l
		}
	}
	return text.None
}

// patchBound is bound for patches. A start marker without a sign stops one, together with its path unless that line
// has a sign, so that it may be the patch's.
func (w *walk) patchBound(start token) text.Line {
	at := text.Line(w.text.LineCount())
	if w.isLeftOpen() {
		at = w.otherFormat(start)
	}
	for _, n := range startsBelow(w.unsigned, start.line) { // others are lines of a patch
		switch {
		case n.path <= start.line:
			continue
		case isSigned(w.text.Line(n.path)):
			return min(at, n.line)
		}
		return min(at, n.path)
	}
	return at
}

// isLeftOpen reports whether no fence closes the open one. A patch in it would go on over any text
// (unified-diff/fence-left-open-above-apply-patch).
func (h *here) isLeftOpen() bool {
	f, ok := h.inside.top()
	return ok && h.closing(f, never) == never
}

// otherFormat returns where a block of another format begins below a patch, or the document's end. The
// answer holds for all patches above that block, so it is kept: any number of them may be left open.
func (w *walk) otherFormat(start token) text.Line {
	if known := w.otherFormats[start.dialect]; known.First <= start.line && start.line < known.End {
		return known.End
	}
	at := w.keywordBlock(start, text.Line(w.text.LineCount()), false)
	w.otherFormats[start.dialect] = text.LineRange{First: start.line, End: at}
	return at
}

// endsPatch reports whether a marker below the start of an open patch begins a block of another format:
// it is unsigned, or a diff's header right below the start of its own fence
// (apply-patch/no-end-above-a-diff):
//
//	*** Update File: a.py
//	```diff
//	--- a/b.py
func (w *walk) endsPatch(start, tok token) bool {
	d := dialects[tok.dialect]
	switch {
	case tok.dialect == start.dialect:
		return false
	case d.Patch && tok.role == possibleStart:
		f, ok := parseFence(w.text.Line(tok.line - 1))
		return ok && f.tag == diffTag && strings.HasPrefix(w.trimmed(tok.line), oldMark)
	}
	return !isSigned(w.text.Line(tok.line))
}
