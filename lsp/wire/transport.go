package wire

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
)

// Stdio returns standard input and output. A broken pipe no longer ends the process.
func Stdio() io.ReadWriteCloser {
	ignoreBrokenPipe()
	return stdio{}
}

type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }

func (stdio) Close() error { return errors.Join(os.Stdin.Close(), os.Stdout.Close()) }

// DialSocket connects to a TCP port of this machine where the client listens.
func DialSocket(port int) (io.ReadWriteCloser, error) {
	conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("dialling the client: %w", err)
	}
	return conn, nil
}

// DialPipe connects to a Unix socket where the client listens. On Windows, it is a named pipe like
// \\.\pipe\lsp-sock.
func DialPipe(name string) (io.ReadWriteCloser, error) {
	conn, err := dialPipe(name)
	if err != nil {
		return nil, fmt.Errorf("dialling the client: %w", err)
	}
	return conn, nil
}
