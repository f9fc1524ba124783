package text

import (
	"fmt"
	"strings"
	"unicode"
)

const (
	// MaxShown is how many characters [Visible] shows.
	MaxShown = 100
	// maxQuoted is the same for [Quote].
	maxQuoted = 60
)

// Visible returns a line with invisible characters spelled out, cut if long.
func Visible(line string) string {
	return spell(line, MaxShown, func(int) (space, tab string) { return " ", "    " })
}

// VisibleWhitespace shows spaces as dots and tabs as arrows: at the line's ends or, with inside,
// everywhere.
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

// Truncate returns the first n characters of s and an ellipsis, or all of s if it has no more.
func Truncate(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}

// Quote returns a line in backticks for messages.
func Quote(line string) string {
	line = strings.ReplaceAll(line, "`", "'")
	return "`" + spell(line, maxQuoted, func(int) (space, tab string) { return " ", "→" }) + "`"
}

// spell writes at most that many characters; whitespace returns how to write a space and a tab at an
// offset.
func spell(line string, most int, whitespace func(at int) (space, tab string)) string {
	var b strings.Builder
	hidden := map[int]bool{}
	if !IsPlain(line) {
		for _, i := range uncalledFor([]rune(Truncate(line, most))) {
			hidden[i] = true
		}
	}
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
		case unicode.IsPrint(r) && !hidden[n-1]:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return b.String()
}
