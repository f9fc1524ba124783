package diagnostics

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// details are what the message says beyond the headline.
func (b *Block) details() []string {
	if b.Miss == nil {
		return nil
	}
	at := b.at
	var details []string
	if b.Miss.At >= 0 && b.Cause != Whitespace && b.Cause != LetterCase {
		details = append(details, fmt.Sprintf("%s differs%s", at(b.Outcome.Estimated), b.against(b.Miss.Agreed)))
	}
	switch b.Cause {
	case Whitespace:
		details = append(details, "only blanks differ from "+at(b.Nearest.First))
		details = append(details, blankDetails(b.Nearest.Differs)...)
	case LetterCase:
		details = append(details, "only letter case differs from "+at(b.Nearest.First))
	case Moved:
		places := make([]string, len(b.sections))
		for i, l := range b.sections {
			places[i] = fmt.Sprint(l.Number())
		}
		details = append(details, "its parts stand apart, at lines "+strings.Join(places, " and "))
	case Near:
		details = append(details, fmt.Sprintf("nearest lines at %s (%d %% alike)", at(b.Nearest.First), percent(b.Nearest.Similarity)))
		if len(b.Nearest.Differs) > 0 && b.Miss.At < 0 {
			details = append(details, b.Nearest.Differs[0].words())
		}
	case Absent:
		if b.unlikely == nil {
			details = append(details, "nothing similar in the file")
		} else {
			details = append(details, fmt.Sprintf("nothing similar in the file, at most the lines at %s (%d %% alike)",
				at(b.Miss.File.Present(b.unlikely.first)), percent(b.unlikely.similarity)))
		}
	}
	if b.Unsearched {
		details = append(details, "too much to look through for the nearest lines at once")
	}
	if b.Nearest != nil && len(b.Nearest.Others) > 0 {
		details = append(details, fmt.Sprintf("%d other places are as near, the next at line %d", len(b.Nearest.Others), b.Nearest.Others[0].Number()))
	}
	if b.SpoiledBy >= 0 {
		details = append(details, fmt.Sprintf("it would fit without block %d", b.SpoiledBy+1))
	}
	return details
}

// against words what line i of the needle wants and what stands in its place.
func (b *Block) against(i int) string {
	needle := b.Needle()
	at := b.Miss.At + i
	found := "the end of the file"
	if t := b.Miss.File.Text(); at < t.LineCount() {
		found = quote(t.Line(text.Line(at)))
	}
	return fmt.Sprintf(": wanted %s, found %s", quote(needle[i]), found)
}

func (d Difference) words() string {
	switch {
	case d.Index < 0:
		return fmt.Sprintf("line %d, %s, is not in the block", d.Line.Number(), quote(d.Found))
	case d.Found == "" && d.Wanted != "":
		return fmt.Sprintf("%s is missing at line %d", quote(d.Wanted), d.Line.Number())
	default:
		return fmt.Sprintf("line %d: wanted %s, found %s", d.Line.Number(), quote(d.Wanted), quote(d.Found))
	}
}

func percent(similarity float64) int { return int(similarity * 100) }

// longestQuote bounds the text of a line in a message, in characters.
const longestQuote = 60

// quote shows a line inside a message, with invisible characters made visible.
func quote(line string) string {
	var b strings.Builder
	n := 0
	for _, r := range line {
		if n++; n > longestQuote {
			b.WriteString("…")
			break
		}
		switch {
		case r == '\t':
			b.WriteString("→")
		case r == '`':
			b.WriteRune('\'')
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return "`" + b.String() + "`"
}
