package diagnostics

import (
	"context"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxOthers bounds the further places that are named.
const maxOthers = 10

// checkEvery is how many lines go by between two looks at the context.
const checkEvery = 4096

// A form is what a line is compared by: each of its characters becomes another, or none.
type form func(r rune) rune

// withoutBlanks leaves out whitespace of all kinds.
func withoutBlanks(r rune) rune {
	if unicode.IsSpace(r) {
		return -1
	}
	return r
}

// withoutCase makes characters one that differ in case alone: the least of them.
func withoutCase(r rune) rune {
	for {
		switch next := unicode.SimpleFold(r); {
		case next <= r:
			return next
		default:
			r = next
		}
	}
}

func withoutBoth(r rune) rune {
	if r = withoutBlanks(r); r < 0 {
		return r
	}
	return withoutCase(r)
}

func (f form) write(b *strings.Builder, line string) {
	for _, r := range line {
		if r = f(r); r >= 0 {
			b.WriteRune(r)
		}
	}
	b.WriteString(text.LF)
}

// findEqual returns the first lines of the places where a needle is found if lines are
// compared in some form, not more than are named.
func findEqual(ctx context.Context, t *text.Text, needle []string, f form) ([]text.Line, error) {
	var b strings.Builder
	b.Grow(len(text.LF) + int(t.Len()))
	b.WriteString(text.LF)
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, line string) bool {
		f.write(&b, line)
		return l%checkEvery != 0 || ctx.Err() == nil
	})
	var w strings.Builder
	w.WriteString(text.LF)
	for _, l := range needle {
		f.write(&w, l)
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
