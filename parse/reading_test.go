package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func lastReadings(t *testing.T, chat string) ([]string, string) {
	t.Helper()
	r := read(t, chat, Options{})
	require.NotEmpty(t, r.Blocks, chat)
	p := r.Blocks[len(r.Blocks)-1].Path
	return p.Readings, p.Fallback
}

// If a path is in force, a bare word is a file of that name or nothing.
func TestABareWordTakesNothingsPlace(t *testing.T) {
	s := searchReplaceText("x\n", "y\n", 7)
	first := lines("a/b.py") + s
	for _, line := range []string{"### Changes", "**Then**", "Also", "2.", "Makefile", "- Next:"} {
		for name, chat := range map[string]string{
			"right above":                    first + lines("", line) + s,
			"above a fence":                  first + lines("", line, "```") + s + lines("```"),
			"the first line of a fence":      first + lines("", "```", line) + s + lines("```"),
			"in the fence of the path":       lines("```") + first + lines("", line) + s + lines("```"),
			"between the path and the block": first + lines("", "a/b.py", line) + s,
		} {
			readings, fallback := lastReadings(t, chat)
			assert.Equal(t, "a/b.py", fallback, "%s: %s", name, line)
			assert.Len(t, readings, 2, "%s: %s", name, line)
		}
	}
	for _, line := range []string{"c.py", "d/e", `f\g`, "`.env`"} {
		_, fallback := lastReadings(t, first+lines("", line)+s)
		assert.NotEqual(t, "a/b.py", fallback, line)
	}
	readings, fallback := lastReadings(t, lines("Makefile")+s)
	assert.Equal(t, []string{"Makefile"}, readings, "nothing is in force")
	assert.Equal(t, "Makefile", fallback)
}

func TestLinesThatAreNoPaths(t *testing.T) {
	s := searchReplaceText("x\n", "y\n", 7)
	e := lines("««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END")
	runChats(t, Options{}, []chatCase{
		{"a keyword", lines("FIND:") + s, []string{"! 2-6 missing-path"}},
		{"a keyword in another case", lines("find (near line 3):") + e, []string{"! 2-6 missing-path"}},
		{"the other keywords", lines("REPLACE:") + s + lines("", "", "", "END") + e, []string{"! 2-6 missing-path", "! 11-15 missing-path"}},
		{"but the label of a path", lines("FILE: a.py") + e, []string{"2-6 edit-repl a.py"}},
		{"the lines of an unclosed block", lines("a.py", "<<<<<<< SEARCH", "=======", "=======", "<<<<<<< SEARCH", "x", "=======", ">>>>>>> REPLACE"),
			[]string{"! 2-4 unclosed-block", "5-8 search-replace a.py"}},
	})
}

func TestFencesOfTheirOwnForThePath(t *testing.T) {
	s := searchReplaceText("x\n", "y\n", 7)
	left := lines("a.py", "```py") + s // not closed
	for _, c := range []struct {
		name, chat, path string
		layout           Layout
	}{
		{"a tag", left + lines("", "b.py", "<source>py") + s + lines("</source>"), "b.py", LayoutDiff},
		{"a tag, the path in it", left + lines("", "<source>py", "b.py") + s + lines("</source>"), "b.py", LayoutDiffFenced},
		{"a tag with prose above", left + lines("", "b.py", "as we said", "<source>py") + s, "b.py", LayoutDiff},
		{"a tag that ends", left + lines("</source>", "b.py") + s, "b.py", LayoutDiffFenced},
		{"a fence with a tag", left + lines("", "b.py", "```py") + s + lines("```"), "b.py", LayoutDiff},
		{"a bare fence", left + lines("", "b.py", "```") + s + lines("```"), "b.py", LayoutDiff},
		{"a bare fence with prose above", left + lines("", "b.py", "as we said", "right now", "```") + s + lines("```"), "b.py", LayoutDiff},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.chat, Options{})
			require.Len(t, r.Blocks, 2)
			assert.Equal(t, c.path, r.Blocks[1].Path.Fallback)
			assert.Equal(t, c.layout, r.Blocks[1].Layout)
		})
	}
	r := read(t, lines("b.py", "<source>py", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END", "</source>"), Options{})
	assert.Equal(t, []string{"3-7 edit-repl b.py"}, told(r))
}

func TestMarkdownEscapesInPaths(t *testing.T) {
	for line, want := range map[string][]string{
		`src/\_\_init\_\_.py`:          {"src/__init__.py", `src/\_\_init\_\_.py`},
		"**pkg/new\\_mod.py**":         {"pkg/new_mod.py", `pkg/new\_mod.py`},
		`a\*b.txt`:                     {"a*b.txt", `a\*b.txt`},
		`\[id\].tsx`:                   {"[id].tsx", `\[id\].tsx`},
		`\#x.el\#`:                     {"#x.el#", `\#x.el\#`},
		`\~/x.py`:                      {"~/x.py", `\~/x.py`},
		`src\app.py`:                   {`src\app.py`},
		`See a\_b.py:`:                 {"See a_b.py", `See a\_b.py`, "a_b.py", `a\_b.py`},
		"in `src/\\_x.py` it is":       {"src/_x.py", `src/\_x.py`},
		`plain/path.py`:                {"plain/path.py"},
		`The change of this is x\_.py`: {`The change of this is x_.py`, `The change of this is x\_.py`, "x_.py", `x\_.py`},
	} {
		p, ok := readPath(line)
		assert.True(t, ok, line)
		assert.Equal(t, want, p.Readings, line)
		assert.Equal(t, unescape(p.Fallback), p.Fallback, line)
	}
}

// A BOM at the start of a section belongs to the target.
func TestMarksInBlocks(t *testing.T) {
	const m = bom
	r := read(t, lines("a.cs", "««« EDIT", m+"l", m+"k", "───────", m+"o", "═══════", m+"n", "───────", "t", "»»»")+
		lines("b.cs", "««« EDIT", m+"a", "b", "═══════ REPL", "a", m+"c", "»»» EDIT END")+
		lines("c.cs", "««« EDIT", "═══════ REPL", m+"c", "»»» EDIT END"), Options{})
	require.Len(t, r.Blocks, 3)
	assert.Equal(t, []string{"l", m + "k", "o", "t"}, r.Needle(&r.Blocks[0]))
	assert.Equal(t, []string{"l", m + "k", "n", "t"}, r.Replacement(&r.Blocks[0]))
	assert.Equal(t, []string{"a", "b"}, r.Needle(&r.Blocks[1]))
	assert.Equal(t, 1, r.Blocks[1].Leading.Len())
	assert.Equal(t, []string{"c"}, r.Replacement(&r.Blocks[2]))
	assert.Equal(t, Create, r.Blocks[2].Operation)
}

// An edit of a file that contains fences is a block, and so are those after it.
func TestEditsOfMarkdownFiles(t *testing.T) {
	body := lines("<<<<<<< SEARCH", "```sh", "x", "```", "=======", "```sh", "y", "```", ">>>>>>> REPLACE")
	inner := lines("a.py", "```py") + searchReplaceText("x\n", "y\n", 7) + lines("```")
	for _, fence := range []string{"```md", "````markdown", "~~~text"} {
		end := strings.TrimRight(fence, "adekmnortwx")
		runChats(t, Options{}, []chatCase{
			{"its path right above", lines("r.md", fence) + body + lines(end) + inner, []string{"3-11 search-replace r.md", "15-19 search-replace a.py"}},
			{"its path in backticks", lines("`r.md`:", fence) + body + lines(end), []string{"3-11 search-replace r.md"}},
			{"two in the fence", lines("r.md", fence) + body + body + lines(end), []string{"3-11 search-replace r.md", "12-20 search-replace r.md"}},
			{"a blank line between", lines("r.md", "", fence) + body + lines(end), nil},
			{"prose first", lines("r.md", fence, "So:") + inner + lines(end), nil},
			{"no path above", lines("So we write it:", fence) + body + lines(end), nil},
		})
	}
	r := read(t, lines("r.md", "```md", "««« EDIT", "```sh", "x", "```", "═══════ REPL", "y", "»»» EDIT END", "```"), Options{})
	assert.Equal(t, []string{"3-9 edit-repl r.md"}, told(r))
}

func TestNULIsContent(t *testing.T) {
	r, err := Document(t.Context(), text.New(lines("x\x00", "a.py", "««« EDIT", "\x00", "═══════ REPL", "y\x00", "»»» EDIT END")), Options{}, nil)
	require.NoError(t, err)
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, []string{"\x00"}, r.Needle(&r.Blocks[0]))
}
