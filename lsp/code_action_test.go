package lsp

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// offered returns the listed action with a title at a line, without its edit.
func (u *under) offered(uri protocol.DocumentUri, line int, title string) protocol.CodeAction {
	u.t.Helper()
	list, err := u.CodeActions(u.ctx, uri, line-1)
	u.do(err)
	for _, a := range list {
		if a.Title == title {
			require.Nil(u.t, a.Edit, "the edit comes when it is chosen")
			return a
		}
	}
	require.Fail(u.t, "not offered", "%s", title)
	panic("unreachable")
}

// Actions that no longer apply are refused with a reason.
func targetChangesBetweenListingAndResolving(t *testing.T) {
	const gone = "the block or its file has changed since this was offered"
	for name, change := range map[string]struct {
		happens func(u *under, chat protocol.DocumentUri)
		title   string
		refused string
	}{
		"a line above it on disk":     {func(u *under, _ protocol.DocumentUri) { write(u.t, u.dir, files{"a.txt": "zero\none\ntwo\n"}) }, "", gone},
		"its line on disk":            {func(u *under, _ protocol.DocumentUri) { write(u.t, u.dir, files{"a.txt": "ONE\ntwo\n"}) }, "", gone},
		"the file goes":               {func(u *under, _ protocol.DocumentUri) { u.do(os.Remove(u.path("a.txt"))) }, "", gone},
		"someone types into the file": {func(u *under, _ protocol.DocumentUri) { u.do(u.Change(u.ctx, u.open("a.txt"), fromTo(0, 0), "x\n")) }, "", gone},
		"the block's new lines":       {func(u *under, chat protocol.DocumentUri) { u.do(u.Replace(u.ctx, chat, "uno", "eins")) }, "", gone},
		"a block for the file joins": {func(u *under, chat protocol.DocumentUri) {
			u.do(u.Append(u.ctx, chat, "\n"+block("a.txt", "two\n", "due\n")))
		}, "Apply all 2 edits in this document", gone},
		"the blocks go":                {func(u *under, chat protocol.DocumentUri) { u.do(u.Replace(u.ctx, chat, u.Text(chat), "")) }, "", "the block is gone"},
		"the chat is closed":           {func(u *under, chat protocol.DocumentUri) { u.do(u.Close(u.ctx, chat)) }, "", "the chat is no longer open"},
		"nothing":                      {func(*under, protocol.DocumentUri) {}, "", ""},
		"the chat goes on below":       {func(u *under, chat protocol.DocumentUri) { u.do(u.Append(u.ctx, chat, "\nAnd then:\n")) }, "", ""},
		"another file changes":         {func(u *under, _ protocol.DocumentUri) { write(u.t, u.dir, files{"b.txt": "q\n"}) }, "", ""},
		"prose above it in the chat":   {func(u *under, chat protocol.DocumentUri) { u.do(u.Change(u.ctx, chat, fromTo(0, 0), "Well:\n\n")) }, "", ""},
		"the file is written as it is": {func(u *under, _ protocol.DocumentUri) { write(u.t, u.dir, files{"a.txt": "one\ntwo\n"}) }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{
				"chat.md": block("a.txt", "one\n", "uno\n") + "\n" + block("b.txt", "three\n", "tre\n"),
				"a.txt":   "one\ntwo\n", "b.txt": "three\n",
			})
			chat := u.open("chat.md")
			title := change.title
			if title == "" {
				title = "Apply edit"
			}
			a := u.offered(chat, 2, title)
			change.happens(u, chat)
			_, err := u.Resolve(u.ctx, a)
			if change.refused == "" {
				u.do(err)
				return
			}
			var answered *jsonrpc2.Error
			require.ErrorAs(t, err, &answered)
			assert.EqualValues(t, wire.ContentModified, answered.Code)
			assert.Contains(t, answered.Message, change.refused)
		})
	}
}

// Some clients resolve whatever lacks an edit or a command. They get it back unchanged.
func TestWhatIsNoActionOfOursIsEchoed(t *testing.T) {
	u := begin(t, oneFile())
	for _, item := range []string{
		`{"title":"Somebody's"}`,
		`{"title":"A command","command":"do.it","arguments":[1,{"a":null}]}`,
		`{"title":"Data of others","data":{"uri":"file:///x"},"x-unknown":[1.50,true]}`,
		`{"title":"Data that is no object","data":7}`,
		`{"title":"Has one","edit":{"changes":{}},"data":{"editLsp":{"uri":"file:///nowhere"},"edit":"00"}}`,
		`{"title":"Disabled","disabled":{"reason":"so"}}`,
		`{"title":"A kind of another version","data":{"editLsp":{"uri":"file:///x","kind":"fly","block":0},"edit":"00"}}`,
		`{}`,
	} {
		var echo json.RawMessage
		u.do(u.Call(u.ctx, "codeAction/resolve", json.RawMessage(item), &echo))
		assert.JSONEq(t, item, string(echo))
	}
}

// Clients that don't resolve edits get them at once. resolveProvider isn't announced to them, since
// some would resolve every action without an edit.
func TestEditsComeAtOnceWhereTheyAreNotResolved(t *testing.T) {
	lazy := map[string]bool{}
	for _, client := range append([]string{"full"}, recordedClients(t)...) {
		u := beginWith(t, oneFile(), Options{}, optionsOf(t, client, nil))
		list, err := u.CodeActions(u.ctx, u.open("chat.md"), 2)
		u.do(err)
		require.NotEmpty(t, list)
		provider, err := json.Marshal(u.Initialized.Capabilities.CodeActionProvider)
		u.do(err)
		lazy[client] = strings.Contains(string(provider), `"resolveProvider":true`)
		for _, a := range list {
			assert.Equal(t, lazy[client], a.Edit == nil, client)
			assert.Equal(t, lazy[client], a.Data != nil, client)
		}
		u.choose(u.open("chat.md"), 3, "Apply edit")
		u.stop()
	}
	assert.Equal(t, map[string]bool{
		"full": true, "vscode": true, "helix": true, "nvim-0.7.2": true, "nvim-0.10": true, "nvim-0.12": true,
		"eglot-1.17": true, "eglot-1.9": false, "kate": false, "ale": false,
	}, lazy)
}

func TestFixAllOnSaveAppliesNothing(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n") + "\n" + block("a.txt", "two\n", "due\n"), "a.txt": "one\ntwo\n"})
	chat := u.open("chat.md")
	kinds := func(only ...protocol.CodeActionKind) []string {
		list, err := u.CodeActions(u.ctx, chat, 0, only...)
		u.do(err)
		found := []string{}
		for _, a := range list {
			if len(found) == 0 || found[len(found)-1] != *a.Kind {
				found = append(found, *a.Kind)
			}
		}
		return found
	}
	assert.Empty(t, kinds("source.fixAll"))
	assert.Empty(t, kinds("source.organizeImports", "source.fixAll", "source.fixAll.eslint"))
	assert.Equal(t, []string{"source.fixAll.editLsp"}, kinds("source.fixAll.editLsp"))
	assert.Equal(t, []string{"source.applyEdits"}, kinds("source.applyEdits"))
	assert.Equal(t, []string{"source.applyEdits"}, kinds("source"), "the menu of all source actions")
	assert.Equal(t, []string{"quickfix", "refactor.rewrite"}, kinds())
	assert.Equal(t, []string{"quickfix"}, kinds("quickfix"))
	assert.Equal(t, []string{"refactor.rewrite"}, kinds("refactor"))
	assert.Empty(t, kinds("refactor.extract"))
	assert.Equal(t, "one\ntwo\n", u.content("a.txt"))
}

// Requests at cursor movements offer repairs untried. If one then fails, it isn't applied, with a
// reason.
func TestALightBulbTriesNoRepair(t *testing.T) {
	search := func(old, new string) string {
		return "a.txt\n<<<<<<< SEARCH\n" + old + "=======\n" + new + ">>>>>>> REPLACE\n"
	}
	for name, c := range map[string]struct{ file, old, new, refused string }{
		"a repair":              {"one first\ntwo second\nthree\n", "one first\ntwo  second\nthree\n", "one first\ntwo  second\n3\n", ""},
		"the file has a marker": {"one first\n=======\nthree\n", "one first\n ======\nthree\n", "one first\n ======\n3\n", "not applied: the chat would be read differently"},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"chat.md": search(c.old, c.new), "a.txt": c.file})
			chat := u.open("chat.md")
			offered := func(trigger int) (titles []string, first protocol.CodeAction) {
				var list []protocol.CodeAction
				at := protocol.Position{Line: 2}
				u.do(u.Call(u.ctx, "textDocument/codeAction", map[string]any{
					"textDocument": map[string]any{"uri": chat}, "range": protocol.Range{Start: at, End: at},
					"context": map[string]any{"diagnostics": []any{}, "triggerKind": trigger},
				}, &list))
				for _, a := range list {
					titles = append(titles, a.Title)
				}
				require.NotEmpty(t, list)
				return titles, list[0]
			}
			const asked, moved = 1, 2
			bulb, first := offered(moved)
			require.Len(t, bulb, 3)
			assert.Contains(t, bulb[1], "Apply at nearest match")
			menu, _ := offered(asked)
			_, err := u.Resolve(u.ctx, first)
			if c.refused == "" {
				assert.Equal(t, bulb, menu)
				u.do(err)
				return
			}
			assert.Equal(t, []string{"Insert retry prompt"}, menu)
			var answered *jsonrpc2.Error
			require.ErrorAs(t, err, &answered)
			assert.EqualValues(t, wire.ContentModified, answered.Code)
			assert.Equal(t, c.refused, answered.Message)
		})
	}
}

func TestDoubtfulNewTextIsNotPreferred(t *testing.T) {
	for name, c := range map[string]struct {
		block     string
		preferred bool
	}{
		"plain":            {block("a.txt", "one\n", "uno\n"), true},
		"hidden character": {block("a.txt", "one\n", "u\u202eno\n"), false},
		"placeholder":      {block("a.txt", "one\n", "# ... rest of the code\n"), false},
		"marker":           {block("a.txt", "one\n", ">>>>>>> REPLACE\n"), false},
	} {
		u := begin(t, files{"chat.md": c.block, "a.txt": "one\ntwo\n"})
		a := u.offered(u.open("chat.md"), 2, "Apply edit")
		assert.Equal(t, c.preferred, a.IsPreferred != nil && *a.IsPreferred, name)
	}
}

// If an editor refuses an edit, the command returns why, and the block's status doesn't change.
func clientRefusesApplyEdit(t *testing.T) {
	u := beginWith(t, oneFile(), Options{}, lsptest.Options{Applied: map[string]any{"applied": false, "failureReason": "the file is read-only"}})
	chat := u.open("chat.md")
	before := u.codes(chat)
	for _, command := range []string{"editLsp.apply", "editLsp.applyAll"} {
		var answer commandResult
		u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{
			"command": command, "arguments": []any{map[string]any{"uri": chat, "block": 0}},
		}, &answer))
		assert.Equal(t, commandResult{Reason: "the file is read-only"}, answer)
	}
	u.do(u.Saved(u.ctx, chat))
	assert.Equal(t, before, u.codes(chat))
	u.offered(chat, 3, "Apply edit")
}

// Suggested commands become file operations if the paths are plain and pass the policy, and the
// editor supports them.
func shellSuggestionsAsFileOperations(t *testing.T) {
	u := begin(t, files{
		"chat.md": block("a.txt", "one\n", "uno\n") + "\n`git rm old.txt`\n\n`git mv a.txt sub/b.txt`\n\n`git mv a.txt b.txt`\n\n`rm -rf sub`\n\n`mkdir -p d`\n\n" +
			"`git rm ../x`, `git rm *.txt`, `git rm -r sub`, `git rm .git/config`, `git rm none.txt`, `git mv a.txt old.txt`\n\n```sh\ngit rm old.txt sub/s.txt\n```\n",
		"a.txt": "one\n", "old.txt": "-\n", "sub/s.txt": "-\n", "x": "-\n",
	})
	chat := u.open("chat.md")
	titles := func(line int) []string {
		list, err := u.CodeActions(u.ctx, chat, line-1)
		u.do(err)
		found := []string{}
		for _, a := range list {
			if !strings.HasPrefix(a.Title, "Apply ") {
				found = append(found, a.Title)
			}
		}
		return found
	}
	for line, want := range map[int]string{
		8: "Delete old.txt", 10: "Rename a.txt to sub/b.txt", 12: "Rename a.txt to b.txt", 14: "", 16: "", 18: "", 21: "Delete old.txt, sub/s.txt",
	} {
		assert.Equal(t, want, strings.Join(titles(line), "; "), "line %d", line)
	}
	u.choose(chat, 21, "Delete old.txt, sub/s.txt")
	u.choose(chat, 12, "Rename a.txt to b.txt")
	assert.Equal(t, []string{"Deletes the file", "Renames the file"}, u.Asked())
	assert.NoFileExists(t, u.path("old.txt"))
	assert.NoFileExists(t, u.path("a.txt"))
	assert.Equal(t, "one\n", u.content("b.txt"))
	assert.Empty(t, titles(10), "the file is not there any more")
}

// Editors that can't delete or rename get no file operations, nor do documents without edits.
func noFileOperationsWhereTheyAreOfNoUse(t *testing.T) {
	for name, chat := range map[string]string{"kate": block("a.txt", "one\n", "uno\n") + "\n`git rm a.txt`\n", "full": "\n\n\n\n\n\n\n`git rm a.txt`\n"} {
		u := beginWith(t, files{"chat.md": chat, "a.txt": "one\n"}, Options{}, optionsOf(t, name, nil))
		list, err := u.CodeActions(u.ctx, u.open("chat.md"), 7)
		u.do(err)
		for _, a := range list {
			assert.Equal(t, "Apply the one edit in this document", a.Title, name)
		}
	}
}

func TestAddToTheContextByAnAction(t *testing.T) {
	for name, c := range map[string]struct{ header, want string }{
		"brackets":     {"---\ncontext_files: [lib.py]\n---\n", "---\ncontext_files: [lib.py, 'app/[[]id]/a b.txt']\n---\n"},
		"lines":        {"---\ntitle: x\ncontext_files:\n  - lib.py\n  - b.py\nother: y\n---\n", "---\ntitle: x\ncontext_files:\n  - lib.py\n  - b.py\n  - 'app/[[]id]/a b.txt'\nother: y\n---\n"},
		"at the start": {"---\ncontext_files:\n- lib.py\n---\n", "---\ncontext_files:\n- lib.py\n- 'app/[[]id]/a b.txt'\n---\n"},
		"one":          {"---\ncontext_files: lib.py\n---\n", "---\ncontext_files: [lib.py, 'app/[[]id]/a b.txt']\n---\n"},
	} {
		t.Run(name, func(t *testing.T) {
			const target = "app/[id]/a b.txt"
			u := begin(t, files{"chat.md": c.header + "\n" + block(target, "one\n", "uno\n"), target: "one\n"})
			chat := u.open("chat.md")
			line := strings.Count(c.header, "\n") + 3
			assert.Contains(t, u.codes(chat)[0], "not-in-context")
			u.choose(chat, line, "Add "+target+" to the context")
			assert.Equal(t, c.want+"\n"+block(target, "one\n", "uno\n"), u.Text(chat))
			assert.Empty(t, u.codes(chat))
		})
	}
}
