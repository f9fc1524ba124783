package lsp

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// orderScenes are the cases of list C in testdata/cases.
var orderScenes = []string{
	"all-of-one-file", "changed-on-disk", "chat-is-its-own-target", "create-over-a-file", "failure-in-the-middle",
	"needs-the-one-above", "new-file-in-a-missing-folder", "not-seen-and-not-saved", "one-after-another", "target-is-typed-in",
	"two-spellings", "unsaved-target", "renamed-target", "revert-a-block",
}

// policyScenes are those that belong to the list P6.
var policyScenes = []string{"protected-new-name"}

func scenes(names []string) []trust.Case {
	var cases []trust.Case
	for _, name := range names {
		cases = append(cases, trust.Case{Name: name, Run: func(t *testing.T) {
			t.Parallel()
			play(t, filepath.Join("testdata", "cases", name+".txtar"))
		}})
	}
	return cases
}

// If an editor makes only the first part of an edit, that part is seen, and only the rest is
// offered again.
func partOfAnEdit(t *testing.T) {
	u := begin(t, files{
		"chat.md": block("a.txt", "one\n", "uno\n") + "\n" + block("b.txt", "two\n", "dos\n"),
		"a.txt":   "one\n", "b.txt": "two\n",
	})
	chat := u.open("chat.md")
	a, err := u.CodeAction(u.ctx, chat, 1, "Apply all 2 edits in this document")
	u.do(err)
	parts := a.Edit.DocumentChanges
	assert.Len(t, parts, 2)
	u.do(u.Apply(u.ctx, protocol.WorkspaceEdit{DocumentChanges: parts[:1]}))
	u.save()
	u.do(u.Saved(u.ctx, chat))
	assert.Equal(t, []string{"2 already-applied"}, u.codes(chat))
	assert.Equal(t, []string{"Apply edit"}, u.titles(chat, 9))
	u.choose(chat, 9, "Apply edit")
	u.save()
	assert.Equal(t, "uno\n", u.content("a.txt"))
	assert.Equal(t, "dos\n", u.content("b.txt"))
}

// The same edit is sent twice: to a client that ignores versions, and by asking again.
func editMadeTwice(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "", "one\n") + "\n" + block("b.txt", "two\n", "two\nthree\n"), "b.txt": "two\n"})
	chat := u.open("chat.md")
	a := u.offered(chat, 9, "Apply edit")
	u.choose(chat, 9, "Apply edit")
	u.save()
	u.do(u.Saved(u.ctx, chat))
	_, err := u.Resolve(u.ctx, a)
	assert.ErrorContains(t, err, "has changed since this was offered")
	assert.Equal(t, []string{"Apply the one edit in this document"}, u.titles(chat, 9), "the other one")
	assert.Equal(t, "two\nthree\n", u.content("b.txt"))
}

func optionsIn(folder string) lsptest.Options { return lsptest.Options{Folders: []string{folder}} }

// The diff in a block's hover is what its action does to the file.
func shownIsSent(t *testing.T) {
	before := files{
		"modify.txt": "a\nb\nc\n", "insert.txt": "a\nb\n", "delete.txt": "a\nb\nc\n", "inside.txt": "a b c\n", "anchored.txt": "x\na\nx\nb\n", "end.txt": "a\nb",
	}
	blocks := map[string]string{
		"modify.txt":   block("modify.txt", "b\n", "B\nBB\n"),
		"insert.txt":   block("insert.txt", "a\n", "a\nnew\n"),
		"delete.txt":   block("delete.txt", "b\n", ""),
		"inside.txt":   "FILE: inside.txt\nFIND:\nb\nREPLACE:\nB\nEND\n",
		"anchored.txt": block("anchored.txt", "a\nx\n", "a\ny\n"),
		"end.txt":      block("end.txt", "b\n", "c\n"),
		"create.txt":   block("create.txt", "", "one\ntwo\n"),
	}
	for name, chat := range blocks {
		all := maps.Clone(before)
		all["chat.md"] = chat
		u := begin(t, all)
		uri := u.open("chat.md")
		var hover *protocol.Hover
		u.do(u.Call(u.ctx, "textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": at(1, 0)}, &hover))
		require.NotNil(t, hover, name)
		_, diff, _ := strings.Cut(hover.Contents.Value, "\n@@")
		var removed, added []string
		for line := range strings.Lines(diff) {
			switch line = strings.TrimSuffix(line, "\n"); line[:min(1, len(line))] {
			case "-":
				removed = append(removed, line[1:])
			case "+":
				added = append(added, line[1:])
			}
		}
		u.choose(uri, 2, "Apply edit")
		u.save()
		wasRemoved, wasAdded := differing(before[name], u.content(name))
		assert.Equal(t, wasRemoved, removed, name)
		assert.Equal(t, wasAdded, added, name)
	}
}

// differing returns the lines of two texts without their common prefix and suffix.
func differing(before, after string) (removed, added []string) {
	a, b := strings.Split(strings.TrimSuffix(before, "\n"), "\n"), strings.Split(strings.TrimSuffix(after, "\n"), "\n")
	if before == "" {
		a = nil
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return append([]string(nil), a...), append([]string(nil), b...)
}
