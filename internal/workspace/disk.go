package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// disk is the file-system access by absolute path. These paths are workspace folders and documents
// that the editor names, never names from a chat.
type disk interface {
	openFolder(dir string) (folder, error)
	// stat follows links.
	stat(path string) (fs.FileInfo, error)
	real(path string) (string, error)
	// foldsNames reports whether names that differ only in letter case or composition of accents
	// are the same.
	foldsNames(f folder) bool
}

// folder is the file-system access in an open workspace folder. Names are relative and
// slash-separated, which [os.Root] accepts on every system.
type folder interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
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

func sameFile(a, b fs.FileInfo) bool {
	if a, ok := a.(*sourceInfo); ok {
		b, ok := b.(*sourceInfo)
		return ok && a.path == b.path
	}
	return os.SameFile(a, b)
}

type osDisk struct{}

func (osDisk) openFolder(dir string) (folder, error) { return asFolder(os.OpenRoot(dir)) }
func (osDisk) stat(path string) (fs.FileInfo, error) { return os.Stat(path) }
func (osDisk) real(path string) (string, error)      { return filepath.EvalSymlinks(path) }

// IsMissing reports whether the absolute path of a document that the editor names is not on the disk.
func IsMissing(path string) bool {
	_, err := osDisk{}.stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// makePrivate makes a folder, and those above it, that only the user can read. It is for the user's own state
// folder, never for a name from a chat.
func makePrivate(dir string) error {
	const onlyUser = 0o700
	return os.MkdirAll(dir, onlyUser)
}

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

// foldsNames tests the first entry that has a letter. Without one, it assumes the system's default.
func (osDisk) foldsNames(f folder) bool {
	const maxEntries = 64
	entries, err := f.list(".", maxEntries)
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
		// For other letters, folding depends on the file system's table.
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
