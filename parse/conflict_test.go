package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func conflictBlock() string { return lines("<<<<<<< HEAD", "x", "=======", "y", ">>>>>>> main") }

func TestConflicts(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"on the first line", conflictBlock(), nil},
		{"without labels", lines("src/a.py", "<<<<<<<", "x", "=======", "y", ">>>>>>>"), []string{"2-6 search-replace src/a.py"}},
		{"updated", lines("src/a.py", "<<<<<<< Updated upstream", "x", "=======", "y", ">>>>>>> updated"), []string{"2-6 search-replace src/a.py"}},
		{"markers of eight characters", lines("src/a.py", "<<<<<<<< HEAD", "x", "=======", "y", ">>>>>>>> main"), nil},
		{"a start marker of search-replace", lines("src/a.py", "<<<<<<< ORIGINAL", "x", "=======", "y", ">>>>>>> main"), []string{"! 2-6 unclosed-block"}},
		{"another in it", lines("src/a.py", "<<<<<<< HEAD", "x", "<<<<<<< HEAD", "=======", "y", ">>>>>>> main"), nil},
		{"indented", lines("src/a.py", "  <<<<<<< HEAD", "  x", "  =======", "  y", "  >>>>>>> main"), nil},
		{"its end below its fence", lines("src/a.py", "```", "<<<<<<< HEAD", "x", "=======", "```", "y", ">>>>>>> main"), nil},
		{"two in a fence", lines("src/a.py", "```") + conflictBlock() + conflictBlock() + lines("```"), []string{"3-7 search-replace src/a.py", "8-12 search-replace src/a.py"}},
		{"two and text between them", lines("src/a.py") + conflictBlock() + lines("So:") + conflictBlock(), []string{"2-6 search-replace src/a.py"}},
		{"a word in backticks above a fence", lines("`Makefile`:", "```") + conflictBlock() + lines("```"), []string{"3-7 search-replace Makefile"}},
		{"a label above a fence", lines("File: Makefile", "```") + conflictBlock() + lines("```"), []string{"3-7 search-replace Makefile"}},
		{"a comment with a name", lines("```py", "# a.py") + conflictBlock() + lines("```"), []string{"3-7 search-replace a.py"}},
		{"a name that may be code", lines("```py", "a.py") + conflictBlock() + lines("```"), nil},
	})
}

func TestTextsOfConflicts(t *testing.T) {
	for chat, want := range map[string][2][]string{
		lines("src/a.py", "<<<<<<< HEAD", "x", "|||||||", "b", "||||||| c", "=======", "||||||| y", ">>>>>>> main"): {{"x"}, {"||||||| y"}},
		lines("src/a.py", "<<<<<<< HEAD", "x", "=======", "||||||| y", ">>>>>>> main"):                              {{"x"}, {"||||||| y"}},
		lines("src/a.py", "<<<<<<< HEAD", "", "=======", "y", ">>>>>>> main"):                                       {{}, {"y"}},
	} {
		r := read(t, chat, Options{})
		require.Len(t, r.Blocks, 1, chat)
		b := &r.Blocks[0]
		assert.Equal(t, want, [2][]string{r.Lines(b, b.Old), r.Lines(b, b.New)}, chat)
	}
}

func TestHeadingsOfFiles(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"deleted", lines("### Deleted file: a.py"), []string{"1-1 search-replace a.py"}},
		{"words", lines("### Deleted file: the one with the tests"), nil},
		{"indented", lines("  ### Deleted file: a.py"), nil},
		{"renamed", lines("### Renamed file: a.py to b.py"), []string{"1-1 search-replace a.py"}},
		{"renamed from nothing", lines("### Renamed file: --- to b.py"), nil},
		{"renamed to nothing", lines("### Renamed file: a.py to ---"), nil},
	})
}
