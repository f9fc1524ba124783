package prompt

import (
	"iter"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// findReplace is the format of seed 003.
var findReplace = &Format{
	Name: "find-replace", Dialect: "find-replace",
	spellings: writeFindReplace,
	fits:      fitsFindReplace,
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

// findReplaceCases are the letter cases of the keywords, the usual one first. A
// keyword in another case than the block's own FIND is content.
var findReplaceCases = []struct{ file, find, replace, end string }{
	{"FILE: ", "FIND:", "REPLACE:", "END"},
	{"file: ", "find:", "replace:", "end"},
	{"File: ", "Find:", "Replace:", "End"},
	{"fILE: ", "fIND:", "rEPLACE:", "eND"},
}

func writeFindReplace(e Edit, path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, k := range findReplaceCases {
			if !yield(join(line(k.file+path), line(k.find), e.Needle(), line(k.replace), e.Replacement(), line(k.end))) {
				return
			}
		}
	}
}

// fitsFindReplace: the dialect drops blank lines at both ends, and looks for
// something always.
func fitsFindReplace(e Edit) string {
	if e.creates() {
		return "it creates a file"
	}
	for _, lines := range [][]string{e.Needle(), e.Replacement()} {
		if n := len(lines); n > 0 && (text.IsBlank(lines[0]) || text.IsBlank(lines[n-1])) {
			return "its text begins or ends with a blank line, which is dropped there"
		}
	}
	return ""
}
