package workspace

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Remove deletes the target's file, under the conditions of [Workspace.Write].
func (w *Workspace) Remove(ctx context.Context, t Target) error {
	at, err := w.source(ctx, t)
	if err == nil {
		err = w.change(ctx, at, func(parent folder) error {
			if err := unchanged(parent, at); err != nil {
				return err
			}
			return parent.Remove(path.Base(at.path))
		})
	}
	return writeError(t, err)
}

// Rename moves a target's file to another, unused target in the same root, under the conditions of
// [Workspace.Write]. If content isn't nil, it is written first.
func (w *Workspace) Rename(ctx context.Context, from, to Target, content []byte) (changed []string, err error) {
	source, err := w.source(ctx, from)
	if err != nil {
		return nil, writeError(from, err)
	}
	goal, err := w.recheck(ctx, to)
	switch {
	case err != nil:
		return nil, writeError(to, err)
	case goal.exists():
		return nil, writeError(to, fs.ErrExist)
	case source.walker.root != goal.walker.root:
		return nil, writeError(to, errors.New("it is in another workspace folder"))
	}
	var failed error // names its file already
	err = w.change(ctx, goal, func(folder) error {
		if content != nil {
			if changed, failed = w.Write(ctx, from, content); failed != nil {
				return failed
			}
		}
		return moveNew(source.walker.folder, source.path, goal.path)
	})
	if err != nil {
		return changed, cmp.Or(failed, writeError(to, err))
	}
	w.markUnsynced(source, nil)
	return changed, nil
}

// source rechecks a target that is about to be removed or renamed.
func (w *Workspace) source(ctx context.Context, t Target) (*place, error) {
	at, err := w.recheck(ctx, *t.Movable())
	if err == nil && !at.exists() {
		return nil, fs.ErrNotExist
	}
	return at, err
}

// Movable returns the target, refused if it is a symlink. It can't be removed or renamed, since it is
// unclear whether the link or its file is meant.
func (t *Target) Movable() *Target {
	if t.Refusal != nil || t.at == nil || !t.at.link {
		return t
	}
	refused := *t
	refused.Refusal, refused.File = refuse(codes.NotARegularFile, t.at.name, "it is a symlink").advise("remove or rename it by hand"), nil
	return &refused
}

// Gone returns the target without its file.
func (t Target) Gone() Target {
	t.Exists, t.File = false, nil
	if t.at != nil {
		t.at = &place{walker: t.at.walker, name: t.at.name, path: t.at.path, missing: []string{path.Base(t.at.path)}}
	}
	return t
}

// Holding returns the target with another's file, renamed to it, and this content.
func (t Target) Holding(from *Target, content *text.Text) Target {
	t.Exists, t.File = true, &File{Text: content}
	if t.at != nil && from.at != nil {
		t.at = &place{walker: t.at.walker, name: t.at.name, path: t.at.path, info: from.at.info}
	}
	return t
}
