package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestMarkersOfDashes(t *testing.T) {
	whole := []string{"2-6 search-replace a.py"}
	block := func(head, divider, end string) string { return lines("a.py", head, "x", divider, "y", end) }
	runChats(t, Options{}, []chatCase{
		{"seven", block("------- SEARCH", "=======", "+++++++ REPLACE"), whole},
		{"three", block("--- SEARCH", "===", "+++ REPLACE"), whole},
		{"nine", block("--------- SEARCH", "=========", "+++++++++ REPLACE"), whole},
		{"each of its own length", block("--- SEARCH", "=========", "+++++ REPLACE"), whole},
		{"two", block("-- SEARCH", "==", "++ REPLACE"), nil},
		{"ten", block("---------- SEARCH", "==========", "++++++++++ REPLACE"), []string{"! 2-2 looks-like-edit"}},
		{"an angle after the words", block("------- SEARCH>", "=======", "+++++++ REPLACE>"), whole},
		{"an angle after the words of angles", block("<<<<<<< SEARCH>", "=======", ">>>>>>> REPLACE>"), whole},
		{"dashes, then angles", block("------- SEARCH", "=======", ">>>>>>> REPLACE"), whole},
		{"angles, then pluses", block("<<<<<<< SEARCH", "=======", "+++++++ REPLACE"), whole},
		{"three dashes, then angles", block("--- SEARCH", "===", ">>>>> REPLACE"), whole},
		{"angles stay five or more", block("--- SEARCH", "===", ">>>> REPLACE"), []string{"! 2-6 unclosed-block"}},
		{"a short divider between angles", block("<<<<<<< SEARCH", "===", ">>>>>>> REPLACE"), []string{"! 2-6 malformed-block"}},
		{"a heading between angles", lines("a.py", "<<<<<<< SEARCH", "T", "===", "=======", "y", ">>>>>>> REPLACE"), []string{"2-7 search-replace a.py"}},
		{"a heading between dashes", lines("a.py", "------- SEARCH", "T", "===", "=======", "y", "+++++++ REPLACE"), []string{"2-7 search-replace a.py"}},
		{"in an indented fence", lines("- a.py", "  ```", "  ------- SEARCH", "  x", "  =======", "  y", "  +++++++ REPLACE", "  ```"), []string{"3-7 search-replace a.py"}},
		{"other words", lines("a.py", "------- ORIGINAL", "x", "=======", "y", "+++++++ UPDATED"), nil},
		{"no path", lines("Some text is here.", "", "------- SEARCH", "x", "=======", "y", "+++++++ REPLACE"), []string{"! 3-7 missing-path"}},
		{"no end", lines("a.py", "------- SEARCH", "x", "=======", "y"), []string{"! 2-5 unclosed-block"}},
		{"no divider and no end", lines("a.py", "------- SEARCH", "x"), []string{"! 2-3 unclosed-block"}},
	})
}

// A few dashes and a word may also head a section of text.
func TestDashesAndAWordAreText(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"in Lua", lines("a.lua", "```lua", "--- SEARCH", "function search() end", "```"), nil},
		{"no path", lines("The commands of the tool are:", "", "------- SEARCH", "finds text", "", "------- REPLACE", "replaces it"), nil},
		{"before a block", lines("--- SEARCH") + searchReplaceBlock("a.py"), []string{"3-7 search-replace a.py"}},
	})
}

func TestLineHints(t *testing.T) {
	for _, c := range []struct {
		name  string
		block []string
		start text.Line
		old   []string
	}{
		{"none", []string{"<<<<<<< SEARCH", "x"}, text.None, []string{"x"}},
		{"in the head", []string{"<<<<<<< SEARCH line=3", "x"}, 2, []string{"x"}},
		{"in quotes", []string{`<<<<<<< SEARCH line="3"`, "x"}, 2, []string{"x"}},
		{"in a head of dashes", []string{"------- SEARCH line=3", "x"}, 2, []string{"x"}},
		{"below the head", []string{"<<<<<<< SEARCH", ":start_line:3", "x"}, 2, []string{"x"}},
		{"with a blank", []string{"<<<<<<< SEARCH", ":start_line: 3 ", "-------", "x"}, 2, []string{"x"}},
		{"with an end", []string{"<<<<<<< SEARCH", ":start_line:3", ":end_line:4", "-------", "x"}, 2, []string{"x"}},
		{"an end alone", []string{"<<<<<<< SEARCH", ":end_line:4", "x"}, text.None, []string{":end_line:4", "x"}},
		{"only right below the head", []string{"<<<<<<< SEARCH", "x", ":start_line:3"}, text.None, []string{"x", ":start_line:3"}},
		{"one rule", []string{"<<<<<<< SEARCH", ":start_line:3", "-------", "-------", "x"}, 2, []string{"-------", "x"}},
		{"front matter", []string{"<<<<<<< SEARCH", ":start_line:1", "---", "x"}, 0, []string{"---", "x"}},
		{"a rule alone", []string{"<<<<<<< SEARCH", "-------", "x"}, text.None, []string{"-------", "x"}},
		{"no line 0", []string{"<<<<<<< SEARCH", ":start_line:0", "x"}, text.None, []string{"x"}},
		{"an escaped one is text", []string{"<<<<<<< SEARCH", `\:start_line:3`, "x"}, text.None, []string{":start_line:3", "x"}},
		{"too large", []string{"<<<<<<< SEARCH line=99999999999", "x"}, 1<<31 - 2, []string{"x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for indent, chat := range map[string]string{
				"":   "a.py\n" + lines(append(c.block, "=======", "y", ">>>>>>> REPLACE")...),
				"  ": "- a.py\n  ```\n  " + strings.Join(append(c.block, "=======", "y", ">>>>>>> REPLACE", "```"), "\n  ") + "\n",
			} {
				r := read(t, chat, Options{})
				require.Len(t, r.Blocks, 1, "indented by %q", indent)
				assert.Equal(t, c.start, r.Blocks[0].NearLine, "indented by %q", indent)
				assert.Equal(t, c.old, r.Lines(&r.Blocks[0], r.Blocks[0].Old), "indented by %q", indent)
			}
		})
	}
	runChats(t, Options{}, []chatCase{
		{"another attribute", lines("a.py", "<<<<<<< SEARCH row=3", "x", "=======", "y", ">>>>>>> REPLACE"), nil},
		{"no number", lines("a.py", "<<<<<<< SEARCH line=x", "x", "=======", "y", ">>>>>>> REPLACE"), nil},
	})
}

func TestEscapedMarkersAreText(t *testing.T) {
	body := []string{`\<<<<<<< SEARCH`, `\=======`, `\>>>>>>> REPLACE`, `\------- SEARCH`, `\+++++++ REPLACE`, `\<<<<<<< SEARCH line=3`, `\:end_line:2`, `\===`, `\x`, ` \=======`, `\\=======`, `\<<<< SEARCH`, `\`}
	angles := []string{"<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "------- SEARCH", "+++++++ REPLACE", "<<<<<<< SEARCH line=3", ":end_line:2", `\===`, `\x`, ` \=======`, `\\=======`, `\<<<< SEARCH`, `\`}
	block := func(head, end string) []string {
		return append(append([]string{head}, body...), "=======", `\=======`, end)
	}
	for _, chat := range []string{
		"a.py\n" + lines(block("<<<<<<< SEARCH", ">>>>>>> REPLACE")...),
		"- a.py\n  ```\n  " + strings.Join(append(block("<<<<<<< SEARCH", ">>>>>>> REPLACE"), "```"), "\n  ") + "\n",
	} {
		r := read(t, chat, Options{})
		require.Len(t, r.Blocks, 1)
		assert.Equal(t, angles, r.Lines(&r.Blocks[0], r.Blocks[0].Old))
		assert.Equal(t, []string{"======="}, r.Lines(&r.Blocks[0], r.Blocks[0].New))
	}
	r := read(t, "a.py\n"+lines(block("------- SEARCH", "+++++++ REPLACE")...), Options{})
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, "===", r.Lines(&r.Blocks[0], r.Blocks[0].Old)[7], "three are a divider between dashes")
}

// Escaped and unescaped lines differ.
func TestHashKnowsEscapes(t *testing.T) {
	plain := read(t, lines("a.py", "««« EDIT", "x", "═══════ REPL", "=======", "»»» EDIT END"), Options{})
	escaped := read(t, lines("a.py", "<<<<<<< SEARCH", "x", "=======", `\=======`, ">>>>>>> REPLACE"), Options{})
	other := read(t, lines("a.py", "<<<<<<<< SEARCH", "x", "========", "=======", ">>>>>>>> REPLACE"), Options{})
	assert.Equal(t, escaped.Hash(&escaped.Blocks[0]), other.Hash(&other.Blocks[0]))
	assert.NotEqual(t, escaped.Hash(&escaped.Blocks[0]), plain.Hash(&plain.Blocks[0]))
}

func TestWriteEscapesWhatNoLengthHolds(t *testing.T) {
	e := Edit{Path: "a.md", Old: []string{"x", ":start_line:3"}}
	for n := shortestMarker; n <= longestMarker; n++ {
		e.New = append(e.New, strings.Repeat("=", n), strings.Repeat("<", n)+" SEARCH")
	}
	for _, f := range searchReplace.Forms {
		s, err := f.Write(e)
		require.NoError(t, err)
		assert.Contains(t, s, "\n\\=======\n")
		assert.Contains(t, s, "\n\\:start_line:3\n")
		e.New[0] = `\=======`
		_, err = f.Write(e)
		assert.ErrorContains(t, err, "can't express this edit")
		e.New[0] = "====="
	}
}

func TestPathInTheInfoString(t *testing.T) {
	block := lines("<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE")
	runChats(t, Options{}, []chatCase{
		{"patch", lines("```patch src/a.py") + block + "```\n", []string{"2-6 search-replace src/a.py"}},
		{"in an indented fence", lines("- Do so:", "  ````patch src/a.py", "  <<<<<<< SEARCH", "  x", "  =======", "  y", "  >>>>>>> REPLACE", "  ````"), []string{"3-7 search-replace src/a.py"}},
		{"several blocks", lines("```patch src/a.py") + block + "\n" + block + "```\n", []string{"2-6 search-replace src/a.py", "8-12 search-replace src/a.py"}},
		{"the fence's first line goes first", lines("```patch src/a.py", "b.py") + block + "```\n", []string{"3-7 search-replace b.py"}},
		{"before one above the fence", lines("b.py", "```patch src/a.py") + block + "```\n", []string{"3-7 search-replace src/a.py"}},
		{"nothing but patch", lines("b.py", "```patch") + block + "```\n", []string{"3-7 search-replace b.py"}},
		{"another word", lines("b.py", "```python src/a.py") + block + "```\n", []string{"3-7 search-replace b.py"}},
		{"another word, without a path above", lines("```python src/a.py") + block + "```\n", []string{"2-6 search-replace src/a.py"}},
		{"after a colon, with a path in force", lines("b.py") + block + lines("", "So:", "```python:src/a.py") + block + "```\n", []string{"2-6 search-replace b.py", "10-14 search-replace src/a.py"}},
		{"a title", lines("```patch title=\"my dir/a.py\"") + block + "```\n", []string{"2-6 search-replace my dir/a.py"}},
		{"a path alone", lines("```src/a.py") + block + "```\n", []string{"! 2-6 missing-path"}},
		{"it ends an open block", lines("b.py", "<<<<<<< SEARCH", "x", "=======", "```patch src/a.py") + block + "```\n", []string{"! 2-4 unclosed-block", "6-10 search-replace src/a.py"}},
	})
	r := read(t, lines("```patch src/a.py")+block+"```\n", Options{})
	assert.Equal(t, text.Line(0), r.Blocks[0].Path.Line)
}
