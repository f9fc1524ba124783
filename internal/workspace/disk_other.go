//go:build !unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const openFlags = 0

// keepOwner does nothing: the new file inherits from its folder.
func keepOwner(*os.File, fs.FileInfo) {}

// isInvalidName tells whether an error says that no file can have such a name.
func isInvalidName(err error) bool {
	const errorInvalidName = syscall.Errno(123) // ERROR_INVALID_NAME of Windows
	return errors.Is(err, errorInvalidName)
}
