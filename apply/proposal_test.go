package apply

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

const threeLines = "alpha = 1\nbeta = 2\ngamma = 3\n"

func ofOneLine(old, new string) string {
	return "a.txt\n<<<<<<< SEARCH\n" + old + "\n=======\n" + new + "\n>>>>>>> REPLACE\n"
}

func wholeFile(path, content string) string { return "\n" + path + "\n```\n" + content + "```\n" }

func proposals(t *testing.T, chat string, m *memory, o Options) ([]*Proposal, *Plan) {
	t.Helper()
	p := planned(t, chat, m, o)
	list, err := p.Propose(t.Context(), m, o, nil)
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
		"a file is replaced":                {threeLines, wholeFile("a.txt", "alpha = 1\nx = 2\ngamma = 3\n"), "", true, "alpha = 1\nx = 2\ngamma = 3\n"},
		"it is like that":                   {threeLines, wholeFile("a.txt", threeLines), codes.AlreadyApplied, false, "-"},
		"but for the final newline":         {"a\nb", wholeFile("a.txt", "a\nb\n"), codes.AlreadyApplied, false, "-"},
		"in the file's line endings":        {"alpha = 1\r\nbeta = 2\r\n", wholeFile("a.txt", "alpha = 1\nbeta = 3\n"), "", true, "alpha = 1\r\nbeta = 3\r\n"},
		"a mark stays":                      {"\uFEFFalpha = 1\nbeta = 2\n", wholeFile("a.txt", "alpha = 1\nbeta = 3\n"), "", true, "\uFEFFalpha = 1\nbeta = 3\n"},
		"lines are left out":                {threeLines, wholeFile("a.txt", "alpha = 1\n...\ngamma = 4\n"), "", true, "alpha = 1\nbeta = 2\ngamma = 4\n"},
		"the file has such a line":          {"alpha = 1\n...\nbeta = 2\n", wholeFile("a.txt", "alpha = 1\n...\nbeta = 3\n"), "", true, "alpha = 1\n...\nbeta = 3\n"},
		"hidden characters":                 {threeLines, wholeFile("a.txt", "alpha = 1\nbeta = 2\ngamma = \u202E\n"), codes.HiddenUnicode, true, "alpha = 1\nbeta = 2\ngamma = \u202E\n"},
		"a comment with the path":           {threeLines, "\n```\n# a.txt\nalpha = 1\nbeta = 2\ngamma = 4\n```\n", "", true, "alpha = 1\nbeta = 2\ngamma = 4\n"},
		"a comment that the file has":       {"# a.txt\n" + threeLines, "\n```\n# a.txt\na = 1\nbeta = 2\ngamma = 4\n```\n", "", true, "# a.txt\na = 1\nbeta = 2\ngamma = 4\n"},
		"a whole file that a block changes": {threeLines, ofOneLine("beta = 2", "beta = 5") + wholeFile("a.txt", "alpha = 1\nbeta = 2\ngamma = 4\n"), codes.MergeSuggested, false, "-"},
		"a block that fails is no matter":   {threeLines, search("z", "x") + wholeFile("a.txt", "alpha = 1\nbeta = 2\ngamma = 4\n"), "", true, "alpha = 1\nbeta = 2\ngamma = 4\n"},
		"of an earlier turn":                {"a\n", "# User\nx\n# Assistant\n" + wholeFile("a.txt", "b\n") + "# User\nx\n# Assistant\ny\n", codes.StaleEdit, false, "-"},
		"every line changes":                {threeLines, wholeFile("a.txt", "x\n"), codes.NotPlaced, false, "-"},
		"the file is empty":                 {"\n", wholeFile("a.txt", "x\n"), "", true, "x\n"},
		"a fence in a list":                 {"alpha = 1\nbeta = 2\n", "\n- a.txt\n  ```\n  alpha = 1\n  beta = 3\n    c\n  ```\n", "", true, "alpha = 1\nbeta = 3\n  c\n"},
		"no final newline, other last one":  {"alpha = 1\nbeta = 2", wholeFile("a.txt", "alpha = 1\nbeta = 2\ngamma = 3\n"), "", true, threeLines},
		"a range":                           {threeLines, "\n```ini path=a.txt lines=2-3\nbeta = 2\ngamma = 4\n```\n", "", true, "alpha = 1\nbeta = 2\ngamma = 4\n"},
		"a range of other lines":            {threeLines, "\n```ini path=a.txt lines=1-2\nx = 2\ngamma = 4\n```\n", codes.NotPlaced, false, "-"},
		"a suggestion":                      {threeLines, "\na.txt:2\n```suggestion\nx = 4\n```\n", "", true, "alpha = 1\nx = 4\ngamma = 3\n"},
		"a suggestion and lines beside it":  {threeLines, "\na.txt:2\n```suggestion:-1+0\nx = 4\n```\n", "", true, "x = 4\ngamma = 3\n"},
		"conflict markers":                  {threeLines, wholeFile("a.txt", "<<<<<<< a\na\n=======\nb\n>>>>>>>\tb\n"), codes.NotPlaced, false, "-"},
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
	chat := wholeFile("new.txt", "a\n") + wholeFile("Rules", "b\n") + wholeFile("out.txt", "c\n") + wholeFile("safe.txt", "d\n")
	m := files(nil)
	m.refused["out.txt"], m.protected["safe.txt"] = codes.PathEscape, true
	list, plan := proposals(t, chat, m, Options{})
	require.Len(t, list, 3, "a name without an extension names no file")
	assert.Equal(t, []codes.Code{"", codes.PathEscape, codes.ProtectedPath}, []codes.Code{list[0].Code, list[1].Code, list[2].Code})
	assert.Equal(t, []bool{false, true, false}, []bool{list[0].IsRefused(), list[1].IsRefused(), list[2].IsRefused()})
	require.Len(t, plan.Files, 1)
	assert.True(t, plan.Files[0].Create)
	assert.Equal(t, "a\n", plan.Files[0].After().String())
	m.files["Rules"] = &workspace.File{Text: text.New("\n")}
	list, _ = proposals(t, chat, m, Options{})
	assert.Len(t, list, 4)
}

// The last of several versions wins; an earlier one is written only if it is selected.
func TestTheLastProposalForAFileIsMeant(t *testing.T) {
	chat := search("a", "x") + wholeFile("b.txt", "a = 1\n") + wholeFile("b.txt", "a = 2\n")
	list, plan := proposals(t, chat, oneFile(ended("a")), Options{})
	require.Len(t, list, 2)
	assert.Equal(t, []int{1, 2}, []int{list[0].Index, list[1].Index}, "they count on from the blocks")
	assert.Equal(t, codes.StaleEdit, list[0].Code)
	require.Len(t, plan.Files, 2)
	assert.Equal(t, "a = 2\n", plan.Files[1].After().String())
	_, plan = proposals(t, chat, oneFile(ended("a")), Options{Only: map[int]bool{1: true}})
	require.Len(t, plan.Files, 1)
	assert.Equal(t, "a = 1\n", plan.Files[0].After().String())
}

// A part is checked against its file as the blocks and the code blocks above it leave it.
func TestPartsBuildOnWhatIsAbove(t *testing.T) {
	file := "def f():\n    a = 1\n    return a\n\n\ndef g():\n    b = 2\n    return b\n"
	chat := ofOneLine("    a = 1", "    a = 10") + "\na.txt\n```py\ndef f():\n    a = 10\n    return a + 1\n```\n" +
		"\na.txt\n```py\ndef g():\n    b = 20\n    return b\n```\n"
	list, plan := proposals(t, chat, oneFile(file), Options{Confirmed: true})
	require.Len(t, list, 2)
	require.Len(t, plan.Files, 1, "one edit for the file")
	assert.Equal(t, "def f():\n    a = 10\n    return a + 1\n\n\ndef g():\n    b = 20\n    return b\n", plan.Files[0].After().String())
	assert.Equal(t, []int{0}, plan.Files[0].Blocks)
	assert.Equal(t, "def f():\n    a = 1\n    return a\n\n\ndef g():\n    b = 20\n    return b\n", list[1].Edit.After().String(), "alone")
	_, plan = proposals(t, chat, oneFile(file), Options{Confirmed: true, Only: map[int]bool{2: true}})
	require.Len(t, plan.Files, 1)
	assert.Equal(t, "def f():\n    a = 1\n    return a\n\n\ndef g():\n    b = 20\n    return b\n", plan.Files[0].After().String())
}

func TestPlacementsAreRemembered(t *testing.T) {
	chat := "\na.txt\n```py\ndef f():\n    return 2\n```\n"
	m := oneFile("def f():\n    return 1\n\n\ndef g():\n    return 3\n")
	p := planned(t, chat, m, Options{})
	fresh, err := p.Propose(t.Context(), m, Options{}, nil)
	require.NoError(t, err)
	cache := &Cache{}
	for range 3 {
		again, err := p.Propose(t.Context(), m, Options{}, cache)
		require.NoError(t, err)
		assert.Equal(t, fresh[0].now, again[0].now)
		assert.Len(t, cache.placements, 1)
	}
}

func TestProposalsAndTheContext(t *testing.T) {
	list, _ := proposals(t, wholeFile("a.txt", "b\n")+wholeFile("new.txt", "c\n"), oneFile("\n"), Options{InContext: Context([]string{"src/**"})})
	require.Len(t, list, 2)
	assert.Equal(t, codes.NotInContext, list[0].Code)
	assert.Empty(t, list[1].Code, "what is created needs not have been seen")
}

func TestProposalsCountTheirLines(t *testing.T) {
	list, _ := proposals(t, wholeFile("a.txt", "a = 1\nx = 2\ny = 2\nd = 4\ng = 5\nh = 6\n"), oneFile("a = 1\nb = 3\nc = 3\ne = 3\nd = 4\ng = 5\nh = 6\n"), Options{})
	added, removed := list[0].Changed()
	assert.Equal(t, "+2 -3", "+"+string(rune('0'+added))+" -"+string(rune('0'+removed)))
}
