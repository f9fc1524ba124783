package parse

import (
	"fmt"
	"iter"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// anchored is the dialect of seed 000: four sections between single and double
// rules.
var anchored = &Dialect{
	Name:       "anchored",
	HasAnchors: true,
	Forms:      []*Form{{Name: "anchored", spellings: writeAnchored}},
	marker:     anchoredMarker,
	read:       readAnchored,
	path:       nearestPath,
	pathNear:   true,
	separators: func(b *Block) []text.Line { return []text.Line{b.Leading.End, b.Old.End, b.New.End} },
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
	kind         uint8
	marker, ends string
}{
	{singleRule, anchoredSingle, "the leading anchor"},
	{doubleRule, anchoredDouble, "the old lines"},
	{singleRule, anchoredSingle, "the new lines"},
}

func readAnchored(w *walk, start token, bound text.Line) reading {
	r := reading{end: w.firstEnd(start, bound)}
	limit := bound
	if r.end != text.None {
		limit = r.end
	}
	var found [3]text.Line
	for i, sep := range w.between(start.line+1, limit) {
		if r.end == text.None && i == maxInOpen {
			break
		}
		if sep.dialect != start.dialect || sep.role != separator {
			continue
		}
		if r.progress == len(anchoredOrder) || sep.kind != anchoredOrder[r.progress].kind {
			r.fault, r.at = anchoredOther, sep.line
			break
		}
		found[r.progress] = sep.line
		r.progress++
	}
	switch {
	case r.end == text.None:
		r.outcome, r.fault = unclosed, anchoredNoEnd
	case r.fault != nil:
		r.outcome = malformed
	case r.progress < len(anchoredOrder):
		r.outcome, r.fault, r.at = malformed, anchoredOther, r.end
	default:
		r.block = newBlock()
		b := &r.block
		b.Leading, b.Old = Section{start.line + 1, found[0]}, Section{found[0] + 1, found[1]}
		b.New, b.Trailing = Section{found[1] + 1, found[2]}, Section{found[2] + 1, r.end}
	}
	return r
}

func anchoredNoEnd(w *walk, r *reading) string {
	return fmt.Sprintf("expected `%s` before %s", anchoredEnd, w.place(r.bound))
}

func anchoredOther(w *walk, r *reading) string {
	if r.progress == len(anchoredOrder) {
		return fmt.Sprintf("expected `%s` after the trailing anchor, found another separator in %s", anchoredEnd, lineNumber(r.at))
	}
	missing := anchoredOrder[r.progress]
	return fmt.Sprintf("expected `%s` after %s, found `%s` in %s", missing.marker, missing.ends, w.trimmed(r.at), lineNumber(r.at))
}

func writeAnchored(e Edit, path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		yield(join(
			line(path), line(guillemetStart), e.Leading, line(anchoredSingle), e.Old, line(anchoredDouble),
			e.New, line(anchoredSingle), e.Trailing, line(anchoredEnd),
		))
	}
}
