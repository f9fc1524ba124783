package prompt

// editRepl is the format that writes the anchor in both sections.
var editRepl = &Format{
	Name: "edit-repl", Form: form("edit-repl"),
	lesson: lesson{
		parts: []string{
			"The path of the file, alone on its line.",
			"The line `««« EDIT`.",
			"The lines as they are: first some that stay, by which the place is found, then the ones that change.",
			"The line `═══════ REPL`, with seven `═` (U+2550).",
			"The same lines as they shall be, beginning with the very lines that stay.",
			"The line `»»» EDIT END`.",
		},
		find:  "the lines between `««« EDIT` and `═══════ REPL`",
		put:   "the lines behind `═══════ REPL`",
		place: uniquePlace,
		notes: []string{
			"**The same beginning in both sections.** Lines that stay are written twice, without any difference. A line that is only in the first section is removed from the file.",
			noFence,
		},
		insert: "put a line that is there into the first section, and that line with the new ones behind or before it into the second.",
		remove: "put the lines into the first section with a line before and behind them, and only those two into the second.",
		create: "leave the first section empty, and put the whole file into the second.",
	},
}
