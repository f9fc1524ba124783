package diagnostics

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

func (b *Block) explain() {
	f := &b.Finding
	f.Path = b.Target.Path
	headline, cause := b.headline(&b.Fit), ""
	r := b.Target.Refusal
	if r == nil && b.Outcome.NewTarget != nil {
		r = b.Outcome.NewTarget.Refusal
	}
	switch {
	case r != nil && b.Reason == r.Code:
		f.Path = r.Path
		if r.Advice != "" {
			f.Notes = append(f.Notes, r.Advice)
		}
		headline, cause = b.Reason.Headline("path", r.Path, "limit", r.Limit), r.Cause
	case b.Reason == codes.FileExists && b.Outcome.Block.Operation == parse.Rename:
		headline = b.Reason.Headline("path", b.Outcome.NewTarget.Path)
	case b.Reason == codes.AmbiguousMatch && b.MatchCount > 0:
		f.Place.Line = b.Matches[0].Number()
	case b.Waits >= 0 && b.Reason == codes.PreviousEditFailed:
		headline, cause = "Previous edit to this file isn't applied", fmt.Sprintf("needs block %d, which asks first", b.Waits+1)
	case b.Reason == codes.PreviousEditFailed:
		f.Notes = append(f.Notes, fmt.Sprintf("see block %d", b.Blocker+1))
		cause = b.explainSkip()
	case b.Reason == codes.FileNotFound:
		cause = b.didYouMean()
	case b.Miss != nil:
		cause = b.CauseInWords()
		b.explainMiss()
	case b.Reason == codes.LeadingAnchorNotFound: // a chunk with new lines only, below a scope
		for _, scope := range b.Outcome.Document.Hints(b.Outcome.Block).Scopes {
			f.Differs = append(f.Differs, "- @@ "+text.Visible(scope))
		}
	}
	if b.Status == apply.Stale {
		headline = codes.StaleEdit.Headline() + ": " + headline
	}
	f.setHeadline(headline, cause)
}

// explainSkip says where a skipped block fits, or why it doesn't.
func (b *Block) explainSkip() (cause string) {
	switch {
	case b.ByItself != nil:
		b.Notes = append(b.Notes, "by itself: "+b.headline(b.ByItself))
		return ""
	case b.Chosen == text.None: // it creates the file
		return "this one fits"
	}
	return fmt.Sprintf("this one fits at line %d", b.Chosen.Number())
}

// headline returns the headline of a fit's reason.
func (b *Block) headline(f *apply.Fit) string {
	switch blk := b.Outcome.Block; {
	case f.Applied != nil && f.Applied.Changed:
		return apply.AppliedSince
	case f.Reason == codes.AmbiguousMatch:
		return ambiguous(f.Matches, f.MatchCount)
	case f.Reason != codes.TrailingAnchorNotFound || blk.Old.Len() > 0:
		return f.Reason.Headline("path", b.Target.Path)
	case blk.Leading.Len() > 0:
		return "Trailing anchor not found after anchor"
	default:
		return "Trailing anchor not found in file"
	}
}

// maxListed limits the matches listed.
const maxListed = 10

func ambiguous(matches []text.Line, count int) string {
	entry, _ := codes.Lookup(codes.AmbiguousMatch)
	switch {
	case count == 0:
		return entry.Title() + "; no line shows which place is meant"
	case len(matches) == 1:
		return fmt.Sprintf("%s (%d matches on line %d)", entry.Title(), count, matches[0].Number())
	}
	if len(matches) < apply.MaxMatches { // several may be on a line
		count = len(matches)
	}
	return codes.AmbiguousMatch.Headline("lines", listLines(matches, count))
}

func listLines(lines []text.Line, count int) string {
	list := make([]string, 0, maxListed)
	for _, l := range lines[:min(len(lines), maxListed)] {
		list = append(list, fmt.Sprint(l.Number()))
	}
	if len(lines) > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(list, ", "), count-maxListed)
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// CauseInWords says why a needle isn't in the file.
func (b *Block) CauseInWords() string {
	switch b.Cause {
	case Whitespace:
		return whitespaceInWords(b.Nearest.Differs)
	case BlankLines:
		return "the number of blank lines differs"
	case LineNumbers:
		return "each line has a number in front"
	case Escapes:
		return "only backslashes differ"
	case Quotes:
		return "typographic quotes, dashes or blanks differ"
	case Elided:
		return "a line stands for others that the file has"
	case LetterCase:
		return "only letter case differs"
	case Moved:
		return "its parts are on lines " + listLines(b.Sections, len(b.Sections))
	case Near:
		if n := len(b.Nearest.Differs); n != 1 {
			return fmt.Sprintf("%d lines differ", n)
		}
		return "1 line differs"
	case Absent:
		return "nothing similar in the file"
	}
	return "too large to search for similar lines"
}

// explainMiss sets the place probably meant, and its differences.
func (b *Block) explainMiss() {
	f := &b.Finding
	switch {
	case b.Nearest != nil:
		f.Place = Place{Line: b.Nearest.First.Number()}
		if b.Cause == Near {
			f.Place.Label, f.Place.Percent = "closest match", b.Nearest.Percent()
		}
		f.Differs = b.Nearest.words
		if b.Cause == Near && b.Miss.At >= 0 && b.Miss.File.Present(b.Miss.At) != b.Nearest.First {
			f.Notes = append(f.Notes, fmt.Sprintf("after the anchor, line %d differs", b.Outcome.Estimated.Number()))
		}
	case b.Miss.At >= 0:
		f.Place = Place{Label: "first difference", Line: b.Outcome.Estimated.Number()}
		f.Differs = b.firstDifference()
	}
	if b.Unlikely != nil {
		unlikely := Place{"unlikely match", b.Miss.File.Present(int(b.Unlikely.Lines.First)).Number(), percent(b.Unlikely.Similarity)}
		if f.Place.Line == 0 {
			f.Place = unlikely
		} else {
			f.Notes = append(f.Notes, unlikely.words(fmt.Sprintf("line %d", unlikely.Line))...)
		}
	}
	if b.Nearest != nil && len(b.Nearest.Others) > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("equally similar: %s, the next at line %d", text.Count(len(b.Nearest.Others), "other place"), b.Nearest.Others[0].Number()))
	}
	if b.Done != "" {
		f.Notes = append(f.Notes, b.Done)
	}
	if b.SpoiledBy >= 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("it would fit without block %d", b.SpoiledBy+1))
	}
}

// firstDifference returns the first needle line that differs after the anchor, and the target's.
func (b *Block) firstDifference() []string {
	wanted := b.Needle()[b.Miss.Agreed]
	t, at := b.Miss.File.Text(), b.Miss.At+b.Miss.Agreed
	if at >= t.LineCount() {
		return []string{"- " + text.Visible(wanted), "+ (the file ends here)"}
	}
	return Difference{Wanted: wanted, Found: t.Line(text.Line(at))}.InWords()
}

func percent(similarity float64) int { return int(similarity * 100) }
