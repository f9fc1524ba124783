package prompt

var anchored = &Format{
	Name: "anchored", Form: form("anchored"),
	lesson: lesson{
		parts: []string{
			"The path of the file, alone on its line.",
			"The line `««« EDIT`.",
			"The leading anchor: the lines of the file right before the change. They are kept.",
			"A line of seven `─` (U+2500).",
			"The old lines: the lines of the file right after the anchor. They are removed.",
			"A line of seven `═` (U+2550).",
			"The new lines: they replace the old lines.",
			"A second line of seven `─`.",
			"The trailing anchor: the lines of the file right after the old lines. They are kept.",
			"The line `»»»`.",
		},
		find:  "leading anchor, old lines and trailing anchor together",
		put:   "the new lines",
		place: uniquePlace,
		notes: []string{
			"**All the marker lines, in this order.** Any of the four parts may be empty. Write its marker lines anyway, with nothing between them, not even an empty line.",
			noFence,
		},
		insert: "leave the old lines empty, and give an anchor before or after the place, or both. At the start of a file use only the trailing anchor, at its end only the leading one.",
		remove: "leave the new lines empty.",
		create: "leave both anchors and the old lines empty, and put the whole file into the new lines.",
	},
}
