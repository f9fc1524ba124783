//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

func init() { signals = signalsWhileReading() }

// writing is a chat whose result is larger than a pipe.
const writing = "large.md"

// Each command that reads a chat ends at a signal while it waits for the chat, or for a reader of its result.
func signalsWhileReading() (cases []trust.Case) {
	for _, c := range []struct {
		args   []string
		signal syscall.Signal
	}{
		{[]string{"check", "-"}, syscall.SIGINT},
		{[]string{"apply", "-"}, syscall.SIGTERM},
		{[]string{"list", "-"}, syscall.SIGHUP},
		{[]string{"prompt", "--dialect", "diff", "--instructions", "-"}, syscall.SIGINT},
		{[]string{"diff", "fifo"}, syscall.SIGTERM},
		{[]string{"retry", "fifo"}, syscall.SIGINT},
		{[]string{"diff", writing}, syscall.SIGTERM},
		{[]string{"list", writing}, syscall.SIGINT},
	} {
		cases = append(cases, trust.Case{
			Name: strings.Join(c.args, " ") + ": " + c.signal.String(),
			Run: func(t *testing.T) {
				if slices.Contains(c.args, writing) {
					endsWhileItWrites(t, c.args, c.signal)
				} else {
					endsWhileItReads(t, c.args, c.signal)
				}
			},
		})
	}
	return cases
}

// A signal while the command of --verify runs ends both, and what was written is reverted. A terminal sends its own
// to the command as well.
func TestSignalWhileTheCommandRuns(t *testing.T) {
	for _, c := range []struct {
		name    string
		to      func(pid int) int
		signal  syscall.Signal
		command string
	}{
		{"to the program", func(pid int) int { return pid }, syscall.SIGTERM, "exec sleep 100"},
		{"of a terminal", func(pid int) int { return -pid }, syscall.SIGINT, "sleep 100; sleep 100"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			dir := t.TempDir()
			write(t, dir, map[string]string{"a.txt": "one\n", "chat.md": "FILE: a.txt\nFIND:\none\nREPLACE:\n1\nEND\n"})
			cmd := exec.CommandContext(ctx, binary(t), "apply", "--verify", "echo began; "+c.command, "chat.md")
			cmd.Dir = dir
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			stderr, err := cmd.StderrPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			said := bufio.NewReader(stderr)
			began, err := said.ReadString('\n')
			require.NoError(t, err)
			require.Equal(t, "began\n", began)
			data, err := os.ReadFile(filepath.Join(dir, "a.txt"))
			require.NoError(t, err)
			require.Equal(t, "1\n", string(data))
			require.NoError(t, syscall.Kill(c.to(cmd.Process.Pid), c.signal))
			rest, err := io.ReadAll(said) // it ends with the last process that may write there
			require.NoError(t, err)
			var ended *exec.ExitError
			require.ErrorAs(t, cmd.Wait(), &ended)
			assert.Equal(t, 128+int(c.signal), ended.ExitCode())
			assert.Equal(t, "edit-lsp: interrupted; what was written is reverted\n", string(rest))
			data, err = os.ReadFile(filepath.Join(dir, "a.txt"))
			require.NoError(t, err)
			assert.Equal(t, "one\n", string(data))
		})
	}
}

func endsWhileItReads(t *testing.T, args []string, sig syscall.Signal) {
	if sig == syscall.SIGHUP && signal.Ignored(sig) { // the program ignores it, too, as nohup wants
		sig = syscall.SIGTERM
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	cmd := exec.CommandContext(ctx, binary(t), args...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	if args[len(args)-1] == "fifo" {
		file, err := os.OpenFile(fifo, os.O_WRONLY, 0) // it waits for the reader
		require.NoError(t, err)
		defer file.Close()
		in = file
	}
	// A pipe holds less than this, so writing it waits for the reader.
	_, err = in.Write(make([]byte, 1<<20))
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(sig))
	var ended *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &ended)
	assert.Equal(t, 128+int(sig), ended.ExitCode())
	assert.True(t, strings.HasSuffix(said.String(), "edit-lsp: interrupted\n"), said.String())
}

func endsWhileItWrites(t *testing.T, args []string, sig syscall.Signal) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	var chat strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&chat, "new/%d.txt\n««« EDIT\n═══════ REPL\n%[1]d\n»»» EDIT END\n", i)
	}
	write(t, dir, map[string]string{writing: chat.String()})
	cmd := exec.CommandContext(ctx, binary(t), args...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = out.Read(make([]byte, 1)) // it is writing
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(sig))
	state, err := cmd.Process.Wait() // unlike the command's, this leaves the pipe open
	require.NoError(t, err)
	require.NoError(t, out.Close())
	assert.Equal(t, 128+int(sig), state.ExitCode())
	_ = cmd.Wait() // for standard error
	assert.Equal(t, "edit-lsp: interrupted\n", said.String())
}
