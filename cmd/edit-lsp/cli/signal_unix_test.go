//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each command that reads a chat ends at a signal while it waits for the chat.
func TestSignalsWhileReading(t *testing.T) {
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
		t.Run(strings.Join(c.args, " ")+" "+c.signal.String(), func(t *testing.T) {
			dir := t.TempDir()
			fifo := filepath.Join(dir, "fifo")
			require.NoError(t, syscall.Mkfifo(fifo, 0o600))
			cmd := exec.Command(binary(t), c.args...)
			cmd.Dir = dir
			var said bytes.Buffer
			cmd.Stderr = &said
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			if c.args[len(c.args)-1] == "fifo" { // opening it waits for the reader
				if in, err = os.OpenFile(fifo, os.O_WRONLY, 0); err == nil {
					defer in.Close()
				}
				require.NoError(t, err)
			}
			// A pipe holds less than this, so writing it waits for the reader.
			_, err = in.Write(make([]byte, 1<<20))
			require.NoError(t, err)
			require.NoError(t, cmd.Process.Signal(c.signal))
			var ended *exec.ExitError
			require.ErrorAs(t, cmd.Wait(), &ended)
			assert.Equal(t, 128+int(c.signal), ended.ExitCode())
			assert.Equal(t, "edit-lsp: interrupted\n", said.String())
		})
	}
}
