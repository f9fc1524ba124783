package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// disk is what the package asks of the file system by absolute path. None of
// these paths is a name from a chat: they are workspace folders and documents that
// the editor names.
type disk interface {
	// openFolder opens a workspace folder.
	openFolder(dir string) (folder, error)
	// stat describes what is at a path, links followed.
	stat(path string) (fs.FileInfo, error)
	// real returns the path with its links resolved.
	real(path string) (string, error)
	// foldsNames reports whether names in a folder that differ only in letter case, or in
	// how accents are composed, are one name.
	foldsNames(f folder) bool
}

// folder is what the package asks of one open workspace folder. Names are
// slash-separated, which an [os.Root] takes on every system, and relative to it.
type folder interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	// open opens a file for reading.
	open(name string) (fs.File, error)
	// OpenFile opens a file for writing, or a folder to sync it.
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
	Mkdir(name string, perm fs.FileMode) error
	Remove(name string) error
	Rename(from, to string) error
	Link(from, to string) error
	Close() error
	// list returns up to limit entries of a folder, all if limit is 0.
	list(name string, limit int) ([]fs.DirEntry, error)
	openFolder(name string) (folder, error)
}

// sameFile reports whether two descriptions are of one file.
func sameFile(a, b fs.FileInfo) bool {
	if a, ok := a.(*sourceInfo); ok {
		b, ok := b.(*sourceInfo)
		return ok && a.path == b.path
	}
	return os.SameFile(a, b)
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

func (f osFolder) open(name string) (fs.File, error) { return f.OpenFile(name, os.O_RDONLY, 0) }

func (f osFolder) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return f.Root.OpenFile(name, flag|openFlags, perm)
}

func (f osFolder) openFolder(name string) (folder, error) { return asFolder(f.OpenRoot(name)) }

// foldsNames looks at the first entry that has a letter; where there is none it goes by
// the system.
func (osDisk) foldsNames(f folder) bool {
	const enough = 64
	entries, err := f.list(".", enough)
	usual := runtime.GOOS == "windows" || runtime.GOOS == "darwin" || runtime.GOOS == "ios"
	if err != nil && len(entries) == 0 {
		return usual
	}
	present := make(map[string]bool, len(entries))
	for _, e := range entries {
		present[e.Name()] = true
	}
	for _, e := range entries {
		other := strings.ToUpper(e.Name())
		if other == e.Name() {
			other = strings.ToLower(e.Name())
		}
		// Which other letters fold depends on the file system's table.
		if other == e.Name() || present[other] || !text.IsPlain(e.Name()) {
			continue
		}
		info, err := f.Lstat(e.Name())
		if err != nil {
			continue
		}
		same, err := f.Lstat(other)
		return err == nil && os.SameFile(info, same)
	}
	return usual
}
