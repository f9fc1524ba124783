package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var findReplace = &Dialect{
	Name:           "find-replace",
	FirstMatchWins: true,
	InsideLines:    true,
	PathKeyword:    "FILE:",
	Forms:          []*Form{{Name: "find-replace", spellings: len(findReplaceCases), write: writeFindReplace, fits: fitsFindReplace}},
	marker:         findReplaceMarker,
	begins:         "FfRrEe",
	starts:         []string{"FIND:"},
	read:           readFindReplace,
	path:           findReplacePath,
	separators:     dividerOf,
}

// The letter cases of a keyword: the token's set.
const (
	upperCase = iota
	lowerCase
	titleCase
	mixedCase
)

func letterCase(word string) uint8 {
	switch word {
	case strings.ToUpper(word):
		return upperCase
	case strings.ToLower(word):
		return lowerCase
	case strings.ToUpper(word[:1]) + strings.ToLower(word[1:]):
		return titleCase
	}
	return mixedCase
}

var findReplaceLine = text.Expression(`(?i)^(?:(FILE):.*|(FIND)(?: \(near line (\d+)\))?:|(REPLACE):|(END))$`)

// nearFind matches a FIND line without its whitespace.
var nearFind = text.Expression(`(?i)^FIND(?:\(nearline\d+\))?:$`)

var findReplaceKeywords = []string{"FILE:", "FIND", "REPLACE:", "END"}

func findReplaceMarker(_, trimmed string) (token, bool) {
	begins := func(word string) bool {
		return len(trimmed) >= len(word) && strings.EqualFold(trimmed[:len(word)], word)
	}
	if !slices.ContainsFunc(findReplaceKeywords, begins) {
		return token{}, false // most lines don't match, and regular expressions are slow
	}
	m := findReplaceLine().FindStringSubmatch(trimmed)
	switch {
	case m == nil:
		return token{role: nearMiss}, len(trimmed) <= maxNearWord && nearFind().MatchString(withoutBlanks(trimmed))
	case m[1] != "":
		return token{role: pathKeyword, set: letterCase(m[1])}, true
	case m[2] != "":
		return token{role: keyword, set: letterCase(m[2])}, true
	case m[4] != "":
		return token{role: separator, set: letterCase(m[4])}, true
	}
	return token{role: endMarker, set: letterCase(m[5])}, true
}

func readFindReplace(h here, start token) reading {
	f, r := h.keywordsBelow(start, h.bound), begun(start)
	missing := "END"
	if f.replace == text.None {
		missing = "REPLACE:"
		h.withoutReplace(&r, f)
	} else {
		r.progress = 1
		h.withReplace(&r, f)
	}
	if !r.isBlock() || r.next > 0 {
		return r
	}
	// A cut-off block ends before the next keyword or the wrapper's end.
	r.cut("expected `%s` %s", inCase(missing, start.set), h.beforeLine(f.bound))
	if f.bound < h.bound {
		r.next = f.bound
	}
	return r
}

// withoutReplace reads a block without REPLACE:, if it has an end.
func (h *here) withoutReplace(r *reading, f keywords) {
	set := r.start.set
	if f.end == text.None && f.bare {
		f.end = h.mixedEnd(r.start, f.bound)
	}
	switch {
	case f.end != text.None:
		r.malformed(f.end, "expected `%s` before `%s` on %s", inCase("REPLACE:", set), h.trimmed(f.end), lineNumber(f.end))
	case f.bare:
		r.plain("")
		return
	}
	// In a growing document, REPLACE: may still follow this END.
	r.open = h.atEnd(f.bound)
}

// withReplace reads a block with REPLACE:, if it has an end (find-replace/end-in-another-case-serves).
func (h *here) withReplace(r *reading, f keywords) {
	set := r.start.set
	if f.end == text.None && !(h.growing && h.atEnd(f.bound)) {
		f.end = f.other
	} else {
		f.others = 0
	}
	switch {
	case f.end == text.None:
		if f.bare && set != upperCase {
			r.plain("")
		}
	case f.others > 1:
		r.malformed(f.end, "expected `%s`, found %d lines in another letter case", inCase("END", set), f.others)
	case f.second != text.None && f.second < f.end:
		r.malformed(f.end, "expected one `%s`, found another on %s", inCase("REPLACE:", set), lineNumber(f.second))
	default:
		r.complete(h.findReplaceBlock(r.start, f.replace, f.end), f.end)
	}
}

type keywords struct {
	// bound is the next FILE: or FIND:, the wrapper's end or the block's bound. fenced means inside a
	// closed fence, wrapped inside one for such blocks.
	bound           text.Line
	fenced, wrapped bool
	// bare: it is a YAML key or a heading with these words unless it has an end, even below the FILE: of
	// other blocks (find-replace/yaml-file-key-in-the-body).
	bare bool
	// replace and second are the first two REPLACE:, end the END after them in the block's letter case;
	// or None. other is the last of others END lines in another case.
	replace, second, end, other text.Line
	others                      int
}

func (h *here) keywordsBelow(start token, bound text.Line) keywords {
	k := keywords{bound: bound, replace: text.None, second: text.None, end: text.None, other: text.None}
	wrapper, fenced := h.inside.top()
	fenceEnd := bound
	if fenced {
		fenceEnd = h.closing(wrapper, bound)
		fenced = fenceEnd > start.line
		k.fenced = fenced && fenceEnd < bound
	}
	if k.wrapped = fenced && wrapper.tag == wrapperTag; k.wrapped {
		k.bound = fenceEnd
	}
	k.bare = !k.wrapped && (!h.hasFile || start.set != upperCase && start.set != h.fileCase || start.set == lowerCase && k.fenced)
	own := func(t token) bool { return t.set == start.set }
	for _, r := range []role{keyword, pathKeyword} {
		if next := h.first(start, r, start.line+1, k.bound, own); next != text.None {
			k.bound = next
		}
	}
	if !fenced {
		fenceEnd = k.bound
	}
	if k.replace = h.first(start, separator, start.line+1, k.bound, own); k.replace != text.None {
		k.second = h.first(start, separator, k.replace+1, k.bound, own)
	}
	h.findEnd(start, fenceEnd, &k)
	return k
}

// findEnd finds the end of a block, and ends in another letter case in the same fence
// (find-replace/body-with-end-lines).
func (h *here) findEnd(start token, fenceEnd text.Line, k *keywords) {
	for _, t := range h.between(max(start.line, k.replace)+1, k.bound) {
		switch {
		case t.dialect != start.dialect || t.role != endMarker:
		case t.set == start.set:
			k.end = t.line
			return
		case t.line < fenceEnd:
			k.other = t.line
			k.others++
		}
	}
}

// mixedEnd returns the END of a block whose keywords are in several letter cases, or None
// (find-replace/letter-case-of-find-differs).
func (h *here) mixedEnd(start token, bound text.Line) text.Line {
	replaced := false
	for _, t := range h.between(start.line+1, bound) {
		switch {
		case t.dialect != start.dialect:
		case t.role == separator && !replaced:
			replaced = true
		case t.role == endMarker && replaced:
			return t.line
		default:
			return text.None
		}
	}
	return text.None
}

func (h *here) findReplaceBlock(find token, replace, end text.Line) Block {
	b := newBlock(replace)
	b.Leading = sectionAt(find.line + 1)
	b.Old, b.New = h.trimBlankLines(span(find.line+1, replace)), h.trimBlankLines(span(replace+1, end))
	b.EmptyFind = b.Old.Len() == 0
	if m := findReplaceLine().FindStringSubmatch(h.trimmed(find.line)); m[3] != "" {
		b.NearLine, _ = lineHint(m[3])
		b.NearLine = max(b.NearLine, 0)
	}
	return b
}

func (h *here) trimBlankLines(s Section) Section {
	for s.First < s.End && text.IsBlank(h.text.Line(s.First)) {
		s.First++
	}
	for s.First < s.End && text.IsBlank(h.text.Line(s.End-1)) {
		s.End--
	}
	return s
}

// inCase writes a keyword in the block's letter case.
func inCase(word string, letterCase uint8) string {
	switch letterCase {
	case lowerCase:
		return strings.ToLower(word)
	case titleCase:
		return word[:1] + strings.ToLower(word[1:])
	}
	return word
}

// findReplacePath returns the FILE: line in force or the default target. Without either, the block has
// no target, which isn't a missing path.
func findReplacePath(h here, _ token) (Path, Layout, bool) {
	if h.hasFile {
		return h.file, NoLayout, h.file.Named()
	}
	if h.defaultTarget == "" {
		return Path{Line: text.None}, NoLayout, true
	}
	return Path{Readings: []string{h.defaultTarget}, Fallback: h.defaultTarget, Line: text.None}, NoLayout, true
}

// findReplaceCases are the keywords in each letter case, the usual first. A keyword in another case
// than the block's is content.
var findReplaceCases = []struct{ file, find, replace, end string }{
	{"FILE: ", "FIND:", "REPLACE:", "END"},
	{"file: ", "find:", "replace:", "end"},
	{"File: ", "Find:", "Replace:", "End"},
	{"fILE: ", "fIND:", "rEPLACE:", "eND"},
}

func writeFindReplace(e Edit, path string, spelling int) string {
	k := findReplaceCases[spelling]
	return join(line(k.file+path), line(k.find), e.Needle(), line(k.replace), e.Replacement(), line(k.end))
}

// fitsFindReplace: the dialect drops blank lines at both ends and always needs text to find.
func fitsFindReplace(e Edit) string {
	if e.Creates() {
		return "it creates a file"
	}
	for _, lines := range [][]string{e.Needle(), e.Replacement()} {
		if n := len(lines); n > 0 && (text.IsBlank(lines[0]) || text.IsBlank(lines[n-1])) {
			return "its text begins or ends with a blank line, which would be ignored"
		}
	}
	return ""
}
