package lsp

import (
	"context"
	"path"
	"path/filepath"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// forPath offers what can be done where the path is the matter.
func (a *actions) forPath(ctx context.Context, b *diagnostics.Block) error {
	switch b.Reason {
	case codes.FileExists:
		a.forExisting(b)
	case codes.FileNotFound:
		for _, name := range a.targets.View(ctx, a.origin).Similar(ctx, b.Outcome.Block.Path.Fallback, mostSimilar) {
			if err := a.rename(ctx, b, "Did you mean "+workspace.Visible(name)+"?", name); err != nil {
				return err
			}
		}
	case codes.AmbiguousRoot:
		for _, root := range b.Target.Candidates {
			name := filepath.ToSlash(filepath.Join(root, filepath.FromSlash(b.Target.Path)))
			if err := a.rename(ctx, b, "Use the file in "+workspace.Visible(filepath.Base(root)), name); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostSimilar bounds the files that are suggested for one that is missing.
const mostSimilar = 3

// rename offers to write another name into the path line of a block.
func (a *actions) rename(ctx context.Context, b *diagnostics.Block, title, name string) error {
	repair, _, err := a.repairs.Rename(ctx, b.Outcome.Block.Index, title, name)
	if err != nil || repair == nil {
		return err
	}
	a.rewrites(repair.Title, []int{b.Outcome.Block.Index}, repair.Edits)
	return nil
}

// forExisting offers what can be done where the file to create is there; both want to
// be confirmed.
func (a *actions) forExisting(b *diagnostics.Block) {
	index := b.Outcome.Block.Index
	for _, x := range []struct {
		title, confirm string
		edit           func(index int) (*apply.FileEdit, string, error)
	}{
		{"Overwrite ", "Overwrites all that stands in the file", a.report.Plan.Overwrite},
		{"Append to ", "Appends to the file", a.report.Plan.Append},
	} {
		if edit, _, err := x.edit(index); err == nil && edit != nil {
			title := x.title + workspace.Visible(path.Base(b.Target.Path))
			if b.Target.Protected && !a.client.asks() {
				title += " (protected)"
			}
			a.applies(action{title: title, blocks: []int{index}}, []*apply.FileEdit{edit}, x.confirm)
		}
	}
}
