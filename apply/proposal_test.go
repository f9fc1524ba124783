package apply

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

func wholeFile(path, content string) string { return "\n" + path + "\n```\n" + content + "```\n" }

func proposals(t *testing.T, chat string, m *memory, o Options) ([]*Proposal, *Plan) {
	t.Helper()
	p := planned(t, chat, m, o)
	elides := func(_, line string) bool { return strings.Contains(line, "...") }
	list, err := p.Propose(t.Context(), m, o, elides)
	require.NoError(t, err)
	return list, p.With(list, o)
}

func TestProposals(t *testing.T) {
	for name, c := range map[string]struct {
		before, chat string
		code         codes.Code
		confirm      bool
		after        string
	}{
		"a file is replaced":               {ended("a b c"), wholeFile("a.txt", "a\nx\nc\n"), "", true, ended("a x c")},
		"it is like that":                  {ended("a b"), wholeFile("a.txt", "a\nb\n"), codes.AlreadyApplied, false, "-"},
		"but for the final newline":        {"a\nb", wholeFile("a.txt", "a\nb\n"), codes.AlreadyApplied, false, "-"},
		"in the file's line endings":       {"a\r\nb\r\n", wholeFile("a.txt", "a\nx\n"), "", true, "a\r\nx\r\n"},
		"a mark stays":                     {"\uFEFFa\n", wholeFile("a.txt", "b\n"), "", true, "\uFEFFb\n"},
		"lines are left out":               {ended("a b"), wholeFile("a.txt", "a\n...\n"), codes.Placeholder, false, "-"},
		"the file has such a line":         {"a\n...\n", wholeFile("a.txt", "b\n...\n"), "", true, "b\n...\n"},
		"hidden characters":                {ended("a"), wholeFile("a.txt", "b\u202E\n"), codes.HiddenUnicode, true, "b\u202E\n"},
		"a comment with the path":          {ended("a"), "\n```\n# a.txt\nb\n```\n", "", true, ended("b")},
		"a comment that the file has":      {"# a.txt\na\n", "\n```\n# a.txt\nb\n```\n", "", true, "# a.txt\nb\n"},
		"a file that a block changes":      {ended("a b"), search("a", "x") + wholeFile("a.txt", "y\n"), codes.MergeSuggested, false, "-"},
		"a block that fails is no matter":  {ended("a b"), search("z", "x") + wholeFile("a.txt", "y\n"), "", true, ended("y")},
		"of an earlier turn":               {ended("a"), "# User\nx\n# Assistant\n" + wholeFile("a.txt", "b\n") + "# User\nx\n# Assistant\ny\n", codes.StaleEdit, false, "-"},
		"every line changes":               {ended("a b c"), wholeFile("a.txt", "x\n"), "", true, ended("x")},
		"a fence in a list":                {ended("a"), "\n- a.txt\n  ```\n  b\n    c\n  ```\n", "", true, "b\n  c\n"},
		"no final newline, other last one": {"a\nb", wholeFile("a.txt", "a\nb\nc\n"), "", true, ended("a b c")},
	} {
		t.Run(name, func(t *testing.T) {
			list, plan := proposals(t, c.chat, oneFile(c.before), Options{Confirmed: true})
			require.Len(t, list, 1)
			p := list[0]
			assert.Equal(t, c.code, p.Code)
			assert.Equal(t, c.confirm, p.NeedsConfirmation)
			if c.after == "-" {
				assert.Nil(t, p.Edit)
				return
			}
			assert.Equal(t, c.after, string(p.Edit.After().Bytes()))
			assert.Contains(t, plan.Files, p.Edit)
			_, unconfirmed := proposals(t, c.chat, oneFile(c.before), Options{})
			assert.Empty(t, unconfirmed.Files, "it waits for a confirmation")
		})
	}
}

func TestProposalsOfNewFiles(t *testing.T) {
	chat := wholeFile("new.txt", "a\n") + wholeFile("Makefile", "b\n") + wholeFile("out.txt", "c\n") + wholeFile("safe.txt", "d\n")
	m := files(nil)
	m.refused["out.txt"], m.protected["safe.txt"] = codes.PathEscape, true
	list, plan := proposals(t, chat, m, Options{})
	require.Len(t, list, 3, "a name without an extension names no file")
	assert.Equal(t, []codes.Code{"", codes.PathEscape, codes.ProtectedPath}, []codes.Code{list[0].Code, list[1].Code, list[2].Code})
	assert.Equal(t, []bool{false, true, false}, []bool{list[0].IsRefused(), list[1].IsRefused(), list[2].IsRefused()})
	require.Len(t, plan.Files, 1)
	assert.True(t, plan.Files[0].Create)
	assert.Equal(t, "a\n", plan.Files[0].After().String())
	m.files["Makefile"] = &workspace.File{Text: text.New("x\n")}
	list, _ = proposals(t, chat, m, Options{})
	assert.Len(t, list, 4)
}

// The last of several versions wins; an earlier one is written only if it is selected.
func TestTheLastProposalForAFileIsMeant(t *testing.T) {
	chat := search("a", "x") + wholeFile("b.txt", "1\n") + wholeFile("b.txt", "2\n")
	list, plan := proposals(t, chat, oneFile(ended("a")), Options{})
	require.Len(t, list, 2)
	assert.Equal(t, []int{1, 2}, []int{list[0].Index, list[1].Index}, "they count on from the blocks")
	assert.Equal(t, codes.StaleEdit, list[0].Code)
	require.Len(t, plan.Files, 2)
	assert.Equal(t, "2\n", plan.Files[1].After().String())
	_, plan = proposals(t, chat, oneFile(ended("a")), Options{Only: map[int]bool{1: true}})
	require.Len(t, plan.Files, 1)
	assert.Equal(t, "1\n", plan.Files[0].After().String())
}

func TestProposalsAndTheContext(t *testing.T) {
	list, _ := proposals(t, wholeFile("a.txt", "b\n")+wholeFile("new.txt", "c\n"), oneFile("a\n"), Options{InContext: Context([]string{"src/**"})})
	require.Len(t, list, 2)
	assert.Equal(t, codes.NotInContext, list[0].Code)
	assert.Empty(t, list[1].Code, "what is created needs not have been seen")
}

func TestProposalsCountTheirLines(t *testing.T) {
	list, _ := proposals(t, wholeFile("a.txt", "a\nx\ny\nd\n"), oneFile(ended("a b c d e")), Options{})
	added, removed := list[0].Changed()
	assert.Equal(t, "+2 -3", "+"+string(rune('0'+added))+" -"+string(rune('0'+removed)))
}
