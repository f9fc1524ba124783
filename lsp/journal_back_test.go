package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// back is a server with a chat whose second block reverts its first one, which is applied, and the journal that the
// command line writes.
type back struct {
	*under
	state  string
	isOpen bool
	// text is the target's; applied are the runs that weren't undone, and the texts before them.
	text    string
	applied []ledger.Entry
	before  []string
}

// step is what the command line does to the target, and its entry.
type step struct {
	entry ledger.Entry
	text  string
}

// Target is the target as the command line sees it.
func (b *back) Target(_ context.Context, name string) workspace.Target {
	return workspace.Target{
		Name: name, Path: name, Key: name, Abs: b.path(name), Root: b.dir, ParentExists: true, Exists: true,
		File: &workspace.File{Text: text.New(b.text)},
	}
}

// apply applies a block.
func (b *back) apply(i int) step {
	doc, err := parse.Document(b.ctx, text.New(b.content("chat.md")), parse.Options{}, nil)
	b.do(err)
	plan, err := apply.New(b.ctx, doc, b, apply.Options{}, nil)
	b.do(err)
	f, _, err := plan.Single(b.ctx, i, text.None)
	b.do(err)
	require.NotNil(b.t, f)
	e, ok := ledger.EntryOf(ledger.NewRun(), time.Now(), &ledger.Edit{Chat: b.path("chat.md"), Document: doc, File: f, Blocks: plan.Outcomes[i : i+1]})
	require.True(b.t, ok)
	b.before, b.text, b.applied = append(b.before, b.text), f.After().String(), append(b.applied, e)
	return step{e, b.text}
}

// undo undoes the last run.
func (b *back) undo() step {
	last := len(b.applied) - 1
	of, was := b.applied[last], b.before[last]
	e := ledger.Entry{
		Root: b.dir, Time: time.Now(), Run: ledger.NewRun(), Chat: of.Chat, File: of.File, Before: of.After, After: of.Before, Undone: of.Run,
		Undo: []ledger.EntryEdit{{End: text.Offset(len(was)), New: b.text, Lines: 3, Was: 3}},
	}
	b.applied, b.before, b.text = b.applied[:last], b.before[:last], was
	return step{e, was}
}

func (b *back) write(s string) {
	write(b.t, b.dir, files{"a.txt": s})
	if b.isOpen {
		uri := b.uri("a.txt")
		b.do(b.Change(b.ctx, uri, from(at(0, 0), at(3, 0)), s))
		b.do(b.Saved(b.ctx, uri))
	}
	b.do(b.Saved(b.ctx, b.uri("chat.md")))
	b.settled()
}

// does does some steps. What they wrote is seen before their entries, or after.
func (b *back) does(textFirst bool, steps ...step) {
	last := steps[len(steps)-1].text
	if textFirst {
		b.write(last)
	}
	for _, s := range steps {
		require.NoError(b.t, workspace.OpenJournal(b.state, b.dir).Append(s.entry.Encode()))
	}
	journals := b.session.client.journals
	b.until("a look at the journal", func() bool {
		journals.mu.Lock()
		defer journals.mu.Unlock()
		return journals.roots[b.dir].size == journals.roots[b.dir].Size()
	})
	b.settled()
	if !textFirst {
		b.write(last)
	}
}

func (b *back) shows(want ...string) {
	b.t.Helper()
	chat := b.uri("chat.md")
	for range 200 {
		if slices.Equal(want, b.codes(chat)) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	assert.Equal(b.t, want, b.shown(chat))
}

// What the command line reverts by a later block of the chat stays applied, as what the server itself reverts does
// (cases/there-and-back). It is ready again once the command line undoes it.
func TestABlockThatTheCommandLineReverts(t *testing.T) {
	const old, made = "top\nx = 1\nend\n", "top\nx = 2\nend\n"
	chatText := block("a.txt", "x = 1\n", "x = 2\n") + block("a.txt", "x = 2\n", "x = 1\n")
	for name, c := range map[string]struct{ isOpen, textFirst bool }{
		"open, its text first":    {true, true},
		"open, its entry first":   {true, false},
		"closed, its text first":  {false, true},
		"closed, its entry first": {false, false},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			dir := lay(t, files{"chat.md": chatText, "a.txt": old})
			u := again(t, dir, state)
			chat := u.open("chat.md")
			none := u.codes(chat)
			if c.isOpen {
				u.open("a.txt")
			}
			u.choose(chat, 2, "Apply edit")
			u.save()
			if c.isOpen {
				u.do(u.Saved(u.ctx, u.uri("a.txt")))
			}
			u.do(u.Saved(u.ctx, chat))
			b := &back{under: u, state: state, isOpen: c.isOpen, text: made, applied: u.kept(state, 1), before: []string{old}}
			one, two := []string{"2 already-applied"}, []string{"2 already-applied", "8 already-applied"}
			b.shows(one...)

			b.does(c.textFirst, b.apply(1))
			b.shows(two...)
			restarted := again(t, dir, state)
			assert.Equal(t, two, restarted.codes(restarted.open("chat.md")))
			restarted.stop()
			b.does(c.textFirst, b.undo())
			b.shows(one...)
			b.does(c.textFirst, b.undo())
			b.shows(none...)

			b.does(c.textFirst, b.apply(0), b.apply(1))
			b.shows(two...)
			b.does(c.textFirst, b.undo(), b.undo())
			b.shows(none...)
			restarted = again(t, dir, state)
			assert.Equal(t, none, restarted.codes(restarted.open("chat.md")))
		})
	}
}

// All blocks of a chat may leave a file as it was, so that it is shows nothing of them.
func TestAFileThatIsOpenedAsItWas(t *testing.T) {
	u := launch(t, lay(t, files{"chat.md": block("a.txt", "1\n", "2\n") + block("a.txt", "2\n", "1\n"), "a.txt": "1\n"}), Options{})
	u.connect(lsptest.Options{Folders: []string{u.dir}})
	chat := u.open("chat.md")
	found := u.codes(chat)
	u.open("a.txt")
	assert.Equal(t, found, u.codes(chat))
	assert.Equal(t, []string{"8 merge-suggested"}, found)
}

// Blocks that together left the file as it was are ready again once all are reverted, though no text shows it: here, in
// another server, and after a restart. Applied again, they are applied.
func TestRevertAllOfWhatChangedNothing(t *testing.T) {
	for name, isOpen := range map[string]bool{"open": true, "closed": false} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			dir := lay(t, files{
				"chat.md": block("a.txt", "1\n", "2\n") + block("a.txt", "2\n", "1\n"), "a.txt": "1\n3\n",
				"other.md": block("a.txt", "3\n", "4\n"),
			})
			u, other := again(t, dir, state), again(t, dir, state)
			chat := u.open("chat.md")
			found := u.codes(chat)
			if isOpen {
				u.open("a.txt")
			}
			choose := func(chat protocol.DocumentUri, line int) {
				u.choose(chat, line, "Apply edit")
				u.save()
				if isOpen {
					u.do(u.Saved(u.ctx, u.uri("a.txt")))
				}
				u.do(u.Saved(u.ctx, chat))
				u.settled()
			}
			choose(chat, 2)
			choose(chat, 8)
			choose(u.open("other.md"), 2)
			two := []string{"2 already-applied", "8 already-applied"}
			require.Equal(t, two, u.codes(chat))
			u.kept(state, 3)
			other.open("chat.md")
			require.Equal(t, two, other.codes(chat))
			answer, err := u.execute("editLsp.revertAll", map[string]any{"uri": chat, "confirmed": true})
			u.do(err)
			assert.True(t, answer.Applied, answer.Reason)
			assert.Equal(t, found, u.codes(chat))
			other.until("what was reverted", func() bool { return slices.Equal(found, other.codes(chat)) })
			assert.Equal(t, []string{"other.md"}, chatsOf(u.kept(state, 4)), "edit-lsp undo reverts the others")
			restarted := again(t, dir, state)
			assert.Equal(t, found, restarted.codes(restarted.open("chat.md")))
			assert.Equal(t, []string{"2 already-applied"}, restarted.codes(restarted.open("other.md")))
			choose(chat, 2)
			choose(chat, 8)
			restarted = again(t, dir, state)
			assert.Equal(t, two, restarted.codes(restarted.open("chat.md")))
		})
	}
}

// A file that one block creates and another one deletes isn't created again, nor is one deleted again that was made
// again.
func TestAFileThatComesAndGoes(t *testing.T) {
	const begin, add, del, end = "*** Begin Patch\n", "*** Add File: a.txt\n+one\n", "*** Delete File: a.txt\n", "*** End Patch\n\n"
	for name, c := range map[string]struct {
		chat string
		was  files
		want []string
	}{
		"comes and goes": {begin + add + end + begin + del + end, files{}, []string{"2 already-applied", "7 already-applied"}},
		"goes and comes": {begin + del + end + begin + add + end, files{"a.txt": "two\n"}, []string{"2 already-applied", "6 already-applied"}},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			c.was["chat.md"] = c.chat
			u := again(t, lay(t, c.was), state)
			chat := u.open("chat.md")
			run := func(command string, argument map[string]any) {
				argument["uri"], argument["confirmed"] = chat, true
				answer, err := u.execute(command, argument)
				u.do(err)
				require.True(t, answer.Applied, answer.Reason)
				u.save()
				u.do(u.Saved(u.ctx, chat))
			}
			for i := range 2 {
				run("editLsp.apply", map[string]any{"block": i})
				u.kept(state, i+1)
			}
			assert.Equal(t, c.want, u.codes(chat))
			restarted := again(t, u.dir, state)
			assert.Equal(t, c.want, restarted.codes(restarted.open("chat.md")))
			run("editLsp.revertAll", map[string]any{})
			assert.Contains(t, u.codes(chat), c.want[0])
			assert.NotContains(t, u.codes(chat), c.want[1])
		})
	}
}

// What was written after a part of a code block was applied isn't removed by the rest, also after a restart.
func TestTheRestOfACodeBlockAfterARestart(t *testing.T) {
	const was = "def one():\n    return 1\n\n\ndef two():\n    return 1\n\n\ndef three():\n    return 1\n"
	state := t.TempDir()
	dir := lay(t, files{
		"chat.md": "# User\n\nChange it.\n\n# Assistant\n\na.py\n```python\n" + strings.NewReplacer("one():\n    return 1", "one():\n    return 2", "three():\n    return 1", "three():\n    return 3").Replace(was) + "```\n",
		"a.py":    was,
	})
	u := again(t, dir, state)
	u.open("chat.md")
	file := u.open("a.py")
	u.settled()
	u.choose(file, 2, "Apply change 1 of 2 from chat.md")
	u.save()
	u.do(u.Saved(u.ctx, file))
	u.kept(state, 1)
	u.stop()
	write(t, dir, files{"a.py": strings.ReplaceAll(u.content("a.py"), "two():\n", "two():\n    mine()\n")})
	u = again(t, dir, state)
	u.open("chat.md")
	file = u.open("a.py")
	u.settled()
	u.choose(file, 11, "Apply change 2 of 2 from chat.md")
	assert.Equal(t, "def one():\n    return 2\n\n\ndef two():\n    mine()\n    return 1\n\n\ndef three():\n    return 3\n", u.Text(file))
}

// chatsOf returns the chats of the runs that can be undone.
func chatsOf(entries []ledger.Entry) (names []string) {
	for _, r := range ledger.Runs(entries) {
		names = append(names, filepath.Base(r.Chat))
	}
	return names
}
