package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func aiderChat(l ...string) string { return aiderHead + "\n#### do it  \n\n" + lines(l...) }

func TestAiderUserLines(t *testing.T) {
	for _, c := range []struct {
		name, chat string
		want       []string
	}{
		{"two blanks: only such lines", aiderHead + lines("#### one  ", "", "Sure.", "", "#### Heading", "", "More."), []string{"user 2-2", "assistant 3-8"}},
		{"none has them: a blank line above", aiderHead + lines("#### one", "", "Sure.", "#### Heading", "More.", "", "#### two", "#### three", "Fine."),
			[]string{"user 2-2", "assistant 3-7", "user 8-9", "assistant 10-10"}},
		{"the first line of a document", lines("#### one", "Sure."), []string{"user 1-1", "assistant 2-2"}},
		{"below the header", lines("---", "context_files: [a]", "---", "#### one", "Sure."), []string{"user 4-4", "assistant 5-5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, turnsTold(read(t, c.chat, Options{FileName: ".aider.chat.history.md"})))
		})
	}
}

// What ends an answer is followed by another turn if there is more text.
func TestAiderEndsOfAnswers(t *testing.T) {
	for line, ends := range map[string]bool{
		"> Tokens: 1k sent": true, "> Applied edit to a.py": true, "> Commit 12ab fix: it": true, "> The LLM did not conform to the edit format.": true,
		"> Only 3 reflections allowed, stopping.": true, "> Add file to the chat? (Y)es/(N)o [Yes]: y": true,
		"> Committing a.py before applying edits.": false, "> Only this": false, "> Add the output to the chat?": false, "> quoted": false, "Tokens: 1": false, ">Tokens: 1": false,
	} {
		t.Run(line, func(t *testing.T) {
			want := []string{"user 3-3", "assistant 4-9"}
			if ends {
				want = []string{"user 3-3", "assistant 4-6", "assistant 8-9"}
			}
			assert.Equal(t, want, turnsTold(read(t, aiderChat("Sure.", "", line, "", "More."), Options{})))
			only := turnsTold(read(t, aiderChat("Sure.", "", line, "> tool", "so and so"), Options{}))
			assert.Len(t, only, 2, "nothing more is said")
		})
	}
}

// aider quotes only the first line of a message.
func TestAiderToolLinesHoldNoBlocks(t *testing.T) {
	b := []string{"<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE"}
	tool := func(l ...string) []string { return append(l, b...) }
	for _, c := range []struct {
		name string
		chat string
		want []string
	}{
		{"right below a quote", aiderChat(tool("Sure.", "> Trying a.py")...), nil},
		{"right below what ends an answer", aiderChat(tool("Sure.", "", "a.py", "> Tokens: 1")...), nil},
		{"after a blank line", aiderChat(tool("> Trying", "", "a.py")...), []string{"8-12 search-replace a.py"}},
		{"their lines are no path", aiderChat(tool("> Tokens: 1", "a.py", "")...), []string{"! 8-12 missing-path"}},
		{"in a fence they are code", aiderChat("a.md", "```", "> quoted", "```", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE"), []string{"9-13 search-replace a.md"}},
		{"in a block they are content", aiderChat("a.md", "<<<<<<< SEARCH", "> Tokens: 1", "=======", "> LLM", "#### x  ", ">>>>>>> REPLACE"), []string{"6-11 search-replace a.md"}},
		{"a path in force ends with the answer", aiderChat("a.md", "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "> Tokens: 1", "", "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"),
			[]string{"6-8 search-replace a.md", "! 11-13 missing-path"}},
		{"an unclosed block ends with the answer", aiderChat("a.md", "<<<<<<< SEARCH", "x", "", "> Tokens: 1", "", "More."), []string{"! 6-7 unclosed-block"}},
		{"a fence that was cut off too", aiderChat("a.md", "```", "x", "", "> Tokens: 1", "", "b.md", "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"), []string{"12-14 search-replace b.md"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, told(read(t, c.chat, Options{}))) })
	}
}

// The copies in aider's report of failed blocks aren't blocks, however it ends.
func TestAiderReports(t *testing.T) {
	copied := "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"
	answer := "b.py\n<<<<<<< SEARCH\nx\n=======\nz\n>>>>>>> REPLACE\n"
	quote := func(s string) string {
		return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "  \n> ") + "  \n"
	}
	const conform = "> The LLM did not conform to the edit format.  \n> https://aider.chat/docs/troubleshooting/edit-errors.html  \n"
	const failed = "# 1 SEARCH/REPLACE block failed to match!\n"
	const exactly = "## SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in a.py\n"
	const advice = "The SEARCH section must exactly match an existing block of lines\n"
	const retry = "\n# The other 1 SEARCH/REPLACE block were applied successfully.\nDon't re-send them.\nJust reply with fixed versions of the block above that failed to match.\n"
	for name, report := range map[string]string{
		"up to the last sentence":        conform + "> " + failed + "\n" + exactly + copied + "\n" + advice + retry,
		"up to the advice":               conform + "> " + failed + "\n" + exactly + copied + "\n" + advice,
		"not quoted at all":              failed + "\n" + exactly + copied + "\n" + advice + retry,
		"two copies":                     conform + "> " + failed + "\n" + exactly + copied + "\n" + exactly + copied + "\n" + advice,
		"a copy with a fence":            conform + "> " + failed + "\n" + exactly + copied + "\nDid you mean to match some of these actual lines from a.py?\n\n```\nx = 1\n```\n\n" + advice,
		"a copy with quoted lines":       conform + "> " + failed + "\n" + exactly + strings.Replace(copied, "x\n", "> x\n", 1) + "\n" + advice,
		"up to a caret":                  conform + "> a.py\n" + copied + "^^^ Expected `=======`\n",
		"quoted whole":                   conform + quote(failed+"\n"+exactly+copied+"\n"+advice),
		"quoted whole, all sentences":    conform + quote(failed+"\n"+exactly+copied+"\n"+advice+retry),
		"quoted whole, of one line more": conform + "> No filename provided before ``` in file listing  \n",
		"up to the next quote":           conform + "> " + failed + "\n" + exactly + copied + "\n> Retrying in 0.2 seconds...\n",
		"up to the end of a message":     conform + "> " + failed + "\n" + exactly + copied + "\n> Tokens: 1k sent\n",
		"up to a user's line":            conform + "> " + failed + "\n" + exactly + copied + "\n#### again  \n",
		"up to a session":                conform + "> " + failed + "\n" + exactly + copied + "\n" + aiderHead,
	} {
		t.Run(name, func(t *testing.T) {
			head := aiderChat("Sure.", "", "> Tokens: 1  ")
			r := read(t, head+report+"\nSorry:\n\n"+answer+"\n> Tokens: 2\n", Options{})
			assert.Empty(t, r.Problems)
			if assert.Len(t, r.Blocks, 1) {
				assert.Equal(t, "b.py", r.Blocks[0].Path.Fallback)
				assert.True(t, r.Live(r.Blocks[0].Turn, ScopeAuto))
			}
		})
	}
}
