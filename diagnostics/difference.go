package diagnostics

import (
	"fmt"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"strings"
	"unicode"
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
		return []string{mark("+", visible(d.Found))}
	case d.Missing:
		return []string{mark("-", visible(d.Wanted))}
	case d.Found == d.Wanted:
		return []string{mark("-", visible(d.Wanted)), fmt.Sprintf("+ (out of order, on line %d)", d.Line.Number())}
	case withoutBlanks(d.Wanted) == withoutBlanks(d.Found):
		inside := strings.TrimSpace(d.Wanted) != strings.TrimSpace(d.Found)
		return []string{mark("-", withWhitespace(d.Wanted, inside)), mark("+", withWhitespace(d.Found, inside))}
	default:
		wanted, found := cutToDifference(d.Wanted, d.Found)
		return []string{mark("-", visible(wanted)), mark("+", visible(found))}
	}
}

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
		return "the indentation differs"
	case trailing && !indented:
		return "trailing whitespace differs"
	}
	return "only whitespace differs"
}

const (
	// maxShown bounds a line of a detail, in characters. Of a longer line the part
	// around the first difference is shown, which begins contextShown before that.
	maxShown     = 100
	contextShown = 30
)

// cutToDifference leaves out what two lines have in common at their beginnings, where
// they would differ only past what is shown.
func cutToDifference(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	if same < maxShown-contextShown {
		return a, b
	}
	cut := same - contextShown
	return "…" + string(x[cut:]), "…" + string(y[cut:])
}

// visible shows a line with nothing in it that can't be seen.
func visible(line string) string {
	return spell(line, func(int) (space, tab string) { return " ", "    " })
}

// withWhitespace is visible with dots for spaces and arrows for tabs: at the ends of the
// line, and if that is where lines differ inside it.
func withWhitespace(line string, inside bool) string {
	body := strings.TrimFunc(line, unicode.IsSpace)
	first := strings.Index(line, body)
	end := first + len(body)
	return spell(line, func(at int) (space, tab string) {
		if inside || at < first || at >= end {
			return "·", "→"
		}
		return " ", "    "
	})
}

// spell writes a line, at most so much of it as a detail may have; whitespace says how
// a space and a tab at a byte of it are written.
func spell(line string, whitespace func(at int) (space, tab string)) string {
	var b strings.Builder
	n := 0
	for at, r := range line {
		if n++; n > maxShown {
			b.WriteString("…")
			break
		}
		space, tab := whitespace(at)
		switch {
		case r == ' ':
			b.WriteString(space)
		case r == '\t':
			b.WriteString(tab)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return b.String()
}
