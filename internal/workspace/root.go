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

// root is an open workspace folder. If the folder is replaced on disk, a new root is opened.
type root struct {
	// dir is the declared path, slash the same with slashes, real the same with links resolved.
	dir, slash, real string
	// key is the prefix of its files' keys: real or, for a nested folder, the outer root's key and
	// the path from there, so a file has one key.
	key    string
	folder folder
	info   fs.FileInfo
	// folds means that names differing only in letter case or composition of accents are the same.
	folds bool
	// inGit means that the folder is inside version control data.
	inGit bool
}

// openRoot opens a workspace folder. It opens only folders, so it can't block.
func openRoot(d disk, dir string, outer []*root) (*root, error) {
	info, err := d.stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errors.New("not a directory")}
	}
	// Some drives on Windows have paths that can't be resolved but work as given.
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
	r.inGit = isDenied(r.real) || isDenied(r.slash)
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

// slashDir returns a folder's path with slashes and no trailing one. The top of a file system is
// "", so dir + "/" + name is always a path.
func slashDir(dir string) string { return strings.TrimRight(filepath.ToSlash(dir), "/") }

func (r *root) current(d disk) bool {
	info, err := d.stat(r.dir)
	return err == nil && sameFile(info, r.info)
}

func (r *root) abs(name string) string { return filepath.FromSlash(r.slash + "/" + name) }

// below strips the folder from an absolute slash-separated path, comparing only text. The rest
// isn't cleaned.
func (r *root) below(abs string) (rest string, ok bool) {
	for _, dir := range []string{r.slash, r.real} {
		if rest, ok := cutDir(abs, dir); ok {
			return rest, true
		}
	}
	return "", false
}

// cutDir strips a folder from a path. It ignores letter case on systems that usually do, which is
// safe because only the rest is used.
func cutDir(abs, dir string) (rest string, ok bool) {
	if len(abs) < len(dir) {
		return "", false
	}
	begin, rest := abs[:len(dir)], abs[len(dir):]
	same := begin == dir || systemFolds && strings.EqualFold(begin, dir)
	return strings.TrimLeft(rest, "/"), same && (rest == "" || rest[0] == '/')
}

const systemFolds = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

func rootError(dir string, err error) error {
	return fmt.Errorf("cannot open workspace folder %s: %w", text.Escape(dir), cause(err))
}
