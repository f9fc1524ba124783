package prompt

// anchored is the format with four sections.
var anchored = &Format{
	Name: "anchored", Form: form("anchored"),
	lesson: lesson{
		parts: []string{
			"The path of the file, alone on its line.",
			"The line `««« EDIT`.",
			"The leading anchor: lines that stand in the file right before the change. They stay.",
			"A line of seven `─` (U+2500).",
			"The old lines: what stands in the file right behind the anchor, and goes.",
			"A line of seven `═` (U+2550).",
			"The new lines: what comes in the place of the old ones.",
			"A second line of seven `─`.",
			"The trailing anchor: lines that stand in the file right behind the old lines. They stay.",
			"The line `»»»`.",
		},
		find:  "leading anchor, old lines and trailing anchor, put together,",
		put:   "the new lines",
		place: uniquePlace,
		notes: []string{
			"**All the marker lines, in this order.** Each of the four parts may be empty; its marker lines are there all the same, with nothing between them, not even an empty line.",
			noFence,
		},
		insert: "leave the old lines empty, and give an anchor before or behind the place, or both. At the beginning of a file only the trailing anchor has lines, at its end only the leading one.",
		remove: "leave the new lines empty.",
		create: "leave both anchors and the old lines empty, and put the whole file into the new lines.",
	},
}
