package text

import (
	"fmt"
	"strings"
	"unicode"
)

const (
	// MaxShown is how many characters [Visible] shows of a line.
	MaxShown = 100
	// maxQuoted is how many [Quote] does.
	maxQuoted = 60
)

// Visible returns a line with nothing in it that can't be seen, cut where it is long.
func Visible(line string) string {
	return spell(line, MaxShown, func(int) (space, tab string) { return " ", "    " })
}

// VisibleWhitespace is Visible with dots for spaces and arrows for tabs: at the ends of
// the line, and with inside everywhere.
func VisibleWhitespace(line string, inside bool) string {
	body := strings.TrimFunc(line, unicode.IsSpace)
	first := strings.Index(line, body)
	end := first + len(body)
	return spell(line, MaxShown, func(at int) (space, tab string) {
		if inside || at < first || at >= end {
			return "·", "→"
		}
		return " ", "    "
	})
}

// Quote returns a line in backticks, as it is shown inside a message.
func Quote(line string) string {
	line = strings.ReplaceAll(line, "`", "'")
	return "`" + spell(line, maxQuoted, func(int) (space, tab string) { return " ", "→" }) + "`"
}

// spell writes at most so many characters of a line; whitespace says how a space and a tab
// at a byte of it are written.
func spell(line string, most int, whitespace func(at int) (space, tab string)) string {
	var b strings.Builder
	n := 0
	for at, r := range line {
		if n++; n > most {
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
