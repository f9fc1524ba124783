//go:build unix

package wire

import (
	"errors"
	"os"
	"syscall"
)

// startedBy is the process that started this one.
var startedBy = os.Getppid()

// processAlive says whether a process exists. One that we may not signal does. A dead
// one that nobody has waited for still does, too, to a signal; where it is the one that
// started us, the system has given us another parent by then.
func processAlive(pid int) bool {
	if pid == startedBy && os.Getppid() != pid {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
