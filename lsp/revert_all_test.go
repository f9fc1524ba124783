package lsp

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

const revertAllTitle = "Revert all edits of this document"

// All that a chat has applied is reverted in one edit, also blocks that build on one another, and also by a
// server that was started since.
func TestRevertAll(t *testing.T) {
	before := files{"a.txt": "one\ntwo\nthree\n", "b.txt": "x\r\ny\r\n"}
	chatText := block("a.txt", "one\n", "uno\n1\n") + block("a.txt", "1\n", "1!\n") + block("a.txt", "three\n", "") +
		block("b.txt", "y\n", "z\n") + block("new.txt", "", "new\n")
	for name, restart := range map[string]bool{"at once": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			all := files{"chat.md": chatText}
			for name, content := range before {
				all[name] = content
			}
			dir := lay(t, all)
			u := again(t, dir, state)
			chat := u.open("chat.md")
			found := u.codes(chat)
			u.open("a.txt")
			u.open("b.txt")
			u.choose(chat, 2, "Apply all 5 edits in this document")
			u.save()
			for name := range before {
				u.do(u.Saved(u.ctx, u.uri(name)))
			}
			u.settled()
			require.Equal(t, "uno\n1!\ntwo\n", u.content("a.txt"))
			u.kept(state, 3)
			if restart {
				u.stop()
				u = again(t, dir, state)
				chat = u.open("chat.md")
			}
			require.Len(t, u.shown(chat), 5)
			u.choose(chat, 1, revertAllTitle)
			u.save()
			for name, content := range before {
				assert.Equal(t, content, u.content(name))
			}
			assert.NoFileExists(t, u.path("new.txt"))
			u.until("blocks that are ready again", func() bool {
				u.do(u.Saved(u.ctx, chat)) // the server looks at the files
				return slices.Equal(found, u.codes(chat))
			})
			_, err := u.CodeAction(u.ctx, chat, 0, revertAllTitle)
			assert.Error(t, err, "there is nothing left to revert")
			u.choose(chat, 2, "Apply all 5 edits in this document")
			u.save()
			assert.Equal(t, "uno\n1!\ntwo\n", u.content("a.txt"))
		})
	}
}

// What was changed since stays, and is named. What only looks applied isn't touched.
func TestRevertAllLeavesWhatIsChanged(t *testing.T) {
	dir := lay(t, files{
		"chat.md": block("a.txt", "one\n", "uno\n") + block("a.txt", "two\n", "due\n") + block("b.txt", "old\n", "new\n"), "a.txt": "one\ntwo\n", "b.txt": "new\n",
	})
	u := launch(t, dir, Options{look: time.Millisecond})
	u.connect(lsptest.Options{Folders: []string{dir}})
	chat := u.open("chat.md")
	u.open("a.txt")
	u.choose(chat, 2, "Apply all 2 edits in this document")
	u.do(u.Replace(u.ctx, u.uri("a.txt"), "uno", "un"))
	u.settled()
	assert.Equal(t, commandResult{Applied: true, Message: "Reverted 1 edit in 1 file; left: line 2 (the lines were changed since; undo it in the editor)"}, revertAll(u, chat))
	assert.Equal(t, "un\ntwo\n", u.Text(u.uri("a.txt")))
	assert.Equal(t, "new\n", u.content("b.txt"))
	u.settled()
	assert.Equal(t, commandResult{Reason: "the lines were changed since; undo it in the editor"}, revertAll(u, chat))
}

func revertAll(u *under, chat protocol.DocumentUri) (answer commandResult) {
	u.t.Helper()
	u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": "editLsp.revertAll", "arguments": []any{map[string]any{"uri": chat}}}, &answer))
	return answer
}

// A created file that was deleted outside is still open. Editors delete no file that is missing unless told to ignore
// that, and then would leave the other edits half reverted.
func TestRevertAllOfAFileThatIsGone(t *testing.T) {
	dir := lay(t, files{"chat.md": block("new.txt", "", "new\n") + block("a.txt", "one\n", "uno\n"), "a.txt": "one\n"})
	u := launch(t, dir, Options{look: time.Millisecond})
	u.connect(lsptest.Options{Folders: []string{dir}})
	chat := u.open("chat.md")
	u.choose(chat, 2, "Apply all 2 edits in this document")
	u.save()
	u.open("new.txt")
	u.settled()
	require.NoError(t, os.Remove(u.path("new.txt")))
	u.choose(chat, 2, revertAllTitle)
	u.save()
	assert.Equal(t, "one\n", u.content("a.txt"))
}
