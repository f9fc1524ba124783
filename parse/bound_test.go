package parse

import "testing"

// Where a block ends, and which of the lines above it is its path.
func TestBoundsAndPaths(t *testing.T) {
	s := lines("<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE")
	runChats(t, Options{}, []chatCase{
		{"turns in the text of a file", lines("# User", "x", "# Assistant", "a.md", "<<<<<<< SEARCH", "# User", "=======", "y", ">>>>>>> REPLACE", "# Assistant", "x"),
			[]string{"5-9 search-replace a.md"}},
		{"keywords in a diff", lines("```diff", "+++ b/x.py", "@@ -1,2 +1,2 @@", "FIND:", "REPLACE:", "END", "```"), []string{"3-6 unified-diff b/x.py"}},
		{"keywords in a diff whose fence is left open", lines("```diff", "+++ b/x.py", "@@ -1,2 +1,2 @@", "FIND:", "REPLACE:", "END"),
			[]string{"! 3-3 unclosed-block", "4-6 find-replace ?"}},
		{"lines like a diff's header in an open patch", lines("*** Begin Patch", "*** Update File: x.py", "@@", "--- a/y.py", "+++ b/y.py", "@@ -2 +2 @@", "+b"),
			[]string{"3-5 apply-patch x.py", "! 6-7 unclosed-block"}},
	})
	open := lines("a.py", "<<<<<<< SEARCH", "x")
	rest := lines("=======", "y", ">>>>>>> REPLACE")
	in := lines("  <<<<<<< SEARCH", "  x", "  =======", "  y", "  >>>>>>> REPLACE")
	answer := lines("# User", "x", "# Assistant", "a.md", "<<<<<<< SEARCH")
	broken := lines("a.py", "««« EDIT", "x")
	patch := lines("*** Begin Patch", "*** Update File: x.py", "@@", "-x")
	runChats(t, Options{}, []chatCase{
		{"an indented start below a path in backticks", open + lines("  `src/b.py`", "  <<<<<<< SEARCH") + rest, []string{"2-8 search-replace a.py"}},
		{"an indented start whose fence begins with words", open + lines("  ```", "  words", "  src/b.py") + in + lines("  ```"), []string{"! 2-12 unclosed-block"}},
		{"an indented start whose fence begins with its path", open + lines("  ```", "  src/b.py") + in + lines("  ```"), []string{"! 2-4 unclosed-block", "6-10 search-replace src/b.py"}},
		{"an indented start in its fence, a blank line above its path", open + lines("  ```", "", "  src/b.py") + in + lines("  ```"), []string{"! 2-4 unclosed-block", "7-11 search-replace src/b.py"}},
		{"two indented starts with one path", lines("  ```", "  a.py", "  <<<<<<< SEARCH") + in + lines("  ```"), []string{"3-8 search-replace a.py"}},
		{"a start in a whole block below a heading", answer[:len(answer)-len("<<<<<<< SEARCH\n")] + lines("««« EDIT", "# User", "a b.", "c d.", "e f.", "g h.", "<<<<<<< SEARCH", "═══════ REPL", "»»» EDIT END"), []string{"5-13 edit-repl a.md"}},
		{"a user's and a system's heading in a whole block", answer + lines("# User", "# System") + rest, []string{"5-10 search-replace a.md"}},
		{"an assistant's heading, and a user's turn, in a whole block", answer + lines("# Assistant", "# User", "# Assistant") + rest, []string{"! 5-5 unclosed-block"}},
		{"an indented start in a block of a history", aiderHead + lines("#### hi  ", "a.py", "««« EDIT", "#### go on  ", "  <<<<<<< SEARCH", "═══════ REPL", "»»» EDIT END"), []string{"4-8 edit-repl a.py"}},
		{"a keyword block in an open patch below a broken block", broken + patch + lines("FILE: c.py", "FIND:", "x", "REPLACE:", "y", "END"), []string{"! 2-3 unclosed-block", "! 6-7 unclosed-block", "9-13 find-replace c.py"}},
		{"a patch below a broken keyword block below a broken block", broken + lines("FIND:", "y") + patch + lines("*** End Patch"), []string{"! 2-5 unclosed-block", "8-9 apply-patch x.py"}},
		{"a FILE in another letter case than its block's", broken + lines("FILE: b.py", "find:", "x", "replace:", "y", "end"), []string{"! 2-3 unclosed-block", "5-9 find-replace b.py"}},
		{"a FILE in another letter case than an open block's", broken + lines("FILE: b.py", "find:", "x"), []string{"! 2-6 unclosed-block"}},
		{"an open keyword block in an open patch", patch + lines("FILE: b.py", "FIND:", "x"), []string{"! 3-7 unclosed-block"}},
		{"a patch below a diff's header in an open block", lines("<<<<< SEARCH", "+++ b/t.py", "*** Add File: q.py", "+x"), []string{"! 1-2 missing-path", "! 3-4 unclosed-block"}},
		{"a FILE above an open call in an open block", lines("<<<<<<< SEARCH", "File: ``", `<str_replace path="a.py"><old_str>x</old_str>`), []string{"! 1-2 missing-path", "! 3-3 unclosed-block"}},
		{"a start below a signed path in a patch", patch + lines("+src/b.py") + open[len("a.py\n"):] + rest, []string{"! 3-5 unclosed-block", "! 6-10 missing-path"}},
		{"a start below the path above a patch", lines("src/a.py") + patch[:len("*** Begin Patch\n")] + open[len("a.py\n"):] + rest, []string{"3-7 search-replace src/a.py"}},
		{"a patch below an open diff", lines("```diff", "--- a/x.py", "+++ b/x.py", "@@ -1 +1 @@", "-x") + patch + lines("*** End Patch"), []string{"! 4-5 unclosed-block", "8-9 apply-patch x.py"}},
		{"a file in tags below an open patch", patch + lines("```", "y.py", "<old_text>", "x", "</old_text>", "<new_text>", "y", "</new_text>", "```"), []string{"! 3-5 unclosed-block", "7-12 search-replace y.py"}},
	})
	runChats(t, Options{Growing: true}, []chatCase{
		{"a block that is broken, whatever follows", lines("<<<<<<< SEARCH line=2", ">>>>>>> REPLACE"), []string{"! 1-2 missing-path"}},
		{"a block without a path that another dialect may complete", lines("««« EDIT", "»»» EDIT END"), nil},
		{"words first in an open fence of Markdown", lines("```markdown", "So:", "", "src/a.py") + s, []string{"5-9 search-replace src/a.py"}},
		{"a patch that a turn cuts off", lines("# User", "x", "# Assistant", "*** Begin Patch", "*** Update File: a", "@@", "-x", "# User", "go on"), []string{"! 6-7 unclosed-block"}},
		{"a block that another dialect may complete", lines("a.py", "««« EDIT", "»»»"), []string{"2-3+ anchored a.py"}},
	})
	runChats(t, Options{}, []chatCase{
		{"a path that is underlined", lines("src/a.py", "=======", "", "```py") + s + lines("```"), []string{"5-9 search-replace src/a.py"}},
		{"a path below a block that is cut off, and a fence that is left open", lines("a.py", "<<<<<<< SEARCH", "x", "=======", "y", "```", "", "**b.py**", "", "<old_text>", "x", "</old_text>", "<new_text>", "y", "</new_text>"),
			[]string{"! 2-6 unclosed-block", "10-15 search-replace b.py"}},
		{"a command in a fence above", lines("```", "$ cat src/a.py", "```", "") + s, []string{"! 5-9 missing-path"}},
		{"a comment in a fence above", lines("```", "# src/a.py", "```", "") + s, []string{"5-9 search-replace src/a.py"}},
		{"a label in a fence above", lines("```", "File: src/a.py (new)", "```", "") + s, []string{"5-9 search-replace src/a.py"}},
		{"a word above", lines("Here:") + s, []string{"2-6 search-replace Here"}},
		{"a word with a comma", lines("src/a.py", "Also,") + s, []string{"3-7 search-replace src/a.py"}},
		{"a word with a semicolon", lines("src/a.py", "Also;") + s, []string{"3-7 search-replace src/a.py"}},
		{"a word with a question mark", lines("src/a.py", "Ready?") + s, []string{"3-7 search-replace src/a.py"}},
		{"a short word in capitals", lines("src/a.py", "NB:") + s, []string{"3-7 search-replace src/a.py"}},
	})
}
