package parse

import (
	"fmt"
	"iter"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// editRepl is the dialect of seeds 001 and 002: the text as it is and the text as it
// becomes, whose common first lines are the leading anchor.
var editRepl = &Dialect{
	Name:        "edit-repl",
	HasAnchors:  true,
	AnchorTwice: true,
	Forms:       []*Form{{Name: "edit-repl", spellings: writeEditRepl}},
	marker:      editReplMarker,
	read:        readEditRepl,
	path:        nearestPath,
	pathNear:    true,
	separators:  dividerOf,
	telling:     func(token) bool { return true },
}

// editReplSets are the marker sets that the same tool shipped, one after another.
var editReplSets = []struct{ start, separator, end string }{
	{guillemetStart, "═══════ REPL", "»»» EDIT END"},
	{"🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END"},
	{"<<<< EDIT", "==== REPLACE", ">>>> EDIT END"},
}

// An agent block is addressed to another program: it is passed over.
const (
	agentStart = "🟧🟧🟧 AGENT"
	agentEnd   = "🟩🟩🟩 AGEND"
)

// agentSet is the set of the markers of an agent block.
const agentSet = 0xff

// maxInOpen is how many markers are looked at in a block without an end, where
// they only tell how far it came.
const maxInOpen = 64

func editReplMarker(_, trimmed string) (token, bool) {
	for set, m := range editReplSets {
		switch trimmed {
		case m.start:
			return token{role: startMarker, set: uint8(set)}, true
		case m.separator:
			return token{role: separator, set: uint8(set)}, true
		case m.end:
			return token{role: endMarker, set: uint8(set)}, true
		}
	}
	switch trimmed {
	case agentStart:
		return token{role: keyword, set: agentSet}, true
	case agentEnd:
		return token{role: endMarker, set: agentSet}, true
	}
	return token{}, false
}

func readEditRepl(w *walk, start token, bound text.Line) reading {
	if start.set == agentSet {
		return readAgent(w, start)
	}
	r := reading{end: w.firstEnd(start, bound)}
	limit := bound
	if r.end != text.None {
		limit = r.end
	}
	divider := text.None
	for i, tok := range w.between(start.line+1, limit) {
		if r.end == text.None && i == maxInOpen {
			break
		}
		if tok.dialect != start.dialect || tok.role != separator || tok.set != start.set {
			continue
		}
		switch r.progress++; r.progress {
		case 1:
			divider = tok.line
		case 2:
			r.at = tok.line
		}
	}
	switch {
	case r.end == text.None:
		r.outcome, r.fault = unclosed, editReplNoEnd
	case r.progress == 0:
		r.outcome, r.fault = malformed, editReplNoSeparator
	case r.progress > 1:
		r.outcome, r.fault = malformed, editReplTwoSeparators
	default:
		n := w.shared(start.line+1, divider, r.end)
		r.block = newBlock()
		b := &r.block
		b.Leading, b.Old = Section{start.line + 1, start.line + 1 + n}, Section{start.line + 1 + n, divider}
		b.New, b.Trailing = Section{divider + 1 + n, r.end}, sectionAt(divider)
	}
	return r
}

// shared counts the lines from first on that are also those from after divider on, up to
// that and to before end.
func (w *walk) shared(first, divider, end text.Line) text.Line {
	n := text.Line(0)
	same := func(a, b string) bool {
		return a == b || n == 0 && strings.TrimPrefix(a, bom) == strings.TrimPrefix(b, bom)
	}
	for first+n < divider && divider+1+n < end && same(w.text.Line(first+n), w.text.Line(divider+1+n)) {
		n++
	}
	return n
}

func editReplNoEnd(w *walk, r *reading) string {
	return fmt.Sprintf("expected `%s` before %s", editReplSets[r.start.set].end, w.place(r.bound))
}

func editReplNoSeparator(_ *walk, r *reading) string {
	m := editReplSets[r.start.set]
	return fmt.Sprintf("expected `%s` between `%s` and `%s` in %s", m.separator, m.start, m.end, lineNumber(r.end))
}

func editReplTwoSeparators(_ *walk, r *reading) string {
	return fmt.Sprintf("expected one `%s`, found another in %s", editReplSets[r.start.set].separator, lineNumber(r.at))
}

// readAgent finds the end of an agent block, whatever stands in it; without one
// before the next such block it is plain text.
func readAgent(w *walk, start token) reading {
	end := text.Line(w.text.LineCount())
	own := func(t token) bool { return t.set == agentSet }
	if next := w.first(start, keyword, start.line+1, end, own); next != text.None {
		end = next
	}
	r := reading{outcome: passOver, end: w.firstEnd(start, end)}
	if r.end == text.None {
		r.outcome = noBlock
	}
	return r
}

func writeEditRepl(e Edit, path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, m := range editReplSets {
			if !yield(join(line(path), line(m.start), e.Needle(), line(m.separator), e.Replacement(), line(m.end))) {
				return
			}
		}
	}
}
