package prompt

var applyPatch = &Format{
	Name: "apply-patch", Aliases: []string{"v4a"}, Form: form("apply-patch"),
	lesson: lesson{
		parts: []string{
			"The line `*** Begin Patch`.",
			"The line `*** Update File: ` with the path of the file.",
			"The line `@@`, optionally followed by the first line of the function or class around the change.",
			"Kept lines, each after one space; removed lines, each after `-`; added lines, each after `+`; all in file order.",
			"The line `*** End Patch`.",
		},
		find:  "the lines after a space and after `-` together",
		put:   "the lines after `+`",
		place: uniquePlace + " The text after `@@` helps too: the first place below that line is taken.",
		notes: []string{
			"**A sign before every line.** A kept empty line is one space; an added empty line is `+` alone.",
			"**A patch may hold several chunks,** each with a `@@` line of its own, and several files.",
			noFence,
		},
		insert: "write them after `+`, between the kept lines around them.",
		remove: "write them after `-`, between the kept lines around them.",
		create: "write the line `*** Add File: ` with its path, and below it the whole file, each line after `+`.",
		files:  "write `*** Delete File: ` with the path, or `*** Move to: ` with the new path right below `*** Update File: ` with the old one.",
	},
}
