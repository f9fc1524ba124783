package parse

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var (
	// findWords and withWords match the lines above the two fences of a pair, without markdown. The first may be the end
	// of a sentence (find-with/pair-in-a-long-sentence), or the last sentence of its line (find-with/pair-below-a-sentence).
	// The second says nothing else but for a remark (find-with/pair-with-a-remark): "To run it" is above a command
	// (find-with/pair-then-a-command).
	findWords = text.Expression(`(?i)^(?:before|from|` +
		`(?:(?:[^.!?:]|\.\w)*\b)?(?:find|search for|look for|locate|replace|change))\b` +
		`[^.!?]*(?:\.\w+[^.!?]*)*$`)
	withWords = text.Expression(`(?i)^(?:(?:and|then) )?(?:(?:replace|change|update) )?` +
		`(?:(?:it|this|that|them|these|the \w+) )?(?:with|by|to|after)` +
		`(?: (?:this|these|the|following|new|updated|changed?|fixed|code|lines?|block|version|function|method|` +
		`implementation|call|import|body|name|value|one|below|look|like|read|be))*(?: ?\([^()]*\))?$`)
	// oldWords and newWords are such words that count only together: "Updated code" may be another version
	// (find-with/pair-of-old-and-new-code, find-with/pair-instead-of).
	oldWords = text.Expression(`(?i)^(?:(?:[^.!?:]|\.\w)*\binstead of(?: this| the following)?|` +
		`(?:(?:the|your) )?(?:old|original|current|existing)` + versionWords + `)$`)
	newWords = text.Expression(`(?i)^(?:(?:you (?:can|could|should) )?(?:use|write|do)(?: this| the following)?(?: instead)?|` +
		`(?:(?:the|your) )?(?:new|updated|fixed|corrected|improved)` + versionWords + `)$`)
)

// versionWords match what there is an old and a new one of, and a remark.
const versionWords = `(?: (?:code|version|lines?|block|function|method|implementation))?(?: (?:in|of|from) \S+)?(?: ?\([^()]*\))?`

// longestWords limits the line above a fence of a pair, in bytes.
const longestWords = 120

// pair reads two fences as the lines to find in a file and those to put in their place, which may have no path. above is
// the pair before, whose file it is without another path:
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
func (r *proposer) pair(find, with fenced, above *Proposal) (p Proposal, paired bool) {
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
	if !named && p.sought.Len() > 1 && adds == Replaces {
		named = r.commented(&p) // find-with/pair-with-the-path-in-a-comment
	}
	for l := words; l >= max(find.floor, words-linesAbove) && !named; l-- {
		if _, fence := parseFence(r.Text.Line(l)); fence {
			break // what it holds names no file (find-with/pair-below-markup)
		}
		p.Path, _ = r.pathAt(l)
		named = looksLikePath(p.Path.Fallback)
	}
	switch {
	case named:
	case above != nil && above.Turn == p.Turn:
		p.Path, p.Far = above.Path, above.Far
	default:
		p.Path = Path{}
	}
	return p, true
}

// commented takes the path of a pair from the first line of its first fence. That line isn't looked for.
func (r *Result) commented(p *Proposal) (named bool) {
	first := r.Text.Line(p.sought.First)
	comment, ok := commentPath(first)
	if !ok || !comment.HasExtension() {
		return false
	}
	p.Path = comment
	p.Path.Line = p.sought.First
	if p.content.Len() > 0 && strings.TrimSpace(r.Text.Line(p.content.First)) == strings.TrimSpace(first) {
		p.Commented = true
	} else {
		p.sought.First++
	}
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
	switch {
	case slices.Contains(shownTags, language(infoString(r.Text.Line(with.start)))):
		return text.None, Replaces
	case arePair(r.Text.Line(words), r.Text.Line(between), findWords(), withWords()),
		arePair(r.Text.Line(words), r.Text.Line(between), oldWords(), newWords()):
		return words, Replaces
	}
	if adds := additionOf(r.Text.Line(words), r.Text.Line(between)); adds != Replaces {
		return words, adds
	}
	return text.None, Replaces
}

// arePair reports whether the lines above two fences say that the first is to be replaced by the second.
func arePair(above, between string, find, with *regexp.Regexp) bool {
	return isWords(lastSentence(above), find.MatchString) && isWords(between, with.MatchString)
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

// isWords reports whether a line matches without its markdown, and without a sign before its words
// (find-with/pair-with-signs-and-emphasis).
func isWords(line string, match func(string) bool) bool {
	if len(line) > longestWords {
		return false
	}
	words := strings.ReplaceAll(cleanPath(line), "**", "")
	return match(cleanPath(strings.TrimLeftFunc(words, isSign)))
}

// lastSentence returns what follows the last sign that ends a sentence.
func lastSentence(line string) string {
	line = strings.TrimSpace(line)
	for i := len(line) - 2; i > 0; i-- {
		if line[i+1] == ' ' && strings.IndexByte(".!?", line[i]) >= 0 && !isAbbreviated(line[:i]) {
			return line[i+2:]
		}
	}
	return line
}

// isAbbreviated reports whether words end in "e.g" or "i.e".
func isAbbreviated(words string) bool {
	return strings.HasSuffix(words, "e.g") || strings.HasSuffix(words, "i.e")
}

func isSign(c rune) bool { return c >= utf8.RuneSelf && !unicode.IsLetter(c) || c == ' ' }
