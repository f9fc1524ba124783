package lsp

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/trust"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// orderScenes are the scenes of testdata/cases that belong to the list C.
var orderScenes = []string{
	"all-of-one-file", "changed-on-disk", "chat-is-its-own-target", "create-over-a-file", "failure-in-the-middle",
	"needs-the-one-above", "new-file-in-a-missing-folder", "not-seen-and-not-saved", "one-after-another", "target-is-typed-in",
	"two-spellings", "unsaved-target", "renamed-target", "revert-a-block",
}

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

// An editor makes the first part of an edit and fails at the second: what is made is
// seen, and only the rest is offered again.
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

// The same edit twice, by a client that does not look at versions, and by asking again.
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
