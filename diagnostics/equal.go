package diagnostics

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxOthers bounds the further places that are named.
const maxOthers = 10

// checkEvery is how many lines go by between two looks at the context.
const checkEvery = 4096

// findEqual returns the first lines of the places where a needle is found if lines are
// compared in some form, not more than are named.
func findEqual(ctx context.Context, t *text.Text, needle []string, form func(line string) string) ([]text.Line, error) {
	var b strings.Builder
	b.Grow(len(text.LF) + int(t.Len()))
	b.WriteString(text.LF)
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, line string) bool {
		b.WriteString(form(line))
		b.WriteString(text.LF)
		return l%checkEvery != 0 || ctx.Err() == nil
	})
	var w strings.Builder
	for _, l := range append([]string{""}, needle...) {
		w.WriteString(form(l))
		w.WriteString(text.LF)
	}
	wanted := w.String()
	var places []text.Line
	line, rest := text.Line(0), b.String()
	for len(places) <= maxOthers {
		at := strings.Index(rest, wanted)
		if at < 0 {
			break
		}
		line += text.Line(strings.Count(rest[:at], text.LF))
		places = append(places, line)
		line, rest = line+1, rest[at+1:]
	}
	return places, ctx.Err()
}

// matchOf returns the match of a needle of so many lines at the first of some places.
func matchOf(places []text.Line, lines int) nearest.Match {
	first := places[0]
	m := nearest.Match{Lines: text.LineRange{First: first, End: first + text.Line(lines)}, Similarity: 1, Ties: places[1:]}
	for i := range lines {
		m.Pairs = append(m.Pairs, nearest.Pair{Needle: i, Line: first + text.Line(i), Likeness: 1})
	}
	return m
}

// mayBeEqual reports whether the needle may be in the text but for whitespace and letter
// case: most are not, which takes far less time to find out than where they are. It looks
// for the longest line, and where that is, at the others, though not longer than it takes to
// search. A needle of nothing but whitespace is nowhere.
func mayBeEqual(ctx context.Context, t *text.Text, needle []string) (bool, error) {
	longest := 0
	for i, l := range needle {
		if len(strings.TrimSpace(l)) > len(strings.TrimSpace(needle[longest])) {
			longest = i
		}
	}
	if text.IsBlank(needle[longest]) {
		return false, nil
	}
	left := t.LineCount()
	mayBeFrom := func(first text.Line) bool {
		for i, l := range needle {
			if left--; left < 0 {
				return true
			}
			if !mayEqual(t.Line(first+text.Line(i)), l) {
				return false
			}
		}
		return true
	}
	found := false
	t.Each(text.Line(longest), text.Line(t.LineCount()-len(needle)+longest+1), func(l text.Line, line string) bool {
		found = mayEqual(line, needle[longest]) && mayBeFrom(l-text.Line(longest))
		return !found && (l%checkEvery != 0 || ctx.Err() == nil)
	})
	return found, ctx.Err()
}

// mayEqual reports whether two lines may be equal but for whitespace and letter case. Of
// lines without characters beyond ASCII it is all but sure.
func mayEqual(a, b string) bool {
	for i, j := 0, 0; ; i, j = i+1, j+1 {
		for i < len(a) && isASCIIBlank(a[i]) {
			i++
		}
		for j < len(b) && isASCIIBlank(b[j]) {
			j++
		}
		switch {
		case i == len(a) || j == len(b):
			return text.IsBlank(a[i:]) && text.IsBlank(b[j:])
		case a[i]|b[j] >= utf8.RuneSelf:
			return true
		case a[i]|0x20 != b[j]|0x20: // the bit is the case of a letter
			return false
		}
	}
}

func isASCIIBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// withoutBlanks is a line without its blanks of all kinds.
func withoutBlanks(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, line)
}

// withoutCase is a line in which characters that differ in case alone are one.
func withoutCase(line string) string { return strings.Map(leastCase, line) }

// leastCase is the least of the characters that differ from r in case alone.
func leastCase(r rune) rune {
	for {
		switch next := unicode.SimpleFold(r); {
		case next <= r:
			return next
		default:
			r = next
		}
	}
}
