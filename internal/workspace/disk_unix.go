//go:build unix

package workspace

import (
	"io/fs"
	"os"
	"syscall"
)

// openFlags keeps an open from waiting: a FIFO that is put in a file's place
// between the look and the open must not hang the server (trust, "F").
const openFlags = syscall.O_NONBLOCK

// keepOwner gives a file the owner of the one whose place it takes, as far as the
// process may.
func keepOwner(f *os.File, info fs.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(st.Uid), int(st.Gid))
	}
}

// isInvalidName tells whether an error says that no file can have such a name.
func isInvalidName(error) bool { return false }
