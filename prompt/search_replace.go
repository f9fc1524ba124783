package prompt

var (
	diff = &Format{
		Name: "diff", Aliases: []string{"search-replace"}, Form: form("diff"),
		lesson: searchReplaceLesson(
			"The path of the file, alone on its line.",
			"The opening fence: four backticks and the language of the code.",
		),
	}
	diffFenced = &Format{
		Name: "diff-fenced", Form: form("diff-fenced"),
		lesson: searchReplaceLesson(
			"The opening fence: four backticks and the language of the code.",
			"The path of the file, alone on its line, as the first thing in the fence.",
		),
	}
)

func searchReplaceLesson(head ...string) lesson {
	return lesson{
		parts: append(head,
			"The line `<<<<<<< SEARCH`.",
			"The lines to find, exactly as in the file.",
			"The line `=======`.",
			"The lines that replace them.",
			"The line `>>>>>>> REPLACE`.",
			"The closing fence: four backticks.",
		),
		find:  "the SEARCH section",
		put:   "the REPLACE section",
		place: firstPlace,
		notes: []string{
			"**Four backticks, not three,** so that code with a fence in it doesn't end the fence of the block. If the code has a run of four, use five.",
			"**Markers are whole lines** that begin in the first column. If a line of the code is itself a run of seven `=`, give the three markers of that block eight characters each.",
		},
		insert: "put an existing line in the SEARCH section, and the same line with the new lines before or after it in the REPLACE section.",
		remove: "put the lines in the SEARCH section, and only what stays in the REPLACE section. It may be empty.",
		create: "leave the SEARCH section empty, and put the whole file in the REPLACE section.",
	}
}
