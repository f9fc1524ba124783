//go:build unix

package wire

import (
	"errors"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
)

// ignoreBrokenPipe makes a write to a closed standard output return an error instead of ending the
// process, since the client may look at the exit code.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

func dialPipe(name string) (io.ReadWriteCloser, error) { return net.Dial("unix", name) }

var startedBy = os.Getppid()

// processAlive reports whether a process exists, even one that can't be signalled. A zombie still
// accepts signals, but if it started this process, this process has another parent by then.
func processAlive(pid int) bool {
	if pid == startedBy && os.Getppid() != pid {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
