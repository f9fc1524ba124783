package prompt

// findReplace is the format with keywords.
var findReplace = &Format{
	Name: "find-replace", Form: form("find-replace"),
	lesson: lesson{
		parts: []string{
			"The line `FILE:` with the path of the file behind it.",
			"The line `FIND:`.",
			"The lines to look for, as they stand in the file.",
			"The line `REPLACE:`.",
			"The lines that come in their place.",
			"The line `END`.",
		},
		find:  "the text under `FIND:`",
		put:   "the text under `REPLACE:`",
		place: firstPlace,
		notes: []string{
			"**Begin and end with text.** Empty lines right behind `FIND:` and `REPLACE:`, and right before `REPLACE:` and `END`, do not count. Where such a line matters, take the next line of the file into both texts.",
			"**Keywords in capitals,** each on a line of its own; only `FILE:` has something behind it. Where a line of the code is itself just `END`, or one of the other keywords, write all keywords of that block in small letters: `file:`, `find:`, `replace:`, `end`.",
			noFence,
		},
		insert: "put a line that is there under `FIND:`, and that line with the new ones behind or before it under `REPLACE:`.",
		remove: "put them under `FIND:` and leave out what is not to stay; nothing at all under `REPLACE:` removes everything that was found.",
	},
}
