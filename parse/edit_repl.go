package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// editRepl has the text before and after; common first lines are the leading anchor.
var editRepl = &Dialect{
	Name:        "edit-repl",
	HasAnchors:  true,
	AnchorTwice: true,
	Forms:       []*Form{{Name: "edit-repl", spellings: agentSet, write: writeEditRepl}},
	marker:      editReplMarker,
	begins:      "«═»🟧🟨🟩<=>",
	starts:      editReplStarts,
	read:        readEditRepl,
	path:        nearestPath,
	above:       near,
	separators:  dividerOf,
	distinct:    func(token) bool { return true },
}

// editReplSets are the marker sets that the same tool has used. Agent blocks are for another program
// and skipped.
var editReplSets = []struct{ start, separator, end string }{
	{guillemetStart, "═══════ REPL", "»»» EDIT END"},
	{"🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END"},
	{"<<<< EDIT", "==== REPLACE", ">>>> EDIT END"},
	agentSet: {start: "🟧🟧🟧 AGENT", end: "🟩🟩🟩 AGEND"},
}

var editReplStarts = []string{editReplSets[0].start, editReplSets[1].start, editReplSets[2].start}

// agentSet indexes the agent markers; the sets before it are for edits.
const agentSet = 3

func editReplMarker(_, trimmed string) (token, bool) {
	for set, m := range editReplSets {
		tok := token{set: uint8(set)}
		switch trimmed {
		case m.start:
			if set == agentSet {
				tok.role = keyword
			}
			return tok, true
		case m.separator:
			tok.role = separator
			return tok, true
		case m.end:
			tok.role = endMarker
			return tok, true
		}
	}
	return editReplNearMiss(trimmed)
}

func editReplNearMiss(trimmed string) (token, bool) {
	if strings.IndexByte("<\xc2\xf0", trimmed[0]) < 0 || len(trimmed) > maxNearWord || len(trimmed) > 1 && trimmed[0] == '<' && trimmed[1] != '<' {
		return token{}, false
	}
	for kind, start := range editReplStarts {
		first, _, _ := strings.Cut(start, " ")
		char := first[:len(first)/utf8.RuneCountInString(first)]
		word := strings.TrimLeft(trimmed, char)
		if n := (len(trimmed) - len(word)) / len(char); n > 1 && strings.EqualFold(withoutBlanks(word), "EDIT") {
			return token{role: nearMiss, kind: uint8(kind)}, true
		}
	}
	return token{}, false
}

func readEditRepl(h here, start token) reading {
	if start.set == agentSet {
		return readAgent(h, start)
	}
	end, own := h.ownSeparators(start, h.bound)
	m := editReplSets[start.set]
	r := begun(start)
	r.progress = len(own)
	switch {
	case end == text.None:
		r.cut("expected `%s` %s", m.end, h.beforeLine(h.bound))
	case len(own) == 0:
		r.malformed(end, "expected `%s` before `%s` on %s", m.separator, m.end, lineNumber(end))
	case len(own) > 1:
		r.malformed(end, "expected one `%s`, found another on %s", m.separator, lineNumber(own[1].line))
	default:
		divider := own[0].line
		n := h.shared(start.line+1, divider, end)
		b := newBlock(divider)
		b.Leading, b.Old = span(start.line+1, start.line+1+n), span(start.line+1+n, divider)
		b.New = span(divider+1+n, end)
		r.complete(b, end)
	}
	return r
}

// shared counts the common lines from first and from after divider.
func (h *here) shared(first, divider, end text.Line) text.Line {
	n := text.Line(0)
	same := func(a, b string) bool {
		return a == b || n == 0 && strings.TrimPrefix(a, bom) == strings.TrimPrefix(b, bom)
	}
	for first+n < divider && divider+1+n < end && same(h.text.Line(first+n), h.text.Line(divider+1+n)) {
		n++
	}
	return n
}

// readAgent finds the end of an agent block, whatever its content. Without one before the next agent
// block, the start is plain text.
func readAgent(h here, start token) reading {
	end := text.Line(h.text.LineCount())
	own := func(t token) bool { return t.set == agentSet }
	if next := h.first(start, keyword, start.line+1, end, own); next != text.None {
		end = next
	}
	r := begun(start)
	if end = h.firstEnd(start, end); end == text.None {
		r.plain("")
	} else {
		r.rest, r.next = passOver, end+1
	}
	return r
}

func writeEditRepl(e Edit, path string, set int) string {
	m := editReplSets[set]
	return join(line(path), line(m.start), e.Needle(), line(m.separator), e.Replacement(), line(m.end))
}
