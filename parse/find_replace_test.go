package parse

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestFindReplaceSectionsAreVerbatimButForOuterBlankLines(t *testing.T) {
	r := read(t, lines("FILE: a.py", "FIND:", "", " \t", "  x", "", "y  ", "", "REPLACE:", "", "\tn", "", "m", " ", "END"), Options{})
	require.Len(t, r.Blocks, 1)
	b := &r.Blocks[0]
	assert.Equal(t, text.Line(4), b.Old.First)
	assert.Equal(t, []string{"  x", "", "y  "}, r.Lines(b, b.Old))
	assert.Equal(t, text.Line(10), b.New.First)
	assert.Equal(t, []string{"\tn", "", "m"}, r.Lines(b, b.New))
	assert.Equal(t, []text.Line{1, 8, 14}, b.Markers())
	assert.True(t, b.Dialect.FirstMatchWins)
	assert.True(t, b.Dialect.InsideLines)
	assert.False(t, b.EmptyFind)
	assert.Equal(t, Modify, b.Operation)
	assert.Equal(t, text.Line(0), b.Path.Line)
}

func TestBlankFindIsNoCreation(t *testing.T) {
	for _, find := range []string{"", "\n", "  \n\t\n"} {
		r := read(t, "FILE: a.py\nFIND:\n"+find+"REPLACE:\nx\nEND\n", Options{})
		require.Len(t, r.Blocks, 1)
		assert.True(t, r.Blocks[0].EmptyFind)
		assert.Equal(t, Modify, r.Blocks[0].Operation)
	}
}

func TestEmptyReplaceHasNoLines(t *testing.T) {
	r := read(t, lines("FILE: a.py", "FIND:", "x", "REPLACE:", "", " ", "END"), Options{})
	require.Len(t, r.Blocks, 1)
	assert.Empty(t, r.Lines(&r.Blocks[0], r.Blocks[0].New))
}

func TestFindReplaceKeywords(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"in any case", lines("file: a", "find:", "x", "replace:", "y", "end", "File: b", "Find:", "x", "Replace:", "y", "End", "fILE: c", "fIND:", "x", "rEPLACE:", "y", "eND"),
			[]string{"2-6 find-replace a", "8-12 find-replace b", "14-18 find-replace c"}},
		{"FILE in another case than FIND", lines("file: a", "FIND:", "x", "REPLACE:", "y", "END"), []string{"2-6 find-replace a"}},
		{"blanks around", lines("  FILE:   a  ", "\tFIND: ", "x", " REPLACE:\t", "y", "  END  "), []string{"2-6 find-replace a"}},
		{"the whole line", lines("FILE: a", "FIND: x", "REPLACE: y", "END.", "the END", "ENDING", "FINDER:", "REFILE: x"), nil},
		{"an END alone is text", lines("END", "end", "REPLACE:"), nil},
		{"one FILE serves all that follow", findReplaceBlock("a") + lines("", "text", "FIND:", "x", "REPLACE:", "END", "FILE: b", "prose", "FIND:", "x", "REPLACE:", "END"),
			[]string{"2-6 find-replace a", "9-12 find-replace a", "15-18 find-replace b"}},
		{"the value is cleaned", lines("FILE: **`src/a.py`**:", "FIND:", "x", "REPLACE:", "END"), []string{"2-5 find-replace src/a.py"}},
		{"the value may have blanks", lines("FILE: my dir/a b.txt", "FIND:", "x", "REPLACE:", "END"), []string{"2-5 find-replace my dir/a b.txt"}},
		{"a FILE without a name", lines("FILE:", "FIND:", "x", "REPLACE:", "END"), []string{"! 2-5 missing-path"}},
		{"a FILE of prose", lines("FILE: the one above", "FIND:", "x", "REPLACE:", "END"), []string{"! 2-5 missing-path"}},
		{"no FILE", lines("FIND:", "x", "REPLACE:", "END"), []string{"1-4 find-replace ?"}},
		{"a wrapper of tildes", lines("~~~worksplit") + findReplaceBlock("a") + lines("~~~"), []string{"3-7 find-replace a"}},
		{"a wrapper of backticks", lines("```worksplit") + findReplaceBlock("a") + lines("```"), []string{"3-7 find-replace a"}},
		{"an ordinary fence", lines("```") + findReplaceBlock("a") + lines("```"), []string{"3-7 find-replace a"}},
		{"prose with such headings", lines("Find:", "the old thing", "Replace:", "with the new"), nil},
		{"the file is also that of search-replace", lines("FILE: a", "<<<<<<< SEARCH", "x", "=======", ">>>>>>> REPLACE"), []string{"2-5 search-replace a"}},
	})
}

// `END` ends a block only after `REPLACE:` and in the letter case of its `FIND`.
func TestFindReplaceEnd(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"before REPLACE it is content", lines("FILE: a", "FIND:", "x", "END", "REPLACE:", "END"), []string{"2-6 find-replace a"}},
		{"in another case it is content", lines("FILE: a", "FIND:", "end", "REPLACE:", "end", "End", "END"), []string{"2-7 find-replace a"}},
		{"an upper-case END in a lower-case block", lines("file: a", "find:", "END", "replace:", "END", "end"), []string{"2-6 find-replace a"}},
		{"another case serves at the document's end", lines("FILE: a", "FIND:", "x", "REPLACE:", "y", "end"), []string{"2-6 find-replace a"}},
		{"and before text", lines("FILE: a", "FIND:", "x", "REPLACE:", "y", "end", "", "Done."), []string{"2-6 find-replace a"}},
		{"before the next FILE", lines("FILE: a", "FIND:", "x", "REPLACE:", "y", "end") + findReplaceBlock("b"), []string{"2-6 find-replace a", "8-12 find-replace b"}},
		{"before the next FIND", lines("FILE: a", "FIND:", "x", "REPLACE:", "y", "End", "FIND:", "x", "REPLACE:", "END"), []string{"2-6 find-replace a", "7-10 find-replace a"}},
		{"before the wrapper's end", lines("~~~worksplit", "FILE: a", "FIND:", "x", "REPLACE:", "y", "end", "~~~", "END"), []string{"3-7 find-replace a"}},
		{"an END behind the wrapper is not the block's", lines("~~~worksplit", "FILE: a", "FIND:", "x", "REPLACE:", "y", "~~~", "END"), []string{"! 3-6 unclosed-block"}},
		{"of several in another case none is chosen", lines("FILE: a", "FIND:", "x", "REPLACE:", "if y", "end", "end"), []string{"! 2-7 malformed-block"}},
		{"of which each closes its own block", lines("FILE: a", "FIND:", "REPLACE:", "x", "end", "find:", "replace:", "y", "end"), []string{"2-5 find-replace a", "6-9 find-replace a"}},
		{"without REPLACE", lines("FILE: a", "FIND:", "x", "END"), []string{"! 2-4 malformed-block"}},
		{"with two REPLACE", lines("FILE: a", "FIND:", "x", "REPLACE:", "y", "REPLACE:", "z", "END"), []string{"! 2-8 malformed-block"}},
		{"a FIND that is never replaced", lines("FILE: a", "FIND:", "x"), []string{"! 2-3 unclosed-block"}},
	})
}

// Ruby, Lua and YAML text survives inside an upper-case block.
func TestFindReplaceKeywordsOfAnotherCaseAreContent(t *testing.T) {
	r := read(t, lines("FILE: a.rb", "FIND:", "file: x", "find:", "replace:", "end", "REPLACE:", "file: y", "find:", "  z", "replace:", "end", "END"), Options{})
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, []string{"file: x", "find:", "replace:", "end"}, r.Lines(&r.Blocks[0], r.Blocks[0].Old))
	assert.Equal(t, []string{"file: y", "find:", "  z", "replace:", "end"}, r.Lines(&r.Blocks[0], r.Blocks[0].New))
}

func TestBrokenFindReplaceSwallowsNoNeighbour(t *testing.T) {
	unclosed := lines("FIND:", "x", "REPLACE:", "y", "")
	malformed := lines("FIND:", "x", "END", "")
	good := lines("FIND:", "x", "REPLACE:", "y", "END")
	runChats(t, Options{}, []chatCase{
		{"unclosed, malformed, good", lines("FILE: a") + unclosed + malformed + good,
			[]string{"! 2-5 unclosed-block", "! 7-9 malformed-block", "11-15 find-replace a"}},
		{"unclosed twice, good", lines("FILE: a") + unclosed + unclosed + good,
			[]string{"! 2-5 unclosed-block", "! 7-10 unclosed-block", "12-16 find-replace a"}},
		{"nothing but FIND, good", lines("FILE: a", "FIND:", "FIND:", "x") + good,
			[]string{"! 2-2 unclosed-block", "! 3-4 unclosed-block", "5-9 find-replace a"}},
		{"the next file is not lost", lines("FILE: a") + unclosed + lines("FILE: b", "", "Some prose between.", "") + good,
			[]string{"! 2-5 unclosed-block", "11-15 find-replace b"}},
		{"after a wrapper", lines("~~~worksplit", "FILE: a") + unclosed + lines("~~~", "FILE: b") + good,
			[]string{"! 3-6 unclosed-block", "10-14 find-replace b"}},
		{"into a wrapper", lines("FILE: a") + unclosed + lines("~~~worksplit", "FILE: b") + good + lines("~~~"),
			[]string{"! 2-7 unclosed-block", "9-13 find-replace b"}},
	})
}

// The keyword's file applies to the blocks that follow.
func TestKeywordEndsOpenBlockOfAnotherDialect(t *testing.T) {
	open := lines("a.py", "««« EDIT", "x", "═══════ REPL", "y", "")
	find := lines("FIND:", "x", "REPLACE:", "y", "END")
	runChats(t, Options{}, []chatCase{
		{"FILE right above", open + lines("FILE: b") + find, []string{"! 2-5 unclosed-block", "8-12 find-replace b"}},
		{"prose between", open + lines("FILE: b", "We change this:", "") + find, []string{"! 2-5 unclosed-block", "10-14 find-replace b"}},
		{"broken ones between", open + lines("FILE: b", "FIND:", "x", "END", "FIND:", "x", "REPLACE:") + find,
			[]string{"! 2-5 unclosed-block", "! 8-10 malformed-block", "! 11-13 unclosed-block", "14-18 find-replace b"}},
		{"the file named before", lines("FILE: b", "") + open + find, []string{"! 4-7 unclosed-block", "9-13 find-replace b"}},
		{"one that is not closed either", open + lines("FILE: b", "FIND:", "x"), []string{"! 2-5 unclosed-block", "! 8-9 unclosed-block"}},
		{"without its end", open + lines("FILE: b", "FIND:", "x", "REPLACE:", "y"), []string{"! 2-5 unclosed-block", "! 8-11 unclosed-block"}},
		{"a malformed one", open + lines("FILE: b", "FIND:", "x", "END", "y"), []string{"! 2-5 unclosed-block", "! 8-10 malformed-block"}},
		{"the file named before, not closed", lines("FILE: b", "") + open + lines("FIND (near line 3):", "x"), []string{"! 4-7 unclosed-block", "! 9-10 unclosed-block"}},
		{"and the next block is whole", open + lines("FILE: b", "FIND:", "x", "") + editReplBlock("c"), []string{"! 2-5 unclosed-block", "! 8-9 unclosed-block", "12-16 edit-repl c"}},
		{"no file is named", open + lines("FIND:", "x"), []string{"! 2-8 unclosed-block"}},
		{"a file alone", open + lines("file: b", "x"), []string{"! 2-8 unclosed-block"}},
		{"a file in another letter case", open + lines("file: b", "x", "FIND:", "x"), []string{"! 2-10 unclosed-block"}},
		{"in a block that has its end", lines("a.py", "««« EDIT", "FILE: b", "FIND:", "x", "»»» EDIT END"), []string{"! 2-6 malformed-block"}},
		{"another letter case in an open block of its own dialect", lines("FILE: b", "FIND:", "find:", "x"), []string{"! 2-4 unclosed-block"}},
		{"a whole block holds keywords as content", lines("a.py", "««« EDIT", "═══════ REPL") + findReplaceBlock("b") + lines("»»» EDIT END"),
			[]string{"2-10 edit-repl a.py"}},
	})
}

func TestNearLine(t *testing.T) {
	for _, c := range []struct {
		find string
		want text.Line
	}{
		{"FIND (near line 12):", 11},
		{"find (NEAR LINE 1):", 0},
		{"FIND:", text.None},
		{"FIND (near line 0):", 0},
		{"FIND (near line 99999999999999999999):", math.MaxInt32 - 1},
	} {
		t.Run(c.find, func(t *testing.T) {
			chat := lines("FILE: a", c.find, "x", "REPLACE:", "END")
			if strings.HasPrefix(c.find, "find") {
				chat = strings.Replace(strings.ToLower(chat), "near line", "NEAR LINE", 1)
			}
			r := read(t, chat, Options{})
			require.Len(t, r.Blocks, 1)
			assert.Equal(t, c.want, r.Blocks[0].NearLine)
		})
	}
	runChats(t, Options{}, []chatCase{
		{"no number", lines("FILE: a", "FIND (near line x):", "x", "REPLACE:", "END"), nil},
		{"no colon", lines("FILE: a", "FIND (near line 3)", "x", "REPLACE:", "END"), nil},
	})
}

// Without FILE: the target comes from the front matter, or else from the setting.
func TestDefaultTarget(t *testing.T) {
	find := lines("FIND:", "x", "REPLACE:", "y", "END")
	front := lines("---", "output_dir: src/", "output_file: a.rs", "---")
	for _, c := range []struct {
		name, chat, setting, want string
	}{
		{"front matter", front + find, "set.py", "src/a.rs"},
		{"setting", find, "set.py", "set.py"},
		{"FILE goes before both", front + lines("FILE: own.py") + find, "set.py", "own.py"},
		{"none", find, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.chat, Options{DefaultTarget: c.setting})
			require.Len(t, r.Blocks, 1)
			assert.Equal(t, c.want, r.Blocks[0].Path.Fallback)
			assert.Equal(t, c.want != "", r.Blocks[0].Path.Named())
			if c.name != "FILE goes before both" {
				assert.Equal(t, text.None, r.Blocks[0].Path.Line)
			}
		})
	}
}

// Directories are names too: the path policy refuses them.
func TestAFolderAsTarget(t *testing.T) {
	for _, name := range []string{".", "./", "~", "~/", ".."} {
		assert.Equal(t, []string{"2-6 find-replace " + name}, told(read(t, findReplaceBlock(name), Options{})))
		assert.Equal(t, []string{"2-6 edit-repl " + name}, told(read(t, editReplBlock(name), Options{})))
		assert.Equal(t, []string{"2-6 search-replace " + name}, told(read(t, searchReplaceBlock(name), Options{})))
	}
}

func TestFileOfASampleDoesNotStayInForce(t *testing.T) {
	sample := lines("````markdown", "It looks so:", "```") + findReplaceBlock("sample.py") + lines("```", "````")
	r := read(t, sample+lines("FIND:", "x", "REPLACE:", "END"), Options{DefaultTarget: "main.py"})
	require.Len(t, r.Blocks, 1)
	assert.Equal(t, "main.py", r.Blocks[0].Path.Fallback)
}
