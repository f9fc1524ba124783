package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// ErrStale matches errors that say how a target differs from its snapshot. Nothing was changed.
var ErrStale = errors.New("the file changed since it was read")

type staleError string

func (e staleError) Error() string { return string(e) }

func (e staleError) Is(target error) bool { return target == ErrStale }

const (
	errMade     staleError = "a file was created there since it was checked"
	errWritten  staleError = "it changed while it was being written"
	errReplaced staleError = "its folder was replaced"
)

// Write replaces the target's content by a temporary file and a rename inside the root. It keeps
// mode, owner, group and extended attributes; changed lists those that the system didn't let it
// keep. It fails if an access control list can't be kept. Missing folders are created for a new
// file, and read-only files are written too, as git does. Other hard links keep the old content.
//
// The policy is checked again, and the disk must be what the target's view saw. Otherwise Write
// returns a *[Refusal] or an [ErrStale]. An open buffer's file is written only if the disk has the
// buffer's text.
//
// A failure leaves no temporary file or new folder. Writes are durable after [Workspace.Sync].
func (w *Workspace) Write(ctx context.Context, t Target, content []byte) (changed []string, err error) {
	at, err := w.recheck(ctx, t)
	if err == nil {
		err = w.change(ctx, at, func(parent folder) error {
			changed, err = replace(ctx, parent, at, content, t.NewMode)
			return err
		})
	}
	if err != nil {
		return nil, writeError(t, err)
	}
	return changed, nil
}

// subfolder is a folder in a root, by its name there.
type subfolder struct {
	root *root
	name string
}

// markUnsynced records a change at a destination, to sync its folders.
func (w *Workspace) markUnsynced(p *destination, made []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, at := range append(made, p.path) {
		w.unsynced[subfolder{p.walker.root, path.Dir(at)}] = true
	}
}

// Sync makes all writes since the last call durable if the system can, syncing each folder once.
func (w *Workspace) Sync() {
	w.mu.Lock()
	dirs := w.unsynced
	w.unsynced = map[subfolder]bool{}
	w.mu.Unlock()
	for at := range dirs {
		if f, err := at.root.folder.OpenFile(at.name, os.O_RDONLY, 0); err == nil {
			_ = f.Sync()
			_ = f.Close()
		}
	}
}

// writeError adds the target's path to an error. Refusals have it already.
func writeError(t Target, err error) error {
	if err == nil {
		return nil
	}
	if errors.As(err, new(*Refusal)) {
		return err
	}
	return fmt.Errorf("%s: %w", shown(t.Path), cause(err))
}

// cause strips file names from a system error, since it may name a temporary file.
func cause(err error) error {
	var onPath *fs.PathError
	var onLink *os.LinkError
	switch {
	case errors.As(err, &onPath):
		return onPath.Err
	case errors.As(err, &onLink):
		return onLink.Err
	}
	return err
}

// recheck applies the policy again, compares the disk with what the target's view saw, and returns
// where the target is now.
func (w *Workspace) recheck(ctx context.Context, t Target) (*destination, error) {
	if t.Refusal != nil {
		return nil, t.Refusal
	}
	if t.at == nil {
		return nil, errors.New("the target was not resolved by a view")
	}
	if _, refusal := CheckName(t.at.name); refusal != nil {
		return nil, refusal
	}
	r := t.at.walker.root
	if !r.current(w.disk) {
		return nil, staleError("the workspace folder was replaced")
	}
	fresh := &walker{root: r}
	now, refusal := fresh.walk(ctx, t.at.name)
	if refusal == nil {
		refusal = now.denied(ctx)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if refusal != nil {
		return nil, refusal
	}
	switch {
	case now.exists() && !t.at.exists():
		return nil, errMade
	case !now.exists() && t.at.exists():
		return nil, staleError("the file was removed since it was read")
	case now.path != t.at.path:
		return nil, staleError("the path leads to another file than when it was read")
	case now.blocked != "":
		return nil, now.blockedRefusal()
	case !now.exists():
		return &now, nil
	}
	if t.File == nil {
		return nil, staleError("its content was not read")
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
		return nil, staleError(refusal.Cause)
	case refusal != nil || !t.File.Text.Equals(data):
		if t.File.Open {
			return nil, staleError("the file on disk differs from the open document; save it first")
		}
		return nil, staleError("its content changed since it was read")
	}
	return &now, nil
}
