package workspace

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// ErrStale is what a [StaleError] is.
var ErrStale = errors.New("the file changed since it was read")

// StaleError says that a target is not any more what its snapshot saw (trust,
// G7). Nothing was changed.
type StaleError struct {
	// Path is the target's, as shown.
	Path string
	// Detail says what changed, without a period.
	Detail string
}

func (e *StaleError) Error() string { return e.Path + ": " + e.Detail }

// Is makes errors.Is(err, ErrStale) hold.
func (e *StaleError) Is(target error) bool { return target == ErrStale }

// Write puts content in the target's place: a temporary file beside it, then a
// rename inside the root. It keeps the file's mode (and its owner, as far as the
// process may), makes missing folders for a new file, and syncs both to disk. A
// read-only file is written as well, as git does. The file gets a new inode: another
// hard link to the old one keeps the old content, and extended attributes are lost.
//
// The policy is checked again, and the disk must be what the target's view saw;
// else it answers a *[Refusal] or a *[StaleError], and nothing has changed. A
// target that is an open buffer is written only where the disk has the buffer's
// text.
// After any failure no temporary file and no new folder is left.
func (w *Workspace) Write(ctx context.Context, t Target, content []byte) error {
	spot, err := w.recheck(ctx, t)
	if err != nil {
		return err
	}
	parent, made, err := w.parent(spot)
	if err != nil {
		return writeError(t, err)
	}
	defer parent.close()
	if err := w.replace(ctx, parent, path.Base(spot.place.path), spot, content); err != nil {
		unmake(spot.root, made)
		return writeError(t, err)
	}
	w.cache.forget(spot.place.key(spot.root))
	return nil
}

// Remove deletes the target's file, under the same conditions as [Workspace.Write].
func (w *Workspace) Remove(ctx context.Context, t Target) error {
	spot, err := w.recheck(ctx, t)
	if err != nil {
		return err
	}
	if !spot.exists() {
		return writeError(t, fs.ErrNotExist)
	}
	if err := notLink(spot); err != nil {
		return err
	}
	parent, _, err := w.parent(spot)
	if err != nil {
		return writeError(t, err)
	}
	defer parent.close()
	if err := unchanged(parent, path.Base(spot.place.path), spot.place); err != nil {
		return writeError(t, err)
	}
	if err := parent.remove(path.Base(spot.place.path)); err != nil {
		return writeError(t, err)
	}
	syncFolder(parent)
	w.cache.forget(spot.place.key(spot.root))
	return nil
}

// Rename moves the file of one target to another that does not stand yet, in the
// same root, under the same conditions as [Workspace.Write] for both.
func (w *Workspace) Rename(ctx context.Context, from, to Target) error {
	source, err := w.recheck(ctx, from)
	if err != nil {
		return err
	}
	goal, err := w.recheck(ctx, to)
	if err != nil {
		return err
	}
	switch {
	case !source.exists():
		return writeError(from, fs.ErrNotExist)
	case goal.exists():
		return writeError(to, fs.ErrExist)
	case source.root != goal.root:
		return writeError(to, errors.New("it is in another workspace folder"))
	}
	if err := notLink(source); err != nil {
		return err
	}
	parent, made, err := w.parent(goal)
	if err != nil {
		return writeError(to, err)
	}
	defer parent.close()
	// A link does not take the place of a file that came in between, a rename does.
	if err = goal.root.folder.link(source.place.path, goal.place.path); err == nil {
		err = source.root.folder.remove(source.place.path)
	} else if !errors.Is(err, fs.ErrExist) {
		err = goal.root.folder.rename(source.place.path, goal.place.path)
	}
	if err != nil {
		unmake(goal.root, made)
		return writeError(to, err)
	}
	syncFolder(parent)
	w.cache.forget(source.place.key(source.root))
	w.cache.forget(goal.place.key(goal.root))
	return nil
}

// notLink refuses a name that is itself a link: whether the link or its file is
// meant cannot be known.
func notLink(s *spot) error {
	info, err := s.root.folder.lstat(s.name)
	if err != nil {
		return refuseError(s.name, err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return refuse(codes.NotARegularFile, s.name, "it is a link").advise("remove or rename it by hand")
	}
	return nil
}

// recheck passes a target through the policy again and compares the disk with
// what its view saw. It answers where the target stands now.
func (w *Workspace) recheck(ctx context.Context, t Target) (*spot, error) {
	if t.Refusal != nil {
		return nil, t.Refusal
	}
	if t.at == nil {
		return nil, fmt.Errorf("%s: the target was not resolved by a view", Visible(t.Path))
	}
	stale := func(detail string) error { return &StaleError{Path: shown(t.Path), Detail: detail} }
	if _, refusal := CheckName(t.at.name); refusal != nil {
		return nil, refusal
	}
	r := t.at.root
	if !r.current(w.disk) {
		return nil, stale("the workspace folder was replaced")
	}
	now, refusal := newWalker(r).walk(ctx, t.at.name)
	if refusal == nil && isDenied(now.path) {
		refusal = refuse(codes.PathDenied, t.at.name, "it leads into the .git folder, which is never edited")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if refusal != nil {
		return nil, refusal
	}
	s := &spot{root: r, name: t.at.name, place: now}
	switch {
	case now.exists() && !t.at.exists():
		return nil, stale("a file was made there since it was looked at")
	case !now.exists() && t.at.exists():
		return nil, stale("the file was removed since it was read")
	case now.path != t.at.path:
		return nil, stale("the name leads to another file than when it was read")
	case now.blocked != "":
		return nil, refuse(codes.PathInvalid, t.at.name, Visible(now.blocked)+" is a file, not a folder")
	case !now.exists():
		return s, nil
	}
	if t.File == nil {
		return nil, stale("its content was not read")
	}
	limit := int64(t.File.Text.Len()) + int64(len("\uFEFF"))
	data, refusal := readFile(ctx, r.folder, now.path, now.info, limit)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch {
	case refusal != nil && refusal.Code == codes.NotARegularFile:
		return nil, refusal
	case refusal != nil && refusal.Code == codes.PathDenied:
		return nil, stale(refusal.Cause)
	case refusal != nil || !t.File.shared().equals(data):
		if t.File.Open {
			return nil, stale("the file on disk differs from the open document; save it first")
		}
		return nil, stale("its content changed since it was read")
	}
	return s, nil
}

// parent opens the folder of a place, and makes it if it is missing. The handle
// is what the rest of a write works in: a link that is put in the folder's place
// later changes nothing.
func (w *Workspace) parent(s *spot) (parent folder, made []string, err error) {
	defer func() {
		if err != nil {
			unmake(s.root, made)
			made = nil
		}
	}()
	dir := path.Dir(s.place.path)
	if absent := len(s.place.missing) - 1; absent > 0 {
		parts := strings.Split(dir, "/")
		for n := len(parts) - absent + 1; n <= len(parts); n++ {
			at := path.Join(parts[:n]...)
			switch err := s.root.folder.mkdir(at, 0o777); {
			case err == nil:
				made = append(made, at)
			case !errors.Is(err, fs.ErrExist):
				return nil, made, err
			}
		}
	}
	// The path has no links: walk resolved them. Where one has come in between, the
	// folder that opens is another than the one that is looked at here.
	for at := dir; at != "."; at = path.Dir(at) {
		info, err := s.root.folder.lstat(at)
		if err != nil {
			return nil, made, err
		}
		if !info.IsDir() {
			return nil, made, &StaleError{Path: shown(s.name), Detail: Visible(at) + " is no folder any more"}
		}
	}
	before, err := s.root.folder.lstat(dir)
	if err != nil {
		return nil, made, err
	}
	parent, err = s.root.folder.openFolder(dir)
	if err != nil {
		return nil, made, err
	}
	if opened, err := parent.lstat("."); err != nil || !os.SameFile(before, opened) {
		_ = parent.close()
		return nil, made, &StaleError{Path: shown(s.name), Detail: "its folder was replaced"}
	}
	return parent, made, nil
}

// unmake removes folders that were made for a write that failed; what someone else
// has put there in the meantime keeps them.
func unmake(r *root, made []string) {
	for _, dir := range slices.Backward(made) {
		_ = r.folder.remove(dir)
	}
}

// replace writes a temporary file in the folder and puts it in the place of base.
func (w *Workspace) replace(ctx context.Context, parent folder, base string, s *spot, content []byte) (err error) {
	// Like the name of an editor's own swap file it is hidden, and ignored by most.
	temporary := ".edit-lsp-" + rand.Text() + ".tmp"
	perm := fs.FileMode(0o666)
	if s.exists() {
		perm = 0o600 // until it has the mode of the file whose place it takes
	}
	f, err := parent.openFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = parent.remove(temporary)
		}
	}()
	if err := fill(ctx, f, s.info, content); err != nil {
		_ = f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := unchanged(parent, base, s.place); err != nil {
		return err
	}
	if s.exists() {
		err = parent.rename(temporary, base)
	} else {
		err = putNew(parent, temporary, base)
	}
	if err == nil {
		syncFolder(parent)
	}
	return err
}

// fill writes the content and makes it durable.
func fill(ctx context.Context, f *os.File, like fs.FileInfo, content []byte) error {
	for len(content) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := f.Write(content[:min(readStep, len(content))])
		if err != nil {
			return err
		}
		content = content[n:]
	}
	if like != nil {
		// The owner first: changing it takes the set-user-id bit off.
		keepOwner(f, like)
		const kept = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
		if err := f.Chmod(like.Mode() & kept); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return ctx.Err()
}

// unchanged looks at a place a last time, at little cost.
func unchanged(parent folder, base string, p place) error {
	info, err := parent.lstat(base)
	switch {
	case p.info == nil && missing(err):
		return nil
	case err != nil && !missing(err):
		return err
	case p.info != nil && err == nil && os.SameFile(info, p.info) && info.Size() == p.info.Size() &&
		info.ModTime().Equal(p.info.ModTime()) && changeTime(info).Equal(changeTime(p.info)):
		return nil
	}
	return &StaleError{Path: Visible(p.path), Detail: "it changed while it was written"}
}

// putNew gives a temporary file its name, but never in the place of a file that
// came in between: a link refuses that, a rename would not.
func putNew(parent folder, temporary, base string) error {
	err := parent.link(temporary, base)
	if err == nil {
		_ = parent.remove(temporary)
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return &StaleError{Path: Visible(base), Detail: "a file was made there since it was looked at"}
	}
	// A file system without hard links: take the name first.
	f, err := parent.openFile(base, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &StaleError{Path: Visible(base), Detail: "a file was made there since it was looked at"}
	}
	if err != nil {
		return err
	}
	_ = f.Close()
	if err := parent.rename(temporary, base); err != nil {
		_ = parent.remove(base)
		return err
	}
	return nil
}

// syncFolder makes a rename durable, where the system can. The file is in its
// place in any case.
func syncFolder(parent folder) {
	if f, err := parent.openFile(".", os.O_RDONLY, 0); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

// writeError names the target in an error, if it does not do so itself.
func writeError(t Target, err error) error {
	var stale *StaleError
	var refusal *Refusal
	if errors.As(err, &stale) {
		return &StaleError{Path: shown(t.Path), Detail: stale.Detail}
	}
	if errors.As(err, &refusal) {
		return err
	}
	return fmt.Errorf("%s: %w", shown(t.Path), err)
}
