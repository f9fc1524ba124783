package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Remove deletes the target's file, under the conditions of [Workspace.Write], and then [Target.EmptyFolders].
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
	if err != nil {
		return writeError(t, err)
	}
	at.removeFolders(t.EmptyFolders)
	return nil
}

// removeFolders deletes at most n parent folders of a file that is gone, until one isn't empty.
func (p *destination) removeFolders(n int) {
	dir := path.Dir(p.path)
	for i := 0; i < n && dir != "." && p.walker.folder.Remove(dir) == nil; i++ {
		dir = path.Dir(dir)
	}
}

// Rename moves a target's file to another, unused target in the same root, under the conditions of
// [Workspace.Write]. If content isn't nil, the new file has that content; nothing is half done: either there
// is the new file, or the old one as it was. Then it deletes the [Target.EmptyFolders] of the old one.
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
	err = w.change(ctx, goal, func(parent folder) error {
		if content == nil {
			return moveNew(source.walker.folder, source.path, goal.path)
		}
		old, _, err := source.openParent(ctx)
		if err != nil {
			return &oldStays{error: err}
		}
		defer old.Close()
		temporary, kept, err := prepare(ctx, parent, content, old, source, 0)
		if err != nil {
			return err
		}
		if err = moveNew(parent, temporary, path.Base(goal.path)); err != nil {
			_ = parent.Remove(temporary)
			return err
		}
		err = unchanged(old, source)
		if err == nil {
			err = old.Remove(path.Base(source.path))
		}
		if err != nil {
			return &oldStays{err, parent.Remove(path.Base(goal.path)) != nil}
		}
		changed = kept
		return nil
	})
	var old *oldStays
	switch {
	case err == nil:
		w.markUnsynced(source, nil)
		source.removeFolders(from.EmptyFolders)
		return changed, nil
	case !errors.As(err, &old):
		return nil, writeError(to, err)
	case old.both:
		return nil, fmt.Errorf("%s: %w; %s is there, too, and neither could be removed", shown(from.Path), cause(old.error), shown(to.Path))
	}
	return nil, writeError(from, fmt.Errorf("it keeps its name and content: %w", cause(old.error)))
}

// source rechecks a target that is about to be removed or renamed.
func (w *Workspace) source(ctx context.Context, t Target) (*destination, error) {
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
		t.at = &destination{walker: t.at.walker, name: t.at.name, path: t.at.path, missing: []string{path.Base(t.at.path)}}
	}
	return t
}

// Holding returns the target with another's file, renamed to it, and this content.
func (t Target) Holding(from *Target, content *text.Text) Target {
	t.Exists, t.File = true, &File{Text: content}
	if t.at != nil && from.at != nil {
		t.at = &destination{walker: t.at.walker, name: t.at.name, path: t.at.path, info: from.at.info}
	}
	return t
}
