package apply

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// ErrSince is why a file stays as it is: reverting something would lose a later change.
var ErrSince = errors.New("it was changed since")

var (
	errGone      = errors.New("it is gone")
	errElsewhere = errors.New("its path now leads to another file")
	errTaken     = errors.New("there is a file with its former name")
)

// Step is a change of one file that was made.
type Step struct {
	// Path is absolute. To is the absolute path of the new name after a rename, else "".
	Path, To string
	// Was returns the text before the step, nil for a missing file, from the text after it. The error says why
	// it can't, as [ErrSince].
	Was func(after *text.Text) (*text.Text, error)
	// Folders is how many parent folders the step made.
	Folders int
	// Mode has the permission bits of the file that the step deleted, 0 if they aren't known.
	Mode fs.FileMode
	// Confirmed means that the file may be protected.
	Confirmed bool
}

// Step returns what the edit does as a step.
func (e *FileEdit) Step() Step {
	s := Step{Path: e.Target.Abs, Folders: e.Target.NewFolders(), Confirmed: true}
	if e.Delete {
		s.Mode = e.Target.Mode()
	}
	if e.NewTarget != nil {
		s.To, s.Folders = e.NewTarget.Abs, e.NewTarget.NewFolders()
	}
	s.Was = func(now *text.Text) (*text.Text, error) {
		switch {
		case e.Delete != (now == nil), now != nil && !slices.Equal(now.Bytes(), e.After().Bytes()):
			return nil, ErrSince
		case e.Create:
			return nil, nil
		}
		return e.Before, nil
	}
	return s
}

// Kept is a file that can't be reverted, and why.
type Kept struct {
	Path string
	Err  error
}

// Reverse returns the edits that revert steps, the last one first, with the files that have to stay. A file
// is reverted through all its steps or not at all.
func Reverse(ctx context.Context, view *workspace.View, steps []Step) (edits []*FileEdit, kept []Kept) {
	r := reversal{view: view, kept: map[string]error{}}
	for {
		r.files = map[string]*reversed{}
		before := len(r.kept)
		for _, s := range slices.Backward(steps) {
			r.take(ctx, s)
		}
		edits = r.edits()
		if len(r.kept) == before {
			break
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.kept)) {
		kept = append(kept, Kept{r.name(ctx, path), r.kept[path]})
	}
	return edits, kept
}

// reversal reverts steps in memory.
type reversal struct {
	view  *workspace.View
	files map[string]*reversed
	// kept are the errors of files that stay, by path.
	kept map[string]error
}

// reversed is a path while steps are reverted. now is its text, nil for a missing file, and from the path that
// the file has on disk, "" for a new one.
type reversed struct {
	target  workspace.Target
	now     *text.Text
	from    string
	folders int
	mode    fs.FileMode
}

func (r *reversal) name(ctx context.Context, path string) string {
	return cmp.Or(r.view.Target(ctx, path).Path, path)
}

func (r *reversal) file(ctx context.Context, path string, confirmed bool) (*reversed, error) {
	if f := r.files[path]; f != nil {
		return f, nil
	}
	t := r.view.Target(ctx, path)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case t.Refusal != nil:
		return nil, t.Refusal
	case t.Abs != path:
		return nil, errElsewhere
	case t.Protected && !confirmed:
		return nil, fmt.Errorf("it is protected: %s", t.ProtectedReason)
	}
	f := &reversed{target: t}
	if t.File != nil {
		f.now, f.from = t.File.Text, path
	}
	r.files[path] = f
	return f, nil
}

// take takes a step back, unless one of its files stays.
func (r *reversal) take(ctx context.Context, s Step) {
	err := r.reverse(ctx, s)
	if err == nil {
		return
	}
	for _, path := range []string{s.Path, s.To} {
		if path != "" && r.kept[path] == nil {
			r.kept[path] = err
		}
	}
}

func (r *reversal) reverse(ctx context.Context, s Step) error {
	now := cmp.Or(s.To, s.Path)
	if err := errors.Join(r.kept[s.Path], r.kept[now]); err != nil {
		return cmp.Or(r.kept[now], r.kept[s.Path])
	}
	f, err := r.file(ctx, now, s.Confirmed)
	if err != nil {
		return err
	}
	was, err := s.Was(f.now)
	switch {
	case errors.Is(err, ErrSince) && f.now == nil:
		return errGone
	case err != nil:
		return err
	}
	if s.To != "" {
		old, err := r.file(ctx, s.Path, s.Confirmed)
		switch {
		case err != nil:
			return err
		case old.now != nil:
			return errTaken
		}
		old.from, f.from, f.now = f.from, "", nil
		f.folders = s.Folders
		f = old
	}
	f.now, f.mode = was, cmp.Or(s.Mode, f.mode)
	if was == nil {
		f.from, f.folders = "", s.Folders
	}
	return nil
}

// replace gives files whose former names are in use, or whose names will be, their texts there instead of renaming
// them. So there is no order in which names must become free, and files that swapped names need no third one.
func (r *reversal) replace() {
	isMoved := func(path string, f *reversed) bool { return f.now != nil && f.from != "" && f.from != path }
	for path, f := range r.files {
		if isMoved(path, f) && f.target.File != nil {
			f.from = path
		}
	}
	for path, f := range r.files {
		if isMoved(path, f) && r.files[f.from].now != nil {
			f.from, f.mode = "", r.files[f.from].target.Mode()
		}
	}
}

// edits returns the changes from the files on disk.
func (r *reversal) edits() (all []*FileEdit) {
	r.replace()
	moved := map[string]bool{}
	for _, f := range r.files {
		moved[f.from] = f.from != f.target.Abs || moved[f.from]
	}
	for _, path := range slices.Sorted(maps.Keys(r.files)) {
		f := r.files[path]
		e := &FileEdit{Target: f.target, Before: text.New("")}
		disk := f.target.File
		switch {
		case f.now == nil && disk == nil, f.now == nil && moved[path]:
			continue
		case f.now == nil:
			e.Target = *e.Target.Movable()
			e.Target.EmptyFolders = f.folders
			e.Delete, e.Before = true, disk.Text
			e.edits = func() []text.Edit { return []text.Edit{{End: disk.Text.Len()}} }
		case f.from == "" && disk == nil:
			e.Create, e.Target.NewMode = true, f.mode
			e.edits = func() []text.Edit { return []text.Edit{{New: string(f.now.Bytes())}} }
		case f.from == "" || f.from == path:
			e.Before = disk.Text
		default:
			e.Target, e.NewTarget = *r.files[f.from].target.Movable(), &f.target
			e.Target.EmptyFolders = r.files[f.from].folders
			e.Before = r.files[f.from].target.File.Text
		}
		if e.Target.Refusal != nil {
			r.kept[path] = e.Target.Refusal
			continue
		}
		if e.edits == nil {
			e.edits = func() []text.Edit { return difference(e.Before, f.now) }
		}
		if e.Create || e.Delete || e.NewTarget != nil || len(e.Edits()) > 0 {
			all = append(all, e)
		}
	}
	return all
}

// differenceLimit is the number of changed lines above which difference returns a single edit.
const differenceLimit = 5000

// difference returns the edits that make one text of another, none if they are equal.
func difference(a, b *text.Text) (edits []text.Edit) {
	was, now := text.Changed(a, b)
	e := text.Edit{Start: a.Start(was.First), End: a.Start(was.End), New: b.String()[b.Start(now.First):b.Start(now.End)]}
	switch {
	case e.Start == e.End && e.New == "":
		return nil
	case max(was.End-was.First, now.End-now.First) > differenceLimit:
		return []text.Edit{e}
	}
	for _, d := range udiff.Lines(a.String()[e.Start:e.End], e.New) {
		edits = append(edits, text.Edit{Start: e.Start + text.Offset(d.Start), End: e.Start + text.Offset(d.End), New: d.New})
	}
	return edits
}
