//go:build unix

package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// openFlags prevents hanging if a FIFO replaces a file between lstat and open.
const openFlags = syscall.O_NONBLOCK

// keep copies owner, group, mode and extended attributes to the new file. changed lists what the
// system didn't allow. No one gets more rights than to the old file.
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
	// The group must be changed first: after chown, it no longer can be.
	otherGroup := has.Gid != had.Gid && f.Chown(-1, int(had.Gid)) != nil
	if otherGroup {
		// Neither group may gain rights. Members of the new group had those of others, and members
		// of the old group are others now.
		both := mode >> 3 & mode & 0o007
		mode = mode&^(fs.ModeSetgid|0o077) | both<<3 | both
		changed = append(changed, fmt.Sprintf("its group changed from %d to %d", had.Gid, has.Gid))
	}
	if has.Uid != had.Uid && f.Chown(int(had.Uid), -1) != nil {
		mode &^= fs.ModeSetuid
		changed = append(changed, fmt.Sprintf("its owner changed from %d to %d", had.Uid, has.Uid))
	}
	lost, err := keepExtended(old, f, otherGroup)
	if err != nil {
		return nil, err
	}
	for _, name := range lost {
		changed = append(changed, "its extended attribute "+name+" was lost")
	}
	// Chmod comes last, since chown clears the set-user-id bit.
	if err := f.Chmod(mode); err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && info.Mode() != like.Mode() {
		changed = append(changed, fmt.Sprintf("its mode changed from %v to %v", like.Mode(), info.Mode()))
	}
	return changed, err
}

// isOwn reports whether a file is the user's.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// isSameDevice reports whether two files are on one file system.
func isSameDevice(a, b fs.FileInfo) bool {
	x, okX := a.Sys().(*syscall.Stat_t)
	y, okY := b.Sys().(*syscall.Stat_t)
	return okX && okY && x.Dev == y.Dev
}

func isInvalidName(error) bool { return false }
