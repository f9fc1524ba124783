package diagnostics

import (
	"context"
	"slices"
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

// mayBeEqual reports whether the needle's longest line is in the text, but for whitespace
// and letter case: most are not, which takes far less time to find out than where all of
// the needle is. A needle of nothing but whitespace is nowhere.
func mayBeEqual(ctx context.Context, t *text.Text, needle []string) (bool, error) {
	wanted := withoutBlanks(slices.MaxFunc(needle, func(a, b string) int {
		return len(strings.TrimSpace(a)) - len(strings.TrimSpace(b))
	}))
	if wanted == "" {
		return false, nil
	}
	begin := leastCase(first(wanted))
	found := false
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, line string) bool {
		line = strings.TrimLeftFunc(line, unicode.IsSpace)
		found = leastCase(first(line)) == begin && strings.EqualFold(withoutBlanks(line), wanted)
		return !found && (l%checkEvery != 0 || ctx.Err() == nil)
	})
	return found, ctx.Err()
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

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
