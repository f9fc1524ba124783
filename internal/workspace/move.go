package workspace

import (
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
	if err != nil {
		return writeError(t, err)
	}
	parent, _, err := w.parent(at)
	if err != nil {
		return writeError(t, err)
	}
	defer parent.Close()
	base := path.Base(at.path)
	if err = unchanged(parent, base, at.place); err == nil {
		err = parent.Remove(base)
	}
	if err != nil {
		return writeError(t, err)
	}
	w.markUnsynced(at, nil)
	return nil
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
	parent, made, err := w.parent(goal)
	if err != nil {
		return nil, writeError(to, err)
	}
	defer parent.Close()
	if content != nil {
		changed, err = w.Write(ctx, from, content)
	}
	if err == nil {
		err = writeError(to, moveNew(source.walker.root.folder, source.path, goal.path))
	}
	if err != nil {
		unmake(goal.walker.root, made)
		return changed, err
	}
	w.markUnsynced(source, nil)
	w.markUnsynced(goal, made)
	return changed, nil
}

// source rechecks a target that is about to be removed or renamed.
func (w *Workspace) source(ctx context.Context, t Target) (*spot, error) {
	at, err := w.recheck(ctx, t)
	if err != nil {
		return nil, err
	}
	if !at.exists() {
		return nil, fs.ErrNotExist
	}
	if refusal := at.unmovable(); refusal != nil {
		return nil, refusal
	}
	return at, nil
}

// unmovable refuses to remove or rename a symlink, since it is unclear whether the link or its file is
// meant.
func (s *spot) unmovable() *Refusal {
	if !s.link {
		return nil
	}
	return refuse(codes.NotARegularFile, s.name, "it is a symlink").advise("remove or rename it by hand")
}

// Movable returns the target, refused if [Workspace.Remove] and [Workspace.Rename] would refuse it.
func (t *Target) Movable() *Target {
	if t.Refusal != nil || t.at == nil || !t.at.link {
		return t
	}
	refused := *t
	refused.Refusal, refused.File = t.at.unmovable(), nil
	return &refused
}

// Gone returns the target without its file.
func (t Target) Gone() Target {
	t.Exists, t.File = false, nil
	if t.at != nil {
		at := *t.at
		at.place = place{path: at.path, missing: []string{path.Base(at.path)}}
		t.at = &at
	}
	return t
}

// Holding returns the target with another's file, renamed to it, and this content.
func (t Target) Holding(from *Target, content *text.Text) Target {
	t.Exists, t.File = true, &File{Text: content}
	if t.at != nil && from.at != nil {
		at := *t.at
		at.place = place{path: at.path, info: from.at.info}
		t.at = &at
	}
	return t
}
