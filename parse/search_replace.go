package parse

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var searchReplace = &Dialect{
	Name:           "search-replace",
	FirstMatchWins: true,
	Forms: []*Form{
		{Name: "diff", Layout: LayoutDiff, spellings: len(markerLengths) + 1, write: writeDiff, fits: fitsSearchReplace},
		{Name: "diff-fenced", Layout: LayoutDiffFenced, spellings: len(markerLengths) + 1, write: writeDiffFenced, fits: fitsSearchReplace},
	},
	marker:     searchReplaceMarker,
	begins:     `<>=-+\`,
	read:       readSearchReplace,
	path:       searchReplacePath,
	above:      far,
	starts:     searchReplaceStarts,
	separators: dividerOf,
	// A bare run of `=` underlines headings. Indented markers are content.
	distinct: func(t token) bool { return t.role != separator && t.indent == 0 },
}

// Markers have 5 to 9 characters before the word; for `-` and `+`, and `=` between those, 3 suffice.
const (
	shortestMarker = 5
	longestMarker  = 9
	shortestDashes = 3
)

// The kinds of start markers, indexes of their usual spelling. End markers are of angles or dashes.
const (
	angles = iota
	original
	dashes
)

var searchReplaceStarts = []string{angles: "<<<<<<< SEARCH", original: "<<<<<<< ORIGINAL", dashes: "------- SEARCH"}

// searchReplaceMarker reads a marker at any indentation; the reader compares it with the fence's.
func searchReplaceMarker(line, trimmed string) (token, bool) {
	c := trimmed[0]
	if c == '\\' {
		return escapedMarker(line, trimmed)
	}
	if strings.IndexByte("<>=-+", c) < 0 {
		return token{}, false
	}
	word := strings.TrimLeft(trimmed, trimmed[:1])
	t := token{role: endMarker, length: int32(len(trimmed) - len(word)), indent: int32(strings.IndexByte(line, c))}
	if c == '-' || c == '+' {
		t.kind = dashes
	}
	switch c {
	case '<', '-':
		return t.start(word)
	case '=':
		t.role = separator
		return t, word == "" && t.length >= shortestDashes && t.length <= longestMarker
	default:
		return t, (isWord(word, "REPLACE") || word == " UPDATED" && c == '>') && t.hasLength()
	}
}

// start makes a token a start marker or a near miss of one.
func (t token) start(word string) (token, bool) {
	word, _ = cutHint(word)
	synonym := word == " ORIGINAL" && t.kind == angles
	if t.role = startMarker; !synonym && !isWord(word, "SEARCH") || !t.hasLength() {
		return t.resembling(word)
	}
	if synonym {
		t.kind = original
	}
	return t, true
}

// isWord reports whether s, which follows a marker's characters, is the given word. Some models write an angle
// after the word: `<<<<<<< SEARCH>`.
func isWord(s, word string) bool {
	s, _ = strings.CutSuffix(s, ">")
	return len(s) > 0 && s[0] == ' ' && s[1:] == word
}

func (t token) hasLength() bool {
	least := int32(shortestMarker)
	if t.kind == dashes {
		least = shortestDashes
	}
	return least <= t.length && t.length <= longestMarker
}

// resembling makes a token, whose characters the word follows, a near miss if the word with its line hint
// differs only in whitespace or letter case. Fewer than five dashes are a rule or an option: `-- search`.
func (t token) resembling(word string) (token, bool) {
	least := int32(2)
	if t.kind == dashes {
		least = shortestMarker
	}
	if t.role = nearMiss; t.length < least || len(word) > maxNearWord {
		return token{}, false
	}
	word = strings.ToUpper(withoutBlanks(word))
	if word == "ORIGINAL" && t.kind == angles {
		t.kind = original
		return t, true
	}
	word, hint, _ := strings.Cut(word, "LINE=")
	return t, strings.TrimRight(word, ">") == "SEARCH" && strings.Trim(hint, `"0123456789`) == ""
}

// cutHint cuts a line number off a start marker's word.
func cutHint(word string) (rest string, line text.Line) {
	rest, hint, ok := strings.Cut(word, " line=")
	if !ok {
		return word, text.None
	}
	if inner, quoted := strings.CutPrefix(hint, `"`); quoted && strings.HasSuffix(inner, `"`) {
		hint = inner[:len(inner)-1]
	}
	if line, ok = lineHint(hint); !ok {
		return word, text.None
	}
	return rest, line
}

// lineHint parses a 1-based line number, however large.
func lineHint(digits string) (line text.Line, ok bool) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return text.None, false
	}
	n, _ := strconv.ParseInt(digits, 10, 32) // clamped if too large
	return text.Line(n - 1), true
}

var hintLine = text.Expression(`^:(start|end)_line:\s*(\d+)\s*$`)

// escapedMarker reads a marker or hint after a backslash. The kind of its token is the role of that marker, and
// its length that marker's.
func escapedMarker(line, trimmed string) (token, bool) {
	if len(trimmed) == 1 {
		return token{}, false
	}
	tok, ok := token{}, false
	switch trimmed[1] {
	case ':':
		ok = hintLine().MatchString(trimmed[1:])
	case '\\': // two backslashes are text
	default:
		if tok, ok = searchReplaceMarker(trimmed[1:], trimmed[1:]); !ok {
			tok, ok = tagMarker(trimmed[1:], trimmed[1:])
		}
	}
	ok = ok && tok.role != nearMiss
	return token{role: escaped, kind: uint8(tok.role), length: tok.length, indent: int32(strings.IndexByte(line, '\\'))}, ok
}

const searchReplaceNoEnd = "expected `%s` %s"

var searchReplaceEnds = []string{angles: ">>>>>>> REPLACE", original: ">>>>>>> UPDATED", dashes: "+++++++ REPLACE"}

// readSearchReplace reads the block of a start marker: first all its markers, then which of the runs of
// `=` among them divides it. A block is whole only with its end marker; without one it is cut off, and
// the walk goes on at its bound or at the start marker in it.
func readSearchReplace(h here, start token) reading {
	indentedFence, indent := h.fenceIndent()
	// Markers indented deeper than the fence are content.
	own := func(t token) bool { return t.dialect == start.dialect && (t.indent == 0 || h.indent(t) == indent) }
	r := begun(start)
	switch {
	case !own(start) && indentedFence == text.None:
		r.plain("the marker must not be indented")
		return r
	case !own(start):
		r.plain("the marker must be indented like its fence")
		return r
	case start.kind == dashes && !h.isDivided(start, h.bound, own):
		r.plain("")
		return r
	}
	m := h.markersOf(start, own)
	divider := chooseDivider(start, m.runs)
	switch {
	case m.end == text.None:
		r.cut(searchReplaceNoEnd, searchReplaceEnds[start.kind], h.beforeLine(h.bound))
	case divider != text.None:
		r.progress = 1
		// The new lines end above a divider that is written again.
		block := h.searchReplaceBlock(start, divider, cmp.Or(m.repeated, m.end), indent)
		block.cutAs, block.escaped = indentedFence, m.escaped
		r.complete(block, m.end)
	case m.nested != text.None:
		// The end that is missing here may belong to a later start marker.
		r.cut(searchReplaceNoEnd, searchReplaceEnds[start.kind], h.beforeLine(h.bound))
		r.next = m.nested
	case len(m.runs) > 0:
		r.malformed(m.end, "expected one divider, found %d", len(m.runs))
	default:
		r.malformed(m.end, "expected `=======` before `%s` on %s", h.trimmed(m.end), lineNumber(m.end))
	}
	return r
}

type searchReplaceLines struct {
	// end is the end marker's line, nested the last start marker's before it; or None.
	end, nested text.Line
	// runs are possible dividers. repeated is the line of one that isn't text, or 0.
	runs     []token
	repeated text.Line
	escaped  bool
}

// isDivided reports whether a start marker of dashes has or may still get a divider. Without one, it is
// text if it has fewer than five dashes or no path above.
func (h *here) isDivided(start token, bound text.Line, own func(token) bool) bool {
	tokens := h.between(start.line+1, bound)
	tokens = tokens[:min(len(tokens), maxInOpen)]
	has := func(r role) bool {
		return slices.ContainsFunc(tokens, func(t token) bool { return t.role == r && own(t) })
	}
	if has(separator) {
		return true
	}
	growing := h.growing && h.atEnd(bound) && !has(endMarker)
	if start.length < shortestMarker && !growing {
		return false
	}
	_, _, named := searchReplacePath(*h, start)
	return named
}

// markersOf finds a block's markers. Without an end marker in the fence, a second divider right above
// the closing fence ends the block (divider/divider-as-the-end-marker):
//
//	=======
//	x = 2
//	=======
//	```
func (h *here) markersOf(start token, own func(token) bool) searchReplaceLines {
	if closing := h.closingOf(start, h.bound); closing < h.bound {
		b := h.markersAbove(start, closing, own)
		if n := len(b.runs); b.end == text.None && b.nested == text.None && h.isRepeated(b.runs, closing) {
			b.runs, b.end = b.runs[:n-1], b.runs[n-1].line
			return b
		}
	}
	if h.firstEnd(start, h.bound) == text.None { // an index says so, whatever number of lines is below
		return searchReplaceLines{end: text.None}
	}
	b := h.markersAbove(start, h.bound, own)
	if n := len(b.runs); b.end != text.None && b.nested == text.None && h.isRepeated(b.runs, b.end) {
		b.runs, b.repeated = b.runs[:n-1], b.runs[n-1].line
	}
	return b
}

// markersAbove finds a block's markers above limit, up to its end marker.
func (h *here) markersAbove(start token, limit text.Line, own func(token) bool) searchReplaceLines {
	b := searchReplaceLines{end: text.None, nested: text.None}
	short := start.kind == dashes
	for _, t := range h.between(start.line+1, limit) {
		if b.end != text.None {
			break
		}
		switch {
		case !own(t):
		case t.role == separator:
			b.runs = append(b.runs, t)
		case t.role == startMarker:
			b.nested = t.line
		case t.role == escaped:
			b.escaped = true
		case t.role == endMarker:
			b.end = t.line
			short = short || t.kind == dashes
		}
	}
	if !short {
		b.runs = slices.DeleteFunc(b.runs, func(t token) bool { return t.length < shortestMarker })
	}
	return b
}

// isRepeated reports whether the last of several dividers is right above the end, where models write
// the divider twice (divider/divider-doubled-is-dropped), and underlines no heading:
//
//	New words.
//	=======
//	>>>>>>> REPLACE
func (h *here) isRepeated(runs []token, end text.Line) bool {
	n := len(runs)
	if n < 2 || runs[n-1].line != end-1 {
		return false
	}
	if runs[n-1].length != runs[n-2].length {
		return false // our own writer tells text from the divider by its length
	}
	above := h.trimmed(end - 2)
	return runs[n-2].line == end-2 || utf8.RuneCountInString(above) != int(runs[n-1].length)
}

// closingOf returns the line of the fence that closes the one around a start marker, or bound.
func (h *here) closingOf(start token, bound text.Line) text.Line {
	f, in := h.inside.top()
	if !in || start.kind == dashes {
		return bound
	}
	return h.closing(f, bound)
}

// searchReplaceBlock returns the block. A section of blank lines has no text to search for: the block creates
// its file (search-replace/blank-search-creates).
func (h *here) searchReplaceBlock(start token, divider, end text.Line, indent string) Block {
	b := newBlock(divider)
	first := start.line + 1
	if _, b.NearLine = cutHint(h.trimmed(start.line)); b.NearLine == text.None {
		first = h.hints(&b, first, divider, indent)
	}
	b.ExactLine = b.NearLine != text.None
	b.Leading, b.Old, b.New = sectionAt(first), span(first, divider), span(divider+1, end)
	if h.trimBlankLines(b.Old).Len() == 0 {
		b.Old.End = b.Old.First
	}
	return b
}

// hints reads the line hints from first on and returns the line after them. A rule of three dashes is
// text: front matter begins with one (search-replace-markers/start-and-end-line).
func (h *here) hints(b *Block, first, end text.Line, indent string) text.Line {
	hint := func(name string) []string {
		if first >= end {
			return nil
		}
		m := hintLine().FindStringSubmatch(unindent(h.text.Line(first), indent))
		if m == nil || m[1] != name {
			return nil
		}
		return m
	}
	m := hint("start")
	if m == nil {
		return first
	}
	b.NearLine, _ = lineHint(m[2])
	first++
	if hint("end") != nil {
		first++
	}
	if first < end {
		rule := strings.TrimRight(unindent(h.text.Line(first), indent), " \t")
		if len(rule) >= shortestMarker && strings.Trim(rule, "-") == "" {
			first++
		}
	}
	return first
}

// unescape removes the backslash in front of a marker. One in front of three or four `=` goes only in a block of
// dashes, where they would divide it.
func (r *Result) unescape(b *Block, line string) string {
	if !strings.HasPrefix(line, `\`) {
		return line
	}
	tok, ok := escapedMarker(line, strings.TrimSpace(line))
	short := role(tok.kind) == separator && tok.length < shortestMarker
	if !ok || short && strings.TrimSpace(r.Text.Line(b.Start))[0] != '-' && strings.TrimSpace(r.Text.Line(b.End))[0] != '+' {
		return line
	}
	return line[1:]
}

// chooseDivider returns the run of `=` that divides a block, or None. Of several, the one as long as
// the start marker divides; others underline headings. If ambiguous it refuses: a guess could write a
// marker into the file (malformed/search-replace-divider-twice).
func chooseDivider(start token, runs []token) text.Line {
	if len(runs) == 1 {
		return runs[0].line
	}
	divider := text.None
	for _, run := range runs {
		switch {
		case run.length != start.length:
		case divider != text.None:
			return text.None
		default:
			divider = run.line
		}
	}
	return divider
}
