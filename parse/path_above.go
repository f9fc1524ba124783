package parse

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// reach is what may come between a path and what it names: a dialect's policy for [outline.pathsAbove].
type reach struct {
	// lines is how many lines are searched. The count starts again above a fence.
	lines int
	// How many blank lines, fences and tags may come between.
	blanks, fences, tags int
	// around is the only fence that may come between, or None: any.
	around text.Line
	// info: an info string may name the path. prose and markers may come between.
	info, prose, markers bool
}

// linesAbove is how far above a fence or marker a path is searched. Any number of lines is unlimited.
const (
	linesAbove = 3
	unlimited  = 1 << 20
)

var (
	// near is the nearest line above that is not blank (paths/blank-line-and-fence-between):
	//
	//	src/a.py
	//
	//	```
	//	««« EDIT
	near = reach{lines: unlimited, blanks: 1, fences: 1, around: text.None}
	// far also allows prose (search-replace/path-three-lines-above):
	//
	//	In src/a.py, rename f.
	//	So:
	//	<<<<<<< SEARCH
	far = reach{lines: linesAbove, blanks: unlimited, fences: 1, around: text.None, info: true, prose: true}
	// aboveFence is where far ends: what the fence is around names its own path first.
	aboveFence = reach{lines: linesAbove, blanks: unlimited, fences: unlimited, around: text.None, prose: true, markers: true}
	// rightAbove is the line above, or the one above a blank line.
	rightAbove = reach{lines: 2, blanks: 1, around: text.None}
)

// pathsAbove yields the paths on the lines above l, nearest first, until something comes between that
// may not.
func (o *outline) pathsAbove(l, floor text.Line, may reach) iter.Seq[Path] {
	return func(yield func(Path) bool) {
		lines := may.lines
		for l--; l >= floor && may.lines > 0; l-- {
			may.lines--
			p, named := o.pathAt(l, floor)
			if _, fence := parseFence(o.text.Line(l)); fence && may.info {
				p, _, named = o.fenceName(l)
			}
			if named && !yield(p) || !named && !o.mayPass(l, lines, &may) {
				return
			}
		}
	}
}

// mayPass reports whether line l, which has no path, may come between, and counts it.
func (o *outline) mayPass(l text.Line, lines int, may *reach) bool {
	line, trimmed := o.text.Line(l), o.trimmed(l)
	_, fence := parseFence(line)
	switch {
	case trimmed == "":
		may.blanks--
	case fence && may.fences < unlimited:
		may.fences--
		may.lines = lines
		return may.fences >= 0 && (may.around == text.None || may.around == l)
	case may.tags > 0 && opensTagFence(trimmed):
		may.tags--
	case trimmed == "<edits>": // (xml/path-above-the-edits)
		may.lines = lines
		return true
	default:
		return may.prose && (may.markers || !isMarker(line))
	}
	return may.blanks >= 0
}

// firstOf returns the first path that a scan yields.
func firstOf(paths iter.Seq[Path]) (Path, bool) {
	for p := range paths {
		return p, true
	}
	return Path{}, false
}

// nearestPath finds the path on the nearest non-blank line above. One blank line and the opening fence
// or tag around the block may come between.
func nearestPath(h here, start token) (Path, Layout, bool) {
	may := dialects[start.dialect].above
	may.tags = 1
	if f, fenced := h.inside.top(); fenced {
		may.around = f.line
	} else {
		may.fences = 0
	}
	p, named := firstOf(h.pathsAbove(start.line, h.floor, may))
	return p, NoLayout, named
}

// pathSearch is the search for the path of a search-replace block.
type pathSearch struct {
	*here
	// start is the start marker, fence the fence around it, or None.
	start, fence text.Line
	// inForce is the path in force, inFence that it is the fence's.
	inForce Path
	inFence bool
	// weak is the first word that may be prose. A bare word replaces a path in force only if it names an
	// existing file (path-lines/labelled-word-replaces-the-path-in-force).
	weak Path
}

// searchReplacePath tries the line right above the marker, the fence's first line, the path in force in
// the fence, an info string `patch PATH`, the lines above the fence, any other path in the info string,
// the path in force.
func searchReplacePath(h here, start token) (Path, Layout, bool) {
	s := pathSearch{here: &h, start: start.line, fence: h.fenceAbove(start.line), inForce: h.inForce}
	if s.inFence = s.fence != text.None && h.fencePathOf == s.fence; s.inFence {
		s.inForce = h.fencePath
	}
	if p, named := s.within(); named {
		return p, LayoutDiffFenced, true
	}
	if s.inFence && s.inForce.Line > s.fence {
		return preferred(s.weak, s.inForce), LayoutDiffFenced, true
	}
	info, first, inInfo := h.fenceName(s.fence)
	if !first {
		if p, named := s.above(); named {
			return p, LayoutDiff, true
		}
	}
	if inInfo {
		return preferred(s.weak, info), LayoutDiffFenced, true
	}
	p := preferred(s.weak, s.inForce)
	return p, LayoutDiff, p.Named()
}

// within searches the lines of the fence.
func (s *pathSearch) within() (Path, bool) {
	if s.fence == text.None {
		return Path{}, false
	}
	if right := s.start - 1; right > s.fence {
		if p, named := s.pathAt(right, s.floor); named && s.names(p, false) {
			return preferred(s.weak, p), true
		}
	}
	p, named := s.pathAt(s.textBelow(s.fence, s.start), s.floor)
	return preferred(s.weak, p), named && s.names(p, false)
}

// above searches the lines above the fence or, without one, the marker.
func (s *pathSearch) above() (Path, bool) {
	l := s.start
	if s.fence != text.None {
		l = s.fence
	}
	for p := range s.pathsAbove(l, s.floor, aboveFence) {
		if !s.isCode(p.Line, l) && s.names(p, true) {
			return preferred(s.weak, p), true
		}
	}
	return Path{}, false
}

// names reports whether a path isn't a word that may be prose.
func (s *pathSearch) names(p Path, outside bool) bool {
	weak := s.inForce.Named() && isBareWord(p.Fallback) || outside && !s.weak.Named() && isWeakName(s.text.Line(p.Line), p.Fallback)
	if !weak || s.inPathTags(p.Line) || hasPathLabel(s.trimmed(p.Line)) {
		return true
	}
	if !s.weak.Named() {
		s.weak = p
	}
	return false
}

// isCode reports whether a line is a command or statement in a fence that is closed before end, so its
// words name no file to edit (path-lines/command-in-a-fence-above).
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
	return p, patch && named, named
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

// asWord makes the word of a line that looks like a path its fallback, rather than the whole line ("Now src/a.py:"): in
// front of code, few new files have a blank in their name (code-blocks/mentioned-file).
func (p Path) asWord() Path {
	if strings.Contains(p.Fallback, " ") && len(p.Readings) > 1 {
		p.Fallback = p.Readings[len(p.Readings)-1]
	}
	return p
}
