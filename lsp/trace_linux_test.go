package lsp

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

func init() {
	traces = append(traces, trust.Case{Name: "a whole session", Run: systemCalls})
}

// The language server writes no files but its journal, starts no programs, opens no sockets, and makes no system
// call for a name refused by its text. This runs the real program under strace for a whole session.
func systemCalls(t *testing.T) {
	dir := lay(t, files{
		"ws/chat.md": block("a.txt", "one\n", "uno\n") + "\n" + block("new/folder/b.txt", "", "new\n") + "\n" +
			block(".vscode/tasks.json", "{}\n", "{ }\n") + "\n" + block("link.txt", "outside\n", "x\n") + "\n" +
			block("../refused-1.txt", "one\n", "x\n") + "\n" + block("/refused-2/passwd", "one\n", "x\n") + "\n" +
			block(".git/refused-3", "", "x\n") + "\n" + block("C:\\refused-4", "", "x\n") + "\n" +
			block("~/refused-5", "", "x\n") + "\n" + block("refused-6\u202e.txt", "", "x\n") + "\n" +
			"Then run `git rm a.txt` and `rm -rf refused-7`.\n\n```sh\ntouch refused-8\n```\n",
		"ws/a.txt":              "one\n",
		"ws/.vscode/tasks.json": "{}\n",
		"outside.txt":           "outside\n",
	})
	require.NoError(t, os.Symlink("../outside.txt", filepath.Join(dir, "ws", "link.txt")))
	binary := filepath.Join(dir, "edit-lsp")
	build := exec.Command("go", "build", "-trimpath", "-o", binary, "../cmd/edit-lsp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd, trace := trust.Traced(ctx, t, binary, "--stdio")
	cmd.Dir = filepath.Join(dir, "ws")
	state := filepath.Join(dir, "state")
	require.NoError(t, os.Mkdir(state, 0o700))
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME="+state, "EDIT_LSP_JOURNAL=on")
	u := &under{t: t, ctx: ctx, dir: dir}
	u.Editor = startProcess(ctx, t, cmd, filepath.Join(dir, "ws"))
	wholeSession(u)
	require.NoError(t, cmd.Wait(), "the server's exit status")
	assert.Equal(t, "uno!\n", u.content("ws/a.txt"), "the session has come to its end")
	assert.Equal(t, "new\n", u.content("ws/new/folder/b.txt"))

	calls := trace()
	assert.Greater(t, len(calls), 100)
	written := 0
	for _, c := range calls {
		if strings.HasPrefix(c, "write(") && trust.IsIn(filepath.Join(state, "edit-lsp", "journal"), c) {
			written++
		}
		if trust.IsIn(state, c) && !strings.HasPrefix(c, "exec") {
			continue
		}
		assert.Empty(t, trust.Forbidden(c), "%s", c)
		assert.NotContains(t, c, "refused-", "a call for a refused name")
		if strings.HasPrefix(c, "open") || strings.HasPrefix(c, "read(") || strings.HasPrefix(c, "pread") {
			assert.NotContains(t, c, "outside.txt>", "what a link leads to outside was opened")
		}
	}
	assert.Positive(t, written, "the journal")
}

func startProcess(ctx context.Context, t *testing.T, cmd *exec.Cmd, folder string) *lsptest.Editor {
	t.Helper()
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	e, err := lsptest.Start(ctx, struct {
		io.Reader
		io.WriteCloser
	}{out, in}, lsptest.Options{Folders: []string{folder}})
	require.NoError(t, err)
	return e
}

func wholeSession(u *under) {
	chat := u.open("ws/chat.md")
	list, err := u.Diagnostics(u.ctx, chat, nil)
	u.do(err)
	assert.NotEmpty(u.t, list)
	for line := 1; line <= strings.Count(u.Text(chat), "\n")+1; line++ {
		u.titles(chat, line)
		u.reads(chat, line-1)
	}
	u.do(u.Call(u.ctx, "workspace/willRenameFiles", map[string]any{"files": []any{
		map[string]any{"oldUri": u.uri("ws/a.txt"), "newUri": u.uri("refused-9.txt")},
	}}, nil))
	u.choose(chat, 16, "Apply edit")
	u.choose(chat, 2, "Apply all 2 edits in this document")
	u.save()
	target := u.open("ws/a.txt")
	u.do(u.Replace(u.ctx, target, "uno", "uno!"))
	u.do(u.Append(u.ctx, chat, "\nMore:\n\n"+block("a.txt", "dos\n", "tres\n")))
	_, err = u.Diagnostics(u.ctx, chat, nil)
	u.do(err)
	u.save()
	u.do(u.Notify(u.ctx, "workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": target, "type": 2}}}))
	u.do(u.ChangeFolders(u.ctx, []string{u.path("ws/new")}, nil))
	u.titles(chat, 2)
	u.do(u.Close(u.ctx, target))
	u.do(u.Close(u.ctx, chat))
	u.do(u.Editor.Stop(u.ctx))
	<-u.Gone()
	assert.Empty(u.t, u.Complaints())
}
