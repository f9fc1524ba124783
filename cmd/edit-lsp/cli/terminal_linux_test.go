package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/edit-lsp/edit-lsp/internal/golden"
)

// terminal opens a pseudo-terminal. Text written to screen is read from shown.
func terminal(t *testing.T) (shown, screen *os.File) {
	t.Helper()
	shown, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { shown.Close() })
	fd := int(shown.Fd())
	require.NoError(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	require.NoError(t, err)
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { screen.Close() })
	// Turn off output processing.
	mode, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
	require.NoError(t, err)
	mode.Oflag &^= unix.OPOST
	require.NoError(t, unix.IoctlSetTermios(int(screen.Fd()), unix.TCSETS, mode))
	return shown, screen
}

// onTerminal runs the program with a terminal as standard output, and returns what it printed.
func onTerminal(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	shown, screen := terminal(t)
	cmd := exec.Command(binary(t), args...)
	cmd.Dir = dir
	clean := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "NO_COLOR=") || strings.HasPrefix(v, "TERM=")
	})
	cmd.Env = append(append(clean, "TERM=xterm-256color"), env...)
	cmd.Stdout = screen
	done := make(chan string)
	go func() {
		// Reading fails once the other side is closed everywhere.
		data, _ := io.ReadAll(shown)
		done <- string(data)
	}()
	_ = cmd.Run()
	require.NoError(t, screen.Close())
	return <-done
}

func TestColourOnTerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.txt": "one\n",
		"chat.md": "FILE: a.txt\nFIND:\none\nREPLACE:\n1\nEND\nFIND:\nmissing entirely\nREPLACE:\n2\nEND\n" +
			".env\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n`git rm b`\n",
	})
	plain := "chat.md:2: ready a.txt:1 +1 −1\n" +
		golden.Words("chat.md:8: error[old-lines-not-found] a.txt: {old-lines-not-found}; nothing similar in the file\n") +
		"chat.md:13: asks first .env +1 −0\n" +
		"chat.md:12: warning[protected-path] .env: Protected file\n" +
		"    secrets, and environment variables of programs\n" +
		"chat.md:17: information[shell-suggestion] Suggested command: git rm b\n" +
		"3 blocks, 1 ready, 1 asks first, 1 doesn't apply; apply would write 1 of them to 1 file\n"
	coloured := strings.NewReplacer(
		"ready a", "\x1b[32mready\x1b[0m a",
		"error[old-lines-not-found]", "\x1b[31merror[old-lines-not-found]\x1b[0m",
		"asks first .env", "\x1b[33masks first\x1b[0m .env",
		"warning[protected-path]", "\x1b[33mwarning[protected-path]\x1b[0m",
		"information[shell-suggestion]", "\x1b[34minformation[shell-suggestion]\x1b[0m",
		"3 blocks, 1 ready, 1 asks first, 1 doesn't apply; apply would write 1 of them to 1 file", "\x1b[1m3 blocks, 1 ready, 1 asks first, 1 doesn't apply; apply would write 1 of them to 1 file\x1b[0m",
	).Replace(plain)

	for _, c := range []struct {
		name string
		env  []string
		want string
	}{
		{"a terminal has colours", nil, coloured},
		{"an empty NO_COLOR does not count", []string{"NO_COLOR="}, coloured},
		{"NO_COLOR", []string{"NO_COLOR=1"}, plain},
		{"a dumb terminal", []string{"TERM=dumb"}, plain},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, onTerminal(t, dir, c.env, "check", "chat.md"))
		})
	}
}

// A diff is exact in a pipe, but escaped on a terminal.
func TestDiffOnTerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.txt":   "one\r\n\ttwo\r\n",
		"chat.md": "a.txt\n««« EDIT\none\n═══════ REPL\none\n\t\x1b]0;owned\a\u202e\n»»» EDIT END\n",
	})
	const head = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n one\r\n"
	assert.Equal(t, head+"+\t\\u001B]0;owned\\u0007\\u202E\r\n \ttwo\r\n", onTerminal(t, dir, []string{"NO_COLOR=1"}, "diff", "chat.md"))
	const coloured = "\x1b[1mdiff --git a/a.txt b/a.txt\x1b[0m\n\x1b[1m--- a/a.txt\x1b[0m\n\x1b[1m+++ b/a.txt\x1b[0m\n" +
		"\x1b[36m@@ -1,2 +1,3 @@\x1b[0m\n one\r\n\x1b[32m+\t\\u001B]0;owned\\u0007\\u202E\x1b[0m\r\n \ttwo\r\n"
	assert.Equal(t, coloured, onTerminal(t, dir, nil, "diff", "chat.md"))
	assert.True(t, strings.HasSuffix(onTerminal(t, dir, nil, "show", "1", "chat.md"), coloured))
	assert.Equal(t, head+"+\t\x1b]0;owned\a\u202e\r\n \ttwo\r\n", string(start(t, dir, nil, binary(t), "diff", "chat.md").out))
}

// Tables and details fit the terminal, also in colour. Lines for tools don't wrap.
func TestFitsTerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a/long/way/down/to/the/file.txt": "one\n",
		"chat.md": "FILE: a/long/way/down/to/the/file.txt\nFIND:\none\nREPLACE:\n1\nEND\n" +
			"FILE: /somewhere/else.txt\nFIND:\none\nREPLACE:\n1\nEND\n",
	})
	assert.Equal(t, "\x1b[1mBLOCK\x1b[0m  \x1b[1mLINES\x1b[0m       \x1b[1mDIALECT\x1b[0m     \x1b[1mSTATUS\x1b[0m   \x1b[1mCODE\x1b[0m\n"+
		"    \x1b[1mTARGET\x1b[0m\n"+
		"1      chat…d:2-6  find…place  \x1b[32mready\x1b[0m    \n    a/long/way/down/to/the/file.txt:1\n"+
		"2      chat…:8-12  find…place  \x1b[31mskipped\x1b[0m  path…scape\n    /somewhere/else.txt\n",
		onTerminal(t, dir, []string{"COLUMNS=50"}, "list", "chat.md"))
	assert.Equal(t, "chat.md:2: ready a/long/way/down/to/the/file.txt:1 +1 −1\n"+
		"chat.md:7: error[path-escape] /somewhere/else.txt: Path is outside the workspace; it is an absolute path\n"+
		"    use a path relative to the\n      workspace folder\n"+
		"2 blocks, 1 ready, 1 skipped; apply would write 1 of them to 1 file\n",
		onTerminal(t, dir, []string{"COLUMNS=40", "NO_COLOR=1"}, "check", "chat.md"))
}

// A pipe without an end is announced.
func TestPipeIsAnnounced(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	cmd := exec.Command(binary(t), "check", "fifo")
	cmd.Dir = dir
	said, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	in, err := os.OpenFile(fifo, os.O_WRONLY, 0) // it waits for the reader
	require.NoError(t, err)
	line, err := bufio.NewReader(said).ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "edit-lsp: waiting for fifo, which is a pipe; the chat ends when its writer closes it\n", line)
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait())
}

func TestTerminalInputIsAnnounced(t *testing.T) {
	keyboard, screen := terminal(t)
	cmd := exec.Command(binary(t), "check", "-")
	cmd.Dir = t.TempDir()
	cmd.Stdin = screen
	_, err := keyboard.WriteString("Nothing to do.\n\x04")
	require.NoError(t, err)
	said, err := cmd.CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, "edit-lsp: reading the chat from the terminal; end it with Ctrl-D\n0 blocks\n", string(said))
}
