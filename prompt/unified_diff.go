package prompt

var unifiedDiff = &Format{
	Name: "unified-diff", Aliases: []string{"udiff"}, Form: form("unified-diff"),
	lesson: lesson{
		parts: []string{
			"The opening fence: three backticks and `diff`.",
			"The line `--- a/` with the path of the file, and the line `+++ b/` with the same path.",
			"The line `@@ ... @@`. Line numbers aren't needed.",
			"Kept lines, each after one space; removed lines, each after `-`; added lines, each after `+`; all in file order.",
			"The closing fence: three backticks.",
		},
		find:  "the lines of a hunk after a space and after `-` together",
		put:   "the lines after `+`",
		place: uniquePlace,
		notes: []string{
			"**A sign before every line.** A kept empty line is one space; an added empty line is `+` alone.",
			"**A diff may hold several hunks,** each with a `@@ ... @@` line of its own, and several files.",
		},
		insert: "write them after `+`, between the kept lines around them.",
		remove: "write them after `-`, between the kept lines around them.",
		create: "write `--- /dev/null` and `+++ b/` with its path, then `@@ -0,0 +1,N @@` where N is the number of its lines, and the whole file, each line after `+`.",
		files:  "to delete one, write `+++ /dev/null` and all its lines after `-`; to rename one, write the lines `diff --git`, `rename from` and `rename to`.",
	},
}
