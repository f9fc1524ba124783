package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
)

// again starts a server for the folder of another one, with the same state folder.
func again(t *testing.T, dir, state string) *under {
	u := launch(t, dir, Options{State: state, look: time.Millisecond})
	u.connect(lsptest.Options{Folders: []string{dir}})
	return u
}

func entriesOf(t *testing.T, state, root string) []ledger.Entry {
	lines, _, err := workspace.OpenJournal(state, root).Read(workspace.Mark{})
	require.NoError(t, err)
	return ledger.Decode(lines, func(string) bool { return true }, time.Now())
}

// until asks the server until a condition holds.
func (u *under) until(what string, done func() bool) {
	u.t.Helper()
	for !done() {
		require.NoError(u.t, u.ctx.Err(), "waiting for %s", what)
		u.settled()
	}
}

// kept waits for so many entries.
func (u *under) kept(state string, n int) (all []ledger.Entry) {
	u.t.Helper()
	u.until("entries", func() bool {
		all = entriesOf(u.t, state, u.dir)
		return len(all) >= n
	})
	require.Len(u.t, all, n)
	return all
}

// What was applied is known after a restart, wherever the file was changed in between.
func TestAppliedBlocksAfterARestart(t *testing.T) {
	chatText := block("a.txt", "one\n", "uno\n") + block("a.txt", "two\n", "due\n") +
		block("a.txt", "three\n", "three\nquattro\n") + block("new.txt", "", "new\n")
	applied, changed := "already-applied: Already applied", "already-applied: Applied; changed since"
	for name, c := range map[string]struct {
		a    string
		want []string
	}{
		"as it was":             {"uno\ndue\nthree\nquattro\nfive\n", []string{applied, applied, applied, applied}},
		"lines above":           {"0\n0\nuno\ndue\nthree\nquattro\nfive\n", []string{applied, applied, applied, applied}},
		"one changed":           {"un\ndue\nthree\nquattro\nfive\n", []string{changed, applied, applied, applied}},
		"one back":              {"one\ndue\nthree\nquattro\nfive\n", []string{applied, applied, applied}},
		"changed and all below": {"un\ndu\ntrois\ncinque\n", []string{changed, changed, applied}},
		"what was put in":       {"uno\ndue\nthree\nquattr\nfive\n", []string{applied, applied, changed, applied}},
		"what was put in goes":  {"uno\ndue\nthree\nfive\n", []string{applied, applied, applied}},
		"another line there":    {"uno\ndue\nthree\nsix\nfive\n", []string{applied, applied, applied}},
		"a like one elsewhere":  {"uno\ndue\nthree\nfive\nsix\nquattr\n", []string{applied, applied, applied}},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			dir := lay(t, files{"chat.md": chatText, "a.txt": "one\ntwo\nthree\nfive\n"})
			u := again(t, dir, state)
			chat := u.open("chat.md")
			u.open("a.txt")
			u.choose(chat, 2, "Apply all 4 edits in this document")
			u.do(u.SaveAll(u.ctx))
			u.do(u.Saved(u.ctx, u.uri("a.txt")))
			u.settled()
			entries := u.kept(state, 2)
			assert.Equal(t, entries[0].Run, entries[1].Run, "undo reverts both files")
			u.stop()
			write(t, dir, files{"a.txt": c.a})
			u = again(t, dir, state)
			var got []string
			for _, w := range u.shown(u.open("chat.md")) {
				_, w, _ = strings.Cut(w, " ")
				got = append(got, w)
			}
			assert.Equal(t, c.want, slices.DeleteFunc(got, func(w string) bool { return !strings.HasPrefix(w, "already-applied") }))
		})
	}
}

// An editor names untitled chats in the order of a session. What was applied of one is known if it is back after a restart,
// and says nothing of another one that has an equal edit.
func TestUntitledChatsAfterARestart(t *testing.T) {
	answer := block("a.txt", "one\n", "uno\n") + "b.txt\n```\ntwo\n```\n"
	for name, c := range map[string]struct {
		text      string
		want      []string
		canRevert int
	}{
		"the same":     {answer, []string{"2 already-applied"}, 2},
		"it has grown": {answer + "More.\n" + block("a.txt", "uno\n", "due\n"), []string{"2 already-applied"}, 2},
		"another one":  {"Once more.\n\n" + answer, []string{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			dir := lay(t, files{"a.txt": "one\n"})
			u := again(t, dir, state)
			u.open("a.txt")
			const chat = "untitled:Untitled-1"
			u.do(u.OpenText(u.ctx, chat, "markdown", answer))
			u.settled()
			u.choose(chat, 2, "Apply edit")
			u.choose(chat, 8, "Create b.txt")
			u.save()
			u.do(u.Saved(u.ctx, u.uri("a.txt")))
			u.do(u.Saved(u.ctx, u.uri("b.txt")))
			u.kept(state, 2)
			u.stop()
			write(t, dir, files{"a.txt": "uno\none\n"})
			u = again(t, dir, state)
			u.do(u.OpenText(u.ctx, chat, "markdown", c.text))
			assert.Equal(t, c.want, u.codes(chat))
			_, titles := u.lenses(chat)
			assert.Len(t, slices.DeleteFunc(titles, func(title string) bool { return title != "Revert" }), c.canRevert)
		})
	}
}

// What was saved is kept, though the session ended before the client said that it saved the file.
func TestAServerStoppedAtASave(t *testing.T) {
	for name, c := range map[string]struct {
		open, saved bool
		want        int
	}{
		"an open file":       {true, true, 1},
		"an unsaved file":    {true, false, 0},
		"a file of a buffer": {false, true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			dir := lay(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\n"})
			u := again(t, dir, state)
			chat := u.open("chat.md")
			if c.open {
				u.open("a.txt")
			}
			u.choose(chat, 2, "Apply edit")
			if c.saved {
				write(t, dir, files{"a.txt": "uno\n"}) // without a word to the server
			}
			u.stop()
			assert.Len(t, entriesOf(t, state, dir), c.want)
		})
	}
}

// A client doesn't save an open file that it only renamed.
func TestARenameOfAnOpenFile(t *testing.T) {
	state := t.TempDir()
	dir := lay(t, files{
		"chat.md": "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n*** End Patch\n",
		"a.txt":   "one\n",
	})
	u := again(t, dir, state)
	chat := u.open("chat.md")
	u.open("a.txt")
	answer, err := u.execute("editLsp.apply", map[string]any{"uri": chat, "block": 0, "confirmed": true})
	u.do(err)
	require.True(t, answer.Applied, answer.Reason)
	e := u.kept(state, 1)[0]
	assert.Equal(t, []string{"a.txt", "b.txt", e.Before}, []string{e.File, e.To, e.After})
	u.do(u.Close(u.ctx, u.uri("b.txt")))
	u.stop()
	assert.Len(t, entriesOf(t, state, dir), 1)
}

// What another program wrote shows while the chat is open.
func TestWhatAnotherProgramApplied(t *testing.T) {
	state := t.TempDir()
	dir := lay(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\n"})
	u, other := again(t, dir, state), again(t, dir, state)
	chat := u.open("chat.md")
	assert.Empty(t, u.codes(chat))
	same := other.open("chat.md")
	other.open("a.txt")
	other.choose(same, 2, "Apply edit")
	other.do(other.Replace(other.ctx, other.uri("a.txt"), "uno", "un"))
	other.do(other.SaveAll(other.ctx))
	other.do(other.Saved(other.ctx, other.uri("a.txt")))
	u.until("the other's edit", func() bool {
		list := u.Shown(chat)
		return len(list) == 1 && list[0].Message == "Applied; changed since"
	})
}

// A damaged, hostile or foreign journal makes nothing apply, and leads nowhere outside of the root.
func TestAForeignJournal(t *testing.T) {
	state := t.TempDir()
	dir := lay(t, files{"ws/chat.md": block("a.txt", "one\n", "uno\n"), "ws/a.txt": "one\n", "outside.txt": "outside\n"})
	root := filepath.Join(dir, "ws")
	u := again(t, root, state)
	u.dir = root
	chat := u.open("chat.md")
	u.open("a.txt")
	u.choose(chat, 2, "Apply edit")
	u.do(u.SaveAll(u.ctx))
	u.do(u.Saved(u.ctx, u.uri("a.txt")))
	mine := u.kept(state, 1)[0]
	u.stop()

	j := workspace.OpenJournal(state, root)
	require.NoError(t, os.RemoveAll(j.Folder()))
	for _, name := range []string{"../outside.txt", "/etc/passwd", ".git/config", "C:\\x", "a\x00b", ""} {
		e := mine
		e.File = name
		require.NoError(t, j.Append(e.Encode()))
	}
	for _, line := range []string{"", "{", "null", "[]", `{"run":1}`, "\xff\xfe", strings.Repeat("[", 100_000), `{"run":"x","file":"a.txt","blocks":[{"hash":"zz"},{"first":-1,"end":-5}]}`} {
		require.NoError(t, j.Append([]byte(line)))
	}
	e := mine
	e.Blocks = slices.Clone(mine.Blocks)
	e.Blocks[0].First, e.Blocks[0].End = 1<<30, 1<<30+5
	require.NoError(t, j.Append(e.Encode()))

	write(t, root, files{"a.txt": "one\n"})
	u = again(t, root, state)
	u.dir = root
	assert.Empty(t, u.codes(u.open("chat.md")), "the old text is there")
	u.choose(u.uri("chat.md"), 2, "Apply edit")
	assert.Equal(t, "uno\n", u.Text(u.uri("a.txt")))
}

// Without a folder to write to, all works as without the journal. The log says so once.
func TestAJournalThatCannotBeWritten(t *testing.T) {
	state := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(state, nil, 0o600))
	dir := lay(t, files{"chat.md": block("a.txt", "one\n", "uno\n") + block("b.txt", "one\n", "uno\n"), "a.txt": "one\n", "b.txt": "one\n"})
	u := again(t, dir, state)
	chat := u.open("chat.md")
	u.open("a.txt")
	u.open("b.txt")
	u.choose(chat, 2, "Apply all 2 edits in this document")
	u.do(u.SaveAll(u.ctx))
	for _, name := range []string{"a.txt", "b.txt"} {
		u.do(u.Saved(u.ctx, u.uri(name)))
	}
	assert.Equal(t, []string{"2 already-applied", "8 already-applied"}, u.codes(chat))
	u.stop()
	assert.Equal(t, 1, strings.Count(u.log.String(), "what was applied isn't kept"))
}

// The setting turns the journal off, for reading and writing.
func TestAJournalThatIsTurnedOff(t *testing.T) {
	state := t.TempDir()
	dir := lay(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\n", "edit-lsp.toml": "journal = false\n"})
	u := again(t, dir, state)
	chat := u.open("chat.md")
	u.open("a.txt")
	u.choose(chat, 2, "Apply edit")
	u.do(u.SaveAll(u.ctx))
	u.do(u.Saved(u.ctx, u.uri("a.txt")))
	assert.Equal(t, []string{"2 already-applied"}, u.codes(chat))
	u.stop()
	entries, err := os.ReadDir(state)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

// Of a protected file, the journal has only hashes.
func TestTheJournalOfAProtectedFile(t *testing.T) {
	state := t.TempDir()
	dir := lay(t, files{"chat.md": block("Justfile.env", "KEY=secret\n", "KEY=hidden\n") + block(".env", "KEY=secret\n", "KEY=hidden\n"), ".env": "KEY=secret\n"})
	u := again(t, dir, state)
	chat := u.open("chat.md")
	u.open(".env")
	const line = 8
	list, err := u.CodeActions(u.ctx, chat, line-1)
	u.do(err)
	require.NotEmpty(t, list)
	u.choose(chat, line, list[0].Title)
	u.do(u.SaveAll(u.ctx))
	u.do(u.Saved(u.ctx, u.uri(".env")))
	e := u.kept(state, 1)[0]
	data, err := json.Marshal(e)
	require.NoError(t, err)
	assert.NotContains(t, string(data), "secret")
	assert.NotContains(t, string(data), "hidden")
	assert.Empty(t, e.Undo)
	u.stop()
	u = again(t, dir, state)
	assert.Contains(t, u.codes(u.open("chat.md")), "8 already-applied")
}
