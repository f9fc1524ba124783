package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// between are the tokens of start's dialect in lines first to before end.
func (s *scan) between(start token, first, end text.Line) []token {
	list := s.tokens.markers[start.dialect]
	lo := seekTokens(list, first, s.near[start.dialect])
	s.near[start.dialect] = lo
	return list[lo:max(lo, seekTokens(list, end, lo))]
}

// end is the line of the first end marker of start's dialect and set behind it,
// before bound, or None.
func (s *scan) end(start token, bound text.Line) text.Line {
	lines := s.tokens.ends[endList(start.dialect, start.set)]
	i, _ := slices.BinarySearch(lines, start.line+1)
	if i < len(lines) && lines[i] < bound {
		return lines[i]
	}
	return text.None
}

// first is the line of the first of them for which own holds, or None.
func (s *scan) first(start token, r role, first, end text.Line, own func(token) bool) text.Line {
	for _, t := range s.between(start, first, end) {
		if t.role == r && own(t) {
			return t.line
		}
	}
	return text.None
}

// mostSections is how many sections a block has at most.
const mostSections = 4

// last is the line of the last of them for which own holds, or None.
func (s *scan) last(start token, r role, first, end text.Line, own func(token) bool) text.Line {
	tokens := s.between(start, first, end)
	for i := len(tokens) - 1; i >= 0; i-- {
		if tokens[i].role == r && own(tokens[i]) {
			return tokens[i].line
		}
	}
	return text.None
}

// sections makes the sections between the markers of a block, less indent.
func (s *scan) sections(markers []text.Line, indent string) (all [mostSections]Section) {
	first, end := markers[0]+1, markers[len(markers)-1]
	lines := s.text.AppendLines(s.room.linesFor(int(end-first)), first, end)
	if indent != "" {
		for i, l := range lines {
			lines[i] = unindent(l, indent)
		}
	}
	at := 0
	for i, end := range markers[1:] {
		all[i].First = first
		if n := int(end - first); n > 0 {
			all[i].lines = lines[at : at+n : at+n]
			at += n
		}
		at++ // the marker
		first = end + 1
	}
	return all
}

// unindent takes off as much of indent as the line has.
func unindent(line, indent string) string {
	n := 0
	for n < len(indent) && n < len(line) && line[n] == indent[n] {
		n++
	}
	return line[n:]
}

func (s *scan) trimmed(l text.Line) string { return strings.TrimSpace(s.text.Line(l)) }

// place names the line where something was expected.
func (s *scan) place(l text.Line) any {
	if s.atEnd(l) {
		return "the end of the document"
	}
	return place(l)
}

func (s *scan) atEnd(l text.Line) bool { return int(l) >= s.text.LineCount() }

// isMarker tells whether a line, which is trimmed not empty, is a marker of some block.
func isMarker(line, trimmed string) bool {
	for d, bits := 0, dialectsByFirst[trimmed[0]]; bits != 0; d, bits = d+1, bits>>1 {
		if bits&1 == 0 {
			continue
		}
		if tok, ok := dialects[d].marker(line, trimmed); ok && tok.role != keyword {
			return true
		}
	}
	return trimmed == switchOff || trimmed == switchOn
}
