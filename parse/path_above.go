package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// linesAbove is how far above a fence or marker a path is looked for.
const linesAbove = 3

// searchReplacePath follows the order of formats, "search-replace": the line right above
// the marker, the fence's first line, what is in force in the fence, the lines above the
// fence, what is in force. A bare word that names no file takes nothing's place.
func searchReplacePath(w *walk, start token) (Path, Layout, bool) {
	s := pathSearch{walk: w, inForce: w.inForce}
	above := start.line
	if fence := w.fenceAbove(start.line); fence != text.None {
		above = fence
		inFence := w.fencePathOf == fence && w.fencePath.Named()
		if inFence {
			s.inForce = w.fencePath
		}
		if start.line-1 > fence && s.take(start.line-1, LayoutDiffFenced) ||
			w.floor <= fence+1 && s.take(w.textBelow(fence, start.line), LayoutDiffFenced) {
			return s.path, s.layout, true
		}
		if inFence {
			if w.fencePath.Line > fence {
				s.layout = LayoutDiffFenced
			} else {
				s.layout = LayoutDiff
			}
			return preferred(s.weak, w.fencePath), s.layout, true
		}
	}
	s.above = true
	for l := above - 1; l >= above-linesAbove; l-- {
		if s.take(l, LayoutDiff) {
			return s.path, s.layout, true
		}
	}
	p := preferred(s.weak, s.inForce)
	return p, LayoutDiff, p.Named()
}

// pathSearch looks for a path in one line after another.
type pathSearch struct {
	*walk
	inForce Path
	// above: the lines are outside of the block's fence.
	above bool
	// weak is the first word that may be prose.
	weak, path Path
	layout     Layout
}

// take takes line l as the path if it is one.
func (s *pathSearch) take(l text.Line, layout Layout) bool {
	p, ok := s.pathAt(l, s.floor)
	if !ok {
		return false
	}
	weak := s.inForce.Named() && isBareWord(p.Fallback)
	if weak || s.above && !s.weak.Named() && isWeakName(s.text.Line(l), p.Fallback) {
		if !s.weak.Named() {
			s.weak = p
		}
		return false
	}
	s.path, s.layout = preferred(s.weak, p), layout
	return true
}

// preferred is the path p, or the file of a weak name if there is one.
func preferred(weak, p Path) Path {
	switch {
	case !weak.Named():
		return p
	case !p.Named():
		return weak
	}
	p.Readings = slices.Concat(weak.Readings, p.Readings)
	return p
}

// fenceAbove is the line of the fence that a start marker is in, or None. A line right
// above that is a fence begins one, whatever was left open, and so does a tag.
func (w *walk) fenceAbove(start text.Line) text.Line {
	fence := text.None
	if f, ok := w.inside.top(); ok {
		fence = f.line
	}
	for l := start - 1; l >= max(w.floor, start-1-linesAbove) && l > fence; l-- {
		line := w.text.Line(l)
		if _, ok := parseFence(line); ok && l == start-1 || opensTagFence(strings.TrimSpace(line)) {
			return l
		}
	}
	return fence
}

// textBelow is the first line after l that is not blank, before end, or end.
func (w *walk) textBelow(l, end text.Line) text.Line {
	for l++; l < end && text.IsBlank(w.text.Line(l)); l++ {
	}
	return l
}

// nearestPath is the path of the dialects with guillemets: the nearest line above
// that is not blank, with at most one blank line and one opening fence between.
func nearestPath(w *walk, start token) (Path, Layout, bool) {
	f, fenced := w.inside.top()
	blanks, tags := 0, 0
	for l := start.line - 1; l >= w.floor; l-- {
		switch {
		case text.IsBlank(w.text.Line(l)):
			if blanks++; blanks > 1 {
				return Path{}, "", false
			}
		case fenced && l == f.line:
			// The fence that the block is in.
		case tags == 0 && opensTagFence(w.trimmed(l)):
			tags++
		default:
			p, ok := w.pathAt(l, w.floor)
			return p, "", ok
		}
	}
	return Path{}, "", false
}
