package parse

import "github.com/edit-lsp/edit-lsp/internal/text"

// Anchored is the name of the dialect with sections of their own for its anchors.
const Anchored = "anchored"

// anchored is the dialect of seed 000: four sections between single and double
// rules.
var anchored = dialect{
	name:   Anchored,
	firsts: "\xc2\xe2",
	marker: anchoredMarker,
	read:   readAnchored,
	path:   nearestPath,
	// Bare rules stand in many a text.
	telling: func(t token) bool { return t.role != separator },
}

const (
	guillemetStart = "««« EDIT"
	anchoredSingle = "───────"
	anchoredDouble = "═══════"
	anchoredEnd    = "»»»"
)

const (
	singleRule = iota
	doubleRule
)

func anchoredMarker(_, trimmed string) (token, bool) {
	switch trimmed {
	case guillemetStart:
		return token{role: startMarker}, true
	case anchoredSingle:
		return token{role: separator, kind: singleRule}, true
	case anchoredDouble:
		return token{role: separator, kind: doubleRule}, true
	case anchoredEnd:
		return token{role: endMarker}, true
	}
	return token{}, false
}

// anchoredOrder are the separators of a block, in order, and what each one ends.
var anchoredOrder = []struct {
	kind         int16
	marker, ends string
}{
	{singleRule, anchoredSingle, "the leading anchor"},
	{doubleRule, anchoredDouble, "the old lines"},
	{singleRule, anchoredSingle, "the new lines"},
}

func readAnchored(s *scan, start token, bound text.Line) reading {
	r := reading{end: s.end(start, bound)}
	limit := bound
	if r.end != text.None {
		limit = r.end
	}
	var found [mostSections + 1]text.Line
	markers := append(found[:0], start.line)
	for _, sep := range s.between(start, start.line+1, limit) {
		if sep.role != separator {
			continue
		}
		n := len(markers) - 1
		if n < len(anchoredOrder) && sep.kind == anchoredOrder[n].kind {
			markers = append(markers, sep.line)
			continue
		}
		if n == len(anchoredOrder) {
			r.detail = say("expected `%s` after the trailing anchor, found another separator in line %d", anchoredEnd, number(sep.line))
		} else {
			r.detail = say("expected `%s` after %s, found `%s` in line %d",
				anchoredOrder[n].marker, anchoredOrder[n].ends, s.trimmed(sep.line), number(sep.line))
		}
		break
	}
	r.progress = len(markers) - 1
	switch {
	case r.end == text.None:
		r.outcome = unclosed
		if s.quiet {
			return r
		}
		r.detail = say("expected `%s` before %s", anchoredEnd, s.place(bound))
	case r.detail.format != "":
		r.outcome = malformed
	case r.progress < len(anchoredOrder):
		r.outcome = malformed
		missing := anchoredOrder[r.progress]
		r.detail = say("expected `%s` after %s, found `%s` in line %d", missing.marker, missing.ends, anchoredEnd, number(r.end))
	default:
		markers = append(markers, r.end)
		sections := s.sections(markers, "")
		r.block = Block{
			Leading: sections[0], Old: sections[1], New: sections[2], Trailing: sections[3],
			Markers: s.room.list(markers...),
		}
	}
	return r
}
