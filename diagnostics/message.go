package diagnostics

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// explain sets the headline and the details of the outcome's own reason.
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
	case b.Reason == codes.PreviousEditFailed:
		f.Notes = append(f.Notes, fmt.Sprintf("see block %d", b.Blocker+1))
		cause = b.explainSkip()
	case b.Miss != nil:
		cause = b.causeInWords()
		b.explainMiss()
	}
	if b.Status == apply.Stale {
		headline = codes.StaleEdit.Headline() + headline
	}
	f.setHeadline(headline, cause)
}

// explainSkip says where a block after a failed one fits, or why it doesn't.
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

// headline is the headline of a fit's reason, by what the block looks for.
func (b *Block) headline(f *apply.Fit) string {
	switch blk := b.Outcome.Block; {
	case f.Applied != nil && f.Applied.Changed:
		return "Applied; changed since"
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

// maxListed is how many matches a message names.
const maxListed = 10

// ambiguous words a list of matches.
func ambiguous(matches []text.Line, count int) string {
	if count == 0 {
		return "Edit location is ambiguous; no line of the file shows it"
	}
	return codes.AmbiguousMatch.Headline("lines", listLines(matches, count))
}

// listLines lists so many lines by their numbers.
func listLines(lines []text.Line, count int) string {
	list := make([]string, 0, maxListed)
	for _, l := range lines[:min(len(lines), maxListed)] {
		list = append(list, fmt.Sprint(l.Number()))
	}
	if count > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(list, ", "), count-maxListed)
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// causeInWords says in a few words why the needle was not found.
func (b *Block) causeInWords() string {
	switch b.Cause {
	case Whitespace:
		return whitespaceInWords(b.Nearest.Differs)
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
	return "too much to search for similar lines"
}

// explainMiss sets the place that a needle was most likely meant for, and what differs
// there.
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
		f.Notes = append(f.Notes, fmt.Sprintf("as similar: %s, the next at line %d", plural(len(b.Nearest.Others), "other place"), b.Nearest.Others[0].Number()))
	}
	if b.Done != "" {
		f.Notes = append(f.Notes, b.Done)
	}
	if b.SpoiledBy >= 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("it would fit without block %d", b.SpoiledBy+1))
	}
}

// firstDifference is the first line of the needle that differs after the anchor, and
// what the target has there.
func (b *Block) firstDifference() []string {
	wanted := b.Needle()[b.Miss.Agreed]
	t, at := b.Miss.File.Text(), b.Miss.At+b.Miss.Agreed
	if at >= t.LineCount() {
		return []string{"- " + text.Visible(wanted), "+ (the file ends here)"}
	}
	return Difference{Wanted: wanted, Found: t.Line(text.Line(at))}.InWords()
}

func percent(similarity float64) int { return int(similarity * 100) }

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
