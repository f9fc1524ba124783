package parse

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxNearWord is the longest line, in bytes, checked for a near miss.
const maxNearWord = 64

func withoutBlanks(s string) string { return strings.Join(strings.Fields(s), "") }

// looksLike notes a line that may be meant as a marker, and why it isn't one.
func (w *walk) looksLike(line text.Line, why string) {
	if why != "" && !w.about {
		w.looks = append(w.looks, Problem{Code: codes.LooksLikeEdit, Start: line, End: line, Detail: why})
	}
}

func (w *walk) nearMiss(t token) {
	d := dialects[t.dialect]
	why := "the marker should be `" + d.starts[t.kind] + "`"
	switch {
	case !d.Patch:
		w.looksLike(t.line, why)
	case !w.about && t.line+1 < w.end && isPatchLine(w.text.Line(t.line+1)):
		w.problems = append(w.problems, Problem{Code: codes.LooksLikeEdit, Start: t.line, End: t.line, Detail: why, Quiet: true})
	}
}

// dividers maps a start marker's first character to those of its dividers. In a patch, the line below
// it is one.
var dividers = map[rune]string{'<': "=", '-': "=", '«': "═─", '🟧': "🟨", 'F': "Rr", 'f': "Rr"}

func isDividerLike(line, characters string) bool {
	line = strings.TrimSpace(line)
	first, _ := utf8.DecodeRuneInString(line)
	switch {
	case line == "" || len(line) > maxNearWord || !strings.ContainsRune(characters, first):
		return false
	case unicode.IsLetter(first):
		return strings.EqualFold(withoutBlanks(line), "REPLACE:")
	}
	word := strings.TrimLeft(line, string(first))
	if n := utf8.RuneCountInString(line[:len(line)-len(word)]); n < 3 {
		return false
	}
	word = strings.TrimSpace(word)
	return word == "" || strings.EqualFold(word, "REPL") || strings.EqualFold(word, "REPLACE")
}

// addNearMisses adds a problem for each possible marker with a divider below it in the same turn, above
// limit and outside all blocks.
func (r *Result) addNearMisses(looks []Problem, limit text.Line) {
	if len(looks) == 0 {
		return
	}
	var spans []Section
	for i := range r.Blocks {
		spans = append(spans, span(r.Blocks[i].Start, r.Blocks[i].End+1))
	}
	for _, p := range r.Problems {
		spans = append(spans, span(p.Start, p.End+1))
	}
	slices.SortFunc(spans, func(a, b Section) int { return int(a.First - b.First) })
	after := func(l text.Line) text.Line {
		for i := sort.Search(len(spans), func(i int) bool { return spans[i].End > l }); i < len(spans) && spans[i].First <= l; i++ {
			l = spans[i].End
		}
		return l
	}
	sought := map[string]text.Line{} // how far each kind of divider has been searched
	for _, p := range looks {
		first, _ := utf8.DecodeRuneInString(strings.TrimSpace(r.Text.Line(p.Start)))
		kind, end := dividers[first], min(limit, r.turnEnd(p.Start))
		at := after(max(p.Start+1, sought[kind]))
		for at < end && !isDividerLike(r.Text.Line(at), kind) {
			at = after(at + 1)
		}
		if sought[kind] = at; at < end && !r.isConflict(p.Start, at, end) {
			r.Problems = append(r.Problems, p)
		}
	}
	slices.SortFunc(r.Problems, func(a, b Problem) int { return int(a.Start - b.Start) })
}

// maxConflict limits how far below a divider the end of a merge conflict is searched.
const maxConflict = 200

// isConflict reports whether lines start and divider are a merge conflict's: its end names a branch
// (near-misses/original-in-title-case).
func (r *Result) isConflict(start, divider, end text.Line) bool {
	ours, ok := strings.CutPrefix(r.Text.Line(start), "<<<<<<< ")
	if !ok {
		return false
	}
	for l := divider + 1; l < min(end, divider+maxConflict); l++ {
		if branch, ok := strings.CutPrefix(r.Text.Line(l), ">>>>>>> "); ok {
			branch = strings.Trim(branch, "> \t")
			return !strings.EqualFold(branch, "REPLACE") && !strings.EqualFold(branch, "UPDATED")
		}
	}
	return strings.EqualFold(strings.TrimSpace(ours), "original") // a branch may be called that
}

func (r *Result) turnEnd(l text.Line) text.Line {
	end := text.Line(r.Text.LineCount())
	next := sort.Search(len(r.Turns), func(i int) bool { return r.Turns[i].First > l })
	if next < len(r.Turns) {
		end = r.Turns[next].First
	}
	return end
}
