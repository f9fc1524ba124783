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
func searchReplacePath(h here, start token) (Path, Layout, bool) {
	above, inForce := start.line, h.inForce
	fence := h.fenceAbove(start.line)
	inFence := fence != text.None && h.fencePathOf == fence && h.fencePath.Named()
	if inFence {
		inForce = h.fencePath
	}
	var weak, path Path // the first word that may be prose
	take := func(l text.Line, outside bool) bool {
		p, ok := h.pathAt(l, h.floor)
		if !ok || outside && h.isCode(l, above) {
			return false
		}
		mayBeProse := inForce.Named() && isBareWord(p.Fallback) || outside && !weak.Named() && isWeakName(h.text.Line(l), p.Fallback)
		if mayBeProse && !h.inPathTags(l) && !hasPathLabel(h.trimmed(l)) {
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
		if start.line-1 > fence && take(start.line-1, false) || h.floor <= fence+1 && take(h.textBelow(fence, start.line), false) {
			return path, LayoutDiffFenced, true
		}
	}
	if inFence {
		layout := LayoutDiff
		if h.fencePath.Line > fence {
			layout = LayoutDiffFenced
		}
		return preferred(weak, h.fencePath), layout, true
	}
	name, first, inInfo := h.fenceName(fence)
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
func (h *here) isCode(l, end text.Line) bool {
	above := h.fenceAt(l) - 1
	if above < 0 || h.fenceEnds[above].closed <= l || h.fenceEnds[above].closed >= end {
		return false
	}
	line := h.trimmed(l)
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
func (h *here) fenceAbove(start text.Line) text.Line {
	fence := text.None
	if f, ok := h.inside.top(); ok {
		fence = f.line
	}
	for l := start - 1; l >= max(h.floor, start-1-linesAbove) && l > fence; l-- {
		line := h.text.Line(l)
		if _, ok := parseFence(line); ok && l == start-1 || opensTagFence(strings.TrimSpace(line)) {
			return l
		}
	}
	return fence
}

func (h *here) textBelow(l, end text.Line) text.Line {
	for l++; l < end && text.IsBlank(h.text.Line(l)); l++ {
	}
	return l
}

// nearestPath finds the path on the nearest non-blank line above. One blank line and one opening fence
// may come between.
func nearestPath(h here, start token) (Path, Layout, bool) {
	f, fenced := h.inside.top()
	blanks, tags := 0, 0
	for l := start.line - 1; l >= h.floor; l-- {
		switch {
		case text.IsBlank(h.text.Line(l)):
			if blanks++; blanks > 1 {
				return Path{}, NoLayout, false
			}
		case fenced && l == f.line:
			// The fence around the block.
		case tags == 0 && opensTagFence(h.trimmed(l)):
			tags++
		default:
			p, ok := h.pathAt(l, h.floor)
			return p, NoLayout, ok
		}
	}
	return Path{}, NoLayout, false
}
