package parse

import (
	"slices"
	"sort"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// block reads the block at a line with each dialect that has a marker there.
func (w *walk) block(group []token) {
	line := group[0].line
	bound, nextPath := w.bound(group[0])
	end := text.Line(w.text.LineCount())
	if nextPath < end {
		nextPath = min(nextPath, bound)
	}
	r := w.best(group, bound)
	if r.outcome == noBlock {
		w.looksLike(line, r.fault)
		return
	}
	// A block that a turn cuts off may be cut off by a keyword block in its turn.
	for cut := w.cut(r, bound); cut < bound && !w.mayGoOn(cut, r, bound); cut = w.cut(r, bound) {
		bound, nextPath = cut, cut
		if len(w.inside) > 0 && r.outcome == unclosed && w.nextTurn(cut-1) == cut {
			w.cutBy = cut
		}
		if r = w.best(group, bound); r.outcome == noBlock {
			return
		}
	}
	if r.outcome == passOver {
		w.used(r.end + 1)
		return
	}
	if r.isPatch() {
		w.patch(r, bound)
		return
	}
	path, layout, named := dialects[r.start.dialect].path(w.here, r.start)
	if w.about && !w.isAboutFirst(path, line) {
		return
	}
	switch {
	case w.growing && w.open(r, bound):
		if named {
			r.block = newBlock()
			r.block.Incomplete = true
			w.add(r, path, layout, end-1)
		} else {
			w.unnamed = line
		}
		w.used(end)
	case r.outcome == complete && named:
		w.add(r, path, layout, r.end)
		w.used(r.end + 1)
	case r.outcome == unclosed:
		stop := nextPath
		if r.restart > 0 {
			bound, stop = r.restart, r.restart
		}
		w.problem(codes.UnclosedBlock, r, named, w.lastText(line, stop))
		w.suppress, w.floor = bound, stop
		w.reopens = w.fenceBetween(stop, bound)
		w.force(path)
	default:
		w.problem(codes.MalformedBlock, r, named, r.end)
		w.force(path)
		w.used(r.end + 1)
	}
}

// isAboutFirst reports whether a block's path is the first line of the fence. A word there is a path
// only right above the block's start.
func (w *walk) isAboutFirst(path Path, start text.Line) bool {
	return path.Line == w.aboutFirst && (looksLikePath(path.Fallback) || start <= w.aboutFirst+1)
}

func (w *walk) add(r reading, path Path, layout Layout, end text.Line) {
	b := r.block
	b.Dialect, b.Layout, b.Path = dialects[r.start.dialect].whole(), layout, path
	b.Start, b.End = r.start.line, end
	b.Operation = Modify
	if !b.EmptyFind && !b.Incomplete && b.Leading.Len()+b.Old.Len()+b.Trailing.Len() == 0 {
		b.Operation = Create
	}
	w.blocks = append(w.blocks, b)
	w.mayBeDraft()
	w.force(path)
}

func (w *walk) patch(r reading, bound text.Line) {
	if w.about {
		return
	}
	w.blocks, w.problems = append(w.blocks, r.blocks...), append(w.problems, r.problems...)
	if n := len(r.blocks); n > 0 {
		w.mayBeDraft()
		w.force(r.blocks[n-1].Path)
	}
	switch end := text.Line(w.text.LineCount()); {
	case r.outcome == complete:
		w.used(r.end + 1)
	case w.growing && w.open(r, bound) && r.path.Named():
		b := newBlock()
		b.Dialect, b.Path, b.Incomplete = dialects[r.start.dialect], r.path, true
		b.Start, b.End = r.tail, end-1
		w.blocks = append(w.blocks, b)
		w.used(end)
	default:
		if r.restart > 0 {
			bound = r.restart
		}
		if r.tail != text.None {
			w.problems = append(w.problems, Problem{Code: codes.UnclosedBlock, Start: r.tail, End: w.lastText(r.tail, bound), Detail: r.fault, Patch: true})
		}
		w.suppress, w.floor = bound, bound
	}
}

func (w *walk) problem(code codes.Code, r reading, named bool, end text.Line) {
	p := Problem{Code: code, Start: r.start.line, End: end}
	if named {
		p.Detail = r.fault
	} else {
		p.Code = codes.MissingPath
		p.Detail = "expected a line with the path of the file"
	}
	w.problems = append(w.problems, p)
}

// used marks the lines before resume as consumed.
func (w *walk) used(resume text.Line) { w.resume, w.floor = resume, resume }

// fenceBetween returns the last fence line between a path and a start marker, or None.
func (w *walk) fenceBetween(path, start text.Line) text.Line {
	for l := start - 1; l > path; l-- {
		if _, ok := parseFence(w.text.Line(l)); ok {
			return l
		}
	}
	return text.None
}

// lastText returns the last non-blank line before end, or first.
func (o *outline) lastText(first, end text.Line) text.Line {
	for end-1 > first && text.IsBlank(o.text.Line(end-1)) {
		end--
	}
	return max(first, end-1)
}

// maxIndented limits the indented start markers compared with the fence, to bound the cost of each
// block.
const maxIndented = 64

// bound returns where a block at start must end, the next start marker with a path above, and that
// path's line.
func (w *walk) bound(start token) (at, path text.Line) {
	line := start.line
	at = text.Line(w.text.LineCount())
	path = at
	if dialects[start.dialect].Patch {
		at = w.patchBound(start)
		return at, at
	}
	for _, n := range startsBelow(w.named, line) {
		if n.path > line {
			at, path = n.line, n.path
			break
		}
	}
	f, ok := w.inside.top()
	if !ok || f.indent == 0 || len(w.indented) == 0 {
		return at, path
	}
	limit := w.closing(f, at)
	for i, n := range startsBelow(w.indented, line) {
		if n.line >= limit || i == maxIndented {
			break
		}
		if n.path > line && text.Indentation(w.text.Line(n.line)) == text.Indentation(w.text.Line(f.line)) {
			return n.line, n.path
		}
	}
	return at, path
}

func startsBelow(starts []namedStart, line text.Line) []namedStart {
	return starts[sort.Search(len(starts), func(i int) bool { return starts[i].line > line }):]
}

// best reads the markers on one line. The first grammar to complete wins; otherwise the one that got
// furthest explains the fault.
func (w *walk) best(group []token, bound text.Line) reading {
	var best reading
	open := false
	for i, tok := range group {
		r := w.until(bound).read(tok)
		open = open || r.outcome == unclosed && w.open(r, bound)
		if i == 0 || better(r, best) {
			best = r
		}
	}
	// Another grammar may still complete a malformed block.
	best.open = best.open || len(group) > 1 && open && best.outcome == malformed
	return best
}

func (h here) read(start token) reading {
	r := dialects[start.dialect].read(h, start)
	r.start = start
	return r
}

func (r *reading) isPatch() bool { return dialects[r.start.dialect].Patch }

func better(r, than reading) bool {
	switch {
	case than.outcome == noBlock:
		return r.outcome != noBlock
	case r.outcome == noBlock:
		return false
	case r.outcome == complete && than.outcome == complete:
		return r.end < than.end
	case r.outcome == complete:
		// A broken block that ends before this one's first separator is separate, not content.
		return than.outcome != malformed || than.progress == 0 || r.separator() < than.end
	case than.outcome == complete:
		return r.outcome == malformed && r.progress > 0 && r.end < than.separator()
	case r.progress != than.progress:
		return r.progress > than.progress
	default:
		return r.outcome == malformed && than.outcome == unclosed
	}
}

func (r *reading) separator() text.Line {
	return dialects[r.start.dialect].separators(&r.block)[0]
}

// mayGoOn reports whether a block cut by a turn mark may continue, because in a growing document that
// line may be content. A patch's content has a sign in front.
func (w *walk) mayGoOn(cut text.Line, r reading, bound text.Line) bool {
	if !w.growing || r.isPatch() || !w.open(r, bound) {
		return false
	}
	return w.nextTurn(cut-1) == cut
}

// open reports whether later text may complete a reading.
func (w *walk) open(r reading, bound text.Line) bool {
	switch {
	case r.restart > 0:
		return false
	case r.open:
		return true
	default:
		return r.outcome == unclosed && w.atEnd(bound)
	}
}

// cut returns where a turn or keyword block cuts off a reading, or the bound.
func (w *walk) cut(r reading, bound text.Line) text.Line {
	line := r.start.line
	whole := r.outcome == complete || r.outcome == passOver
	patch := r.isPatch()
	end := bound
	switch {
	case whole || r.outcome == malformed:
		end = r.end + 1
	case r.restart > 0:
		end = r.restart
	}
	if w.layout != noLayout {
		if m := w.turnBetween(line, end, whole); m < end {
			return m
		}
	}
	if whole {
		return bound
	}
	// Keyword blocks handle their own letter case.
	broken := !patch && r.outcome == unclosed && dialects[r.start.dialect].PathKeyword == ""
	growing := w.growing && w.open(r, bound)
	if at := w.keywordBlock(r.start, end, broken && !growing); at < end {
		return at
	}
	return bound
}

// turnBetween returns the first line between line and end that begins a turn, or end. Only what can't
// be content cuts a complete block: a user heading followed by an assistant's, or an aider mark
// followed by another start marker.
func (w *walk) turnBetween(line, end text.Line, whole bool) text.Line {
	user := end
	for _, m := range w.marksBelow(line) {
		switch {
		case m.line >= end:
			return end
		case !whole, w.layout == layoutAider && w.hasStart(m.line, end):
			return m.line
		case w.layout == layoutAider:
			return end
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
// complete, or with inOpen (the broken block is unclosed) only have a file.
func (w *walk) keywordBlock(start token, bound text.Line, inOpen bool) text.Line {
	line := start.line
	patch := dialects[start.dialect].Patch
	var file token
	envelope := line // above it, patch markers belong to an unclosed patch
	for _, tok := range w.between(line+1, bound) {
		if dialects[tok.dialect].Patch && tok.line < envelope || patch && !w.endsPatch(start, tok) {
			continue // content, or part of the same patch
		}
		if tok.role == pathKeyword {
			file = tok
		}
		if tok.role != keyword && tok.role != patchLine {
			continue
		}
		own := file.line > line && file.set == tok.set
		r, tagged := w.readBelow(tok, file, own, bound)
		if dialects[tok.dialect].ownPath {
			if tagged > line && (r.outcome == complete || r.outcome < noBlock && inOpen) {
				return tagged
			}
			continue
		}
		switch {
		case r.outcome == complete && file.line > line, r.outcome < noBlock && inOpen && own:
			return file.line
		case r.outcome == complete, r.outcome < noBlock && inOpen:
			return tok.line
		case r.outcome == unclosed && r.isPatch():
			if envelope = r.restart; envelope == 0 {
				envelope = bound
			}
		}
	}
	return bound
}

// readBelow reads a keyword block below a broken one, at the fences around it and with the FILE: line
// that is its own. It returns the line of the path of a tagged block too, which must be below the broken
// one and not in force.
func (w *walk) readBelow(tok, file token, own bool, bound text.Line) (r reading, tagged text.Line) {
	h := w.below(tok.line).until(bound)
	if own {
		h = h.under(file)
	}
	if tagged = text.None; dialects[tok.dialect].ownPath {
		h = h.withoutForce()
		if p, _, named := dialects[tok.dialect].path(h, tok); named {
			tagged = p.Line
		}
	}
	return h.read(tok), tagged
}
