//go:build unix

package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// openFlags keeps an open from waiting: a FIFO that is put in a file's place
// between the look and the open must not hang the server.
const openFlags = syscall.O_NONBLOCK

// keep gives a new file what the one that it replaces has beside its content: owner,
// group, mode and extended attributes. changed says in words what the system did not
// allow. No one may do more with the new file than with the old one.
func keep(old, f *os.File, like fs.FileInfo) (changed []string, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	mode := like.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
	had, okHad := like.Sys().(*syscall.Stat_t)
	has, okHas := info.Sys().(*syscall.Stat_t)
	if !okHad || !okHas {
		return nil, f.Chmod(mode)
	}
	// Who gives the file away may not change its group any more.
	otherGroup := has.Gid != had.Gid && f.Chown(-1, int(had.Gid)) != nil
	if otherGroup {
		// Neither group gets more than it had: the new one as one of all others, the old
		// one, which is among these now, as the group.
		both := mode >> 3 & mode & 0o007
		mode = mode&^(fs.ModeSetgid|0o077) | both<<3 | both
		changed = append(changed, fmt.Sprintf("its group was %d and is %d", had.Gid, has.Gid))
	}
	if has.Uid != had.Uid && f.Chown(int(had.Uid), -1) != nil {
		mode &^= fs.ModeSetuid
		changed = append(changed, fmt.Sprintf("its owner was %d and is %d", had.Uid, has.Uid))
	}
	lost, err := keepExtended(old, f, otherGroup)
	if err != nil {
		return nil, err
	}
	for _, name := range lost {
		changed = append(changed, "its extended attribute "+name+" was lost")
	}
	// Last: giving the file away takes the set-user-id bit off.
	if err := f.Chmod(mode); err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && info.Mode() != like.Mode() {
		changed = append(changed, fmt.Sprintf("its mode was %v and is %v", like.Mode(), info.Mode()))
	}
	return changed, err
}

// isInvalidName reports whether an error says that no file can have such a name.
func isInvalidName(error) bool { return false }
