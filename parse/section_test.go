package parse

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// describeParts formats parts, with columns if they have some.
func describeParts(parts []Part) []string {
	var found []string
	for _, p := range parts {
		s := fmt.Sprintf("%d-%d %s", p.First.Number(), p.End, p.Kind)
		if p.From+p.To > 0 {
			s += fmt.Sprintf(" (%d to %d)", p.From, p.To)
		}
		found = append(found, s)
	}
	return found
}

func TestParts(t *testing.T) {
	for _, c := range []chatCase{
		{
			"search-replace", lines("a.py", "<<<<<<< SEARCH", "- a", "=======", "+ b", ">>>>>>> REPLACE"),
			[]string{"3-3 old lines", "5-5 new lines"},
		},
		{"only new lines", lines("a.py", "<<<<<<< SEARCH", "=======", "a", ">>>>>>> REPLACE"), []string{"4-4 new lines"}},
		{
			"an anchor that is repeated", lines("a.py", "««« EDIT", "def f():", "    a", "═══════ REPL", "def f():", "    b", "»»» EDIT END"),
			[]string{"3-3 leading anchor", "4-4 old lines", "6-6 repeated anchor", "7-7 new lines"},
		},
		{
			"two anchors", lines("a.py", "««« EDIT", "a", "───────", "b", "═══════", "c", "───────", "d", "»»»"),
			[]string{"3-3 leading anchor", "5-5 old lines", "7-7 new lines", "9-9 trailing anchor"},
		},
		{
			"a patch", lines("--- a.py", "+++ a.py", "@@ -1,3 +1,4 @@", " a", "-b", "+c", "+d", `\ No newline`, " e"),
			[]string{"4-4 kept lines", "5-5 old lines", "6-7 new lines", "9-9 kept lines"},
		},
		{
			"a mark between lines of a kind", lines("--- a.py", "+++ a.py", "@@ -1,2 +1,1 @@", "-a", `\ No newline`, "-b", "+c"),
			[]string{"4-4 old lines", "6-6 old lines", "7-7 new lines"},
		},
		{
			"a new file in a patch", lines("```diff", "--- /dev/null", "+++ b/a.py", "@@ -0,0 +1,3 @@", "+a", " ", "+b", `\ No newline`, "```"),
			[]string{"5-7 new lines"},
		},
		{
			"text in tags", lines("a.py", "<old_text>x", "y</old_text><new_text>z", "</new_text>"),
			[]string{"2-3 old lines (10 to 1)", "3-3 new lines (22 to 0)"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.chat, Options{})
			require.Len(t, r.Blocks, 1)
			assert.Equal(t, c.want, describeParts(r.Parts(&r.Blocks[0])))
		})
	}
}

func TestLinesOfSections(t *testing.T) {
	for _, c := range []chatCase{
		{
			"search-replace", lines("a.py", "<<<<<<< SEARCH", "- a", "=======", "+ b", "@@ c", ">>>>>>> REPLACE"),
			[]string{"3 old: - a", "5 new: + b", "6 new: @@ c"},
		},
		{
			"a patch", lines("--- a.py", "+++ a.py", "@@ -1,3 +1,3 @@", " a", "-b", "+c", `\ No newline`, " d"),
			[]string{"4 old: a", "5 old: b", "8 old: d", "4 new: a", "6 new: c", "8 new: d"},
		},
		{
			"a line of a patch that lacks its sign", lines("```diff", "--- a.sql", "+++ a.sql", "@@ -1,2 +1,2 @@", "@@a", "-b", "+c", "```"),
			[]string{"5 old: @@a", "6 old: b", "5 new: @@a", "7 new: c"},
		},
		{
			"a new file in a patch", lines("```diff", "--- /dev/null", "+++ b/a.py", "@@ -0,0 +1,4 @@", "+a", " ", "", "+b", "```"),
			[]string{"5 new: a", "6 new: ", "7 new: ", "8 new: b"},
		},
		{
			"text in tags", lines("a.py", "<old_text>x", "- a", "+ b</old_text><new_text>c", "- d", "</new_text>"),
			[]string{"2 old: x", "3 old: - a", "4 old: + b", "4 new: c", "5 new: - d"},
		},
		{
			"a call in JSON", lines("```json", `{"path": "a.py",`, ` "old_str": "a\nb",`, ` "new_str": "c\nd"}`, "```"),
			[]string{"3 old: a", "3 old: b", "4 new: c", "4 new: d"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.chat, Options{})
			require.Len(t, r.Blocks, 1)
			b := &r.Blocks[0]
			var found []string
			for _, s := range []Section{b.Old, b.New} {
				name, indexes := "new", map[text.Line]int{}
				if s == b.Old {
					name = "old"
				}
				for i := range slices.Backward(r.Lines(b, s)) {
					indexes[r.LineOf(b, i, s)] = i
				}
				for i, line := range r.Lines(b, s) {
					found = append(found, fmt.Sprintf("%d %s: %s", r.LineOf(b, i, s).Number(), name, line))
				}
				for l := range text.Line(r.Text.LineCount()) {
					i, in := r.IndexOf(b, s, l)
					want, wanted := indexes[l]
					assert.Equal(t, wanted, in, "%s, line %d", name, l.Number())
					if in {
						assert.Equal(t, want, i, "%s, line %d", name, l.Number())
					}
				}
			}
			assert.Equal(t, c.want, found)
		})
	}
}
