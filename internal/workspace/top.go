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
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return ""
	}
	home := statHome()
	var below fs.FileInfo
	for ; !isTop(dir); dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || below != nil && !isSameDevice(info, below) || home != nil && os.SameFile(info, home) {
			return ""
		}
		if git, err := os.Lstat(filepath.Join(dir, ".git")); err == nil && isRepository(filepath.Join(dir, ".git"), git) {
			if !isOwn(git) {
				return ""
			}
			return dir
		}
		below = info
	}
	return ""
}

func statHome() fs.FileInfo {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	info, _ := os.Stat(home)
	return info
}

// isRepository reports whether git takes a .git for a repository: a folder with a HEAD, or a file that leads to one.
func isRepository(name string, info fs.FileInfo) bool {
	_, err := os.Lstat(filepath.Join(name, "HEAD"))
	return info.Mode().IsRegular() || err == nil
}
