package diagnostics

import (
	"bytes"
	"context"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxOthers limits the further places listed.
const maxOthers = 10

// checkEvery is the number of lines between two context checks.
const checkEvery = 4096

// A form maps or drops (negative result) characters to normalize lines.
type form func(r rune) rune

func withoutBlanks(r rune) rune {
	if unicode.IsSpace(r) {
		return -1
	}
	return r
}

// withoutCase maps characters that differ only in case to the smallest.
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

// formed collects normalized lines. ASCII goes through a table: normalizing the file is half the cost
// of a failing block.
type formed struct {
	form  form
	ascii [utf8.RuneSelf]rune
	data  []byte
}

func newFormed(f form, size int) *formed {
	w := &formed{form: f, data: append(make([]byte, 0, size+1), text.LF...)}
	for r := range w.ascii {
		w.ascii[r] = f(rune(r))
	}
	return w
}

func (w *formed) add(line string) {
	for _, r := range line {
		if r < utf8.RuneSelf {
			if r = w.ascii[r]; r >= 0 {
				w.data = append(w.data, byte(r))
			}
		} else if r = w.form(r); r >= 0 {
			w.data = utf8.AppendRune(w.data, r)
		}
	}
	w.data = append(w.data, text.LF...)
}

// findEqual returns the first lines of the places that equal a needle in a form, as many as are listed.
func findEqual(ctx context.Context, t *text.Text, needle []string, f form) ([]text.Line, error) {
	w, wanted := newFormed(f, int(t.Len())), newFormed(f, 0)
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, line string) bool {
		w.add(line)
		return l%checkEvery != 0 || ctx.Err() == nil
	})
	for _, l := range needle {
		wanted.add(l)
	}
	var places []text.Line
	line, rest := text.Line(0), w.data
	for len(places) <= maxOthers {
		at := bytes.Index(rest, wanted.data)
		if at < 0 {
			break
		}
		line += text.Line(bytes.Count(rest[:at], []byte(text.LF)))
		places = append(places, line)
		line, rest = line+1, rest[at+1:]
	}
	return places, ctx.Err()
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
