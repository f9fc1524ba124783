package lsp

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// working is somebody who works with a chat: applies an edit, improves it, applies the next, reverts. The server
// may be restarted in between.
type working struct {
	*under
	state string
	chat  protocol.DocumentUri
	// opened are the documents that are open, chat.md first.
	opened []string
}

func (w *working) opens(names ...string) {
	w.t.Helper()
	for _, name := range names {
		w.open(name)
	}
	w.opened = append(w.opened, names...)
}

// saves saves all files and waits until the journal has what was applied.
func (w *working) saves() {
	w.t.Helper()
	w.save()
	for _, name := range w.opened {
		w.do(w.Saved(w.ctx, w.uri(name)))
	}
	w.until("entries", func() bool {
		w.do(w.Saved(w.ctx, w.chat)) // the server looks at the files
		w.settled()
		return len(w.session.client.ledger.Wanted()) == 0
	})
}

func (w *working) restarts() {
	w.t.Helper()
	w.saves()
	w.stop()
	u := again(w.t, w.dir, w.state)
	w.under = u
	for _, name := range w.opened {
		u.open(name)
	}
}

// is asserts the diagnostics of the chat, without their headlines.
func (w *working) is(want ...string) {
	w.t.Helper()
	words := w.shown(w.chat)
	for i, s := range words {
		words[i] = strings.Replace(strings.TrimSuffix(s, ": Already applied"), ": Applied; changed since", ", changed", 1)
		if !strings.Contains(words[i], "already-applied") {
			words[i], _, _ = strings.Cut(words[i], ":")
		}
	}
	assert.Equal(w.t, append([]string{}, want...), words)
}

// presses runs the command of a lens of a document.
func (w *working) presses(name string, title string, nth int) {
	w.t.Helper()
	list, titles := w.lenses(w.uri(name))
	for i, l := range list {
		if l.Command.Title != title {
			continue
		}
		if nth--; nth == 0 {
			answer, err := w.execute(list[i].Command.Command, list[i].Command.Arguments[0])
			w.do(err)
			require.True(w.t, answer.Applied, answer.Reason)
			return
		}
	}
	require.Fail(w.t, "no such lens", "%s: %q", title, titles)
}

func (w *working) lensesOf(name string) []string {
	w.t.Helper()
	_, titles := w.lenses(w.uri(name))
	return titles
}

func (w *working) offers(line int) (titles []string) {
	w.t.Helper()
	list, err := w.CodeActions(w.ctx, w.chat, line-1)
	w.do(err)
	for _, a := range list {
		if a.Disabled == nil {
			titles = append(titles, a.Title)
		}
	}
	return titles
}

func (w *working) replaces(name, old, now string) {
	w.t.Helper()
	w.do(w.Replace(w.ctx, w.uri(name), old, now))
}

func (w *working) reads(name, want string) {
	w.t.Helper()
	w.save()
	if want == "" {
		assert.NoFileExists(w.t, w.path(name))
		return
	}
	assert.Equal(w.t, want, w.content(name))
}

const (
	threeChanges = "<!-- edit-lsp: on -->\napp.py\n```\nimport os\n\ndef one():\n    return 1\n\ndef two():\n    return 2\n\ndef three():\n    return 3\n```\n"
	threeOlder   = "import os\n\ndef one():\n    return 0\n\ndef two():\n    return 0\n\ndef three():\n    return 0\n"
	twoThatGrow  = "<!-- edit-lsp: on -->\napp.py\n```\nimport os\n\ndef one():\n" + grown + "\ndef three():\n" + grown + "```\n"
	grown        = "    x1 = 0\n    x2 = 0\n    x3 = 0\n    x4 = 0\n    x5 = 0\n    x6 = 0\n    x7 = 0\n    return 1\n"
	patchOfFiles = "*** Begin Patch\n*** Delete File: old.txt\n*** End Patch\n" +
		"*** Begin Patch\n*** Update File: a.txt\n*** Move to: sub/b.txt\n@@\n-one\n+uno\n two\n*** End Patch\n"
)

// What holds in a working session holds with a restart of the server in it, too.
func TestAWorkingSession(t *testing.T) {
	oneAndTwo := block("a.txt", "one\n", "uno\n") + block("a.txt", "two\n", "due\n")
	for name, c := range map[string]struct {
		files
		before, after func(w *working)
	}{
		"what is applied isn't applied again": {files{"chat.md": oneAndTwo, "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 2, "Apply edit")
		}, func(w *working) {
			w.is("2 already-applied")
			assert.Equal(w.t, []string{"Revert this edit", "Go to a.txt:1", "Apply the one edit in this document"}, first(w.offers(2), 3))
			w.choose(w.chat, 8, "Apply edit")
			w.reads("a.txt", "uno\ndue\n")
		}},
		"the place follows the file": {files{"chat.md": oneAndTwo, "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 2, "Apply edit")
			w.replaces("a.txt", "uno\n", "zero\nzero\nuno\n")
		}, func(w *working) {
			w.replaces("a.txt", "two\n", "two\nuno\n")
			w.is("2 already-applied")
			w.choose(w.chat, 2, "Revert this edit")
			w.reads("a.txt", "zero\nzero\none\ntwo\nuno\n")
		}},
		"changed by hand, and changed back": {files{"chat.md": oneAndTwo, "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 2, "Apply edit")
			w.replaces("a.txt", "uno", "un")
		}, func(w *working) {
			w.is("2 already-applied, changed")
			assert.NotContains(w.t, w.offers(2), "Revert this edit")
			w.choose(w.chat, 8, "Apply edit")
			w.is("2 already-applied, changed", "8 already-applied")
			w.replaces("a.txt", "un", "one")
			w.is("8 already-applied")
			w.choose(w.chat, 2, "Apply edit")
			w.reads("a.txt", "uno\ndue\n")
		}},
		"a block that is edited in the chat is a new one": {files{"chat.md": oneAndTwo, "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 2, "Apply edit")
			w.replaces("a.txt", "uno", "un")
		}, func(w *working) {
			w.replaces("chat.md", "uno\n", "un, deux\n")
			w.is("3 old-lines-not-found", "8 previous-edit-failed")
		}},
		"the chat grows": {files{"chat.md": oneAndTwo, "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 8, "Apply edit")
			w.replaces("a.txt", "due", "deux")
		}, func(w *working) {
			w.do(w.Change(w.ctx, w.chat, from(at(0, 0), at(0, 0)), "Hello\n"+block("b.txt", "one\n", "1\n")))
			w.is("2 file-not-found", "15 already-applied, changed")
		}},
		"a chosen place": {files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\ntwo\none\n"}, func(w *working) {
			w.choose(w.chat, 2, "Apply at line 3")
		}, func(w *working) {
			w.is("2 already-applied")
			w.choose(w.chat, 2, "Revert this edit")
			w.reads("a.txt", "one\ntwo\none\n")
		}},
		"a failed block locks nothing": {files{"chat.md": block("a.txt", "gone\n", "x\n") + oneAndTwo, "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 8, "Apply this edit alone")
			w.replaces("a.txt", "uno", "un")
		}, func(w *working) {
			w.choose(w.chat, 14, "Apply this edit alone")
			w.is("3 old-lines-not-found", "8 already-applied, changed", "14 already-applied")
			w.reads("a.txt", "un\ndue\n")
		}},
		"in a later turn": {files{"chat.md": "# User\nx\n# Assistant\n" + block("a.txt", "one\n", "uno\n"), "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 5, "Apply edit")
			w.replaces("a.txt", "uno", "un")
		}, func(w *working) {
			w.do(w.Change(w.ctx, w.chat, from(at(9, 0), at(9, 0)), "# User\ny\n# Assistant\n"+block("a.txt", "two\n", "due\n")))
			w.is("5 already-applied, changed")
			w.choose(w.chat, 14, "Apply edit")
			w.reads("a.txt", "un\ndue\n")
		}},
		"one change of a code block": {files{"chat.md": threeChanges, "app.py": threeOlder}, func(w *working) {
			w.opens("app.py")
			w.presses("app.py", "Change 2 of 3 from chat.md: Apply", 1)
		}, func(w *working) {
			assert.Equal(w.t, []string{
				"Change 1 of 3 from chat.md: Apply", "Preview", "Go to chat", "Change 2 of 3 applied", "Revert", "Change 3 of 3 from chat.md: Apply", "Preview", "Go to chat",
			}, w.lensesOf("app.py"))
			assert.Equal(w.t, []string{"Write to app.py (+2 −2)…", "Preview", "Split into 2 edit blocks", "Revert 1 change"}, w.lensesOf("chat.md"))
			w.presses("app.py", "Change 1 of 3 from chat.md: Apply", 1)
			w.presses("app.py", "Revert", 2)
			w.reads("app.py", strings.Replace(threeOlder, "return 0", "return 1", 1))
			w.presses("chat.md", "Revert 1 change", 1)
			w.reads("app.py", threeOlder)
			assert.Len(w.t, w.lensesOf("chat.md"), 3)
		}},
		"a code block that was changed by hand": {files{"chat.md": threeChanges, "app.py": threeOlder}, func(w *working) {
			w.opens("app.py")
			w.presses("chat.md", "Write to app.py (+3 −3)…", 1)
			assert.Equal(w.t, []string{"applied", "Revert"}, w.lensesOf("chat.md"))
			w.replaces("app.py", "return 2", "return 22")
		}, func(w *working) {
			assert.Equal(w.t, []string{"applied; changed since"}, w.lensesOf("chat.md"))
			assert.Equal(w.t, []string{"Change 1 of 3 applied", "Revert", "Change 2 of 3 applied; changed since", "Change 3 of 3 applied", "Revert"}, w.lensesOf("app.py"))
			assert.Equal(w.t, "Reverted 1 edit in 1 file; left: line 3 (the lines were changed since; undo it in the editor)", revertAll(w.under, w.chat).Message)
			w.reads("app.py", strings.Replace(threeOlder, "two():\n    return 0", "two():\n    return 22", 1))
		}},
		"a block that improves a code block": {files{"chat.md": threeChanges, "app.py": threeOlder}, func(w *working) {
			w.opens("app.py")
			w.presses("chat.md", "Write to app.py (+3 −3)…", 1)
			w.do(w.Change(w.ctx, w.chat, from(at(14, 0), at(14, 0)), block("app.py", "    return 2\n", "    return two\n")))
			w.choose(w.chat, 16, "Apply edit")
		}, func(w *working) {
			assert.Equal(w.t, "Reverted 2 edits in 1 file", revertAll(w.under, w.chat).Message)
			w.reads("app.py", threeOlder)
		}},
		// Two of the three functions, which are most of the file once they have grown.
		"a code block that has most of its file then": {files{"chat.md": twoThatGrow, "app.py": threeOlder}, func(w *working) {
			w.opens("app.py")
			w.presses("chat.md", "Write to app.py (+16 −2)…", 1)
			assert.Equal(w.t, []string{"applied", "Revert"}, w.lensesOf("chat.md"))
		}, func(w *working) {
			assert.Equal(w.t, []string{"applied", "Revert"}, w.lensesOf("chat.md"))
			w.replaces("app.py", "x3 = 0", "x3 = 33")
			assert.Equal(w.t, []string{"applied; changed since"}, w.lensesOf("chat.md"))
			w.replaces("app.py", "x3 = 33", "x3 = 0")
			w.presses("chat.md", "Revert", 1)
			w.reads("app.py", threeOlder)
		}},
		"a file that a code block created": {files{"chat.md": "<!-- edit-lsp: on -->\nnew/b.py\n```\nx = 2\n```\n"}, func(w *working) {
			w.presses("chat.md", "Create new/b.py", 1)
			assert.Equal(w.t, []string{"applied"}, w.lensesOf("chat.md"), "in a buffer that isn't saved")
			w.saves()
		}, func(w *working) {
			assert.Equal(w.t, []string{"applied", "Revert"}, w.lensesOf("chat.md"))
			w.presses("chat.md", "Revert", 1)
			w.reads("new/b.py", "")
			assert.Equal(w.t, []string{"Create new/b.py", "Preview"}, w.lensesOf("chat.md"))
		}},
		"files that are gone": {files{"chat.md": patchOfFiles, "a.txt": "one\ntwo\n", "old.txt": "\uFEFFold\r\n"}, func(w *working) {
			w.choose(w.chat, 2, "Delete old.txt")
			w.choose(w.chat, 1, "Apply all 2 edits in this document")
			w.reads("old.txt", "")
			w.reads("a.txt", "")
			w.reads("sub/b.txt", "uno\ntwo\n")
			w.do(w.Saved(w.ctx, w.chat)) // the server may have read a file while it was written
		}, func(w *working) {
			w.is("2 already-applied", "7 already-applied", "6 already-applied")
			assert.Contains(w.t, w.offers(2), "Revert this edit: create old.txt")
			assert.Contains(w.t, w.offers(6), "Revert this edit: rename the file to a.txt")
			assert.Equal(w.t, "Reverted 3 edits in 2 files", revertAll(w.under, w.chat).Message)
			w.reads("old.txt", "\uFEFFold\r\n")
			w.reads("a.txt", "one\ntwo\n")
			w.reads("sub/b.txt", "")
			w.saves()
			w.is()
		}},
		"a hunk, and then the rename of its file": {files{"chat.md": patchOfFiles, "a.txt": "one\ntwo\n", "old.txt": "x\n"}, func(w *working) {
			w.choose(w.chat, 7, "Apply edit")
			w.saves()
			w.choose(w.chat, 6, "Rename a.txt to sub/b.txt")
			w.reads("sub/b.txt", "uno\ntwo\n")
		}, func(w *working) {
			assert.Equal(w.t, "Reverted 2 edits in 1 file", revertAll(w.under, w.chat).Message)
			w.reads("a.txt", "one\ntwo\n")
			w.reads("sub/b.txt", "")
		}},
		"a hunk whose kept lines lost their blank": {files{"chat.md": "```diff\n--- a/a.txt\n+++ b/a.txt\n@@\nzero\n-one\n+uno\n  two\n```\n", "a.txt": "zero\none\n  two\n"}, func(w *working) {
			w.choose(w.chat, 4, "Apply edit")
		}, func(w *working) {
			assert.Equal(w.t, "Reverted 1 edit in 1 file", revertAll(w.under, w.chat).Message)
			w.reads("a.txt", "zero\none\n  two\n")
		}},
		"lines beside a blank one, reverted and applied again": {files{"chat.md": block("a.txt", "one\n", "one\n\nuno\n"), "a.txt": "one\n\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 2, "Apply edit")
			assert.Equal(w.t, "Reverted 1 edit in 1 file", revertAll(w.under, w.chat).Message)
			w.settled()
		}, func(w *working) {
			w.is()
			w.choose(w.chat, 2, "Apply edit")
			w.reads("a.txt", "one\n\nuno\n\ntwo\n")
		}},
		"an insertion that is given twice, the second first": {files{"chat.md": "FILE: a.txt\n" + strings.Repeat("FIND:\nx = 1\nREPLACE:\nx = 1\nlog\nEND\n", 2), "a.txt": "x = 1\n#\nx = 1\n"}, func(w *working) {
			w.choose(w.chat, 8, "Apply at line 1")
			w.settled()
		}, func(w *working) {
			w.is("8 already-applied")
			w.choose(w.chat, 2, "Apply edit")
			w.reads("a.txt", "x = 1\nlog\n#\nx = 1\nlog\n")
			w.is("2 already-applied", "8 already-applied")
			assert.Equal(w.t, "Reverted 2 edits in 1 file", revertAll(w.under, w.chat).Message)
			w.reads("a.txt", "x = 1\n#\nx = 1\n")
		}},
		"revert all": {files{"chat.md": oneAndTwo + block("new.txt", "", "new\n"), "a.txt": "one\ntwo\n"}, func(w *working) {
			w.choose(w.chat, 2, "Apply all 3 edits in this document")
			w.saves()
			w.replaces("a.txt", "uno", "un")
		}, func(w *working) {
			assert.Equal(w.t, "Reverted 2 edits in 2 files; left: line 2 (the lines were changed since; undo it in the editor)", revertAll(w.under, w.chat).Message)
			w.reads("a.txt", "un\ntwo\n")
			w.reads("new.txt", "")
		}},
	} {
		for _, restarts := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, restarted %v", name, restarts), func(t *testing.T) {
				w := &working{state: t.TempDir()}
				w.under = again(t, lay(t, c.files), w.state)
				w.chat = w.uri("chat.md")
				w.opens("chat.md")
				if _, err := os.Stat(w.path("a.txt")); err == nil && c.files["old.txt"] == "" {
					w.opens("a.txt")
				}
				w.settled()
				c.before(w)
				if restarts {
					w.restarts()
				}
				c.after(w)
			})
		}
	}
}

func first(list []string, n int) []string { return slices.Clone(list[:min(n, len(list))]) }
