package parse

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// searchReplace is the dialect of seed 004, in both layouts.
var searchReplace = dialect{
	name:   "search-replace",
	firsts: "<=>",
	marker: searchReplaceMarker,
	read:   readSearchReplace,
	path:   searchReplacePath,
	// A bare run of `=` underlines a heading; deeper indented markers are content.
	telling:        func(t token) bool { return t.role != separator && t.value == "" },
	firstMatchWins: true,
}

// Markers have 5 to 9 characters before the word.
const (
	shortestMarker = 5
	longestMarker  = 9
)

// searchReplaceMarker reads a marker at any indentation, which it keeps as the
// token's value: whether that is the fence's is seen when the block is read.
func searchReplaceMarker(line, trimmed string) (token, bool) {
	n := 1
	for n < len(trimmed) && trimmed[n] == trimmed[0] {
		n++
	}
	if n < shortestMarker || n > longestMarker {
		return token{}, false
	}
	tok := token{length: int16(n), value: line[:strings.IndexByte(line, trimmed[0])]}
	switch word := trimmed[n:]; trimmed[0] {
	case '<':
		tok.role = startMarker
		return tok, word == " SEARCH" || word == " ORIGINAL"
	case '=':
		tok.role = separator
		return tok, word == ""
	default:
		tok.role = endMarker
		return tok, word == " REPLACE" || word == " UPDATED"
	}
}

func readSearchReplace(s *scan, start token, bound text.Line) reading {
	var indent string
	if f, in := s.fences.top(); in && f.indent > 0 {
		indent = s.text.Line(f.line)[:f.indent]
	}
	if start.value != "" && start.value != indent {
		return reading{outcome: noBlock}
	}
	// Markers deeper than the fence are content.
	own := func(t token) bool { return t.value == "" || t.value == indent }
	r := reading{end: s.first(start, endMarker, start.line+1, bound, own)}
	if r.end == text.None {
		r.end, r.looked = s.endingDivider(start, bound, own), bound+1
	}
	if r.end == text.None {
		r.outcome = unclosed
		r.detail = say("expected `>>>>>>> REPLACE` before %s", s.place(bound))
		return r
	}
	divider, detail := chooseDivider(s.between(start, start.line+1, r.end), own, start.length)
	if detail != "" {
		r.outcome = malformed
		r.detail = say("%s between the start marker and `%s` in line %d", detail, s.trimmed(r.end), number(r.end))
		// A later start marker may have an end here that this one has not.
		if nested := s.last(start, startMarker, start.line+1, r.end, own); nested != text.None {
			r.outcome = unclosed
			r.end = text.None
			r.restart = nested
			r.detail = say("expected `>>>>>>> REPLACE` before %s", s.place(r.restart))
		}
		return r
	}
	r.progress = 1
	markers := s.room.list(start.line, divider, r.end)
	sections := s.sections(markers, indent)
	old := sections[0]
	if isBlank(old.lines) {
		old.lines = nil
	}
	r.block = Block{
		Leading:  Section{First: start.line + 1},
		Old:      old,
		New:      sections[1],
		Trailing: Section{First: divider},
		Markers:  markers,
	}
	return r
}

// endingDivider is the second of just two dividers of a block without an end marker,
// if the text stops there: models write it so, and seed 004 allows for it ("next
// divider"). What is written is then no guess: a blank line, a fence or the end of
// the document follows.
func (s *scan) endingDivider(start token, bound text.Line, own func(token) bool) text.Line {
	if s.options.Growing && s.atEnd(bound) {
		return text.None
	}
	if f, fenced := s.fences.top(); fenced {
		bound = s.closing(f, bound)
	}
	n, second := 0, text.None
	for _, run := range s.between(start, start.line+1, bound) {
		if run.role != separator || !own(run) {
			continue
		}
		if n++; n > 2 || run.length != start.length {
			return text.None
		}
		second = run.line
	}
	if n != 2 {
		return text.None
	}
	if next := second + 1; !s.atEnd(next) && !text.IsBlank(s.text.Line(next)) {
		if _, ok := parseFence(s.text.Line(next)); !ok {
			return text.None
		}
	}
	return second
}

// chooseDivider finds, among tokens, the run of `=` that divides the block. Where several would
// do, one of them is an underline of a heading: the one as long as the start
// marker divides. Where that leaves a choice it refuses, since a guess could write
// a marker into the file.
func chooseDivider(tokens []token, own func(token) bool, length int16) (_ text.Line, detail string) {
	first, exact := text.None, text.None
	var n, nExact int
	for _, run := range tokens {
		if run.role != separator || !own(run) {
			continue
		}
		if n++; n == 1 {
			first = run.line
		}
		if run.length == length {
			if nExact++; nExact == 1 {
				exact = run.line
			}
		}
	}
	switch {
	case n == 0:
		return text.None, "expected `=======`"
	case n == 1:
		return first, ""
	case nExact == 1:
		return exact, ""
	default:
		return text.None, fmt.Sprintf("expected one divider, found %d runs of `=` that could be it", max(nExact, n))
	}
}

func isBlank(lines []string) bool {
	for _, l := range lines {
		if !text.IsBlank(l) {
			return false
		}
	}
	return true
}

// linesAbove is how far above a fence or marker a path is looked for.
const linesAbove = 3

// searchReplacePath follows the order of formats, "search-replace".
func searchReplacePath(s *scan, start token) (namedPath, Layout, bool) {
	f, fenced := s.fences.top()
	if fenced {
		if p, ok := s.pathInFence(f, start.line); ok {
			if p.line > f.line {
				return p, LayoutDiffFenced, true
			}
			return p, LayoutDiff, true
		}
	}
	above := start.line
	if fenced {
		above = f.line
	}
	if p, ok := s.pathAbove(above); ok {
		return p, LayoutDiff, true
	}
	return s.inForce, LayoutDiff, s.inForce.named()
}

// pathInFence is the path that the fence itself gives to a start marker in line at:
// right above it, in the fence's first line, or for an earlier block of the fence.
func (s *scan) pathInFence(f fence, at text.Line) (namedPath, bool) {
	if at-1 > f.line {
		if p, ok := s.pathAt(at - 1); ok {
			return p, true
		}
	}
	for l := f.line + 1; l < at; l++ {
		if text.IsBlank(s.text.Line(l)) {
			continue
		}
		if p, ok := s.pathAt(l); ok {
			return p, true
		}
		break
	}
	return s.fencePath, s.fencePath.named() && s.fencePathOf == f.line
}
