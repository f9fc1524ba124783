package workspace

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
)

// change makes a change in the folder of a destination, which it creates if needed.
func (w *Workspace) change(ctx context.Context, at *destination, do func(parent folder) error) error {
	parent, made, err := at.openParent(ctx)
	if err == nil {
		defer parent.Close()
		err = do(parent)
	}
	if err != nil {
		for _, dir := range slices.Backward(made) {
			_ = at.walker.folder.Remove(dir) // unless it isn't empty
		}
		return err
	}
	w.markUnsynced(at, made)
	return nil
}

// openParent opens the folder of a destination, creating it if needed. The rest of a change uses the
// handle, so replacing the folder by a link later has no effect. made are the new folders, even if
// it fails.
func (p *destination) openParent(ctx context.Context) (parent folder, made []string, err error) {
	root, dir := p.walker.root, path.Dir(p.path)
	at := p.there()
	for i := range len(p.missing) - 1 {
		at = path.Join(at, p.missing[i])
		switch err := root.folder.Mkdir(at, 0o777); {
		case err == nil:
			made = append(made, at)
		case !errors.Is(err, fs.ErrExist):
			return nil, made, err
		}
	}
	// The path has no links, unless one has replaced a folder meanwhile.
	now, refusal := (&walker{root: root}).walk(ctx, dir)
	if err := ctx.Err(); err != nil {
		return nil, made, err
	}
	if refusal != nil || now.path != dir || !now.exists() {
		return nil, made, errReplaced
	}
	if parent, err = root.folder.openFolder(dir); err != nil {
		return nil, made, err
	}
	if opened, err := parent.Lstat("."); err != nil || !sameFile(now.info, opened) {
		_ = parent.Close()
		return nil, made, errReplaced
	}
	return parent, made, nil
}

// Temporary files are hidden, like an editor's swap file, so most programs ignore them.
const temporaryPrefix, temporarySuffix = ".edit-lsp-", ".tmp"

// replace writes the file of a destination, a new one with a mode unless that is 0.
func replace(ctx context.Context, parent folder, p *destination, content []byte, mode fs.FileMode) (changed []string, err error) {
	temporary, changed, err := prepare(ctx, parent, content, parent, p, mode)
	if err != nil {
		return nil, err
	}
	if p.exists() {
		err = parent.Rename(temporary, path.Base(p.path))
	} else {
		err = moveNew(parent, temporary, path.Base(p.path))
	}
	if err != nil {
		_ = parent.Remove(temporary)
	}
	return changed, err
}

// prepare writes a temporary file, which keeps what the file of a destination has, or has a mode if there is none. It
// fails if the destination has changed.
func prepare(ctx context.Context, parent folder, content []byte, of folder, p *destination, mode fs.FileMode) (temporary string, changed []string, err error) {
	temporary = temporaryPrefix + rand.Text() + temporarySuffix
	perm := fs.FileMode(0o666)
	if p.exists() {
		perm = 0o600 // until it has the mode of the file it replaces
	}
	f, err := parent.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return "", nil, err
	}
	_, err = f.Write(content)
	switch {
	case err != nil:
	case p.exists():
		changed, err = keepAll(of, p, f)
	case mode != 0:
		err = f.Chmod(mode.Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = cmp.Or(err, f.Close(), ctx.Err(), unchanged(of, p)); err != nil {
		_ = parent.Remove(temporary)
		return "", nil, err
	}
	return temporary, changed, nil
}

func keepAll(of folder, p *destination, f *os.File) (changed []string, err error) {
	old, err := of.OpenFile(path.Base(p.path), os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return nil, err
	}
	if !sameFile(info, p.info) {
		return nil, errWritten
	}
	return keep(old, f, info)
}

// unchanged is a cheap last check of a destination before the change.
func unchanged(parent folder, p *destination) error {
	info, err := parent.Lstat(path.Base(p.path))
	switch {
	case err != nil && !missing(err):
		return err
	case err != nil && !p.exists(), err == nil && p.exists() && sameState(info, p.info):
		return nil
	}
	return errWritten
}

// oldStays is the error of a move whose old file couldn't be removed. both means that the new one couldn't, either.
type oldStays struct {
	error
	both bool
}

func (e *oldStays) Unwrap() error { return e.error }

// moveNew gives a file a new name. It uses a link, which unlike a rename never replaces a file created
// meanwhile.
func moveNew(parent folder, from, to string) error {
	err := parent.Link(from, to)
	if err == nil {
		if err = parent.Remove(from); err != nil {
			return &oldStays{err, parent.Remove(to) != nil}
		}
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return errMade
	}
	// Without hard links, create the new file first to reserve its name.
	f, err := parent.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return errMade
	}
	if err != nil {
		return err
	}
	_ = f.Close()
	if err := parent.Rename(from, to); err != nil {
		_ = parent.Remove(to)
		return err
	}
	return nil
}
