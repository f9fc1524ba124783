package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// searchReplaceText returns a block without its path; n is the length of its markers.
func searchReplaceText(old, new string, n int) string {
	return strings.Repeat("<", n) + " SEARCH\n" + old + strings.Repeat("=", n) + "\n" + new + strings.Repeat(">", n) + " REPLACE\n"
}

func TestSearchReplaceSections(t *testing.T) {
	r := read(t, lines("a.py", "```py", "<<<<<<< SEARCH", " x", "", "=======", "y ", ">>>>>>> REPLACE", "```"), Options{})
	require.Len(t, r.Blocks, 1)
	b := &r.Blocks[0]
	assert.Equal(t, "search-replace", b.Dialect.Name)
	assert.Equal(t, LayoutDiff, b.Layout)
	assert.Equal(t, text.Line(3), b.Old.First)
	assert.Equal(t, []string{" x", ""}, r.Lines(b, b.Old))
	assert.Equal(t, text.Line(6), b.New.First)
	assert.Equal(t, []string{"y "}, r.Lines(b, b.New))
	assert.Equal(t, []text.Line{2, 5, 7}, b.Markers())
	assert.True(t, b.Dialect.FirstMatchWins)
	assert.False(t, b.Dialect.InsideLines)
	assert.Equal(t, Modify, b.Operation)
}

func TestBlankSearchCreates(t *testing.T) {
	for _, old := range []string{"", "\n", "  \n\t\n"} {
		r := read(t, "a.py\n"+searchReplaceText(old, "x\n", 7), Options{})
		require.Len(t, r.Blocks, 1)
		assert.Equal(t, Create, r.Blocks[0].Operation)
		assert.Empty(t, r.Lines(&r.Blocks[0], r.Blocks[0].Old))
	}
}

func TestSearchReplaceMarkers(t *testing.T) {
	type row = chatCase
	var rows []row
	for n, want := range map[int][]string{4: {"! 2-2 looks-like-edit"}, 5: {"2-6 search-replace a"}, 7: {"2-6 search-replace a"}, 9: {"2-6 search-replace a"}, 10: {"! 2-2 looks-like-edit"}} {
		rows = append(rows, row{strings.Repeat("<", n), "a\n" + searchReplaceText("x\n", "y\n", n), want})
	}
	runChats(t, Options{}, append(rows, []row{
		{"each of its own length", lines("a", "<<<<< SEARCH", "x", "=========", "y", ">>>>>>> REPLACE"), []string{"2-6 search-replace a"}},
		{"synonyms", lines("a", "<<<<<<< ORIGINAL", "x", "=======", "y", ">>>>>>> UPDATED"), []string{"2-6 search-replace a"}},
		{"mixed synonyms", lines("a", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> UPDATED"), []string{"2-6 search-replace a"}},
		{"trailing blanks", lines("a", "<<<<<<< SEARCH  ", "x", "======= ", "y", ">>>>>>> REPLACE\t"), []string{"2-6 search-replace a"}},
		{"no leading ones without a fence", lines("a", "  <<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE"), []string{"! 2-2 looks-like-edit"}},
		{"git conflicts below a word are no blocks", lines("a", "<<<<<<< HEAD", "x", "=======", "y", ">>>>>>> branch"), nil},
		{"nor are other words", lines("a", "<<<<<<< SEARCHING", "<<<<<<<SEARCH", "<<<<<<< search", "<<<<<<< SEARCH: x"), nil},
		{"marker text in a longer line", lines("a", "<<<<<<< SEARCH", "x <<<<<<< SEARCH", "=======x", "=======", "y =======", ">>>>>>> REPLACE it", ">>>>>>> REPLACE"),
			[]string{"2-8 search-replace a"}},
	}...))
}

// Of several runs of `=`, the one as long as the start marker divides. If that is ambiguous, a guess
// could write a marker into the file.
func TestDividerIsChosenOrRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		chat  string
		old   []string
		fault codes.Code
	}{
		{"one of another length", lines("<<<<<<< SEARCH", "x", "=====", "y", ">>>>>>> REPLACE"), []string{"x"}, ""},
		{"an underline above", lines("<<<<<<< SEARCH", "T", "=====", "=======", "y", ">>>>>>> REPLACE"), []string{"T", "====="}, ""},
		{"an underline below", lines("<<<<<<< SEARCH", "x", "=======", "T", "=====", ">>>>>>> REPLACE"), []string{"x"}, ""},
		{"an underline in both", lines("<<<<< SEARCH", "T", "=======", "=====", "T", "=======", ">>>>>>> REPLACE"), []string{"T", "======="}, ""},
		{"shorter and longer runs are content", lines("<<<<<<< SEARCH", "T", "====", "==========", "=======", "====", ">>>>>>> REPLACE"), []string{"T", "====", "=========="}, ""},
		{"two of the start marker's length", lines("<<<<<<< SEARCH", "x", "=======", "y", "=======", "z", ">>>>>>> REPLACE"), nil, codes.MalformedBlock},
		{"two, none of its length", lines("<<<<<<< SEARCH", "x", "=====", "y", "=====", "z", ">>>>>>> REPLACE"), nil, codes.MalformedBlock},
		{"two of different lengths, none its own", lines("<<<<<<< SEARCH", "x", "=====", "y", "======", "z", ">>>>>>> REPLACE"), nil, codes.MalformedBlock},
		{"none", lines("<<<<<<< SEARCH", "x", "====", ">>>>>>> REPLACE"), nil, codes.MalformedBlock},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, "a\n"+c.chat, Options{})
			if c.fault != "" {
				require.Empty(t, r.Blocks)
				require.Len(t, r.Problems, 1)
				assert.Equal(t, c.fault, r.Problems[0].Code)
				return
			}
			require.Empty(t, r.Problems)
			require.Len(t, r.Blocks, 1)
			assert.Equal(t, c.old, r.Lines(&r.Blocks[0], r.Blocks[0].Old))
		})
	}
}

// A block needs its own end marker.
// Only a closing fence below shows that a second divider is the end marker.
func TestASecondDividerEndsNoBlock(t *testing.T) {
	body := lines("a", "<<<<<<< SEARCH", "x", "=======", "y", "=======")
	runChats(t, Options{}, []chatCase{
		{"at the end", body, []string{"! 2-6 unclosed-block"}},
		{"before a blank line", body + lines("", "Done."), []string{"! 2-8 unclosed-block"}},
		{"before the fence's end", lines("a", "```", "<<<<<<< SEARCH", "x", "=======", "y", "=======", "```"), []string{"3-7 search-replace a"}},
		{"before another block", body + lines("", "b.py") + searchReplaceText("x\n", "y\n", 7), []string{"! 2-6 unclosed-block", "9-13 search-replace b.py"}},
	})
}

func TestSearchReplacePathOrder(t *testing.T) {
	s := searchReplaceText("x\n", "y\n", 7)
	fenced := func(before ...string) string { return lines("```") + strings.Join(before, "") + s + lines("```") }
	for _, c := range []struct {
		name, chat string
		want       string // path and layout of the last block, or a problem
	}{
		{"right above in the fence, before its first line", fenced(lines("x.py", "some text", "y.py")), "y.py diff-fenced"},
		{"the fence's first line, before the line above it", lines("z.py") + fenced(lines("x.py", "some text")), "x.py diff-fenced"},
		{"blank lines do not hide the first line", fenced(lines("", "x.py", "")), "x.py diff-fenced"},
		{"in force in the fence, before the line above it", lines("z.py") + fenced(lines("x.py")+s), "x.py diff-fenced"},
		{"the path in force in the fence is the last", fenced(lines("x.py") + s + lines("y.py") + s), "y.py diff-fenced"},
		{"the line above the fence", lines("x.py") + fenced(), "x.py diff"},
		{"the third line above the fence", lines("x.py", "", "") + fenced(), "x.py diff"},
		{"prose between", lines("x.py", "is what we change", "right now") + fenced(), "x.py diff"},
		{"not the fourth", lines("x.py", "", "", "") + fenced(), "missing-path"},
		{"the nearest of them", lines("x.py", "y.py", "") + fenced(), "y.py diff"},
		{"above the marker without a fence", lines("x.py", "some text", "") + s, "x.py diff"},
		{"in force from the last fence", lines("x.py") + fenced() + lines("so it", "goes on", "with all", "the rest") + fenced(), "x.py diff"},
		{"the line above goes before what is in force", lines("x.py") + fenced() + lines("y.py") + fenced(), "y.py diff"},
		{"what is in force ends with its fence", fenced(lines("x.py")) + lines("y.py") + fenced(), "y.py diff"},
		{"several blocks without a fence", lines("x.py") + s + s + s, "x.py diff"},
		{"a block's lines are never a path", lines("x.py") + searchReplaceText("x\n", "y.py\n", 7) + s, "x.py diff"},
		{"a fence's tag is never a path", "```y.py\n" + s + "```\n", "missing-path"},
		{"nor a tag of angle brackets", lines("<source>python", "x.py", "<source>python") + s, "x.py diff"},
		{"a FILE line is one", lines("FILE: x.py") + fenced(), "x.py diff"},
		{"in force from another dialect", editReplBlock("x.py") + lines("so it", "goes on", "with all", "the rest") + fenced(), "x.py diff"},
		{"in force from a block that was cut off", lines("x.py", "<<<<<<< SEARCH", "else", "=======") + s, "x.py diff"},
		{"in a list", lines("1. x.py", "   ```", "   <<<<<<< SEARCH", "   =======", "   >>>>>>> REPLACE", "   ```"), "x.py diff"},
		{"in a list, inside the fence", lines("1. Do:", "   ```", "   x.py", "   <<<<<<< SEARCH", "   =======", "   >>>>>>> REPLACE", "   ```"), "x.py diff-fenced"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.chat, Options{})
			if c.want == "missing-path" {
				require.NotEmpty(t, r.Problems)
				assert.Equal(t, codes.MissingPath, r.Problems[len(r.Problems)-1].Code)
				return
			}
			require.NotEmpty(t, r.Blocks, "problems: %v", r.Problems)
			last := r.Blocks[len(r.Blocks)-1]
			assert.Equal(t, c.want, last.Path.Fallback+" "+last.Layout.String())
		})
	}
}

// Lines in an indented fence lose the fence's indentation.
func TestIndentedFence(t *testing.T) {
	r := read(t, lines("- a.py", "    ```", "    <<<<<<< SEARCH", "    x", "      deeper", "  less", "", "      =======", "    =======", "\tt", "    y", "    >>>>>>> REPLACE", "    ```"), Options{})
	require.Empty(t, r.Problems)
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, []string{"x", "  deeper", "less", "", "  ======="}, r.Lines(&r.Blocks[0], r.Blocks[0].Old))
	assert.Equal(t, []string{"\tt", "y"}, r.Lines(&r.Blocks[0], r.Blocks[0].New))
	for _, start := range []string{"<<<<<<< SEARCH", "  <<<<<<< SEARCH"} {
		for _, end := range []string{">>>>>>> REPLACE", "  >>>>>>> REPLACE"} {
			r := read(t, lines("- a.py", "  ```", start, "  x", " less", "    =======", "=======", "  y", end, "  ```"), Options{})
			require.Len(t, r.Blocks, 1, "%s, %s", start, end)
			assert.Equal(t, []string{"x", "less", "  ======="}, r.Lines(&r.Blocks[0], r.Blocks[0].Old))
			assert.Equal(t, []string{"y"}, r.Lines(&r.Blocks[0], r.Blocks[0].New))
		}
	}
	runChats(t, Options{}, []chatCase{
		{"markers at column 0 in it", lines("- a.py", "  ```", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "  ```"), []string{"3-7 search-replace a.py"}},
		{"markers deeper than the fence are content", lines("a.py", "```", "<<<<<<< SEARCH", "  =======", "=======", "  >>>>>>> REPLACE", ">>>>>>> REPLACE", "```"), []string{"3-7 search-replace a.py"}},
		{"a start marker deeper than the fence", lines("a.py", "```", "  <<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "```"), []string{"! 3-3 looks-like-edit"}},
		{"another indentation than the fence's", lines("- a.py", "    ```", "  <<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "    ```"), []string{"! 3-3 looks-like-edit"}},
	})
}

// A start marker inside the search text begins a block if a path is above it; otherwise it is content.
func TestNestedStartMarkers(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"under prose it is content", lines("a.md", "<<<<<<< SEARCH", "A block begins with", "<<<<<<< SEARCH", "=======", "y", ">>>>>>> REPLACE"), []string{"2-7 search-replace a.md"}},
		{"under a path it begins the next", lines("a.md", "<<<<<<< SEARCH", "x", "b.md", "<<<<<<< SEARCH", "=======", "y", ">>>>>>> REPLACE"),
			[]string{"! 2-3 unclosed-block", "5-8 search-replace b.md"}},
		{"after a divider that is missing the last one counts", lines("a.md", "<<<<<<< SEARCH", "x y", "<<<<<<< SEARCH", "=======", "q r", "=======", ">>>>>>> REPLACE"),
			[]string{"! 2-3 unclosed-block", "4-8 search-replace a.md"}},
		{"indented it is content, but in a fence of that indentation", lines("a.md", "««« EDIT", "x", "═══════ REPL", "So:", "", "    b.md", "    <<<<<<< SEARCH", "    =======", "    >>>>>>> REPLACE", "»»» EDIT END"),
			[]string{"2-11 edit-repl a.md"}},
		{"nor does it end an open block", lines("a.md", "««« EDIT", "x", "  b.md", "  <<<<<<< SEARCH", "y"), []string{"! 2-6 unclosed-block"}},
		{"in a fence at column 0", lines("a.md", "<<<<<<< SEARCH", "x", "=======", "b.md", "```", "  <<<<<<< SEARCH", "```", ">>>>>>> REPLACE"), []string{"2-9 search-replace a.md"}},
		{"behind the fence of its indentation", lines("- a.md", "  ```", "  <<<<<<< SEARCH", "  x", "  ```", "  So:", "", "  b.md", "  <<<<<<< SEARCH", "  =======", "  >>>>>>> REPLACE"),
			[]string{"3-11 search-replace a.md"}},
		{"in the fence that is open", lines("- a.md", "  ```", "  <<<<<<< SEARCH", "  x", "  b.md", "  <<<<<<< SEARCH", "  =======", "  >>>>>>> REPLACE", "  ```"),
			[]string{"! 3-4 unclosed-block", "6-8 search-replace b.md"}},
		{"in a fence of its own", lines("a.md", "««« EDIT", "x", "- b.md", "  ```", "  <<<<<<< SEARCH", "  =======", "  >>>>>>> REPLACE", "  ```"),
			[]string{"! 2-3 unclosed-block", "6-8 search-replace b.md"}},
		{"in a fence of its own, above the path", lines("a.md", "««« EDIT", "x", "", "  ```py", "  b.md", "  <<<<<<< SEARCH", "  =======", "  >>>>>>> REPLACE", "  ```"),
			[]string{"! 2-5 unclosed-block", "7-9 search-replace b.md"}},
		{"the last start that counts is no indented one", lines("a.md", "<<<<<<< SEARCH", "x y", "<<<<<<< SEARCH", "  <<<<<<< SEARCH", "=======", "q r", "=======", ">>>>>>> REPLACE"),
			[]string{"! 2-3 unclosed-block", "4-9 search-replace a.md"}},
		{"a separator is no place for a path", lines("a.md", "««« EDIT", "word", "═══════ REPL", "<<<<<<< SEARCH", "»»» EDIT END"), []string{"2-6 edit-repl a.md"}},
	})
}
