package prompt

// unifiedDiff is the format of diff and git.
var unifiedDiff = &Format{
	Name: "unified-diff", Aliases: []string{"udiff"}, Form: form("unified-diff"),
	lesson: lesson{
		parts: []string{
			"The opening fence: three backticks and `diff`.",
			"The line `--- a/` with the path of the file, and the line `+++ b/` with the same path.",
			"The line `@@ ... @@`. Line numbers aren't needed.",
			"Lines that stay, each after one blank; lines that go, each after `-`; lines that come, each after `+`; all in the order of the file.",
			"The closing fence: three backticks.",
		},
		find:  "the lines of a hunk after a blank and after `-`, put together,",
		put:   "a line after `+`",
		place: uniquePlace,
		notes: []string{
			"**A sign before every line.** An empty line that stays is one blank; an empty line that comes is `+` alone.",
			"**A diff may hold several hunks,** each with a `@@ ... @@` line of its own, and several files.",
		},
		insert: "write them after `+`, between the lines that stay around them.",
		remove: "write them after `-`, between the lines that stay around them.",
		create: "write `--- /dev/null` and `+++ b/` with its path, then `@@ -0,0 +1,N @@` where N is the number of its lines, and the whole file, each line after `+`.",
		files:  "write `+++ /dev/null` for the new side of a file that goes, with all its lines after `-`; rename one by the lines `diff --git`, `rename from` and `rename to`.",
	},
}
