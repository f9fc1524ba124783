package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestAnchoredSectionsAreListsOfLines(t *testing.T) {
	type sections struct{ leading, old, new, trailing []string }
	for _, c := range []struct {
		name string
		body string
		want sections
	}{
		{"all four", lines("l1", "l2", "───────", "o", "═══════", "n", "───────", "t"),
			sections{[]string{"l1", "l2"}, []string{"o"}, []string{"n"}, []string{"t"}}},
		{"none", lines("───────", "═══════", "───────"), sections{}},
		{"only new lines: create", lines("───────", "═══════", "n", "───────"), sections{new: []string{"n"}}},
		{"an empty line is not no line", lines("", "───────", "", "═══════", "", "───────", ""),
			sections{[]string{""}, []string{""}, []string{""}, []string{""}}},
		{"blanks and indentation stay", lines("───────", "\t o  ", "═══════", "  ", "───────"),
			sections{old: []string{"\t o  "}, new: []string{"  "}}},
		{"a marker in a longer line is content", lines("x ───────", "─────── x", "──────", "────────", "───────", "══════", "═══════", "«««", "───────"),
			sections{leading: []string{"x ───────", "─────── x", "──────", "────────"}, old: []string{"══════"}, new: []string{"«««"}}},
		{"markers of edit-repl are content", lines("───────", "═══════ REPL", "═══════", "🟩🟩🟩 END", "───────", ">>>> EDIT END"),
			sections{old: []string{"═══════ REPL"}, new: []string{"🟩🟩🟩 END"}, trailing: []string{">>>> EDIT END"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, "a.py\n««« EDIT\n"+c.body+"»»»\n", Options{})
			require.Len(t, r.Blocks, 1)
			b := &r.Blocks[0]
			assert.Equal(t, "anchored", b.Dialect.Name)
			assert.Empty(t, b.Layout)
			assert.Equal(t, c.want.leading, noneIfEmpty(r.Lines(b, b.Leading)))
			assert.Equal(t, c.want.old, noneIfEmpty(r.Lines(b, b.Old)))
			assert.Equal(t, c.want.new, noneIfEmpty(r.Lines(b, b.New)))
			assert.Equal(t, c.want.trailing, noneIfEmpty(r.Lines(b, b.Trailing)))
			op := Modify
			if c.want.leading == nil && c.want.old == nil && c.want.trailing == nil {
				op = Create
			}
			assert.Equal(t, op, b.Operation)
			assert.False(t, b.Dialect.FirstMatchWins, "a unique match is required")
			assert.False(t, b.Dialect.InsideLines)
		})
	}
}

func noneIfEmpty(l []string) []string {
	if len(l) == 0 {
		return nil
	}
	return l
}

func TestAnchoredBlockKnowsItsLines(t *testing.T) {
	r := read(t, lines("Hello", "", "a.py", "", "```py", "  ««« EDIT ", "l", "───────\t", " ═══════", "n1", "n2", "───────", "t", "»»»", "```"), Options{})
	require.Len(t, r.Blocks, 1)
	b := &r.Blocks[0]
	assert.Equal(t, text.Line(2), b.Path.Line)
	assert.Equal(t, []text.Line{5, 7, 8, 11, 13}, b.Markers())
	assert.Equal(t, text.Line(6), b.Leading.First)
	assert.Equal(t, []string{"l"}, r.Lines(b, b.Leading))
	assert.Equal(t, text.Line(8), b.Old.First, "where old lines would begin")
	assert.Equal(t, text.Line(9), b.New.First)
	assert.Equal(t, []string{"n1", "n2"}, r.Lines(b, b.New))
	assert.Equal(t, text.Line(11), b.New.End)
	assert.Equal(t, text.Line(12), b.Trailing.First)
	assert.Equal(t, []string{"t"}, r.Lines(b, b.Trailing))
	assert.Equal(t, []string{"l", "t"}, r.Needle(b))
	assert.Equal(t, []string{"l", "n1", "n2", "t"}, r.Replacement(b))
}

func TestAnchoredMalformedNamesWhatWasExpected(t *testing.T) {
	for _, c := range []struct {
		name, body, detail string
	}{
		{"no separator", lines("x"), "expected `───────` before `»»»` on line 4"},
		{"no content separator", lines("───────", "x"), "expected `═══════` before `»»»` on line 5"},
		{"single rule for the double one", lines("───────", "───────"), "expected `═══════` before `───────` on line 4"},
		{"double rule first", lines("═══════", "───────"), "expected `───────` before `═══════` on line 3"},
		{"no second single rule", lines("───────", "═══════", "x"), "expected `───────` before `»»»` on line 6"},
		{"double rule twice", lines("───────", "═══════", "═══════", "───────"), "expected `───────` before `═══════` on line 5"},
		{"a fourth rule", lines("───────", "═══════", "───────", "───────"), "expected `»»»` before `───────` on line 6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, "a.py\n««« EDIT\n"+c.body+"»»»\n", Options{})
			require.Empty(t, r.Blocks)
			require.Len(t, r.Problems, 1)
			assert.Equal(t, codes.MalformedBlock, r.Problems[0].Code)
			assert.Equal(t, c.detail, r.Problems[0].Detail)
		})
	}
}
