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
			b := r.Blocks[0]
			assert.Equal(t, "anchored", b.Dialect)
			assert.Empty(t, b.Layout)
			assert.Equal(t, c.want.leading, noneIfEmpty(b.Leading.lines))
			assert.Equal(t, c.want.old, noneIfEmpty(b.Old.lines))
			assert.Equal(t, c.want.new, noneIfEmpty(b.New.lines))
			assert.Equal(t, c.want.trailing, noneIfEmpty(b.Trailing.lines))
			op := Modify
			if c.want.leading == nil && c.want.old == nil && c.want.trailing == nil {
				op = Create
			}
			assert.Equal(t, op, b.Operation)
			assert.False(t, b.FirstMatchWins, "a unique match is required")
			assert.False(t, b.InsideLines)
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
	b := r.Blocks[0]
	assert.Equal(t, text.Line(2), b.Path.Line)
	assert.Equal(t, []text.Line{5, 7, 8, 11, 13}, b.Markers)
	assert.Equal(t, Section{First: 6, lines: []string{"l"}}, b.Leading)
	assert.Equal(t, text.Line(8), b.Old.First, "where old lines would begin")
	assert.Equal(t, Section{First: 9, lines: []string{"n1", "n2"}}, b.New)
	assert.Equal(t, text.Line(11), b.New.End())
	assert.Equal(t, Section{First: 12, lines: []string{"t"}}, b.Trailing)
	assert.Equal(t, []string{"l", "t"}, r.Needle(b))
	assert.Equal(t, []string{"l", "n1", "n2", "t"}, r.Replacement(b))
}

func TestAnchoredMalformedNamesWhatWasExpected(t *testing.T) {
	for _, c := range []struct {
		name, body, detail string
	}{
		{"no separator", lines("x"), "expected `───────` after the leading anchor, found `»»»` in line 4"},
		{"no content separator", lines("───────", "x"), "expected `═══════` after the old lines, found `»»»` in line 5"},
		{"single rule for the double one", lines("───────", "───────"), "expected `═══════` after the old lines, found `───────` in line 4"},
		{"double rule first", lines("═══════", "───────"), "expected `───────` after the leading anchor, found `═══════` in line 3"},
		{"no second single rule", lines("───────", "═══════", "x"), "expected `───────` after the new lines, found `»»»` in line 6"},
		{"double rule twice", lines("───────", "═══════", "═══════", "───────"), "expected `───────` after the new lines, found `═══════` in line 5"},
		{"a fourth rule", lines("───────", "═══════", "───────", "───────"), "expected `»»»` after the trailing anchor, found another separator in line 6"},
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
