package text

import (
	"fmt"
	"strings"
	"unicode"
)

const (
	// MaxShown is the number of characters of a line that [Visible] shows.
	MaxShown = 100
	// maxQuoted is the same for [Quote].
	maxQuoted = 60
)

// Visible returns a line with invisible characters spelled out, cut if it is long.
func Visible(line string) string {
	return spell(line, MaxShown, func(int) (space, tab string) { return " ", "    " })
}

// VisibleWhitespace is Visible with dots for spaces and arrows for tabs: at the ends of the line or,
// with inside, everywhere.
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

// Quote returns a line in backticks for use in a message.
func Quote(line string) string {
	line = strings.ReplaceAll(line, "`", "'")
	return "`" + spell(line, maxQuoted, func(int) (space, tab string) { return " ", "→" }) + "`"
}

// spell writes at most most characters of a line. whitespace returns how a space and a tab at a byte
// offset are written.
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
