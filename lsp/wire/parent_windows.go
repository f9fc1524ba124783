package wire

import (
	"errors"
	"syscall"
)

// processAlive says whether a process exists and has not ended. One that we may not
// open does exist.
func processAlive(pid int) bool {
	h, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, syscall.ERROR_ACCESS_DENIED)
	}
	defer syscall.CloseHandle(h) //nolint:errcheck // nothing could be done
	// A process object is signalled once the process has ended.
	event, err := syscall.WaitForSingleObject(h, 0)
	return err != nil || event == syscall.WAIT_TIMEOUT
}
