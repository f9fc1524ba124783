package lsp

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Applied together, each edit has its own place, next to others or on top of them.
func TestPlacesOfAllEdits(t *testing.T) {
	u := begin(t, files{
		"chat.md": block("a.txt", "one\n", "uno\n") + block("a.txt", "two\n", "due\n") + block("a.txt", "three\n", "") +
			block("a.txt", "five\n", "five\n5\n") + block("a.txt", "5\n", "cinque\n"),
		"a.txt": "one\ntwo\nthree\nfour\nfive\n",
	})
	chat, target := u.open("chat.md"), u.open("a.txt")
	u.choose(chat, 2, "Apply all 5 edits in this document")
	all := []string{"2 already-applied", "8 already-applied", "14 already-applied", "19 already-applied", "26 already-applied"}
	assert.Equal(t, "uno\ndue\nfour\nfive\ncinque\n", u.Text(target))
	assert.Equal(t, all, u.codes(chat))
	u.do(u.Replace(u.ctx, target, "due", "zwei"))
	words := u.shown(chat)
	require.Len(t, words, 5)
	for i, w := range words {
		assert.Equal(t, i == 1, strings.HasSuffix(w, "Applied; changed since"), w)
	}
	u.choose(chat, 2, "Revert this edit")
	u.choose(chat, 26, "Revert this edit")
	u.do(u.Replace(u.ctx, target, "zwei", "two"))
	assert.Equal(t, "one\ntwo\nfour\nfive\n5\n", u.Text(target))
	left := slices.DeleteFunc(u.codes(chat), func(w string) bool { return !strings.HasSuffix(w, "already-applied") })
	assert.Equal(t, []string{"14 already-applied", "19 already-applied"}, left)
}

// Applied blocks survive closing the chat, and don't affect other chats.
func TestAppliedBlocksOfAClosedChat(t *testing.T) {
	edit := block("a.txt", "one\n", "uno\n")
	u := begin(t, files{"chat.md": edit, "other.md": edit, "a.txt": "one\n"})
	chat, target := u.open("chat.md"), u.open("a.txt")
	other := u.open("other.md")
	u.choose(chat, 2, "Apply edit")
	u.do(u.Replace(u.ctx, target, "uno", "un"))
	assert.Equal(t, []string{"2 already-applied"}, u.codes(chat))
	assert.Equal(t, []string{"3 old-lines-not-found"}, u.codes(other))
	u.do(u.Close(u.ctx, chat))
	write(t, u.dir, files{"chat.md": "More.\n\n" + edit})
	chat = u.open("chat.md")
	assert.Equal(t, []string{"4 already-applied: Applied; changed since"}, u.shown(chat))
}

func TestAnEditInSeveralChanges(t *testing.T) {
	for name, changes := range map[string][]any{
		"one after another": {
			map[string]any{"range": from(at(2, 0), at(2, 3)), "text": "tre"},
			map[string]any{"range": from(at(0, 0), at(0, 3)), "text": "uno"},
		},
		"the whole text": {map[string]any{"text": "uno\ntwo\ntre\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n") + block("a.txt", "six\n", "tre\n"), "a.txt": "one\ntwo\nsix\n"})
			chat, target := u.open("chat.md"), u.open("a.txt")
			u.settled()
			u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": target, "version": 2}, "contentChanges": changes,
			}))
			u.do(u.Notify(u.ctx, "textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": target, "version": 3}, "contentChanges": []any{
					map[string]any{"range": from(at(2, 3), at(2, 3)), "text": "!"},
				},
			}))
			assert.Equal(t, []string{golden.Words("2 already-applied: {already-applied}"), "8 already-applied: Applied; changed since"}, u.shown(chat))
		})
	}
}

// Applied blocks follow their target and their chat to new names.
func TestAppliedBlocksOfRenamedFiles(t *testing.T) {
	for name, c := range map[string]struct{ from, to string }{
		"the target":          {"src/a.txt", "src/b.txt"},
		"the target's folder": {"src", "lib"},
		"the chat":            {"chats/one.md", "chats/two.md"},
		"the chat's folder":   {"chats", "talks"},
	} {
		t.Run(name, func(t *testing.T) {
			moved := func(path string) string { return strings.Replace(path, c.from, c.to, 1) }
			u := begin(t, files{
				"chats/one.md": block("src/a.txt", "one\n", "uno\n") + block("src/a.txt", "two\n", "due\n"),
				"src/a.txt":    "one\ntwo\n",
			})
			chat, target := u.open("chats/one.md"), u.open("src/a.txt")
			u.choose(chat, 2, "Apply edit")
			u.do(u.SaveAll(u.ctx))
			u.settled()
			if strings.HasPrefix(c.from, "src") {
				u.do(u.Close(u.ctx, target))
			}
			u.rename(c.from, c.to)
			if strings.HasPrefix(c.from, "chats") {
				u.do(u.Close(u.ctx, chat))
				chat = u.open(moved("chats/one.md"))
			} else {
				target = u.open(moved("src/a.txt"))
			}
			u.do(u.Replace(u.ctx, target, "uno", "un"))
			assert.Equal(t, []string{"2 already-applied: Applied; changed since"}, u.shown(chat))
		})
	}
}

// A chat that is saved to a file for the first time is a new document to the client.
func TestAppliedBlocksOfASavedChat(t *testing.T) {
	const untitled = "untitled:1"
	edit := block("a.txt", "one\n", "uno\n")
	changed := []string{"2 already-applied: Applied; changed since"}
	applied := func(t *testing.T) *under {
		u := begin(t, files{"copy.md": edit, "a.txt": "one\n"})
		target := u.open("a.txt")
		u.do(u.OpenText(u.ctx, untitled, "markdown", edit))
		u.choose(untitled, 2, "Apply edit")
		u.do(u.Replace(u.ctx, target, "uno", "un"))
		assert.Equal(t, changed, u.shown(untitled))
		return u
	}
	t.Run("closed first", func(t *testing.T) {
		u := applied(t)
		u.do(u.Close(u.ctx, untitled))
		assert.Equal(t, changed, u.shown(u.open("copy.md")))
	})
	t.Run("opened first, empty", func(t *testing.T) {
		u := applied(t)
		write(t, u.dir, files{"saved.md": ""})
		chat := u.open("saved.md")
		u.do(u.Change(u.ctx, chat, from(at(0, 0), at(0, 0)), edit))
		u.do(u.Close(u.ctx, untitled))
		assert.Equal(t, changed, u.shown(chat))
	})
	t.Run("still open", func(t *testing.T) {
		u := applied(t)
		assert.Equal(t, []string{"3 old-lines-not-found"}, u.codes(u.open("copy.md")))
		assert.Equal(t, changed, u.shown(untitled))
	})
}

// A check between the request and the notification finds the old file gone. Without a notification, the
// file was deleted.
func TestAppliedBlocksOfAFileThatIsGone(t *testing.T) {
	gone := func(t *testing.T) (u *under, chat protocol.DocumentUri, moves map[string]any) {
		u = begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\n"})
		chat, target := u.open("chat.md"), u.open("a.txt")
		u.choose(chat, 2, "Apply edit")
		u.do(u.SaveAll(u.ctx))
		u.settled()
		u.do(u.Close(u.ctx, target))
		moves = map[string]any{"files": []any{map[string]any{"oldUri": u.uri("a.txt"), "newUri": u.uri("sub/a.txt")}}}
		u.do(u.Call(u.ctx, "workspace/willRenameFiles", moves, nil))
		write(t, u.dir, files{"sub/a.txt": "uno\n"})
		u.do(os.Remove(u.path("a.txt")))
		u.do(u.Notify(u.ctx, "workspace/didDeleteFiles", map[string]any{"files": []any{map[string]any{"uri": u.uri("a.txt")}}}))
		require.Equal(t, []string{"1 file-not-found"}, u.codes(chat))
		return u, chat, moves
	}
	t.Run("renamed", func(t *testing.T) {
		u, chat, moves := gone(t)
		u.do(u.Notify(u.ctx, "workspace/didRenameFiles", moves))
		u.do(u.Replace(u.ctx, chat, "a.txt", "sub/a.txt"))
		u.do(u.Replace(u.ctx, u.open("sub/a.txt"), "uno", "un"))
		assert.Equal(t, []string{"2 already-applied: Applied; changed since"}, u.shown(chat))
	})
	t.Run("deleted, and another made", func(t *testing.T) {
		u, chat, _ := gone(t)
		write(t, u.dir, files{"a.txt": "un\n"})
		u.do(u.Notify(u.ctx, "workspace/didCreateFiles", map[string]any{"files": []any{map[string]any{"uri": u.uri("a.txt")}}}))
		assert.Equal(t, []string{"3 old-lines-not-found"}, u.codes(chat))
	})
}

// A block whose lines were changed together with the next ones still sees its old text return.
func TestOldTextReturnsToOneOfTwoChangedBlocks(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n") + block("a.txt", "two\n", "due\n"), "a.txt": "one\ntwo\n"})
	chat, target := u.open("chat.md"), u.open("a.txt")
	u.choose(chat, 2, "Apply all 2 edits in this document")
	u.do(u.Replace(u.ctx, target, "uno\ndue", "un\ndeux"))
	assert.Equal(t, []string{"2 already-applied: Applied; changed since", "8 already-applied: Applied; changed since"}, u.shown(chat))
	u.do(u.Replace(u.ctx, target, "un\n", "one\n"))
	assert.Equal(t, []string{"8 already-applied: Applied; changed since"}, u.shown(chat))
}

// Lines are restored with the endings that the file has now.
func TestRevertAfterLineEndingsChange(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\ntwo\n"})
	chat, target := u.open("chat.md"), u.open("a.txt")
	u.choose(chat, 2, "Apply edit")
	u.do(u.Replace(u.ctx, target, "uno\ntwo\n", "uno\r\ntwo\r\n"))
	u.choose(chat, 2, "Revert this edit")
	assert.Equal(t, "one\r\ntwo\r\n", u.Text(target))
}

// The old text may come back together with a line next to it.
func TestOldTextReturnsBesideANewLine(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "zero\none\n"})
	chat, target := u.open("chat.md"), u.open("a.txt")
	u.choose(chat, 2, "Apply edit")
	assert.Equal(t, []string{"2 already-applied"}, u.codes(chat))
	u.do(u.Replace(u.ctx, target, "uno\n", "half\none\n"))
	assert.Empty(t, u.codes(chat))
	u.choose(chat, 2, "Apply edit")
	u.do(u.Replace(u.ctx, target, "uno\n", "half\nun\n"))
	assert.Equal(t, []string{"2 already-applied: Applied; changed since"}, u.shown(chat))
}

// A block stays changed when the next one is applied, though both lines were changed at once.
func TestAChangedBlockStaysSoWhenItsNeighbourIsApplied(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n") + block("a.txt", "two\n", "due\n"), "a.txt": "one\ntwo\n"})
	chat, target := u.open("chat.md"), u.open("a.txt")
	u.choose(chat, 2, "Apply all 2 edits in this document")
	u.do(u.Replace(u.ctx, target, "uno\ndue\n", "un\ndeux\n"))
	u.do(u.Replace(u.ctx, target, "deux", "two"))
	assert.Equal(t, []string{"2 already-applied: Applied; changed since"}, u.shown(chat))
	u.choose(chat, 8, "Apply edit")
	assert.Equal(t, []string{"2 already-applied: Applied; changed since", golden.Words("8 already-applied: {already-applied}")}, u.shown(chat))
}

// Lines that a block deletes come back, though the lines next to them were changed in the same edit.
func TestDeletedLinesReturn(t *testing.T) {
	change, remove, last := block("a.txt", "one\n", "uno\n"), block("a.txt", "two\n", ""), block("a.txt", "three\n", "tre\n")
	for name, c := range map[string]struct {
		chat, before, after string
		left                int
	}{
		"below a change":          {change + remove, "one\ntwo\n", "one\ntwo\n", 0},
		"above a change":          {remove + last, "two\nthree\n", "two\nthree\n", 0},
		"above as many lines":     {remove + block("a.txt", "three\n", "tre\n3\n"), "two\nthree\n", "two\nthree\n", 0},
		"two of them":             {remove + block("a.txt", "one\n", "") + last, "one\ntwo\nthree\n", "one\ntwo\nthree\n", 0},
		"between changes":         {change + remove + last, "one\ntwo\nthree\n", "uno\ntwo\ntre\n", 2},
		"first in the chat":       {remove + change + last, "one\ntwo\nthree\n", "uno\ntwo\ntre\n", 2},
		"stay away":               {remove + change + last, "one\ntwo\nthree\n", "one\ntre\n", 2},
		"of equal lines, the 2nd": {block("a.txt", "one\n", "x\n") + block("a.txt", "two\n", "x\n"), "one\ntwo\n", "x\ntwo\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"chat.md": c.chat, "a.txt": c.before})
			chat, target := u.open("chat.md"), u.open("a.txt")
			u.choose(chat, 2, fmt.Sprintf("Apply all %d edits in this document", strings.Count(c.chat, "a.txt")))
			require.Len(t, u.codes(chat), strings.Count(c.chat, "a.txt"))
			u.do(u.Replace(u.ctx, target, u.Text(target), c.after))
			applied := slices.DeleteFunc(u.codes(chat), func(w string) bool { return !strings.HasSuffix(w, " already-applied") })
			assert.Len(t, applied, c.left)
		})
	}
}

// An editor may send the undoing of several edits as one change, without the equal lines at its ends.
func TestEditsUndoneByOneChange(t *testing.T) {
	const before = "class A {\n  a = 1;\n  f() {\n    x();\n  }\n}\n"
	const chat = "a.ts\n```\n<<<<<<< SEARCH\n  a = 1;\n=======\n  a = 2;\n>>>>>>> REPLACE\n```\n\na.ts\n```\n<<<<<<< SEARCH\n    x();\n  }\n=======\n    x();\n  }\n\n  g() {\n    y();\n  }\n>>>>>>> REPLACE\n```\n"
	u := begin(t, files{"chat.md": chat, "a.ts": before})
	uri, target := u.open("chat.md"), u.open("a.ts")
	atFirst := u.shown(uri)
	u.choose(uri, 3, "Apply all 2 edits in this document")
	assert.Len(t, u.shown(uri), 2)
	// The last lines that are equal, "  }" and "}", aren't in the change.
	u.do(u.Change(u.ctx, target, fromTo(1, 8), "  a = 1;\n  f() {\n    x();\n"))
	assert.Equal(t, before, u.Text(target))
	assert.Equal(t, atFirst, u.shown(uri))
}
