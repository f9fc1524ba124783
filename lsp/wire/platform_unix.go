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

// ignoreBrokenPipe turns a write to a closed standard output into an error. By default
// it ends the process, and the client may look at the exit code.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

func dialPipe(name string) (io.ReadWriteCloser, error) { return net.Dial("unix", name) }

// startedBy is the process that started this one.
var startedBy = os.Getppid()

// processAlive reports whether a process exists, even one that can't be signalled. A
// dead process that nobody has waited for still takes signals; if it started this
// process, the system has given this one another parent by then.
func processAlive(pid int) bool {
	if pid == startedBy && os.Getppid() != pid {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
