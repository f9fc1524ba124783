//go:build !unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const openFlags = 0

// keep copies only the permissions. A new file inherits the rest from its folder.
func keep(_, f *os.File, like fs.FileInfo) ([]string, error) { return nil, f.Chmod(like.Mode().Perm()) }

// The owner and the device aren't in what the system says of a file.
func isOwn(fs.FileInfo) bool                     { return true }
func isSameDevice(fs.FileInfo, fs.FileInfo) bool { return true }

func isInvalidName(err error) bool {
	const errorInvalidName = syscall.Errno(123) // ERROR_INVALID_NAME on Windows
	return errors.Is(err, errorInvalidName)
}

func hasCapabilities(folder, string) bool { return false }
