package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheOtherSideIsInferred(t *testing.T) {
	chat := func(marks ...string) string { return strings.Join(marks, "\n\ntext\n\n") + "\n\ntext\n" }
	for _, c := range []struct {
		name, chat string
		want       int // turns
	}{
		{"a name that alternates", chat("octo-dev:", "GitHub Copilot:", "octo-dev:", "GitHub Copilot:"), 4},
		{"headings", chat("## Alice", "## ChatGPT", "## Alice", "## ChatGPT", "## Alice"), 5},
		{"emphasis", chat("**Alice**", "**Claude**", "**Alice**", "**Claude**"), 4},
		{"underscores", chat("__Alice__", "__Claude__", "__Alice__", "__Claude__"), 4},
		{"once between two", chat("## Claude", "## Zed", "## Claude"), 0},
		{"the assistant", chat("## User", "## Zed", "## User", "## Zed"), 4},
		{"only once", chat("octo-dev:", "GitHub Copilot:"), 0},
		{"twice in a row", chat("octo-dev:", "octo-dev:", "GitHub Copilot:", "GitHub Copilot:"), 0},
		{"two that alternate", chat("## Alice", "## Bob", "## Claude", "## Alice", "## Bob", "## Claude"), 0},
		{"another shape", chat("# Alice", "## Claude", "# Alice", "## Claude"), 0},
		{"a weak name", chat("Input:", "Response:", "Input:", "Response:"), 0},
		{"a path", chat("## src/a.py", "## Claude", "## src/a.py", "## Claude"), 0},
		{"too many words", chat("## What I did today", "## Claude", "## What I did today", "## Claude"), 0},
		{"text that recurs", chat("so it is", "User:", "so it is", "User:"), 0},
		{"a list that recurs", chat("- Alice:", "- Claude:", "- Alice:", "Claude:"), 0},
		{"two colons", chat("Note: Alice:", "Claude:", "Note: Alice:", "Claude:"), 0},
		{"no emphasis in front", chat("Alice**", "**Claude**", "Alice**", "**Claude**"), 0},
		{"a path above each block", chat("Claude:", "src/a.py:", "Claude:", "src/a.py:"), 0},
		{"numbers", chat("## 1.", "## Claude", "## 2.", "## Claude"), 0},
		{"a word, and a label with text", chat("Claude: hi", "Done", "Claude: so", "Done"), 0},
		{"emphasis that doesn't end", chat("**Claude: hi", "**Done", "**Claude: so", "**Done"), 0},
		{"a number that is no numbering", chat("Claude:", "1, Done:", "Claude:", "1, Done:"), 0},
		{"headings with emoji", chat("## 🤖 Claude", "## Zed", "## 🤖 Claude", "## Zed"), 4},
		{"a version", chat("Claude 3:", "Zed:", "Claude 3:", "Zed:"), 4},
		{"emoji of one side", chat("🤖:", "🤖:"), 0},
		{"a label of the other side in the text", chat("## User", "## Zed", "## User", "## Zed", "Claude: so"), 4},
		{"the system", chat("## System", "## User", "## Zed", "## User", "## Zed"), 5},
		{"one goes on alone", chat("## Claude", "## Zed", "## Claude", "## Zed", "## Claude", "## Claude"), 0},
		{"signs", chat("## User", "## ---", "## User", "## ---"), 0},
		{"twice between two", chat("## Claude", "## Zed", "## Zed", "## Claude"), 0},
		{"in a fence", "```\n" + chat("octo-dev:", "GitHub Copilot:", "octo-dev:", "GitHub Copilot:") + "```\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Len(t, read(t, c.chat, Options{}).Turns, c.want) })
	}
}

func TestElements(t *testing.T) {
	b := searchReplaceBlock("a.py")
	runChats(t, Options{}, []chatCase{
		{"a draft", "<think>\n" + b + "</think>\n" + b, []string{"10-14 search-replace a.py"}},
		{"with attributes, its end behind text", "<reasoning effort=\"high\">\n" + b + "so.</reasoning>\n", nil},
		{"a lone end tag", b + "</think>\n" + b, []string{"9-13 search-replace a.py"}},
		{"a lone end tag in the second answer", lines("# User", "# Assistant") + b + lines("# User", "# Assistant") + b + "</think>\n" + b, []string{"4-8 search-replace a.py", "19-23 search-replace a.py"}},
		{"in a fence it is code", "```xml\n<think>\n```\n" + b + "</div>\n", []string{"5-9 search-replace a.py"}},
		{"in a block it is content", "a.py\n<<<<<<< SEARCH\n<think>\n=======\n</think>\n>>>>>>> REPLACE\n", []string{"2-6 search-replace a.py"}},
		{"another turn ends it", lines("# User", "<think>", "# Assistant") + b + "</think>\n", nil},
		{"a word in a line", "I <think> so.\n" + b, []string{"3-7 search-replace a.py"}},
		{"other details", "<details>\n<summary>Files</summary>\n" + b + "</details>\n", []string{"4-8 search-replace a.py"}},
		{"a file with keywords", lines(`<file path="a.py">`, "FILE: b.py", "FIND:", "x", "REPLACE:", "y", "END", "</file>"), []string{"3-7 find-replace b.py"}},
		{"a file without quotes", lines("<file path=a.py>") + b + lines("</file>"), []string{"3-7 search-replace a.py"}},
		{"a shell's output", "<tool-use data-tool-type=\"shell\" data-tool-name=\"run\">\n" + b + "</tool-use>\n", nil},
	})
}

func TestPrintedDiffs(t *testing.T) {
	diff := "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+y\n"
	for line, printed := range map[string]bool{
		"$ git diff": true, "❯ git show x": true, "me@box p % git log -p": true, "$ git --no-pager diff HEAD~1": true, "PS C:\\> git diff": true,
		"$ diff -u a b": true, "$ git stash show -p": true, "➜  repo git:(main) git diff": true,
		"$ git apply <<'EOF'": false, "$ patch -p1": false, "$ git diff | git apply -R": false, "$ cat a.diff": false, "git diff": false, "$ difft a": false,
	} {
		for _, chat := range []string{"```console\n" + line + "\n" + diff + "```\n", line + "\n```diff\n" + diff + "```\n"} {
			assert.Equal(t, printed, len(read(t, chat, Options{}).Blocks) == 0, "%s", chat)
		}
	}
}
