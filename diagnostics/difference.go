package diagnostics

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxDiffering limits the differing lines shown in a message.
const maxDiffering = 6

func differing(differs []Difference) []string {
	var lines []string
	for _, d := range differs[:min(len(differs), maxDiffering)] {
		lines = append(lines, d.InWords()...)
	}
	if more := len(differs) - maxDiffering; more > 0 {
		lines = append(lines, "… and "+text.Count(more, "more line"))
	}
	return lines
}

// InWords returns the block's line after "- " and the target's after "+ ", or one of them.
func (d Difference) InWords() []string {
	switch {
	case d.Index < 0:
		return []string{mark("+", text.Visible(d.Found))}
	case d.Missing:
		return []string{mark("-", text.Visible(d.Wanted))}
	case d.Found == d.Wanted:
		return []string{mark("-", text.Visible(d.Wanted)), fmt.Sprintf("+ (out of order, on line %d)", d.Line.Number())}
	case strings.Map(dropBlank, d.Wanted) == strings.Map(dropBlank, d.Found):
		inside := strings.TrimSpace(d.Wanted) != strings.TrimSpace(d.Found)
		return []string{mark("-", text.VisibleWhitespace(d.Wanted, inside)), mark("+", text.VisibleWhitespace(d.Found, inside))}
	default:
		wanted, found := cutToDifference(d.Wanted, d.Found)
		return []string{mark("-", text.Visible(wanted)), mark("+", text.Visible(found))}
	}
}

const indentationDiffers = "the indentation differs"

func mark(sign, line string) string { return strings.TrimRight(sign+" "+line, " ") }

// whitespaceInWords names the whitespace that differs.
func whitespaceInWords(differs []Difference) string {
	indented, trailing := false, false
	for _, d := range differs {
		if strings.TrimSpace(d.Wanted) != strings.TrimSpace(d.Found) {
			return "only whitespace differs"
		}
		trimmed := func(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }
		indented = indented || trimmed(d.Wanted) != trimmed(d.Found)
		trailing = trailing || text.Indentation(d.Wanted) == text.Indentation(d.Found)
	}
	switch {
	case indented && !trailing:
		return indentationDiffers
	case trailing && !indented:
		return "trailing whitespace differs"
	}
	return "only whitespace differs"
}

// contextShown is how much of a long line is shown before its first difference.
const contextShown = 30

// cutToDifference cuts off a common prefix so long that the difference would not be shown.
func cutToDifference(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	if same < text.MaxShown-contextShown {
		return a, b
	}
	cut := same - contextShown
	return "…" + string(x[cut:]), "…" + string(y[cut:])
}
