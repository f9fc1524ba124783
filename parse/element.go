package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// element is a tag around what a model or a tool wrote on the way, which holds no blocks
// (drafts/draft-in-think, command-output/output-tool-result):
//
//	<think>
//	Perhaps:
//	</think>
type element struct {
	// open begins the line, before a blank or `>`, or before what rest allows. close is in a line.
	open, rest, close string
	// draft elements may begin with the turn, so that a lone end tag ends them, or may lack their end.
	draft bool
}

var elements = []element{
	{open: "<think", close: "</think>", draft: true},
	{open: "<thinking", close: "</thinking>", draft: true},
	{open: "<thought", close: "</thought>", draft: true},
	{open: "<reasoning", close: "</reasoning>", draft: true},
	{open: "<thinking-content-", rest: "-", close: "</thinking-content-", draft: true},
	{open: "<summary>thought process</summary>", rest: "", close: "</details>"},
	{open: "<details><summary>thought process</summary>", close: "</details>"},
	{open: "<tool_result", close: "</tool_result>"},
	{open: "<function_results", close: "</function_results>"},
	{open: `<tool-use data-tool-type="shell"`, close: "</tool-use>"},
}

// elementMarks appends the marks of a line with a tag of an element.
func elementMarks(marks []mark, l text.Line, trimmed string) []mark {
	if strings.IndexByte(trimmed, '<') < 0 {
		return marks
	}
	lower := strings.ToLower(trimmed)
	if opensFile(lower) {
		marks = append(marks, mark{line: l, who: fileOpens})
	}
	for i, e := range elements {
		closes := strings.Contains(lower, e.close)
		switch rest, opens := strings.CutPrefix(lower, e.open); {
		case opens && closes && e.rest == "":
		case opens && (e.rest != "" || rest == "" || strings.ContainsAny(rest[:1], " \t>") || strings.HasSuffix(e.open, ">")):
			marks = append(marks, mark{line: l, who: elementOpens, level: uint8(i)})
		case closes:
			marks = append(marks, mark{line: l, who: elementCloses, level: uint8(i)})
		}
	}
	return marks
}

// findElementEnds indexes the end tags, so that no tag without one is searched to the document's end.
func (o *outline) findElementEnds() {
	o.elementEnds = make([][]text.Line, len(elements))
	for _, m := range o.marks {
		if m.who == elementCloses {
			o.elementEnds[m.level] = append(o.elementEnds[m.level], m.line)
		}
	}
}

// element passes over an element, up to its end tag in the same turn. While the document grows, a draft at
// its end may still get one.
func (w *walk) element(m mark) {
	e, stop := elements[m.level], w.nextTurn(m.line)
	ends := w.elementEnds[m.level]
	i, _ := slices.BinarySearch(ends, m.line+1)
	switch {
	case i < len(ends) && ends[i] < stop:
		w.passed = ends[i] + 1
	case w.growing && w.atEnd(stop):
		w.passed = stop
	case e.draft:
		w.openDraft, w.openDraftAt = strings.TrimRight(e.open, "-")+">", m.line
		return
	default:
		return
	}
	w.floor = max(w.floor, w.passed)
}

// lateDraft drops what the turn held above a lone end tag: a draft that began with it.
func (w *walk) lateDraft(m mark) {
	if !elements[m.level].draft || m.line < w.passed {
		return
	}
	from := w.top
	if n := len(w.seen); n > 0 {
		from = w.seen[n-1].line
	}
	w.blocks = cutFrom(w.blocks, func(b Block) text.Line { return b.Start }, from)
	w.problems = cutFrom(w.problems, func(p Problem) text.Line { return p.Start }, from)
	w.looks = cutFrom(w.looks, func(p Problem) text.Line { return p.Start }, from)
	w.fenced = cutFrom(w.fenced, func(f fenced) text.Line { return f.start }, from)
	w.shell = cutFrom(w.shell, func(s Shell) text.Line { return s.Line }, from)
	w.endTurn(m)
}

// cutFrom drops what begins on line from or below.
func cutFrom[T any](list []T, begin func(T) text.Line, from text.Line) []T {
	for len(list) > 0 && begin(list[len(list)-1]) >= from {
		list = list[:len(list)-1]
	}
	return list
}

// mayBeDraft reports once that a block is in a draft that isn't closed (drafts/draft-without-an-end-tag).
func (w *walk) mayBeDraft() {
	if w.openDraft == "" {
		return
	}
	p := Problem{Code: codes.LooksLikeEdit, Start: w.openDraftAt, End: w.openDraftAt, Detail: "it may be a draft: `" + w.openDraft + "` isn't closed"}
	at := sort.Search(len(w.problems), func(i int) bool { return w.problems[i].Start > p.Start })
	w.problems = slices.Insert(w.problems, at, p)
	w.openDraft = ""
}

// prompt matches a shell's prompt and a command that prints a diff.
var prompt = text.Expression("^\\s*(?:[^$%❯➜>`]{0,80}[$%❯]|➜.{0,80}?|PS [^>]{0,80}>)\\s+(?:git (?:-\\S+ +(?:[^-\\s]\\S* +)?)*(?:diff|show|log|stash show)|diff|svn diff|hg diff)(?:\\s(.*))?$")

// applies matches a command line that applies a diff, so that this was proposed.
var applies = text.Expression(`<<|\bgit apply\b|\bpatch\b|\bapply_patch\b`)

// prints reports whether a line is a prompt with a command that prints a diff.
func (w *walk) prints(l text.Line) bool {
	if l < w.top || int(l) >= w.text.LineCount() {
		return false
	}
	line := w.text.Line(l)
	return (strings.Contains(line, "diff") || strings.Contains(line, "git ")) && prompt().MatchString(line) && !applies().MatchString(line)
}
