package parse

import "github.com/edit-lsp/edit-lsp/internal/text"

// EditRepl is the name of the dialect whose sections share their first lines.
const EditRepl = "edit-repl"

// editRepl is the dialect of seeds 001 and 002: the text as it is and the text as
// it shall be, whose common first lines are the leading anchor.
var editRepl = dialect{
	name:    EditRepl,
	firsts:  "\xc2\xe2\xf0<=>",
	marker:  editReplMarker,
	read:    readEditRepl,
	path:    nearestPath,
	telling: func(token) bool { return true },
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
const agentSet = -1

// mostInOpen is how many markers are looked at in a block without an end, where
// they only tell how far it came.
const mostInOpen = 64

func editReplMarker(_, trimmed string) (token, bool) {
	for set, m := range editReplSets {
		switch trimmed {
		case m.start:
			return token{role: startMarker, set: int16(set)}, true
		case m.separator:
			return token{role: separator, set: int16(set)}, true
		case m.end:
			return token{role: endMarker, set: int16(set)}, true
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

func readEditRepl(s *scan, start token, bound text.Line) reading {
	own := func(t token) bool { return t.set == start.set }
	if start.set == agentSet {
		return readAgent(s, start)
	}
	r := reading{end: s.end(start, bound)}
	limit := bound
	if r.end != text.None {
		limit = r.end
	}
	divider, second := text.None, text.None
	for i, tok := range s.between(start, start.line+1, limit) {
		if tok.role == separator && own(tok) {
			switch r.progress++; r.progress {
			case 1:
				divider = tok.line
			case 2:
				second = tok.line
			}
		}
		if r.end == text.None && i == mostInOpen {
			break
		}
	}
	m := editReplSets[start.set]
	switch {
	case r.end == text.None:
		r.outcome = unclosed
		if s.quiet {
			return r
		}
		r.detail = say("expected `%s` before %s", m.end, s.place(bound))
	case r.progress == 0:
		r.outcome = malformed
		r.detail = say("expected `%s` between `%s` and `%s` in line %d", m.separator, m.start, m.end, number(r.end))
	case r.progress > 1:
		r.outcome = malformed
		r.detail = say("expected one `%s`, found another in line %d", m.separator, number(second))
	default:
		markers := s.room.list(start.line, divider, r.end)
		sections := s.sections(markers, "")
		edit, repl := sections[0], sections[1]
		n := 0
		for n < len(edit.lines) && n < len(repl.lines) && edit.lines[n] == repl.lines[n] {
			n++
		}
		r.block = Block{
			Leading:  Section{First: edit.First, lines: edit.lines[:n:n]},
			Old:      Section{First: edit.First + text.Line(n), lines: edit.lines[n:]},
			New:      Section{First: repl.First + text.Line(n), lines: repl.lines[n:]},
			Trailing: Section{First: divider},
			Markers:  markers,
		}
	}
	return r
}

// readAgent finds the end of an agent block, whatever stands in it; without one
// before the next such block it is plain text.
func readAgent(s *scan, start token) reading {
	end := text.Line(s.text.LineCount())
	own := func(t token) bool { return t.set == agentSet }
	if next := s.first(start, keyword, start.line+1, end, own); next != text.None {
		end = next
	}
	r := reading{outcome: passOver, end: s.end(start, end)}
	if r.end == text.None {
		r.outcome, r.looked = noBlock, never
	}
	return r
}
