package diagnostics

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxOthers limits the further places listed.
const maxOthers = 10

// checkEvery is the number of lines between context checks.
const checkEvery = 4096

// A form maps or drops (negative result) characters to normalize lines.
type form struct {
	of    func(r rune) rune
	ascii [utf8.RuneSelf]rune
}

func newForm(of func(r rune) rune) *form {
	f := &form{of: of}
	for r := range f.ascii {
		f.ascii[r] = of(rune(r))
	}
	return f
}

var (
	withoutBlanks = newForm(dropBlank)
	withoutCase   = newForm(foldCase)
	withoutBoth   = newForm(func(r rune) rune {
		if r = dropBlank(r); r < 0 {
			return r
		}
		return foldCase(r)
	})
)

func dropBlank(r rune) rune {
	if unicode.IsSpace(r) {
		return -1
	}
	return r
}

// foldCase maps characters that differ only in case to the smallest.
func foldCase(r rune) rune {
	for {
		switch next := unicode.SimpleFold(r); {
		case next <= r:
			return next
		default:
			r = next
		}
	}
}

// is reports whether a line has a form, usually decided by its first characters.
func (f *form) is(line, formed string) bool {
	for _, r := range line {
		if r < utf8.RuneSelf {
			r = f.ascii[r]
		} else {
			r = f.of(r)
		}
		if r < 0 {
			continue
		}
		want, size := utf8.DecodeRuneInString(formed)
		if r != want || size == 0 {
			return false
		}
		formed = formed[size:]
	}
	return formed == ""
}

// findEqual returns the first lines of the places that equal a needle in a form, as many as are listed.
// It runs Knuth-Morris-Pratt on lines.
func findEqual(ctx context.Context, t *text.Text, needle []string, f *form) ([]text.Line, error) {
	formed := make([]string, len(needle))
	for i, l := range needle {
		formed[i] = strings.Map(f.of, l)
	}
	borders := bordersOf(formed)
	var places []text.Line
	agreed := 0
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, line string) bool {
		for agreed >= 0 && !f.is(line, formed[agreed]) {
			agreed = borders[agreed]
		}
		if agreed++; agreed == len(formed) {
			places, agreed = append(places, l-text.Line(agreed)+1), borders[agreed]
		}
		return len(places) <= maxOthers && (l%checkEvery != 0 || ctx.Err() == nil)
	})
	return places, ctx.Err()
}

// bordersOf returns the automaton's failure table: after i matching lines and a mismatch, how many
// match at a later place. It never retries an equal line; -1 goes to the next line of the text.
func bordersOf(lines []string) []int {
	borders := make([]int, len(lines)+1)
	borders[0] = -1
	border := 0 // of the lines before i
	for i := 1; i < len(lines); i++ {
		borders[i] = border
		if lines[i] == lines[border] {
			borders[i] = borders[border]
		}
		for border >= 0 && lines[i] != lines[border] {
			border = borders[border]
		}
		border++
	}
	borders[len(lines)] = border
	return borders
}

// matchOf returns the match at places[0] of a needle with that many lines.
func matchOf(places []text.Line, lines int) nearest.Match {
	first := places[0]
	m := nearest.Match{Lines: text.LineRange{First: first, End: first + text.Line(lines)}, Similarity: 1, Ties: places[1:]}
	for i := range lines {
		m.Pairs = append(m.Pairs, nearest.Pair{Needle: i, Line: first + text.Line(i), Likeness: 1})
	}
	return m
}
