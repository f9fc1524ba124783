package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// heading is the layout of search-replace of Code Web Chat's headings that delete or rename a file:
//
//	### Deleted file: `src/old.py`
//	### Renamed file: `src/a.py` to `src/b.py`
//
// Its other headings only name the file of what is below.
var heading = &Dialect{
	Name:   searchReplace.Name,
	of:     searchReplace,
	marker: headingMarker,
	begins: "#",
	read:   readHeading,
	path:   headingPath,
	newPath: func(r *Result, b *Block) string {
		_, to, _ := headingNames(r.Text.Line(b.Start))
		return to.Fallback
	},
}

var (
	fileHeading = text.Expression(`(?i)^#{1,6}\s+\**(deleted|renamed) file(?::\**|\**:)\s*(\S.*)$`)
	// newName separates both names; without it, both are in backticks.
	newName = text.Expression(`\s+(?:to|->|=>|→)\s+`)
)

// headingNames reads a heading that deletes or renames a file. Without a rename, to has no name.
func headingNames(line string) (from, to Path, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "#") || len(line) > longestPathLine {
		return from, to, false
	}
	m := fileHeading().FindStringSubmatch(line)
	if m == nil {
		return from, to, false
	}
	if strings.EqualFold(m[1], "deleted") {
		from, ok = readPath(m[2])
		return from, to, ok
	}
	names := newName().Split(m[2], -1)
	if ticked := backticked().FindAllStringSubmatch(m[2], -1); len(ticked) == 2 {
		names = []string{ticked[0][1], ticked[1][1]}
	}
	if len(names) != 2 {
		return from, to, false
	}
	from, _ = readPath(names[0])
	to, _ = readPath(names[1])
	return from, to, from.Named() && to.Named()
}

func headingMarker(line, trimmed string) (token, bool) {
	if line[0] != '#' {
		return token{}, false
	}
	_, _, ok := headingNames(trimmed)
	return token{role: fileLine}, ok
}

// readHeading reads a heading outside fences.
func readHeading(h here, start token) reading {
	r := begun(start)
	if _, fenced := h.inside.top(); fenced {
		r.plain("")
		return r
	}
	r.complete(newBlock(start.line+1), start.line)
	r.blocks[0].Operation = Delete
	if _, to, _ := headingNames(h.text.Line(start.line)); to.Named() {
		r.blocks[0].Operation = Rename
	}
	return r
}

func headingPath(h here, start token) (Path, Layout, bool) {
	from, _, ok := headingNames(h.text.Line(start.line))
	from.Line = start.line
	return from, LayoutHeading, ok
}
