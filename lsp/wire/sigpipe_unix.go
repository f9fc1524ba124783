//go:build unix

package wire

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipe turns a write to a closed standard output into an error. By default
// it ends the process, and with it the exit code that the client may look at.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }
