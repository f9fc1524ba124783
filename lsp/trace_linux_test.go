package lsp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/trust"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func init() {
	traces = append(traces, trust.Case{Name: "a whole session", Run: systemCalls})
}

// In LSP mode the server writes no file, starts no program and opens no
// socket. And no system call is made for a name that is refused by its text. Shown
// by the system calls of the real program in a whole session.
func systemCalls(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("!! NOT TESTED: that the server writes nothing; strace is not installed")
	}
	if err := exec.Command(strace, "-o", os.DevNull, "true").Run(); err != nil {
		t.Skipf("!! NOT TESTED: that the server writes nothing; strace cannot trace here: %v", err)
	}
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
	out, err := exec.Command("go", "build", "-o", binary, "../cmd/edit-lsp").CombinedOutput()
	require.NoError(t, err, "%s", out)

	trace := filepath.Join(dir, "trace")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, strace, "-f", "-s", "4096", "-y", "-o", trace, binary, "--stdio")
	cmd.Dir = filepath.Join(dir, "ws")
	cmd.Env = append(os.Environ(), "HOME="+dir)
	u := &under{t: t, ctx: ctx, dir: dir}
	u.Editor = startProcess(ctx, t, cmd, filepath.Join(dir, "ws"))
	wholeSession(u)
	require.NoError(t, cmd.Wait(), "the server's exit status")
	assert.Equal(t, "uno!\n", u.content("ws/a.txt"), "the session has come to its end")
	assert.Equal(t, "new\n", u.content("ws/new/folder/b.txt"))

	calls := readTrace(t, trace)
	assert.Greater(t, len(calls), 100)
	for i, c := range calls {
		// The first is that by which strace starts the program.
		assert.Empty(t, forbidden(c, i == 0), "%s", c)
		assert.NotContains(t, c, "refused-", "a call for a refused name")
		if strings.HasPrefix(c, "open") || strings.HasPrefix(c, "read(") || strings.HasPrefix(c, "pread") {
			assert.NotContains(t, c, "outside.txt>", "what a link leads to outside was opened")
		}
	}
}

// startProcess starts a server as an editor does.
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

// wholeSession does all that there is to do.
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

// reads asks for what is shown and offered at a line (0-based), beside actions.
func (u *under) reads(chat protocol.DocumentUri, line int) {
	u.t.Helper()
	end := len(strings.Split(u.Text(chat), "\n")[line])
	for _, method := range []string{"completion", "definition", "hover", "diagnostic", "semanticTokens/full", "inlayHint", "documentLink", "codeLens"} {
		u.do(u.Call(u.ctx, "textDocument/"+method, map[string]any{
			"textDocument": map[string]any{"uri": chat}, "position": at(line, end), "range": from(at(0, 0), at(line, 0)),
		}, nil))
	}
}

// traced is a line of a trace: the number of a thread, and a call. A call during which
// another thread made one is on two lines: `CALL <unfinished ...>`, and later
// `<... NAME resumed>REST`.
var (
	traced  = regexp.MustCompile(`^(\d+) +(.*)$`)
	resumed = regexp.MustCompile(`^<\.\.\. \w+ resumed>(.*)$`)
)

func readTrace(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	var calls []string
	begun := map[string]string{} // by thread
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		m := traced.FindStringSubmatch(lines.Text())
		require.NotNil(t, m, lines.Text())
		thread, line := m[1], m[2]
		if call, ok := strings.CutSuffix(line, "<unfinished ...>"); ok {
			begun[thread] = call
			continue
		}
		if rest := resumed.FindStringSubmatch(line); rest != nil {
			line = begun[thread] + rest[1]
			delete(begun, thread)
		}
		if strings.HasPrefix(line, "+++") || strings.HasPrefix(line, "---") {
			continue
		}
		// What goes over the wire is no name of a file.
		if !strings.HasPrefix(line, "read(0<") && !strings.HasPrefix(line, "write(1<") {
			calls = append(calls, line)
		}
	}
	require.NoError(t, lines.Err())
	for _, call := range begun { // the program ended in it
		calls = append(calls, call)
	}
	return calls
}

// changing are the calls that change files, start programs or open sockets.
var changing = regexp.MustCompile(`^(creat|rename|renameat|renameat2|link|linkat|symlink|symlinkat|unlink|unlinkat|rmdir|mkdir|mkdirat|mknod|mknodat|` +
	`truncate|ftruncate|fallocate|chmod|fchmod|fchmodat|fchmodat2|chown|fchown|lchown|fchownat|utime|utimes|utimensat|futimesat|` +
	`setxattr|lsetxattr|fsetxattr|removexattr|lremovexattr|fremovexattr|copy_file_range|sendfile|splice|mount|umount2|` +
	`execve|execveat|fork|vfork|socket|socketpair|connect|bind|listen|accept|accept4|sendto|sendmsg|sendmmsg|io_uring_setup|ptrace|memfd_create)\(`)

// opening are the ways of opening a file with which it can be changed.
var opening = regexp.MustCompile(`^(open|openat|openat2)\(.*\b(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE)\b`)

// forbidden says what is wrong with a system call, or nothing.
func forbidden(call string, first bool) string {
	name, _, _ := strings.Cut(call, "(")
	switch {
	case first && name == "execve":
		return ""
	case changing.MatchString(call):
		return fmt.Sprintf("%s: it changes something", name)
	case opening.MatchString(call):
		return fmt.Sprintf("%s: it opens something for writing", name)
	case (name == "clone" || name == "clone3") && !strings.Contains(call, "CLONE_THREAD"):
		return fmt.Sprintf("%s: a process that is no thread", name)
	case (name == "write" || name == "pwrite64" || name == "writev") && !wakes.MatchString(call):
		return fmt.Sprintf("%s: to something that is not standard output", name)
	}
	return ""
}

// wakes is how Go's runtime wakes the thread that waits for input.
var wakes = regexp.MustCompile(`^write\(\d+<(anon_inode:)?\[eventfd`)

// What the test looks for is found where it is.
func TestForbiddenSystemCalls(t *testing.T) {
	for _, call := range []string{
		`openat(AT_FDCWD</x>, "a", O_RDWR|O_CLOEXEC) = 3`, `openat(AT_FDCWD, "a", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3`,
		`mkdirat(5</x>, "a", 0777) = 0`, `execve("/bin/true", ["true"], 0x0) = 0`, `socket(AF_INET, SOCK_STREAM, 0) = 3`,
		`clone(child_stack=NULL, flags=CLONE_VM|CLONE_VFORK|SIGCHLD) = 7`, `write(3</x/a>, "x", 1) = 1`, `write(2<pipe:[1]>, "x", 1) = 1`,
	} {
		assert.NotEmpty(t, forbidden(call, false), call)
	}
	for _, call := range []string{
		`openat(3</x>, "a", O_RDONLY|O_NOFOLLOW|O_CLOEXEC) = 4`, `clone(flags=CLONE_VM|CLONE_FS|CLONE_THREAD|CLONE_SYSVSEM) = 7`,
		`write(5<anon_inode:[eventfd]>, "\1\0", 8) = 8`, `newfstatat(3, "a", {}, 0) = 0`,
	} {
		assert.Empty(t, forbidden(call, false), call)
	}
}
