package prompt

var findReplace = &Format{
	Name: "find-replace", Form: form("find-replace"),
	lesson: lesson{
		parts: []string{
			"The line `FILE:` followed by the path of the file.",
			"The line `FIND:`.",
			"The lines to find, exactly as in the file.",
			"The line `REPLACE:`.",
			"The lines that replace them.",
			"The line `END`.",
		},
		find:  "the text under `FIND:`",
		put:   "the text under `REPLACE:`",
		place: firstPlace,
		notes: []string{
			"**Begin and end with text.** Empty lines right after `FIND:` and `REPLACE:`, and right before `REPLACE:` and `END`, are ignored. Where such a line matters, include the next line of the file in both texts.",
			"**Keywords in capitals,** each on a line of its own; only `FILE:` is followed by text. If a line of the code is just `END` or another keyword, write all keywords of that block in lower case: `file:`, `find:`, `replace:`, `end`.",
			noFence,
		},
		insert: "put an existing line under `FIND:`, and the same line with the new lines before or after it under `REPLACE:`.",
		remove: "put them under `FIND:`, and only what stays under `REPLACE:`. If nothing is under `REPLACE:`, all of it is removed.",
	},
}
