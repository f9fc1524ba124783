package wire

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serveDialled runs a session over a connection to our listener.
func serveDialled(t *testing.T, l net.Listener, dialled func() (io.ReadWriteCloser, error)) {
	accepted := make(chan net.Conn, 1)
	go func() {
		conn, err := l.Accept()
		assert.NoError(t, err)
		accepted <- conn
	}()
	rwc, err := dialled()
	require.NoError(t, err)
	ended := make(chan ending, 1)
	go func() {
		code, err := NewServer([]Route{initialize}, noLog).Serve(context.Background(), rwc)
		ended <- ending{code, err}
	}()
	client := receive(t, accepted)
	defer client.Close()
	_, err = client.Write(framed(sayInitialize, sayShutdown, sayExit))
	require.NoError(t, err)
	frames := newFrameReader(client, maxMessage)
	for range 2 {
		_, err := frames.next()
		require.NoError(t, err)
	}
	_, err = frames.next()
	require.ErrorIs(t, err, io.EOF)
	assert.Equal(t, ending{0, nil}, receive(t, ended))
}

func dialASocket(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := l.Addr().(*net.TCPAddr).Port
	serveDialled(t, l, func() (io.ReadWriteCloser, error) { return DialSocket(port) })
	require.NoError(t, l.Close())
	_, err = DialSocket(port)
	assert.ErrorContains(t, err, "dialling the client")
}

func dialAPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no named pipe to listen on without a library")
	}
	name := filepath.Join(t.TempDir(), "lsp.sock")
	l, err := net.Listen("unix", name)
	require.NoError(t, err)
	serveDialled(t, l, func() (io.ReadWriteCloser, error) { return DialPipe(name) })
	require.NoError(t, l.Close())
	_, err = DialPipe(name)
	assert.ErrorContains(t, err, "dialling the client")
}

// stdioServer in the environment makes the test binary a server on standard input and output. Only
// [standardIO] sets it; see init.
const stdioServer = "WIRE_TEST_STDIO_SERVER"

func init() {
	if os.Getenv(stdioServer) != "" {
		code, _ := NewServer([]Route{initialize, echo}, noLog).Serve(context.Background(), Stdio())
		os.Exit(code)
	}
}

func standardIO(t *testing.T) {
	start := func(t *testing.T) (*exec.Cmd, io.WriteCloser, io.ReadCloser) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), stdioServer+"=1")
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		return cmd, in, out
	}
	t.Run("a session", func(t *testing.T) {
		cmd, in, out := start(t)
		_, err := in.Write(framed(sayInitialize, ask("1", "echo", "a"), sayShutdown, sayExit))
		require.NoError(t, err)
		frames := newFrameReader(out, maxMessage)
		for range 3 {
			_, err := frames.next()
			require.NoError(t, err)
		}
		// in is still open, so the reader blocks in a read that never ends.
		assert.NoError(t, cmd.Wait())
	})
	t.Run("the end of input", func(t *testing.T) {
		cmd, in, _ := start(t)
		require.NoError(t, in.Close())
		assert.Error(t, cmd.Wait())
		assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	})
	t.Run("a closed standard output", func(t *testing.T) {
		cmd, in, out := start(t)
		require.NoError(t, out.Close())
		_, err := in.Write(framed(sayInitialize, ask("1", "echo", "a"), sayShutdown, sayExit))
		require.NoError(t, err)
		assert.NoError(t, cmd.Wait(), "exit code 0, and no signal")
	})
}
