package lsp

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Edits use the client's URI of a file, even if it escapes other characters than ours.
func openTargetKeepsItsURI(t *testing.T) {
	u := begin(t, files{"chat.md": block("src/my file.txt", "one\n", "uno\n"), "src/my file.txt": "one\n"})
	chat := u.open("chat.md")
	plain := string(u.uri("src/my file.txt"))
	for _, uri := range []string{
		strings.Replace(plain, "file.txt", "%66ile%2Etxt", 1),
		strings.Replace(plain, "file://", "file://localhost", 1),
		strings.Replace(plain, "/src/", "/%73rc/", 1),
	} {
		uri := protocol.DocumentUri(uri)
		u.do(u.OpenText(u.ctx, uri, "text", "zero\none\n"))
		assert.Equal(t, `{"documentChanges":[{"textDocument":{"uri":"`+string(uri)+`","version":1},"edits":[`+
			`{"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":0}},"newText":"uno\n"}]}]}`,
			u.edit(chat, 2, "Apply edit"))
		u.choose(chat, 2, "Apply edit")
		assert.Equal(t, "zero\nuno\n", u.Text(uri))
		u.do(u.Close(u.ctx, uri))
	}
	assert.Contains(t, u.edit(chat, 2, "Apply edit"), `{"uri":"`+plain+`","version":null}`)
}

// If the target changes while the menu is open, the editor can see that the edit is for an older
// version.
func editOfAnOlderVersionIsRefused(t *testing.T) {
	u := begin(t, oneFile())
	chat, target := u.open("chat.md"), u.open("a.txt")
	a, err := u.CodeAction(u.ctx, chat, 3, "Apply edit")
	u.do(err)
	u.do(u.Change(u.ctx, target, fromTo(0, 0), "zero\n"))
	assert.ErrorContains(t, u.Apply(u.ctx, *a.Edit), "another version")
	assert.Equal(t, "zero\none\ntwo\n", u.Text(target))
	u.choose(chat, 4, "Apply edit")
	assert.Equal(t, "zero\nuno\ntwo\n", u.Text(target))
}

func openTargetUnderAnotherName(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	u := begin(t, files{
		"chat.md":     block("link/a.txt", "one\n", "uno\n") + "\n" + block("real/a.txt", "two\n", "dos\n"),
		"real/a.txt":  "-\n",
		"real/b.txt":  "-\n",
		"other/x.txt": "-\n",
	})
	u.do(os.Symlink("real", u.path("link")))
	chat := u.open("chat.md")
	assert.Len(t, u.codes(chat), 2)
	for _, name := range []string{"real/a.txt", "link/a.txt"} {
		uri := u.uri(name)
		u.do(u.OpenText(u.ctx, uri, "", "one\ntwo\n"))
		edit := u.edit(chat, 2, "Apply all 2 edits in this document")
		assert.Contains(t, edit, `"uri":"`+string(uri)+`","version":1}`)
		assert.Equal(t, 1, strings.Count(edit, "textDocument"), "%s: it is one file", edit)
		u.do(u.Close(u.ctx, uri))
	}
	assert.Len(t, u.codes(chat), 2)
}

func targetThatWasNeverSaved(t *testing.T) {
	u := begin(t, files{"chat.md": block("new.txt", "one\n", "uno\n")})
	chat, target := u.open("chat.md"), u.uri("new.txt")
	assert.Equal(t, []string{"1 file-not-found"}, u.codes(chat))
	u.do(u.OpenText(u.ctx, target, "", "one\n"))
	assert.Empty(t, u.codes(chat))
	assert.Contains(t, u.edit(chat, 2, "Apply edit"), `"version":1`)
	u.do(u.Close(u.ctx, target))
	assert.Equal(t, []string{"1 file-not-found"}, u.codes(chat))
}

// The disk changes between two requests without a notification.
func targetThatChangesUnseen(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\n"})
	chat := u.open("chat.md")
	assert.Contains(t, u.edit(chat, 2, "Apply edit"), `"line":0,"character":0`)
	write(t, u.dir, files{"a.txt": "zero\none\n"})
	assert.Contains(t, u.edit(chat, 2, "Apply edit"), `"start":{"line":1,"character":0}`)
	write(t, u.dir, files{"a.txt": "zero\nONE\n"}) // the same length
	assert.Equal(t, []string{"Apply at nearest match, line 2 (only letter case differs)"}, u.titles(chat, 2))
	u.do(os.Remove(u.path("a.txt")))
	assert.Empty(t, u.titles(chat, 2))
	u.do(os.Mkdir(u.path("a.txt"), 0o755))
	assert.Empty(t, u.titles(chat, 2))
	u.do(os.Remove(u.path("a.txt")))
	write(t, u.dir, files{"a.txt": "one\x00\n"})
	assert.Empty(t, u.titles(chat, 2))
	u.do(u.Saved(u.ctx, chat))
	assert.Equal(t, []string{"2 binary-file"}, withLine(u.codes(chat), "2"))
	write(t, u.dir, files{"a.txt": "one\n"})
	assert.Equal(t, []string{"Apply edit"}, u.titles(chat, 2))
}

func withLine(codes []string, line string) []string {
	for i, c := range codes {
		_, code, _ := strings.Cut(c, " ")
		codes[i] = line + " " + code
	}
	return codes
}

func nothingOutsideIsSeen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	u := launch(t, lay(t, files{"out/secret.txt": "secret\n", "ws/inside.txt": "secret\n"}), Options{})
	u.do(os.Symlink("../out/secret.txt", u.path("ws/link.txt")))
	u.do(os.Symlink(u.path("out"), u.path("ws/dir")))
	u.connect(lsptest.Options{Folders: []string{u.path("ws")}})
	secret := u.path("out/secret.txt")
	const uri = "untitled:chat"
	for _, path := range []string{"link.txt", "dir/secret.txt", "../out/secret.txt", secret, "ws/../../out/secret.txt"} {
		u.do(u.OpenText(u.ctx, uri, "markdown", block(path, "secret\n", "x\n")+"\n"+block("inside.txt", "nothing\n", "x\n")))
		shown := u.shown(uri)
		require.NotEmpty(t, shown, path)
		assert.Contains(t, shown[0], "path-escape", path)
		assert.NotContains(t, strings.Join(shown, "\n"), "secret\n", path)
		assert.Empty(t, u.titles(uri, 2), path)
	}
	// A chat outside reads nothing next to it.
	chat := u.uri("out/chat.md")
	u.do(u.OpenText(u.ctx, chat, "markdown", block("secret.txt", "secret\n", "x\n")))
	assert.Equal(t, []string{"1 file-not-found"}, u.codes(chat))
}

// All members of initialize that name folders.
func TestFoldersOfTheClient(t *testing.T) {
	all := files{"ws/a.txt": "one\n", "chat.txt": block("a.txt", "one\n", "uno\n")}
	for name, params := range map[string]func(dir string) map[string]any{
		"workspace folders": func(dir string) map[string]any {
			return map[string]any{"rootUri": nil, "workspaceFolders": lsptest.Folders(dir)}
		},
		"rootUri": func(dir string) map[string]any {
			return map[string]any{"rootUri": protocol.FileURI(dir), "workspaceFolders": nil}
		},
		"rootUri, no folders": func(dir string) map[string]any {
			return map[string]any{"rootUri": protocol.FileURI(dir), "workspaceFolders": []any{}}
		},
		"rootPath": func(dir string) map[string]any {
			return map[string]any{"rootUri": nil, "rootPath": dir + "/"}
		},
		"a folder that is not there, too": func(dir string) map[string]any {
			return map[string]any{"workspaceFolders": lsptest.Folders(filepath.Join(dir, "none"), dir)}
		},
		"a folder that is no file, too": func(dir string) map[string]any {
			return map[string]any{"workspaceFolders": append([]protocol.WorkspaceFolder{{URI: "vscode-vfs://github/x", Name: "x"}}, lsptest.Folders(dir)...)}
		},
		"the same folder twice": func(dir string) map[string]any {
			return map[string]any{"workspaceFolders": lsptest.Folders(dir, dir+"/")}
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := launch(t, lay(t, all), Options{})
			u.connect(lsptest.Options{Params: params(u.path("ws"))})
			const uri = "untitled:chat"
			u.do(u.OpenText(u.ctx, uri, "markdown", u.content("chat.txt")))
			assert.Empty(t, u.codes(uri))
			assert.Contains(t, u.edit(uri, 2, "Apply edit"), string(u.uri("ws/a.txt")))
		})
	}
}

// When the client's initial folder goes, it must not remain a root as the rootUri.
func TestTheLastFolderGoes(t *testing.T) {
	u := begin(t, files{"a.txt": "one\n", "chat.txt": block("a.txt", "one\n", "uno\n")})
	const uri = "untitled:chat"
	u.do(u.OpenText(u.ctx, uri, "markdown", u.content("chat.txt")))
	assert.NotEmpty(t, u.titles(uri, 2))
	u.do(u.ChangeFolders(u.ctx, nil, []string{u.dir}))
	assert.Empty(t, u.titles(uri, 2))
	assert.Len(t, u.codes(uri), 1)
	u.do(u.ChangeFolders(u.ctx, []string{u.dir}, nil))
	assert.Empty(t, u.codes(uri))
}

func TestNoFolder(t *testing.T) {
	u := launch(t, lay(t, files{
		"repo/.git/HEAD": "", "repo/src/a.txt": "one\n", "repo/docs/b.txt": "two\n", "outside.txt": "three\n",
		"repo/docs/chat.md": block("src/a.txt", "one\n", "uno\n") + "\n" + block("b.txt", "two\n", "dos\n") + "\n" + block("../../outside.txt", "three\n", "tres\n"),
	}), Options{})
	u.connect(lsptest.Options{})
	chat := u.open("repo/docs/chat.md")
	assert.Equal(t, []string{"15 path-escape"}, u.codes(chat))
	u.choose(chat, 2, "Apply edit")
	u.save()
	assert.Equal(t, "uno\n", u.content("repo/src/a.txt"))
}

// The client's folder is missing at first, as on a disconnected disk.
func TestFolderThatComesLater(t *testing.T) {
	u := launch(t, lay(t, files{"chat.txt": block("a.txt", "one\n", "uno\n")}), Options{})
	u.connect(lsptest.Options{Folders: []string{u.path("ws")}})
	const uri = "untitled:chat"
	u.do(u.OpenText(u.ctx, uri, "markdown", u.content("chat.txt")))
	assert.Len(t, u.codes(uri), 1)
	write(t, u.dir, files{"ws/a.txt": "one\n"})
	assert.NotEmpty(t, u.titles(uri, 2))
	u.do(u.Notify(u.ctx, "workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}}))
	assert.Empty(t, u.codes(uri))
	u.do(os.RemoveAll(u.path("ws")))
	assert.Empty(t, u.titles(uri, 2))
}

// A walk names its place even on the first line, which is 0.
func TestAWalkNamesTheFirstLine(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n"), "a.txt": "one\n"})
	chat := u.open("chat.md")
	var answer map[string]any
	u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{
		"command": "editLsp.nextEdit", "arguments": []any{map[string]any{"uri": chat, "line": 0}},
	}, &answer))
	assert.Equal(t, map[string]any{"applied": true, "uri": string(u.uri("a.txt")), "line": 0.0}, answer)
}
