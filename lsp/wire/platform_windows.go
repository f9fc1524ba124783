package wire

import (
	"errors"
	"io"
	"os"
	"syscall"
	"time"
)

func ignoreBrokenPipe() {}

const (
	errorPipeBusy = syscall.Errno(231)
	busyTries     = 50
	busyPause     = 20 * time.Millisecond
)

// dialPipe opens a named pipe for overlapped access. On a plain handle, a pending read would block
// every write.
func dialPipe(name string) (io.ReadWriteCloser, error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
			syscall.OPEN_EXISTING, syscall.FILE_FLAG_OVERLAPPED, 0)
		if err == nil {
			return os.NewFile(uintptr(h), name), nil
		}
		// The client hasn't opened the pipe's next instance yet.
		if !errors.Is(err, errorPipeBusy) || try == busyTries {
			return nil, &os.PathError{Op: "open", Path: name, Err: err}
		}
		time.Sleep(busyPause)
	}
}

// processAlive reports whether a process exists and hasn't ended, even one that can't be opened.
func processAlive(pid int) bool {
	h, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, syscall.ERROR_ACCESS_DENIED)
	}
	defer syscall.CloseHandle(h) //nolint:errcheck // nothing could be done
	// A process object is signalled when the process ends.
	event, err := syscall.WaitForSingleObject(h, 0)
	return err != nil || event == syscall.WAIT_TIMEOUT
}
