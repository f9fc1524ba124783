package parse

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// pathAbove is the nearest of the lines above l that is a path. A lone word that
// may be prose counts, but where a better name is near, or in force, and the word
// names no file, that is meant.
func (w *walk) pathAbove(l text.Line) (namedPath, bool) {
	var weak namedPath
	for above := l - 1; above >= l-linesAbove && above >= w.floor; above-- {
		p, ok := w.pathAt(above, w.floor)
		if !ok {
			continue
		}
		if !weak.named() && isWeakName(w.text.Line(above), p.says.fallback) {
			weak = p
			continue
		}
		return preferred(weak, p), true
	}
	if weak.named() {
		return preferred(weak, w.inForce), true
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
func nearestPath(w *walk, start token) (namedPath, Layout, bool) {
	f, fenced := w.inside.top()
	blanks := 0
	for l := start.line - 1; l >= w.floor; l-- {
		switch {
		case text.IsBlank(w.text.Line(l)):
			if blanks++; blanks > 1 {
				return namedPath{}, "", false
			}
		case fenced && l == f.line:
			// The fence that the block stands in.
		default:
			p, ok := w.pathAt(l, w.floor)
			return p, "", ok
		}
	}
	return namedPath{}, "", false
}
