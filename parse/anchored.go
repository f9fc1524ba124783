package parse

import "github.com/edit-lsp/edit-lsp/internal/text"

var anchored = &Dialect{
	Name:       "anchored",
	HasAnchors: true,
	Forms:      []*Form{{Name: "anchored", spellings: 1, write: writeAnchored}},
	marker:     anchoredMarker,
	begins:     "«─═»",
	read:       readAnchored,
	path:       nearestPath,
	above:      near,
	separators: func(b *Block) []text.Line { return []text.Line{b.Leading.End, b.Old.End, b.New.End} },
	// Bare rules are common in prose.
	distinct: func(t token) bool { return t.role != separator },
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

// anchoredOrder are a block's separators.
var anchoredOrder = []struct {
	kind   uint8
	marker string
}{
	{singleRule, anchoredSingle},
	{doubleRule, anchoredDouble},
	{singleRule, anchoredSingle},
}

func readAnchored(h here, start token) reading {
	end, own := h.ownSeparators(start, h.bound)
	r := begun(start)
	for r.progress < min(len(own), len(anchoredOrder)) && own[r.progress].kind == anchoredOrder[r.progress].kind {
		r.progress++
	}
	switch {
	case end == text.None:
		r.cut("expected `%s` %s", anchoredEnd, h.beforeLine(h.bound))
	case r.progress < len(anchoredOrder):
		missing, at := anchoredOrder[r.progress], end
		if r.progress < len(own) {
			at = own[r.progress].line
		}
		r.malformed(end, "expected `%s` before `%s` on %s", missing.marker, h.trimmed(at), lineNumber(at))
	case r.progress < len(own):
		at := own[r.progress].line
		r.malformed(end, "expected `%s` before `%s` on %s", anchoredEnd, h.trimmed(at), lineNumber(at))
	default:
		b := newBlock(start.line)
		b.Leading, b.Old = span(start.line+1, own[0].line), span(own[0].line+1, own[1].line)
		b.New, b.Trailing = span(own[1].line+1, own[2].line), span(own[2].line+1, end)
		r.complete(b, end)
	}
	return r
}

func writeAnchored(e Edit, path string, _ int) string {
	return join(
		line(path), line(guillemetStart), e.Leading, line(anchoredSingle), e.Old, line(anchoredDouble),
		e.New, line(anchoredSingle), e.Trailing, line(anchoredEnd),
	)
}
