package cli

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// listener is a client's listener, with the arguments for the server.
type listener struct {
	net.Listener
	args []string
}

func listeners(t *testing.T) map[string]listener {
	t.Helper()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := strconv.Itoa(tcp.Addr().(*net.TCPAddr).Port)
	all := map[string]listener{"--socket=PORT": {tcp, []string{"--socket=" + port}}}
	tcp, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port = strconv.Itoa(tcp.Addr().(*net.TCPAddr).Port)
	all["--socket PORT, with the client's process"] = listener{tcp, []string{"--socket", port, "--clientProcessId=1"}}
	if runtime.GOOS != "windows" { // listening on a named pipe needs a library
		name := filepath.Join(t.TempDir(), "s")
		pipe, err := net.Listen("unix", name)
		require.NoError(t, err)
		all["--pipe=NAME"] = listener{pipe, []string{"--pipe=" + name}}
	}
	return all
}

// The program connects to the client's listener, serves there, and writes nothing elsewhere. Its
// exit status is 0 after shutdown, else 1.
func servingWhereTheClientListens(t *testing.T) {
	for name, l := range listeners(t) {
		t.Run(name, func(t *testing.T) {
			defer l.Close()
			for _, orderly := range []bool{true, false} {
				ctx, cancel := context.WithTimeout(context.Background(), patience)
				defer cancel()
				var out bytes.Buffer
				cmd := exec.CommandContext(ctx, binary(t), l.args...)
				cmd.Dir, cmd.Stdout, cmd.Stderr = t.TempDir(), &out, &out
				require.NoError(t, cmd.Start())
				conn, err := l.Accept()
				require.NoError(t, err)
				e, err := lsptest.Start(ctx, conn, lsptest.Options{Folders: []string{cmd.Dir}})
				require.NoError(t, err)
				require.NoError(t, e.OpenText(ctx, "untitled:1", "markdown", "../a.txt\n««« EDIT\none\n═══════ REPL\n»»» EDIT END\n"))
				list, err := e.Diagnostics(ctx, "untitled:1", nil)
				require.NoError(t, err)
				assert.EqualValues(t, "path-escape", list[0].Code)
				if orderly {
					require.NoError(t, e.Stop(ctx))
					require.NoError(t, cmd.Wait())
				} else {
					require.NoError(t, e.Disconnect())
					var exit *exec.ExitError
					require.True(t, errors.As(cmd.Wait(), &exit))
					assert.Equal(t, 1, exit.ExitCode())
				}
				assert.Empty(t, out.String())
			}
		})
	}
}

// serverIn starts a server for a folder, which stop ends.
func serverIn(ctx context.Context, t *testing.T, dir string) (e *lsptest.Editor, stop func()) {
	t.Helper()
	l := listeners(t)["--socket=PORT"]
	t.Cleanup(func() { l.Close() })
	server := exec.CommandContext(ctx, binary(t), l.args...)
	server.Dir = dir
	require.NoError(t, server.Start())
	conn, err := l.Accept()
	require.NoError(t, err)
	e, err = lsptest.Start(ctx, conn, lsptest.Options{Folders: []string{dir}})
	require.NoError(t, err)
	return e, func() {
		require.NoError(t, e.Stop(ctx))
		require.NoError(t, server.Wait())
	}
}

// What the command line applies shows in an open chat, and what the editor applies is known to the command line.
// Each has only the journal to know it by.
func TestBesideAServer(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	block := func(path string) string { return path + "\n<<<<<<< SEARCH\none\n=======\nuno\n>>>>>>> REPLACE\n" }
	dir := t.TempDir()
	write(t, dir, map[string]string{"chat.md": block("a.txt") + block("b.txt"), "a.txt": "one\n", "b.txt": "one\n"})
	e, stop := serverIn(ctx, t, dir)
	chat, err := e.Open(ctx, filepath.Join(dir, "chat.md"), "markdown")
	require.NoError(t, err)
	target, err := e.Open(ctx, filepath.Join(dir, "b.txt"), "text")
	require.NoError(t, err)
	require.NoError(t, e.Choose(ctx, chat, 8, "Apply edit"))
	_, err = e.Diagnostics(ctx, chat, func(list []protocol.Diagnostic) bool { return len(list) == 1 })
	require.NoError(t, err)

	shows := func(message string) func(list []protocol.Diagnostic) bool {
		return func(list []protocol.Diagnostic) bool {
			return slices.ContainsFunc(list, func(d protocol.Diagnostic) bool { return d.Range.Start.Line == 1 && d.Message == message })
		}
	}
	assert.Equal(t, 0, start(t, dir, nil, binary(t), "apply", "--only", "1", "chat.md").status)
	_, err = e.Diagnostics(ctx, chat, shows("Already applied"))
	require.NoError(t, err, "the server looks at the journal by itself")
	write(t, dir, map[string]string{"a.txt": "un\n"})
	require.NoError(t, e.Saved(ctx, chat))
	_, err = e.Diagnostics(ctx, chat, shows("Applied; changed since"))
	require.NoError(t, err)

	require.NoError(t, e.Replace(ctx, target, "uno", "un"))
	require.NoError(t, e.SaveAll(ctx))
	for {
		r := start(t, dir, nil, binary(t), "check", "chat.md")
		if strings.Count(string(r.out), "Applied; changed since") == 2 {
			break
		}
		require.NoError(t, ctx.Err(), "%s%s", r.out, r.err)
	}
	stop()
}

// What the command line reverts by a later block of the chat stays applied in the server, as it does for the command line,
// until that undoes it.
func TestRevertedBesideAServer(t *testing.T) {
	for name, isOpen := range map[string]bool{"open": true, "closed": false} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			block := func(old, made string) string {
				return "a.txt\n<<<<<<< SEARCH\n" + old + "\n=======\n" + made + "\n>>>>>>> REPLACE\n"
			}
			dir := t.TempDir()
			write(t, dir, map[string]string{"chat.md": block("1", "2") + block("2", "1"), "a.txt": "1\n"})
			e, stop := serverIn(ctx, t, dir)
			chat, err := e.Open(ctx, filepath.Join(dir, "chat.md"), "markdown")
			require.NoError(t, err)
			if isOpen {
				_, err = e.Open(ctx, filepath.Join(dir, "a.txt"), "text")
				require.NoError(t, err)
			}
			shows := func(lines ...int) {
				t.Helper()
				_, err := e.Diagnostics(ctx, chat, func(list []protocol.Diagnostic) bool {
					var applied []int
					for _, d := range list {
						if d.Message == "Already applied" {
							applied = append(applied, int(d.Range.Start.Line))
						}
					}
					return slices.Equal(lines, applied)
				})
				require.NoError(t, err, "%v, not %v", e.Shown(chat), lines)
			}
			shell := func(now string, args ...string) {
				t.Helper()
				r := start(t, dir, nil, binary(t), args...)
				require.Equal(t, 0, r.status, "%s%s", r.out, r.err)
				if isOpen { // the editor loads it again
					target := protocol.FileURI(filepath.Join(dir, "a.txt"))
					require.NoError(t, e.Change(ctx, target, protocol.Range{End: protocol.Position{Line: 1}}, now))
				}
				require.NoError(t, e.Saved(ctx, chat))
			}
			require.NoError(t, e.Choose(ctx, chat, 1, "Apply edit"))
			require.NoError(t, e.SaveAll(ctx))
			require.NoError(t, e.Saved(ctx, chat))
			shows(1)
			for !strings.Contains(string(start(t, dir, nil, binary(t), "undo", "--list").out), "a.txt") {
				require.NoError(t, ctx.Err(), "the server's entry")
			}
			shell("1\n", "apply", "--yes", "--only", "2", "chat.md")
			shows(1, 7)
			assert.Contains(t, string(start(t, dir, nil, binary(t), "check", "chat.md").out), "2 applied")
			shell("2\n", "undo")
			shows(1)
			shell("1\n", "undo")
			shows()
			stop()
		})
	}
}

func theProcessOnTheCommandLine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sleep to be its parent")
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	parent := exec.CommandContext(ctx, "sleep", "1000")
	require.NoError(t, parent.Start())
	l := listeners(t)["--socket=PORT"]
	defer l.Close()
	cmd := exec.CommandContext(ctx, binary(t), append(l.args, "--clientProcessId="+strconv.Itoa(parent.Process.Pid))...)
	require.NoError(t, cmd.Start())
	conn, err := l.Accept()
	require.NoError(t, err)
	e, err := lsptest.Start(ctx, conn, lsptest.Options{Params: map[string]any{"processId": nil}})
	require.NoError(t, err)
	require.NoError(t, parent.Process.Kill())
	assert.Error(t, parent.Wait())
	<-e.Gone()
	assert.Error(t, cmd.Wait())
	assert.NoError(t, ctx.Err(), "it ended by itself")
}

func servingThatCannotBe(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"two ways":          {[]string{"--stdio", "--socket=1"}, "use only one of --stdio, --pipe and --socket"},
		"a port of letters": {[]string{"--socket=x"}, `invalid --socket "x": want a port number from 1 to 65535`},
		"no such port":      {[]string{"--socket=70000"}, `invalid --socket "70000"`},
		"nobody listens":    {[]string{"--pipe=" + filepath.Join(t.TempDir(), "none")}, "dialling the client"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			out, err := exec.CommandContext(ctx, binary(t), c.args...).CombinedOutput()
			var exit *exec.ExitError
			require.True(t, errors.As(err, &exit), "%s", out)
			assert.Equal(t, exitTrouble, exit.ExitCode())
			assert.Contains(t, string(out), c.says)
		})
	}
}
