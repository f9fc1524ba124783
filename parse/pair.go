package parse

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// pair reads two fences as the lines to find in a file and those to put in their place, which may have no path near them:
//
//	src/a.py
//
//	Find:
//	```
//	x = 1
//	```
//	Replace with:
//	```
//	x = 2
//	```
func (r *proposer) pair(find, with fenced) (p Proposal, paired bool) {
	words, adds := r.wordsOfPair(find, with)
	if words == text.None {
		return p, false
	}
	named := false
	p = Proposal{
		Beside: adds,
		Start:  find.start, End: with.end, Turn: int(find.turn),
		content: span(with.start+1, with.end), sought: span(find.start+1, find.end),
	}
	p.Path, _, named = infoName(infoString(r.Text.Line(find.start)))
	p.Path.Line = find.start
	if !named {
		named = r.commented(&p) // find-with/pair-with-the-path-in-a-comment
	}
	for l := words; l >= max(find.floor, words-linesAbove) && !named; l-- {
		if _, fence := parseFence(r.Text.Line(l)); fence {
			break // what it holds names no file (find-with/pair-below-markup)
		}
		p.Path, _ = r.lines.path(r.Text, l)
		named = looksLikePath(p.Path.Fallback) || knownName().MatchString(p.Path.Fallback) // find-with/pair-in-a-dockerfile
	}
	if !named {
		p.Path = Path{}
	}
	if tag := language(infoString(r.Text.Line(with.start))); slices.Contains(shownTags, tag) && !isOfShell(tag, p.Path) {
		return Proposal{}, false // commands to type (find-with/pair-in-a-script)
	}
	again, lines, _ := pathComment(r.linesIn(p.content.First-1, p.content))
	if p.Comment.End == 0 && lines.First == 0 && int(lines.End) < p.content.Len() && slices.Contains(p.Path.Readings, again.Fallback) {
		p.content.First += lines.End // find-with/pair-with-the-path-in-its-second-comment
	}
	return p, true
}

// commented takes the path of a pair from a comment at the top of its first fence. That comment isn't looked for.
func (r *Result) commented(p *Proposal) (named bool) {
	path, comment, _ := pathComment(r.linesIn(p.Start, p.sought))
	if !path.IsOfFile() || comment.First > 0 || int(comment.End) >= p.sought.Len() {
		return false
	}
	again, lines, _ := pathComment(r.linesIn(p.content.First-1, p.content))
	p.Path = path
	p.Path.Line += p.sought.First
	if again.Fallback == path.Fallback && lines == comment && p.Beside == Replaces {
		p.Comment = comment
		return true
	}
	p.sought.First += comment.End
	return true
}

// wordsOfPair returns the line above the first of two fences if they are a pair, with nothing but the words of the
// second one between them, or None.
func (r *Result) wordsOfPair(find, with fenced) (text.Line, Addition) {
	words, between := r.wordsAbove(find), r.wordsAbove(with)
	if !with.closed || find.path.Named() || words == text.None || between <= find.end {
		return text.None, Replaces
	}
	for l := find.end + 1; l < between; l++ {
		if !text.IsBlank(r.Text.Line(l)) {
			return text.None, Replaces
		}
	}
	finds, puts := spaced(r.Text.Line(words)), spaced(r.Text.Line(between))
	switch {
	case arePair(finds, puts, findWords(), withWords()), arePair(finds, puts, oldWords(), newWords()):
		return words, Replaces
	}
	if adds := additionOf(finds, puts); adds != Replaces {
		return words, adds
	}
	return text.None, Replaces
}

// Addition is where the second fence of a pair goes: instead of the first one's lines, or beside them
// (find-with/pair-that-adds-below).
type Addition int8

// The places.
const (
	Replaces Addition = iota
	AddsBelow
	AddsAbove
)

// beside returns the lines that replace those sought.
func (a Addition) beside(sought, lines []string) []string {
	switch a {
	case AddsBelow:
		return slices.Concat(sought, lines)
	case AddsAbove:
		return slices.Concat(lines, sought)
	}
	return lines
}

// wordsAbove returns the line above a fence, with at most one blank line between, or None.
func (r *Result) wordsAbove(f fenced) text.Line {
	l := f.start - 1
	if l >= f.floor && text.IsBlank(r.Text.Line(l)) {
		l--
	}
	if l < f.floor {
		return text.None
	}
	return l
}
