package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// namedAbove is the line right above a start marker, or above the fence that it
// begins, that names a path; or None. It is looked for as the dialect looks for it.
func (s *scan) namedAbove(start token) text.Line {
	far := dialects[start.dialect].name == searchReplace.name
	blanks, fences, seen := 0, 0, 0
	for l := start.line - 1; l >= s.floor && seen < linesAbove; l-- {
		line := s.text.Line(l)
		trimmed := trim(line)
		if trimmed == "" {
			if blanks++; blanks > 1 && !far {
				return text.None
			}
			seen++
			continue
		}
		if _, ok := parseFence(line); ok {
			if fences++; fences > 1 {
				return text.None
			}
			seen = 0
			continue
		}
		if isMarker(line, trimmed) {
			return text.None
		}
		if p := s.pathIn(line, trimmed); p.ok {
			return l
		}
		// Prose may stand between only for search-replace; the others take the
		// nearest line.
		if !far {
			return text.None
		}
		seen++
	}
	return text.None
}

// beginsFence tells whether the fence that a start marker stands in, by its indentation,
// begins with it or with the path above it.
func (s *scan) beginsFence(start token, path text.Line) bool {
	for l := start.line - 1; l >= max(path-2, s.floor); l-- {
		line := s.text.Line(l)
		if f, ok := parseFence(line); ok && line[:f.indent] == start.value {
			return true
		}
		if l < path && !text.IsBlank(line) {
			break
		}
	}
	return false
}

// mostIndented is how many start markers of any indentation are looked at for one of the
// fence's, so that each block of a fence full of others costs no more.
const mostIndented = 64

// bound is where a block that begins at line must have ended: at the next start
// marker with a path above it. path is that path's line.
func (s *scan) bound(line text.Line) (at, path text.Line) {
	named := s.tokens.named
	i := s.nearNamed
	if i > len(named) || i > 0 && named[i-1].line > line || i+8 < len(named) && named[i+8].line <= line {
		i = sort.Search(len(named), func(i int) bool { return named[i].line > line })
	}
	for i < len(named) && named[i].line <= line {
		i++
	}
	s.nearNamed = i
	at = text.Line(s.text.LineCount())
	path = at
	for ; i < len(named); i++ {
		if named[i].path > line {
			at, path = named[i].line, named[i].path
			break
		}
	}
	if f, ok := s.fences.top(); ok && f.indent > 0 && len(s.tokens.indented) > 0 {
		limit := s.closing(f, at)
		all := s.tokens.indented
		behind := sort.Search(len(all), func(i int) bool { return all[i].line > line })
		for i, n := range all[behind:] {
			if n.line >= limit || i == mostIndented {
				break
			}
			if n.path > line && indentOf(s.text.Line(n.line)) == indentOf(s.text.Line(f.line)) {
				return n.line, n.path
			}
		}
	}
	return at, path
}

// indentOf are the blanks that a line begins with.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// pathAt reads line l as a path line, if it may be one.
func (s *scan) pathAt(l text.Line) (namedPath, bool) {
	if l < s.floor {
		return namedPath{}, false
	}
	line := s.text.Line(l)
	trimmed := trim(line)
	if trimmed == "" || isMarker(line, trimmed) {
		return namedPath{}, false
	}
	if _, ok := parseFence(line); ok {
		return namedPath{}, false
	}
	p := s.pathIn(line, trimmed)
	if p == noPath {
		return namedPath{}, false
	}
	return namedPath{says: p, line: l}, p.ok
}

// noPath is what a line says that names nothing.
var noPath = &pathLine{}

// pathIn reads a line that is neither blank nor a marker nor a fence.
func (s *scan) pathIn(line, trimmed string) *pathLine {
	if isTagFence(trimmed) {
		return noPath
	}
	return s.tokens.readPath(line)
}

// pathAbove is the nearest of the lines above l that is a path. A lone word that
// may be prose counts, but where a better name is near, or in force, and the word
// names no file, that is meant.
func (s *scan) pathAbove(l text.Line) (namedPath, bool) {
	var weak namedPath
	for above := l - 1; above >= l-linesAbove && above >= s.floor; above-- {
		p, ok := s.pathAt(above)
		if !ok {
			continue
		}
		if !weak.named() && isWeakName(s.text.Line(above), p.says.fallback) {
			weak = p
			continue
		}
		return preferred(weak, p), true
	}
	if weak.named() {
		return preferred(weak, s.inForce), true
	}
	return namedPath{}, false
}

func preferred(weak, p namedPath) namedPath {
	switch {
	case !weak.named():
		return p
	case !p.named():
		return weak
	}
	readings := slices.Concat(weak.says.readings, p.says.readings)
	return namedPath{says: &pathLine{readings: readings, fallback: p.says.fallback, ok: true}, line: p.line}
}

// nearestPath is the path of the dialects with guillemets: the nearest line above
// that is not blank, with at most one blank line and one opening fence between.
func nearestPath(s *scan, start token) (namedPath, Layout, bool) {
	f, fenced := s.fences.top()
	blanks := 0
	for l := start.line - 1; l >= s.floor; l-- {
		switch {
		case text.IsBlank(s.text.Line(l)):
			if blanks++; blanks > 1 {
				return namedPath{}, "", false
			}
		case fenced && l == f.line:
			// The fence that the block stands in.
		default:
			p, ok := s.pathAt(l)
			return p, "", ok
		}
	}
	return namedPath{}, "", false
}
