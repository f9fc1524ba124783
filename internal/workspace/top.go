package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
)

// GitTop returns the top of the git repository around a folder, or "". A repository of another user doesn't count, as
// for git, nor does one of the home folder or of a file system's top folder, which hold far more than a project, nor
// one beyond a mount point.
func GitTop(dir string) string {
	var disk osDisk
	dir, err := disk.real(dir)
	if err != nil {
		return ""
	}
	home := statHome(disk)
	var below fs.FileInfo
	for ; !isTop(dir); dir = filepath.Dir(dir) {
		info, err := disk.stat(dir)
		if err != nil || below != nil && !isSameDevice(info, below) || home != nil && sameFile(info, home) {
			return ""
		}
		if git := statRepository(disk, filepath.Join(dir, ".git")); git != nil {
			if !isOwn(git) {
				return ""
			}
			return dir
		}
		below = info
	}
	return ""
}

// statHome returns nil if there is no home folder.
func statHome(disk osDisk) fs.FileInfo {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	info, err := disk.stat(home)
	if err != nil {
		return nil
	}
	return info
}

// statRepository returns nil unless git takes a .git for a repository: a folder with a HEAD, or a file that leads to
// one.
func statRepository(disk osDisk, name string) fs.FileInfo {
	info, err := disk.stat(name)
	if err != nil {
		return nil
	}
	if _, err := disk.stat(filepath.Join(name, "HEAD")); err != nil && !info.Mode().IsRegular() {
		return nil
	}
	return info
}
