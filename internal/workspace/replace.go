package workspace

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// parent opens the folder of a place, creating it if needed. The rest of a write uses the handle,
// so replacing the folder by a link later has no effect.
func (w *Workspace) parent(s *spot) (parent folder, made []string, err error) {
	defer func() {
		if err != nil {
			unmake(s.walker.root, made)
			made = nil
		}
	}()
	dir := path.Dir(s.path)
	if absent := len(s.missing) - 1; absent > 0 {
		parts := strings.Split(dir, "/")
		for n := len(parts) - absent + 1; n <= len(parts); n++ {
			at := path.Join(parts[:n]...)
			switch err := s.walker.root.folder.Mkdir(at, 0o777); {
			case err == nil:
				made = append(made, at)
			case !errors.Is(err, fs.ErrExist):
				return nil, made, err
			}
		}
	}
	// The path has no links, since walk resolved them. If a link has replaced a folder meanwhile,
	// the opened folder differs from the one checked here.
	for at := dir; at != "."; at = path.Dir(at) {
		info, err := s.walker.root.folder.Lstat(at)
		if err != nil {
			return nil, made, err
		}
		if !info.IsDir() {
			return nil, made, staleError(text.Escape(at) + " is no longer a directory")
		}
	}
	before, err := s.walker.root.folder.Lstat(dir)
	if err != nil {
		return nil, made, err
	}
	parent, err = s.walker.root.folder.openFolder(dir)
	if err != nil {
		return nil, made, err
	}
	if opened, err := parent.Lstat("."); err != nil || !sameFile(before, opened) {
		_ = parent.Close()
		return nil, made, staleError("its folder was replaced")
	}
	return parent, made, nil
}

// unmake removes the folders created for a failed write, unless they aren't empty.
func unmake(r *root, made []string) {
	for _, dir := range slices.Backward(made) {
		_ = r.folder.Remove(dir)
	}
}

// Temporary files are hidden, like an editor's swap file, so most programs ignore them.
const temporaryPrefix, temporarySuffix = ".edit-lsp-", ".tmp"

func replace(ctx context.Context, parent folder, base string, s *spot, content []byte) (changed []string, err error) {
	temporary := temporaryPrefix + rand.Text() + temporarySuffix
	perm := fs.FileMode(0o666)
	if s.exists() {
		perm = 0o600 // until it has the mode of the file it replaces
	}
	f, err := parent.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = parent.Remove(temporary)
		}
	}()
	_, err = f.Write(content)
	if err == nil && s.exists() {
		changed, err = keepAll(parent, base, s, f)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if err := unchanged(parent, base, s.place); err != nil {
		return nil, err
	}
	if s.exists() {
		return changed, parent.Rename(temporary, base)
	}
	return nil, moveNew(parent, temporary, base)
}

func keepAll(parent folder, base string, s *spot, f *os.File) (changed []string, err error) {
	old, err := parent.OpenFile(base, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return nil, err
	}
	if !sameFile(info, s.info) {
		return nil, errWritten
	}
	return keep(old, f, info)
}

// unchanged is a cheap last check of a place before the rename.
func unchanged(parent folder, base string, p place) error {
	info, err := parent.Lstat(base)
	switch {
	case p.info == nil && missing(err):
		return nil
	case err != nil && !missing(err):
		return err
	case p.info != nil && err == nil && sameFile(info, p.info) && info.Size() == p.info.Size() &&
		info.ModTime().Equal(p.info.ModTime()) && changeTime(info).Equal(changeTime(p.info)):
		return nil
	}
	return errWritten
}

// moveNew gives a file a new name. It uses a link, which unlike a rename never replaces a file created
// meanwhile.
func moveNew(parent folder, from, to string) error {
	err := parent.Link(from, to)
	if err == nil {
		return parent.Remove(from)
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
