package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
)

// disk is what the package asks of the file system by absolute path. None of
// these paths is a name from a chat: they are workspace folders and documents that
// the editor names.
type disk interface {
	// openFolder opens a workspace folder.
	openFolder(dir string) (folder, error)
	// stat describes what is at a path, links followed.
	stat(path string) (fs.FileInfo, error)
	// real is the path with its links resolved.
	real(path string) (string, error)
}

// folder is what the package asks of one open workspace folder. Names are
// slash-separated, which an [os.Root] takes on every system, and relative to it.
type folder interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
	Mkdir(name string, perm fs.FileMode) error
	Remove(name string) error
	Rename(from, to string) error
	Link(from, to string) error
	Close() error
	list(name string, limit int) ([]fs.DirEntry, error)
	openFolder(name string) (folder, error)
}

// osDisk is the real file system.
type osDisk struct{}

func (osDisk) openFolder(dir string) (folder, error) { return asFolder(os.OpenRoot(dir)) }
func (osDisk) stat(path string) (fs.FileInfo, error) { return os.Stat(path) }
func (osDisk) real(path string) (string, error)      { return filepath.EvalSymlinks(path) }

// osFolder is an os.Root, which never follows a link out of its folder.
type osFolder struct{ *os.Root }

func asFolder(r *os.Root, err error) (folder, error) {
	if err != nil {
		return nil, err
	}
	return osFolder{r}, nil
}

func (f osFolder) list(name string, limit int) ([]fs.DirEntry, error) {
	d, err := f.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.ReadDir(limit)
}

func (f osFolder) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return f.Root.OpenFile(name, flag|openFlags, perm)
}

func (f osFolder) openFolder(name string) (folder, error) { return asFolder(f.OpenRoot(name)) }
