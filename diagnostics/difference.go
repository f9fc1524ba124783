package diagnostics

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxDiffering bounds the lines of a block that a message compares with the target's.
const maxDiffering = 6

// differing are lines of the block and of the target that differ, in pairs.
func differing(differs []Difference) []string {
	var lines []string
	for _, d := range differs[:min(len(differs), maxDiffering)] {
		lines = append(lines, d.InWords()...)
	}
	if more := len(differs) - maxDiffering; more > 0 {
		lines = append(lines, "… and "+plural(more, "more line"))
	}
	return lines
}

// InWords returns the line of the block after "- " and that of the target after "+ ", or
// the one that there is.
func (d Difference) InWords() []string {
	switch {
	case d.Index < 0:
		return []string{mark("+", text.Visible(d.Found))}
	case d.Missing:
		return []string{mark("-", text.Visible(d.Wanted))}
	case d.Found == d.Wanted:
		return []string{mark("-", text.Visible(d.Wanted)), fmt.Sprintf("+ (out of order, on line %d)", d.Line.Number())}
	case strings.Map(withoutBlanks, d.Wanted) == strings.Map(withoutBlanks, d.Found):
		inside := strings.TrimSpace(d.Wanted) != strings.TrimSpace(d.Found)
		return []string{mark("-", text.VisibleWhitespace(d.Wanted, inside)), mark("+", text.VisibleWhitespace(d.Found, inside))}
	default:
		wanted, found := cutToDifference(d.Wanted, d.Found)
		return []string{mark("-", text.Visible(wanted)), mark("+", text.Visible(found))}
	}
}

// indentationDiffers says that lines differ in nothing else.
const indentationDiffers = "the indentation differs"

// mark puts what a line is before it; an empty line has nothing but that.
func mark(sign, line string) string { return strings.TrimRight(sign+" "+line, " ") }

// whitespaceInWords says which whitespace of lines differs.
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

// contextShown is how many characters before the first difference are shown of lines that
// differ only past what is shown of a line.
const contextShown = 30

// cutToDifference leaves out what two lines have in common at their beginnings, where
// they would differ only past what is shown.
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
