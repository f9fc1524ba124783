package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// linesAbove is how far above a fence or marker a path is searched.
const linesAbove = 3

// searchReplacePath tries the line right above the marker, the fence's first line, the path in force in
// the fence, an info string `patch PATH`, the lines above the fence, any other path in the info string,
// the path in force. A bare word replaces a path in force only if it names an existing file.
func searchReplacePath(w *walk, start token) (Path, Layout, bool) {
	above, inForce := start.line, w.inForce
	fence := w.fenceAbove(start.line)
	inFence := fence != text.None && w.fencePathOf == fence && w.fencePath.Named()
	if inFence {
		inForce = w.fencePath
	}
	var weak, path Path // the first word that may be prose
	take := func(l text.Line, outside bool) bool {
		p, ok := w.pathAt(l, w.floor)
		if !ok || outside && w.isCode(l, above) {
			return false
		}
		mayBeProse := inForce.Named() && isBareWord(p.Fallback) || outside && !weak.Named() && isWeakName(w.text.Line(l), p.Fallback)
		if mayBeProse && !w.inPathTags(l) && !hasPathLabel(w.trimmed(l)) {
			if !weak.Named() {
				weak = p
			}
			return false
		}
		path = preferred(weak, p)
		return true
	}
	if fence != text.None {
		above = fence
		if start.line-1 > fence && take(start.line-1, false) || w.floor <= fence+1 && take(w.textBelow(fence, start.line), false) {
			return path, LayoutDiffFenced, true
		}
	}
	if inFence {
		layout := LayoutDiff
		if w.fencePath.Line > fence {
			layout = LayoutDiffFenced
		}
		return preferred(weak, w.fencePath), layout, true
	}
	name, first, inInfo := w.fenceName(fence)
	if inInfo && first {
		return preferred(weak, name), LayoutDiffFenced, true
	}
	for l := above - 1; l >= above-linesAbove; l-- {
		if take(l, true) {
			return path, LayoutDiff, true
		}
	}
	if inInfo {
		return preferred(weak, name), LayoutDiffFenced, true
	}
	p := preferred(weak, inForce)
	return p, LayoutDiff, p.Named()
}

// isCode reports whether a line is a command or statement in a fence that is closed before end, so its
// words name no file to edit.
func (w *walk) isCode(l, end text.Line) bool {
	above := w.fenceAt(l) - 1
	if above < 0 || w.fenceEnds[above].closed <= l || w.fenceEnds[above].closed >= end {
		return false
	}
	line := w.trimmed(l)
	first, _ := utf8.DecodeRuneInString(line)
	return (unicode.IsLetter(first) || first == '$') && strings.ContainsAny(line, " \t(") && !hasPathLabel(line)
}

// fenceName returns the path in the info string of the fence at line l. first means that it precedes
// the lines above the fence, because the info string says patch.
func (o *outline) fenceName(l text.Line) (p Path, first, named bool) {
	if l == text.None {
		return Path{}, false, false
	}
	info := infoString(o.text.Line(l))
	name, patch := strings.CutPrefix(info, "patch ")
	if p, named = infoPath(info); patch && !named {
		p, named = readPath(name)
	}
	p.Line = l
	return p, patch, named
}

// maxReadings limits the readings of a path in force, to which each block may add a weak name.
const maxReadings = 32

// preferred returns p, with a weak name's readings first.
func preferred(weak, p Path) Path {
	switch {
	case !weak.Named():
		return p
	case !p.Named():
		return weak
	}
	readings := slices.Clone(weak.Readings)
	for _, name := range p.Readings {
		if !slices.Contains(readings, name) {
			readings = append(readings, name)
		}
	}
	// The last ones are of the path itself, the ones before it of the oldest weak names.
	if n := len(readings); n > maxReadings {
		readings = slices.Delete(readings, maxReadings/2, n-maxReadings/2)
	}
	p.Readings = readings
	return p
}

// fenceAbove returns the fence line around a start marker, or None. A fence or tag right above opens
// one, whatever is still open.
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

func (w *walk) textBelow(l, end text.Line) text.Line {
	for l++; l < end && text.IsBlank(w.text.Line(l)); l++ {
	}
	return l
}

// nearestPath finds the path on the nearest non-blank line above. One blank line and one opening fence
// may come between.
func nearestPath(w *walk, start token) (Path, Layout, bool) {
	f, fenced := w.inside.top()
	blanks, tags := 0, 0
	for l := start.line - 1; l >= w.floor; l-- {
		switch {
		case text.IsBlank(w.text.Line(l)):
			if blanks++; blanks > 1 {
				return Path{}, NoLayout, false
			}
		case fenced && l == f.line:
			// The fence around the block.
		case tags == 0 && opensTagFence(w.trimmed(l)):
			tags++
		default:
			p, ok := w.pathAt(l, w.floor)
			return p, NoLayout, ok
		}
	}
	return Path{}, NoLayout, false
}
