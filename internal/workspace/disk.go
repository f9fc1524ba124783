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
	// stat describes what stands at a path, links followed.
	stat(path string) (fs.FileInfo, error)
	// real is the path with its links resolved.
	real(path string) (string, error)
}

// folder is what the package asks of one open workspace folder. Names are
// slash-separated and relative to it.
type folder interface {
	lstat(name string) (fs.FileInfo, error)
	readlink(name string) (string, error)
	list(name string, limit int) ([]fs.DirEntry, error)
	openFile(name string, flag int, perm fs.FileMode) (*os.File, error)
	openFolder(name string) (folder, error)
	mkdir(name string, perm fs.FileMode) error
	remove(name string) error
	rename(from, to string) error
	link(from, to string) error
	close() error
}

// osDisk is the real file system.
type osDisk struct{}

func (osDisk) openFolder(dir string) (folder, error) {
	r, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return osFolder{r}, nil
}

func (osDisk) stat(path string) (fs.FileInfo, error) { return os.Stat(path) }
func (osDisk) real(path string) (string, error)      { return filepath.EvalSymlinks(path) }

// osFolder is an os.Root, which never follows a link out of its folder.
type osFolder struct{ root *os.Root }

func (f osFolder) lstat(name string) (fs.FileInfo, error) { return f.root.Lstat(native(name)) }
func (f osFolder) readlink(name string) (string, error)   { return f.root.Readlink(native(name)) }

func (f osFolder) list(name string, limit int) ([]fs.DirEntry, error) {
	d, err := f.root.OpenFile(native(name), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.ReadDir(limit)
}

func (f osFolder) openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return f.root.OpenFile(native(name), flag|openFlags, perm)
}

func (f osFolder) openFolder(name string) (folder, error) {
	r, err := f.root.OpenRoot(native(name))
	if err != nil {
		return nil, err
	}
	return osFolder{r}, nil
}

func (f osFolder) mkdir(name string, perm fs.FileMode) error { return f.root.Mkdir(native(name), perm) }
func (f osFolder) remove(name string) error                  { return f.root.Remove(native(name)) }
func (f osFolder) rename(from, to string) error              { return f.root.Rename(native(from), native(to)) }
func (f osFolder) link(from, to string) error                { return f.root.Link(native(from), native(to)) }
func (f osFolder) close() error                              { return f.root.Close() }

func native(name string) string { return filepath.FromSlash(name) }
