package apply

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

const twoFunctions = "def f():\n    a = 1\n    return a\n\n\ndef g():\n    b = 2\n    return b\n"

func fence(code string) string { return "\na.txt\n```py\n" + code + "```\n" }

// Applying an answer a second time changes nothing, though it shows code that it has changed since.
func TestCodeBlocksAreAppliedOnce(t *testing.T) {
	const was, first = "def f():\n    a = 1\n    return a\n", "def f():\n    a = 2\n    return a\n"
	const second = "def f():\n    a = 2\n    log(a)\n    return a\n"
	for name, c := range map[string]struct{ chat, after string }{
		"the code as it was, and the fix":          {fence(was) + fence(second), second},
		"two versions":                             {fence(first) + fence(second), second},
		"the fix, and the code as it was":          {fence(second) + "\nYour old version was:\n" + fence(was), second},
		"the later one leaves lines out":           {fence(second) + fence("def f():\n    a = 3\n    # ...\n"), "def f():\n    a = 3\n    log(a)\n    return a\n"},
		"three, and another function":              {fence(was) + fence(first) + fence("def g():\n    return 3\n") + fence(second), second},
		"the code as it was, and a block":          {fence(was) + ofOneLine("    a = 1", "    a = 5"), "def f():\n    a = 5\n    return a\n"},
		"and two blocks":                           {fence(was) + ofOneLine("    a = 1", "    a = 5") + ofOneLine("    return a", "    return -a"), "def f():\n    a = 5\n    return -a\n"},
		"and a block and a code block":             {fence(was) + ofOneLine("    a = 1", "    a = 5") + fence("def f():\n    a = 5\n    return -a\n"), "def f():\n    a = 5\n    return -a\n"},
		"a whole file, and it again with a change": {wholeFile("a.txt", twoFunctions) + wholeFile("a.txt", twoFunctions+"\n\nx = f()\n"), "x = f()\n"},
	} {
		t.Run(name, func(t *testing.T) {
			_, plan := proposals(t, c.chat, oneFile(twoFunctions), Options{Confirmed: true})
			require.Len(t, plan.Files, 1)
			once := plan.Files[0].After().String()
			require.Contains(t, once, c.after)
			list, plan := proposals(t, c.chat, oneFile(once), Options{Confirmed: true})
			for _, f := range plan.Files {
				assert.Equal(t, once, f.After().String())
			}
			assert.True(t, slices.ContainsFunc(list, func(p *Proposal) bool { return p.Code == codes.StaleEdit }))
		})
	}
}

// A code block that isn't written since another one counts says so, and doesn't end with a colon.
func TestWhyACodeBlockIsStale(t *testing.T) {
	const was, now = "def f():\n    a = 1\n    return a\n", "def f():\n    a = 2\n    return a\n"
	for name, c := range map[string]struct{ chat, file, message string }{
		"an earlier turn":       {"# User\nx\n# Assistant\n" + fence(now) + "# User\nx\n# Assistant\ny\n", twoFunctions, "From an earlier turn"},
		"the code as it was":    {fence(was) + fence(now), strings.Replace(twoFunctions, "a = 1", "a = 2", 1), "The rest of the answer changes it"},
		"two versions of it":    {wholeFile("new.py", "a = 1\n") + wholeFile("new.py", "a = 2\n"), twoFunctions, "A later whole file replaces it"},
		"as it was, in between": {fence(now) + "\nYour old version was:\n" + fence(was), strings.Replace(twoFunctions, "a = 1", "a = 2", 1), "The rest of the answer changes it"},
	} {
		list, _ := proposals(t, c.chat, oneFile(c.file), Options{})
		i := slices.IndexFunc(list, func(p *Proposal) bool { return p.Code == codes.StaleEdit })
		require.GreaterOrEqual(t, i, 0, name)
		assert.Equal(t, c.message, list[i].Message(), name)
	}
}

// Words about the old code don't make the new one a former version.
func TestNewCodeBelowWordsAboutTheOld(t *testing.T) {
	for words, applied := range map[string]bool{
		"Replace the old version with this:": true, "Swap your old function for this one:": true, "Unlike the original, it logs:": true,
		"Here is the old version:": false, "**Original code**:": false, "### Previously": false,
	} {
		chat := fence("def f():\n    a = 1\n    return a\n") + "\n" + words + fence("def f():\n    a = 2\n    return a\n")
		_, plan := proposals(t, chat, oneFile(twoFunctions), Options{Confirmed: true})
		assert.Equal(t, applied, len(plan.Files) == 1, words)
	}
}

// A code block above is written again if it alone is chosen, or another one has gone since.
func TestAnEarlierCodeBlockCanBeChosen(t *testing.T) {
	chat := fence("def f():\n    return 1\n") + fence("def f():\n    return 2\n") + fence("def g():\n    return 3\n")
	file := "def f():\n    return 2\n\n\ndef g():\n    return 1\n"
	_, plan := proposals(t, chat, oneFile(file), Options{Confirmed: true, Only: map[int]bool{0: true}})
	require.Len(t, plan.Files, 1)
	assert.Equal(t, "def f():\n    return 1\n\n\ndef g():\n    return 1\n", plan.Files[0].After().String())
	_, plan = proposals(t, chat, oneFile(file), Options{Confirmed: true})
	require.Len(t, plan.Files, 1)
	assert.Equal(t, "def f():\n    return 2\n\n\ndef g():\n    return 3\n", plan.Files[0].After().String())
}
