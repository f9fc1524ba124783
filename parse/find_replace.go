package parse

import (
	"math"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// findReplace is the dialect of seed 003: keywords on lines of their own.
var findReplace = dialect{
	name:   "find-replace",
	firsts: "FfRrEe",
	words:  []string{"file:", "find", "replace:", "end"},
	marker: findReplaceMarker,
	read:   readFindReplace,
	path:   findReplacePath,
	// Its keywords are plain words.
	telling:        func(token) bool { return false },
	firstMatchWins: true,
	insideLines:    true,
}

const (
	fileKeyword = iota
	findKeyword
)

// The letter cases of a keyword; one token's set.
const (
	upperCase = iota
	lowerCase
	titleCase
	mixedCase
)

func letterCase(word string) int16 {
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

var nearLine = expression(`(?i)^FIND \(near line (\d+)\):$`)

func findReplaceMarker(_, trimmed string) (token, bool) {
	word, value, colon := strings.Cut(trimmed, ":")
	if len(word) > len("REPLACE") {
		// Most lines are neither, and expressions take long.
		if !strings.EqualFold(word[:len("FIND (")], "FIND (") {
			return token{}, false
		}
		if m := nearLine().FindStringSubmatch(trimmed); m != nil {
			return token{role: keyword, kind: findKeyword, set: letterCase(trimmed[:4]), value: m[1]}, true
		}
		return token{}, false
	}
	switch {
	case colon && strings.EqualFold(word, "FILE"):
		return token{role: keyword, kind: fileKeyword, set: letterCase(word), value: value}, true
	case colon && value == "" && strings.EqualFold(word, "FIND"):
		return token{role: keyword, kind: findKeyword, set: letterCase(word)}, true
	case colon && value == "" && strings.EqualFold(word, "REPLACE"):
		return token{role: separator, set: letterCase(word)}, true
	case !colon && strings.EqualFold(word, "END"):
		return token{role: endMarker, set: letterCase(word)}, true
	}
	return token{}, false
}

// worksplit is the tag of the fence that may wrap the blocks.
const worksplit = "worksplit"

func readFindReplace(s *scan, start token, bound text.Line) reading {
	if start.kind == fileKeyword {
		r := reading{outcome: noBlock, looked: start.line + 1}
		if s.about && start.line != s.aboutFirst {
			return r
		}
		s.file = namedFile{namedPath{says: s.tokens.readPath(start.value), line: start.line}}
		return r
	}
	own := func(t token) bool { return t.set == start.set }
	wrapper, fenced := s.fences.top()
	limit, fenceEnd := bound, bound
	if fenced {
		fenceEnd = s.closing(wrapper, bound)
		fenced = fenceEnd > start.line
	}
	wrapped := fenced && fenceInfo(s.text.Line(wrapper.line)) == worksplit
	if wrapped {
		bound = fenceEnd
	}
	if next := s.first(start, keyword, start.line+1, bound, own); next != text.None {
		bound = next
	}
	if fenced {
		fenceEnd = min(fenceEnd, bound)
	} else {
		fenceEnd = bound
	}

	// The first two of its separators, the first end in its own letter case behind them,
	// and those in another one.
	replace, secondReplace, ownEnd, lastOther := text.None, text.None, text.None, text.None
	others := 0
	for _, t := range s.between(start, start.line+1, bound) {
		if t.role == separator && own(t) {
			if replace != text.None {
				secondReplace = t.line
				break
			}
			replace = t.line
		}
	}
	for _, t := range s.between(start, max(start.line, replace)+1, bound) {
		switch {
		case t.role != endMarker:
		case own(t):
			if ownEnd == text.None {
				ownEnd = t.line
			}
		case t.line < fenceEnd:
			lastOther = t.line
			others++
		}
	}

	r := reading{end: text.None}
	if replace != text.None {
		r.progress = 1
	}
	word := func(w string) string { return inCase(w, start.set) }
	// The next keyword, or what stands behind the wrapper, is no part of a block
	// that was cut off.
	restart := func() {
		if bound < limit {
			r.restart = bound
		}
	}
	// A YAML key or a heading of these words is no block of ours.
	plain := !s.file.set() && !wrapped && start.set != upperCase
	if replace == text.None {
		switch {
		case ownEnd != text.None:
			r.outcome, r.end = malformed, ownEnd
			r.detail = say("expected `%s` before `%s` in line %d", word("REPLACE:"), s.trimmed(r.end), number(r.end))
		case plain || !s.file.set() && !wrapped:
			r.outcome = noBlock
		default:
			r.outcome = unclosed
			r.detail = say("expected `%s` before %s", word("REPLACE:"), s.place(bound))
			restart()
		}
		// While the document grows, REPLACE: may still come behind such an END.
		r.open = r.outcome != noBlock && s.atEnd(bound)
		return r
	}
	switch {
	case ownEnd != text.None:
		r.end = ownEnd
	case others == 1 && !(s.options.Growing && s.atEnd(bound)):
		r.end, r.looked = lastOther, limit+1
	case others > 1 && !(s.options.Growing && s.atEnd(bound)):
		r.outcome, r.end = malformed, lastOther
		r.detail = say("expected one `%s`, found %d lines in another letter case that could be it", word("END"), others)
		return r
	default:
		r.outcome = unclosed
		r.detail = say("expected `%s` before %s", word("END"), s.place(bound))
		restart()
		if plain {
			r.outcome = noBlock
		}
		return r
	}
	if secondReplace != text.None && secondReplace < r.end {
		r.outcome = malformed
		r.detail = say("expected one `%s`, found another in line %d", word("REPLACE:"), number(secondReplace))
		return r
	}
	markers := s.room.list(start.line, replace, r.end)
	sections := s.sections(markers, "")
	r.block = Block{
		Leading:  Section{First: start.line + 1},
		Old:      trimBlankLines(sections[0]),
		New:      trimBlankLines(sections[1]),
		Trailing: Section{First: replace},
		Markers:  markers,
		NearLine: text.None,
	}
	r.block.EmptyFind = len(r.block.Old.lines) == 0
	if start.value != "" {
		n, err := strconv.ParseInt(start.value, 10, 32)
		if err != nil {
			n = math.MaxInt32 // too large a number
		}
		r.block.NearLine = text.Line(max(n, 1) - 1)
	}
	return r
}

// inCase writes a keyword as the block's own FIND is written.
func inCase(word string, letterCase int16) string {
	switch letterCase {
	case lowerCase:
		return strings.ToLower(word)
	case titleCase:
		return word[:1] + strings.ToLower(word[1:])
	}
	return word
}

// trimBlankLines drops the blank lines at both ends of a section.
func trimBlankLines(sec Section) Section {
	for len(sec.lines) > 0 && text.IsBlank(sec.lines[0]) {
		sec.First++
		sec.lines = sec.lines[1:]
	}
	for n := len(sec.lines); n > 0 && text.IsBlank(sec.lines[n-1]); n = len(sec.lines) {
		sec.lines = sec.lines[:n-1]
	}
	return sec
}

// namedFile is what a FILE: line says.
type namedFile struct{ namedPath }

// set: there is such a line.
func (f namedFile) set() bool { return f.says != nil }

// findReplacePath is the FILE: line in force, else the document's default target.
// Without any the block has no target, which is a result of its own and no missing
// path.
func findReplacePath(s *scan, _ token) (namedPath, Layout, bool) {
	if s.file.set() {
		if !s.file.says.ok {
			return namedPath{}, "", false
		}
		return s.file.namedPath, "", true
	}
	target := s.frontMatter.DefaultTarget
	if target == "" {
		target = s.options.DefaultTarget
	}
	if target == "" {
		return namedPath{line: text.None}, "", true
	}
	return namedPath{says: &pathLine{readings: []string{target}, fallback: target, ok: true}, line: text.None}, "", true
}
