package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestUnifiedDiff(t *testing.T) {
	const a, b = "--- a/x", "+++ b/x"
	runChats(t, Options{}, []chatCase{
		{"hunks of a file", lines(a, b, "@@ -1 +1 @@", "-x", "+y", "@@ -9 +9 @@", "-x", "+y", "", "Done."), []string{"3-5 unified-diff x", "6-8 unified-diff x"}},
		{"files", lines("```", a, b, "@@", "-x", "--- a/y", "+++ b/y", "@@", "-y", "```"), []string{"4-5 unified-diff x", "8-9 unified-diff y"}},
		{"right counts", lines(a, b, "@@ -1,2 +1 @@", "--- x", "-x", "+++ y", "", "text"), []string{"3-6 unified-diff x"}},
		{"counts too small", lines(a, b, "@@ -1 +1 @@", "-x", "+y", "-z", ""), []string{"3-6 unified-diff x"}},
		{"counts too large", lines(a, b, "@@ -1,9 +1 @@", "-x", "+y", "", "text"), []string{"3-5 unified-diff x"}},
		{"a mail's signature", lines(a, b, "@@ -1 +1 @@", "-x", "+y", "-- ", "2.40"), []string{"3-5 unified-diff x"}},
		{"lines above the next file", lines("```diff", "Index: x", "====", a, b, "@@ -1 +1 @@", "-x", "+y", "Index: y", "====", "--- y", "+++ y", "@@ -1 +1 @@", "-x", "+y", "```"),
			[]string{"6-8 unified-diff x", "13-15 unified-diff y"}},
		{"no newline", lines(a, b, "@@ -1 +1 @@", "-x", `\ No newline at end of file`, "+y", `\ No newline at end of file`, "text"), []string{"3-7 unified-diff x"}},
		{"empty lines at the end", lines("```diff", a, b, "@@", "-x", "", "```"), []string{"4-5 unified-diff x"}},
		{"a fence in its lines", lines("```diff", a, b, "@@", " ```", "-x", " ```", "```", "```diff", "-x", "```"), []string{"4-7 unified-diff x", "10-10 unified-diff x"}},
		{"a fence in a list", lines("- So:", "  ```diff", "  --- a/x", "  +++ b/x", "  @@", "   k", "  -x", "  ```"), []string{"5-7 unified-diff x"}},
		{"no lines", lines("```diff", a, b, "@@", "```"), []string{"! 4-4 malformed-block"}},

		{"a new file", lines("--- /dev/null", "+++ b/x", "@@ -0,0 +1,2 @@", "+x", "+y"), []string{"1-5 unified-diff x"}},
		{"a new file with a kept line", lines("--- /dev/null", "+++ b/x", "@@ -0,0 +1,2 @@", "+x", " y"), []string{"! 1-5 malformed-block"}},
		{"an empty new file", lines("diff --git a/x b/x", "new file mode 100644", "index 000..e69"), []string{"1-3 unified-diff x"}},
		{"a deletion of two hunks", lines(a, "+++ /dev/null", "@@ -1 +0,0 @@", "-x", "@@ -2 +0,0 @@", "-y"), []string{"1-6 unified-diff x"}},
		{"a rename", lines("diff --git a/x b/y", "similarity index 90%", "rename from x", "rename to y", "--- a/x", "+++ b/y", "@@ -1 +1 @@", "-x", "+y", ""),
			[]string{"1-6 unified-diff x", "7-9 unified-diff x"}},
		{"half a rename", lines("```diff", "diff --git a/x b/y", "rename from x", "```"), []string{"! 2-3 malformed-block"}},
		{"a copy", lines("diff --git a/x b/y", "copy from x", "copy to y", "--- a/x", "+++ b/y", "@@ -1 +1 @@", "-x", "+y", "", "x"), []string{"! 1-8 malformed-block"}},
		{"bytes", lines("diff --git a/x b/x", "index 1..2 100644", "GIT binary patch", "literal 3", "Kc$", ""), []string{"! 1-5 malformed-block"}},
		{"three sides", lines("```diff", "diff --cc x", "index 1,2..3", a, b, "@@@ -1 -1 +1 @@@", "- x", "++y", "```"), []string{"! 2-8 malformed-block"}},
		{"three sides in prose", lines("Run", "diff --cc x", "now."), nil},
		{"a link", lines("diff --git a/x b/x", "new file mode 120000", "--- /dev/null", "+++ b/x", "@@ -0,0 +1 @@", "+y", `\ No newline at end of file`), []string{"! 1-7 malformed-block"}},
		{"three sides of a file that git names", lines("```diff", "diff --cc x", "index 1,2..3", "```"), nil},
		{"a submodule", lines("diff --git a/x b/x", "index 1..2 160000", a, b, "@@ -1 +1 @@", "-x", "+y"), []string{"! 1-7 malformed-block"}},
		{"a name that ends like a link's mode", lines("diff --git a/x 120000 b/y", "rename from x 120000", "rename to y"), []string{"1-3 unified-diff x 120000"}},
		{"a new file in a folder like a prefix", lines("diff --git b/x b/x", "new file mode 100644", "--- /dev/null", "+++ b/x", "@@ -0,0 +1 @@", "+y"), []string{"1-6 unified-diff b/x"}},
		{"a deletion in a folder like a prefix", lines("diff --git a/x a/x", "deleted file mode 100644", "--- a/x", "+++ /dev/null", "@@ -1 +0,0 @@", "-y"), []string{"1-6 unified-diff a/x"}},
		{"a rename with another mode", lines("diff --git a/x b/y", "old mode 100644", "new mode 100755", "similarity index 100%", "rename from x", "rename to y"), []string{"1-6 unified-diff x"}},
		{"a rename without prefixes", lines("diff --git Makefile GNUmakefile", "rename from Makefile", "rename to GNUmakefile", "--- Makefile", "+++ GNUmakefile", "@@ -1 +1 @@", "-x", "+y"),
			[]string{"1-5 unified-diff Makefile", "6-8 unified-diff Makefile"}},
		{"a new name without the old one", lines("diff --git a/x b/y", "rename to y"), []string{"! 1-2 malformed-block"}},
		{"one name, a word", lines("```diff", "+++ Makefile", "@@", "-x", "+y", "```"), []string{"3-5 unified-diff Makefile"}},
		{"one old name, a word", lines("```diff", "--- Makefile", "@@", "-x", "+y", "```"), []string{"3-5 unified-diff Makefile"}},
		{"a new file's header alone", lines("--- /dev/null", "+++ b/x"), nil},
		{"blanks after a name", lines("--- a/x  ", "+++ b/x  ", "@@ -1 +1 @@", "-x", "+y"), []string{"3-5 unified-diff x"}},
		{"a file and a word", lines("--- src/a.py", "+++ new", "@@ -1 +1 @@", "-x", "+y"), []string{"3-5 unified-diff new"}},
		{"a word and a file", lines("--- old", "+++ src/a.py", "@@ -1 +1 @@", "-x", "+y"), []string{"3-5 unified-diff src/a.py"}},
		{"one name below git's outside of a fence for diffs", lines("diff --git a/x b/x", a, "@@ -1 +1 @@", "-x", "+y"), nil},
		{"labels below a path", lines("src/a.py", "```", "--- Expected", "+++ Actual", "@@ @@", "-1", "+2", "```"), nil},
		{"a mode", lines("diff --git a/x b/x", "old mode 100644", "new mode 100755"), nil},
		{"a mode and lines", lines("diff --git a/x b/x", "old mode 100644", "new mode 100755", "index 1..2", a, b, "@@ -1 +1 @@", "-x", "+y"), []string{"7-9 unified-diff x"}},

		{"no hunk", lines(a, b, "text"), nil},
		{"a header alone", lines("diff --git a/x b/x", "text"), nil},
		{"a hunk outside a tagged fence", lines("x.py", "```", "@@ -1 +1 @@", "-x", "+y", "```"), nil},
		{"a hunk below the first line", lines("x.py", "```diff", "-x", "@@ -1 +1 @@", "-x", "+y", "```"), []string{"3-3 unified-diff x.py", "5-6 unified-diff x.py"}},
		{"one name outside a tagged fence", lines(a, "@@ -1 +1 @@", "-x", "+y"), nil},
		{"a word above", lines("Diff:", "", "```diff", "@@ -1 +1 @@", "-x", "+y", "```"), nil},
		{"code above", lines("```py", "a.b", "```", "```diff", "@@ -1 +1 @@", "-x", "+y", "```"), nil},
		{"front matter", lines("+++", "title = 1", "+++", "--- ", "+++ ", "| --- | --- |"), nil},
		{"a conflict", lines("<<<<<<< HEAD", "x", "=======", "y", ">>>>>>> main"), nil},
		{"a diff between two blocks", searchReplaceBlock("a.py") + lines(a, b, "@@", "-x", "") + searchReplaceBlock("b.py"),
			[]string{"2-6 search-replace a.py", "9-10 unified-diff x", "13-17 search-replace b.py"}},
		{"in a block", lines("a.py", "<<<<<<< SEARCH", a, b, "@@", "-x", "=======", ">>>>>>> REPLACE"), []string{"2-8 search-replace a.py"}},
		{"below an open block", lines("a.py", "<<<<<<< SEARCH", "x", a, b, "@@", "-x", "+y"), []string{"! 2-3 unclosed-block", "6-8 unified-diff x"}},
		{"cut off", lines("```diff", a, b, "@@ -1 +1 @@", "-x", "+y", "@@ -9,3 +9,3 @@", "-x"), []string{"4-6 unified-diff x", "! 7-8 unclosed-block"}},
		{"cut off by a turn", lines("# User", "x", "# Assistant", "```diff", a, b, "@@ -9,3 +9,3 @@", "-x", "# User", "go on", "# Assistant", "```diff", a, b, "@@ -1 +1 @@", "-x", "+y", "```"),
			[]string{"! 7-8 unclosed-block", "15-17 unified-diff x"}},
	})
}

// Without counts, only in a fence for diffs may a line lack its sign.
func TestFencesForDiffs(t *testing.T) {
	for _, tag := range []string{"diff", "patch", "udiff", "Diff"} {
		runChats(t, Options{}, []chatCase{{tag, lines("```"+tag, "--- a/x", "+++ b/x", "@@", "-x", "bare", "+y", "```"), []string{"4-7 unified-diff x"}}})
	}
}

func TestUnifiedDiffGrows(t *testing.T) {
	head := lines("```diff", "--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@")
	runChats(t, Options{Growing: true}, []chatCase{
		{"above its lines", head, []string{"4-4+ unified-diff x"}},
		{"in its lines", head + lines("-x", "+y"), []string{"4-6+ unified-diff x"}},
		{"in a line", head + lines("-x", "-x", "+y") + "+", []string{"4-8+ unified-diff x"}},
		{"below them", head + lines("-x", "-x", "+y", "+y"), []string{"4-8 unified-diff x"}},
		{"without counts", lines("--- a/x", "+++ b/x", "@@", "-x"), []string{"3-4+ unified-diff x"}},
		{"a new file", lines("--- /dev/null", "+++ b/x", "@@ -0,0 +1,2 @@", "+x"), []string{"1-4+ unified-diff x"}},
		{"git's line", lines("diff --git a/x b/y"), []string{"1-1+ unified-diff y"}},
		{"half a rename", lines("diff --git a/x b/y", "rename from x"), []string{"1-2+ unified-diff x"}},
		{"one name", lines("```diff", "+++ b/x"), nil},
	})
}

func TestUnifiedDiffPath(t *testing.T) {
	const hunk = "@@ -1 +1 @@\n-x\n+y\n"
	for _, c := range []struct {
		head string
		want []string
		line text.Line
	}{
		{"--- a/x.py\n+++ b/x.py\n", []string{"x.py", "b/x.py", "a/x.py"}, 1},
		{"--- x.py\n+++ x.py\n", []string{"x.py"}, 1},
		{"--- a/x.py\n+++ a/x.py\n", []string{"a/x.py", "x.py"}, 1},
		{"--- i/x.py\n+++ w/x.py\n", []string{"x.py", "w/x.py", "i/x.py"}, 1},
		{"--- b/x.py\n+++ a/x.py\n", []string{"x.py", "a/x.py", "b/x.py"}, 1},
		{"--- old.py\n+++ new.py\n", []string{"new.py", "old.py"}, 1},
		{"--- a/a b.py\t2024\n+++ b/a b.py\t2024\n", []string{"a b.py", "b/a b.py", "a/a b.py"}, 1},
		{"--- \"a/caf\\303\\251 \\\"\\t\"\n+++ \"b/caf\\303\\251 \\\"\\t\"\n", []string{"café \"\t", "b/café \"\t", "a/café \"\t"}, 1},
		{"diff --git a/a b.py b/a b.py\n", []string{"a b.py", "b/a b.py", "a/a b.py"}, 0},
		{"diff --git a b c a b c\n", []string{"a b c"}, 0},
		{"diff --git \"a/\\\"\" \"b/\\\"\"\n", []string{`"`, `b/"`, `a/"`}, 0},
		{"diff --git a/x \"b/\\\"\"\n", []string{`"`, `b/"`, `x`, `a/x`}, 0},
	} {
		r := read(t, c.head+hunk, Options{})
		require.Len(t, r.Blocks, 1, c.head)
		assert.Equal(t, c.want, r.Blocks[0].Path.Readings)
		assert.Equal(t, c.want[0], r.Blocks[0].Path.Fallback)
		assert.Equal(t, c.line, r.Blocks[0].Path.Line)
	}
	for _, name := range []string{"x", "a b", `a"b`, "a\tb", `a\b`, "é", "a\x01b"} {
		quoted := quote(name)
		assert.Equal(t, name, headerName(quoted), quoted)
	}
}

func TestUnifiedDiffHints(t *testing.T) {
	const head = "--- a/x\n+++ b/x\n"
	none := Hints{From: text.None, To: text.None}
	for body, want := range map[string]Hints{
		"@@ -3,2 +5 @@ func x\n-x\n-y\n+z\n": {From: 2, To: 4},
		"@@ -3,0 +4 @@\n+z\n":                {From: 3, To: 3},
		"@@ -0,0 +1 @@\n+z\n":                {From: 0, To: 0},
		"@@ -4 +3,0 @@\n-z\n":                {From: 3, To: 3},
		"@@\n-z\n":                           none,
		"@@ ... @@\n-z\n":                    none,
		"@@ -1 +1 @@\n-x\n+y\n\\ No newline at end of file\n":    {NoNewline: true},
		"@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n":    {},
		"@@ -1,2 +1 @@\n-x\n y\n\\ No newline at end of file\n":  {},
		"@@ -1 +1 @@\n-x\r\n+y\r\n":                              {CRLF: true, Endings: true},
		"@@ -1 +1,2 @@\n-x\r\n+y\r\n+z\n":                        {Endings: true},
		"@@ -1 +1 @@\r\n-x\r\n+y\r\n":                            {},
		"@@ -99999999999999999999 +1 @@\n-x\n+y\n":               {From: 1<<31 - 2},
		"@@ -1,99999999999999999999 +1,99999999999 @@\n-x\n+y\n": {},
	} {
		r := read(t, head+body, Options{})
		require.Len(t, r.Blocks, 1, body)
		assert.Equal(t, want, r.Hints(&r.Blocks[0]), body)
	}
}

// New lines that name the files of a diff are markers in any dialect.
func TestAddsMarkerOfPatches(t *testing.T) {
	for new, want := range map[string]int{
		"*** Begin Patch": 1, "*** End of File": 1, "diff --git a/x b/x": 1, "--- a/x\n+++ b/x": 1,
		"@@ -1 +1 @@": 0, "--- a/x": 0, "+++ b/x": 0, "--- a/x\n\n+++ b/x": 0, "*** bold": 0,
	} {
		r := read(t, "a.py\n««« EDIT\nx\n═══════ REPL\n"+new+"\n»»» EDIT END\n", Options{})
		require.Len(t, r.Blocks, 1, new)
		assert.Len(t, r.AddsMarker(&r.Blocks[0], r.Lines(&r.Blocks[0], r.Blocks[0].New)), want, new)
	}
}

func TestDialectsThatAreRead(t *testing.T) {
	chat := editReplBlock("a.py") + lines("", "```diff", "--- a/x", "+++ b/x", "@@", "-x", "```", "b/y.py", "```diff", "-y", "+z", "```", "*** Begin Patch", "*** Delete File: a", "*** End Patch")
	for want, names := range map[string][]string{
		"edit-repl unified-diff unified-diff apply-patch": nil, "": {}, "unified-diff unified-diff": {"unified-diff"}, "edit-repl apply-patch": {"apply-patch", "edit-repl"},
	} {
		var got []string
		r := read(t, chat, Options{Dialects: names})
		for i := range r.Blocks {
			got = append(got, r.Blocks[i].Dialect.Name)
		}
		assert.Equal(t, want, strings.Join(got, " "))
		assert.Empty(t, r.Problems)
	}
}
