package diagnostics

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// LineFix is how a block's lines must change for it to apply, both the old and the new ones.
type LineFix func(line string) string

// A mistake is one that models make in whole blocks. It may be in a needle if there are ways to undo it.
type mistake struct {
	cause Cause
	mends func(needle []string) []LineFix
}

var mistakes = []mistake{
	{LineNumbers, withoutNumbers}, // causes/cause-line-numbers
	{Escapes, withoutEscapes},     // causes/cause-escapes
	{Quotes, withoutTypography},   // causes/cause-quotes
}

// findMistake finds a needle that is in the file once a mistake is undone in all its lines.
func (b *Block) findMistake(ctx context.Context, t *text.Text, needle []string) (bool, error) {
	if found, err := b.findBlanks(ctx, t, needle); found || err != nil {
		return found, err
	}
	for _, m := range mistakes {
		for _, mend := range m.mends(needle) {
			places, err := findEqual(ctx, t, each(needle, mend), asIs)
			if err != nil {
				return false, err
			}
			if len(places) > 0 {
				b.Cause, b.FixLine = m.cause, mend
				b.setNearest(matchOf(places, len(needle)))
				return true, nil
			}
		}
	}
	return b.findElided(ctx, needle)
}

var asIs = newForm(func(r rune) rune { return r })

func each(lines []string, mend LineFix) []string {
	mended := make([]string, len(lines))
	for i, l := range lines {
		mended[i] = mend(l)
	}
	return mended
}

// numbers match what may precede a line, with the blank that belongs to it or without.
var numbers = []func(string) string{
	cutNumber(`^\s*\d+\s*[|│:→] ?`), cutNumber(`^\s*\d+\s*[|│:→]`), cutNumber(`^\s*\d+\t`), cutNumber(`^\s*\d+[.)] ?`), cutNumber(`^\s*\d+ `), cutNumber(`^\s*\d+  `),
}

func cutNumber(source string) func(string) string {
	number := text.Expression(source)
	return func(line string) string {
		if !mayHaveNumber(line) {
			return line
		}
		return number().ReplaceAllString(line, "")
	}
}

func mayHaveNumber(line string) bool {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	return line != "" && '0' <= line[0] && line[0] <= '9'
}

func withoutNumbers(needle []string) (mends []LineFix) {
	if slices.ContainsFunc(needle, func(l string) bool { return !text.IsBlank(l) && !mayHaveNumber(l) }) {
		return nil
	}
	for _, cut := range numbers {
		mends = append(mends, cut)
	}
	return mends
}

// withoutEscapes undoes the escapes of a JSON or shell string, or of markdown.
func withoutEscapes(needle []string) []LineFix {
	if !slices.ContainsFunc(needle, func(l string) bool { return strings.Contains(l, `\`) }) {
		return nil
	}
	return []LineFix{
		strings.NewReplacer(`\"`, `"`).Replace, strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace, strings.NewReplacer(`\'`, `'`, `\"`, `"`).Replace,
		strings.NewReplacer("\\`", "`", `\$`, "$").Replace,
		strings.NewReplacer(`\_`, `_`, `\*`, `*`, `\[`, `[`, `\]`, `]`, `\#`, `#`, `\~`, `~`, `\<`, `<`, `\>`, `>`).Replace,
		strings.NewReplacer(`\`, ``).Replace,
	}
}

// plain are the plain forms of typographic characters.
var plain = map[rune]rune{
	'“': '"', '”': '"', '„': '"', '‟': '"', '«': '"', '»': '"', '‘': '\'', '’': '\'', '‚': '\'', '‛': '\'', '′': '\'', '″': '"',
	'‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '\u00A0': ' ', '\u202F': ' ', '\u2009': ' ', '\u2007': ' ',
}

func isTypographic(r rune) bool { return plain[r] != 0 }

func plainRune(r rune) rune {
	if to, ok := plain[r]; ok {
		return to
	}
	return r
}

func withoutTypography(needle []string) []LineFix {
	if !slices.ContainsFunc(needle, func(l string) bool { return strings.ContainsFunc(l, isTypographic) }) {
		return nil
	}
	return []LineFix{func(line string) string { return strings.Map(plainRune, line) }}
}

// findBlanks finds a needle that differs only in the number of blank lines between the others
// (causes/cause-blank-lines).
func (b *Block) findBlanks(ctx context.Context, t *text.Text, needle []string) (bool, error) {
	var said []string
	for _, l := range needle {
		if !text.IsBlank(l) {
			said = append(said, l)
		}
	}
	if len(said) < 2 {
		return false, nil
	}
	borders, agreed := bordersOf(said), 0
	at, next := make([]text.Line, len(said)), 0 // a ring of the last lines that aren't blank
	var found [][]text.Line
	t.Each(0, text.Line(t.LineCount()), func(l text.Line, line string) bool {
		if text.IsBlank(line) {
			return true
		}
		for agreed >= 0 && said[agreed] != line {
			agreed = borders[agreed]
		}
		agreed++
		at[next] = l
		next = (next + 1) % len(at)
		if agreed == len(said) {
			found, agreed = append(found, slices.Concat(at[next:], at[:next])), borders[agreed]
		}
		return len(found) <= maxOthers && (l%checkEvery != 0 || ctx.Err() == nil)
	})
	if len(found) == 0 || ctx.Err() != nil {
		return false, ctx.Err()
	}
	b.Cause = BlankLines
	b.setNearest(blankMatch(found, needle, t))
	return true, nil
}

// blankMatch pairs a needle's lines with those found, and its blank lines with those between.
func blankMatch(found [][]text.Line, needle []string, t *text.Text) nearest.Match {
	lines := found[0]
	m := nearest.Match{Lines: text.LineRange{First: lines[0], End: lines[len(lines)-1] + 1}, Similarity: 1}
	for _, other := range found[1:] {
		m.Ties = append(m.Ties, other[0])
	}
	next := lines[0]
	for i, l := range needle {
		switch {
		case !text.IsBlank(l):
			for ; next < lines[0]; next++ { // more blank lines in the file
				m.Pairs = append(m.Pairs, nearest.Pair{Needle: -1, Line: next})
			}
			m.Pairs = append(m.Pairs, nearest.Pair{Needle: i, Line: next, Likeness: 1})
			lines, next = lines[1:], next+1
		case len(lines) > 0 && next < lines[0] && text.IsBlank(t.Line(next)):
			m.Pairs = append(m.Pairs, nearest.Pair{Needle: i, Line: next, Likeness: 1})
			next++
		default:
			m.Pairs = append(m.Pairs, nearest.Pair{Needle: i, Line: text.None})
		}
	}
	return m
}

// findElided finds a needle with a line that stands for others in the file (causes/cause-elided).
func (b *Block) findElided(ctx context.Context, needle []string) (bool, error) {
	var parts [][]string
	from, elided := 0, false
	for i, l := range needle {
		if snippet.IsElision(l) {
			parts, from, elided = append(parts, needle[from:i]), i+1, true
		}
	}
	parts = slices.DeleteFunc(append(parts, needle[from:]), func(p []string) bool { return len(p) == 0 })
	if !elided || len(parts) == 0 || !slices.ContainsFunc(parts, hasWord) {
		return false, nil
	}
	t, at := b.Miss.File.Text(), text.Line(0)
	first := text.None
	for _, part := range parts {
		places, err := findEqual(ctx, t, part, asIs)
		if err != nil {
			return false, err
		}
		i := slices.IndexFunc(places, func(l text.Line) bool { return l >= at })
		if i < 0 {
			return false, nil
		}
		if at = places[i] + text.Line(len(part)); first == text.None {
			first = places[i]
		}
	}
	b.Cause, b.Estimated = Elided, b.Miss.File.Present(int(first))
	return true, nil
}
