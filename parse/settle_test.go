package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What a file decides: whether a call that writes it is a block, and whether a conflict is one.
func TestFilesDecide(t *testing.T) {
	write := lines(`{"name": "write_file", "path": "a.py", "content": "x\n"}`)
	empty := lines(`{"name": "write_file", "path": "a.py", "content": ""}`)
	conflict := lines("src/a.py") + conflictBlock()
	for _, c := range []struct {
		name, chat string
		file       []string // nil: it doesn't exist
		blocks     int
		proposals  int
	}{
		{"a new file", lines("```json") + write + lines("```"), nil, 1, 0},
		{"a file with other lines", lines("```json") + write + lines("```"), []string{"y"}, 0, 1},
		{"a file with these lines", lines("```json") + write + lines("```"), []string{"x"}, 1, 0},
		{"a file that becomes empty", lines("```json") + empty + lines("```"), []string{"y"}, 1, 0},
		{"a conflict", conflict, []string{"x", "", "y"}, 1, 0},
		{"a conflict of a file in conflict", conflict, []string{"", "<<<<<<< HEAD"}, 0, 0},
		{"a conflict and a block of another layout", conflict + searchReplaceBlock("b.py"), []string{"x", ""}, 2, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.chat, Options{}).WithFiles(func(*Path) ([]string, bool) { return c.file, c.file != nil })
			assert.Len(t, r.Blocks, c.blocks)
			assert.Len(t, r.Proposals, c.proposals)
		})
	}
}

func TestLinesOfAFile(t *testing.T) {
	for _, c := range []struct {
		file, lines []string
		want        bool
	}{
		{[]string{"a", "b", "c"}, []string{"b", "c"}, true},
		{[]string{"a", "b", "c"}, []string{"a", "c"}, false},
		{[]string{"a", "b", "c"}, []string{"c", "a"}, false},
		{[]string{"b", "a", "a"}, []string{"a", "b"}, false}, // it would begin above the file
		{[]string{"b", "a"}, []string{"b", "a", "a"}, false}, // and end below it
		{[]string{"a"}, nil, true},
	} {
		f := fileLines{lines: c.file}
		assert.Equal(t, c.want, f.has(c.lines), "%q in %q", c.lines, c.file)
	}
}
