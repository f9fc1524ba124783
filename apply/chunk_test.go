package apply

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func said(p *Plan) (blocks []string, files map[string]string) {
	for _, o := range p.Outcomes {
		blocks = append(blocks, strings.TrimSpace(string(o.Status)+" "+string(o.Reason)))
	}
	files = map[string]string{}
	for _, f := range p.Files {
		name := f.Target.Path
		switch {
		case f.Delete:
			name += " goes"
		case f.NewTarget != nil:
			name += " becomes " + f.NewTarget.Path
		}
		files[name] = f.After().String()
	}
	return blocks, files
}

// Deletes and renames need confirmation, and what fits only after them waits.
func TestUnconfirmedMoves(t *testing.T) {
	chat := "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-one\n+uno\n*** Update File: b.txt\n@@\n-uno\n+un\n" +
		"*** Delete File: c.txt\n*** Add File: c.txt\n+new\n*** End Patch\n"
	m := files(map[string]string{"a.txt": "one\n", "c.txt": "old\n"})
	for _, c := range []struct {
		name    string
		options Options
		blocks  []string
		files   map[string]string
	}{
		{"confirmed", Options{Confirmed: true}, []string{"validated", "validated", "validated", "validated", "validated"},
			map[string]string{"a.txt becomes b.txt": "un\n", "c.txt goes": "", "c.txt": "new\n"}},
		{"whoever carries it out asks", Options{Moves: true}, []string{"validated", "validated", "validated", "validated", "validated"},
			map[string]string{"a.txt becomes b.txt": "un\n", "c.txt goes": "", "c.txt": "new\n"}},
		{"unconfirmed", Options{}, []string{"validated", "validated", "validated", "validated", "validated"}, map[string]string{"a.txt": "uno\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			blocks, left := said(planned(t, chat, m, c.options))
			assert.Equal(t, c.blocks, blocks)
			assert.Equal(t, c.files, left)
		})
	}
}

func TestHunks(t *testing.T) {
	const head = "--- a.txt\n+++ a.txt\n"
	for _, c := range []struct{ name, diff, before, want, after string }{
		{"a number in the second of two diffs", head + "@@ -1 +1,2 @@\n-a\n+a\n+x\n\nand\n\n" + head + "@@ -4 +4 @@\n-b\n+c\n", "a\nb\nb\nb\n", "validated, validated", "a\nx\nb\nc\nb\n"},
		{"only new lines, below a line that is not there", head + "@@ -9,0 +10 @@\n+x\n", "a\n", "failed ambiguous-match", ""},
		{"only new lines in an empty file", head + "@@\n+x\n", "", "validated", "x\n"},
		{"only new lines that are there", head + "@@ -1,0 +2 @@\n+x\n", "a\nx\n", "already-applied already-applied", ""},
		{"only new lines, below a hunk that was applied", head + "@@ -1 +1 @@\n-a\n+b\n@@ -2,0 +3 @@\n+y\n", "a\nx\ny\n", "validated, validated", "b\nx\ny\ny\n"},
		{"a file without its last newline", head + "@@ -1 +1 @@\n-a\n+b\n", "a\nx", "validated", "b\nx"},
		{"lines behind one", head + "@@ -2 +2,2 @@\n x\n+y\n", "a\nx", "validated", "a\nx\ny\n"},
		{"the last newline goes", head + "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n", "a\n", "validated", "a"},
		{"the last newline comes", head + "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", "a", "validated", "a\n"},
		{"lines below one that got a newline are there", head + "@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n", "a\nb\n", "already-applied already-applied", ""},
		{"a deletion is never assumed applied", head + "@@ -1,2 +1 @@\n a\n-b\n", "a\n", "failed old-lines-not-found", ""},
		{"unless lines on both sides say so", head + "@@ -1,3 +1,2 @@\n a\n-b\n c\n", "a\nc\n", "already-applied already-applied", ""},
		{"new lines of a file without endings", head + "@@ -1 +1,2 @@\n-a\r\n+b\r\n+c\r\n", "a", "validated", "b\r\nc\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			blocks, left := said(planned(t, c.diff, files(map[string]string{"a.txt": c.before}), Options{Confirmed: true}))
			assert.Equal(t, c.want, strings.Join(blocks, ", "))
			assert.Equal(t, c.after, left["a.txt"])
		})
	}
}
