//go:build !unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const openFlags = 0

// keep keeps whether the file may be written; the rest a new file inherits from its
// folder.
func keep(_, f *os.File, like fs.FileInfo) ([]string, error) { return nil, f.Chmod(like.Mode().Perm()) }

// isInvalidName reports whether an error says that no file can have such a name.
func isInvalidName(err error) bool {
	const errorInvalidName = syscall.Errno(123) // ERROR_INVALID_NAME of Windows
	return errors.Is(err, errorInvalidName)
}
