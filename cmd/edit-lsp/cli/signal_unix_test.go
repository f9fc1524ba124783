//go:build unix

package cli

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

func init() { signals = signalsWhileReading() }

// Each command that reads a chat ends at a signal while it waits for the chat.
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
	} {
		cases = append(cases, trust.Case{
			Name: strings.Join(c.args, " ") + ": " + c.signal.String(),
			Run:  func(t *testing.T) { endsWhileItReads(t, c.args, c.signal) },
		})
	}
	return cases
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
	assert.Equal(t, "edit-lsp: interrupted\n", said.String())
}
