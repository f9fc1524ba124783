package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// root is one open workspace folder. It never changes; a folder that is replaced
// on disk is opened again.
type root struct {
	// dir is the folder as it was declared, as the system writes paths. slash is
	// the same with slashes, real with its links resolved.
	dir, slash, real string
	// key begins the keys of the files in it: real, but for a folder inside
	// another one, where it is that one's key and the way down, so that a file
	// has one key through both.
	key    string
	folder folder
	info   fs.FileInfo
	// folds: names that differ in letter case, or in how accents are composed, are
	// one name here.
	folds bool
	// denied: the folder lies in a .git folder.
	denied bool
}

// openRoot opens a workspace folder. It never waits: what isn't a folder is not
// opened.
func openRoot(d disk, dir string, outer []*root) (*root, error) {
	info, err := d.stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errors.New("not a folder")}
	}
	// Some drives of Windows have paths that cannot be resolved; they work as given.
	resolved, err := d.real(dir)
	if err != nil {
		resolved = dir
	}
	f, err := d.openFolder(dir)
	if err != nil {
		return nil, err
	}
	r := &root{dir: dir, slash: slashDir(dir), real: slashDir(resolved), folder: f}
	if r.info, err = f.Lstat("."); err != nil {
		_ = f.Close()
		return nil, err
	}
	r.denied = isDenied(r.real) || isDenied(r.slash)
	r.folds = d.foldsNames(f)
	r.key = r.real
	for above, below := path.Dir(r.real), path.Base(r.real); above != path.Dir(above); above, below = path.Dir(above), path.Join(path.Base(above), below) {
		for _, o := range outer {
			if info, err := d.stat(filepath.FromSlash(above)); err == nil && sameFile(info, o.info) {
				r.key = o.key + "/" + below
				return r, nil
			}
		}
	}
	return r, nil
}

// slashDir writes a folder's path with slashes and without one at the end; the
// top of a file system is the empty string, so that dir + "/" + name is a path.
func slashDir(dir string) string { return strings.TrimRight(filepath.ToSlash(dir), "/") }

// current reports whether the folder's path still leads to the folder that is open.
func (r *root) current(d disk) bool {
	info, err := d.stat(r.dir)
	return err == nil && sameFile(info, r.info)
}

// name is the folder's own name, for messages.
func (r *root) name() string {
	if r.slash == "" {
		return "/"
	}
	return path.Base(r.slash)
}

// abs is the absolute path of a name in the folder, as the system writes it.
func (r *root) abs(name string) string { return filepath.FromSlash(r.slash + "/" + name) }

// below takes the folder off an absolute slash-separated path, by comparing text
// alone. The rest is not cleaned; it is empty for the folder itself.
func (r *root) below(abs string) (rest string, ok bool) {
	for _, dir := range []string{r.slash, r.real} {
		if rest, ok := cutDir(abs, dir); ok {
			return rest, true
		}
	}
	return "", false
}

// cutDir takes a folder off a path that begins with it. Where the system's file
// systems commonly fold names, letter case does not count: only the rest of the
// path is ever used, and inside the folder.
func cutDir(abs, dir string) (rest string, ok bool) {
	if len(abs) < len(dir) {
		return "", false
	}
	begin := abs[:len(dir)]
	if begin != dir && !(systemFolds && strings.EqualFold(begin, dir)) {
		return "", false
	}
	if len(abs) == len(dir) {
		return "", true
	}
	if abs[len(dir)] != '/' {
		return "", false
	}
	return strings.TrimLeft(abs[len(dir):], "/"), true
}

const systemFolds = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// rootError says that a workspace folder, as it was declared, cannot be opened.
func rootError(dir string, err error) error {
	return fmt.Errorf("cannot open workspace folder %s: %w", text.Escape(dir), cause(err))
}
