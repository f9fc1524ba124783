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
	runChats(t, Options{Growing: true}, []chatCase{
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
