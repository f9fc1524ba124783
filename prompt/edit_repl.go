package prompt

var editRepl = &Format{
	Name: "edit-repl", Form: form("edit-repl"),
	lesson: lesson{
		parts: []string{
			"The path of the file, alone on its line.",
			"The line `««« EDIT`.",
			"The current lines: first some that stay, which locate the edit, then the ones that change.",
			"The line `═══════ REPL`, with seven `═` (U+2550).",
			"The same lines after the change, beginning with the same lines that stay.",
			"The line `»»» EDIT END`.",
		},
		find:  "the lines between `««« EDIT` and `═══════ REPL`",
		put:   "the lines after `═══════ REPL`",
		place: uniquePlace,
		notes: []string{
			"**The same beginning in both sections.** Write the lines that stay twice, without any difference. A line that is only in the first section is removed from the file.",
			noFence,
		},
		insert: "put an existing line in the first section, and the same line with the new lines before or after it in the second.",
		remove: "put the lines in the first section with one line before and one after them, and only those two in the second.",
		create: "leave the first section empty, and put the whole file in the second.",
	},
}
