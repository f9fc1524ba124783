package prompt

// applyPatch is the format of OpenAI's models.
var applyPatch = &Format{
	Name: "apply-patch", Aliases: []string{"v4a"}, Form: form("apply-patch"),
	lesson: lesson{
		parts: []string{
			"The line `*** Begin Patch`.",
			"The line `*** Update File: ` with the path of the file.",
			"A line `@@`, on which the first line of the function or class around the change may follow.",
			"Lines that stay, each after one blank; lines that go, each after `-`; lines that come, each after `+`; all in the order of the file.",
			"The line `*** End Patch`.",
		},
		find:  "the lines after a blank and after `-`, put together,",
		put:   "a line after `+`",
		place: uniquePlace + " The line after `@@` helps too: of several places the first one below it is taken.",
		notes: []string{
			"**A sign before every line.** An empty line that stays is one blank; an empty line that comes is `+` alone.",
			"**A patch may hold several chunks,** each with a `@@` line of its own, and several files.",
			noFence,
		},
		insert: "write them after `+`, between the lines that stay around them.",
		remove: "write them after `-`, between the lines that stay around them.",
		create: "write the line `*** Add File: ` with its path, and below it the whole file, each line after `+`.",
		files:  "write `*** Delete File: ` with the path, or `*** Move to: ` with the new path right below `*** Update File: ` with the old one.",
	},
}
