package lsp

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// possible are the files that "apply all" writes and the client can write, with the
// indexes of their blocks; total counts the blocks of all files.
func (n *snapshot) possible(r *diagnostics.Report) (files []*apply.FileEdit, blocks []int, total int) {
	for _, f := range r.Plan.Files {
		total += len(f.Blocks)
		if n.client.canWrite(f) {
			files = append(files, f)
			blocks = append(blocks, f.Blocks...)
		}
	}
	return files, blocks, total
}

// forAll adds what can be done with all blocks.
func (a *actions) forAll(context.Context) error {
	if len(a.ask.Blocks) == 0 {
		return nil
	}
	files, blocks, total := a.possible(a.report)
	// Of one edit that is offered by itself there is no "all".
	if len(blocks) > 1 || len(blocks) == 1 && !slices.Contains(a.alone, blocks[0]) {
		a.applies(action{title: a.applyAllTitle(len(blocks), total), blocks: blocks}, files, "")
	}
	for _, f := range a.report.Plan.Files {
		if len(f.Blocks) > 1 && a.concerns(f) {
			a.applies(action{title: "Apply all edits to " + shortName(f, a.report.Plan.Files), blocks: f.Blocks}, []*apply.FileEdit{f}, "")
		}
	}
	return nil
}

// forSource adds the actions that apply all edits of the document for who asks for them
// by name, wherever the cursor is.
func (a *actions) forSource(context.Context) error {
	files, blocks, total := a.possible(a.report)
	for _, kind := range []protocol.CodeActionKind{kindApplyEdits, kindFixAll} {
		if a.ask.wants(kind) && len(blocks) > 0 {
			a.applies(action{title: a.applyAllTitle(len(blocks), total), kind: kind, blocks: blocks}, files, "")
		}
	}
	return nil
}

func (a *actions) applyAllTitle(n, total int) string {
	where := "in this document"
	if len(a.report.Plan.Document.Turns) > 0 {
		where = "of this turn"
	}
	switch {
	case n < total:
		return fmt.Sprintf("Apply %d of %d edits %s", n, total, where)
	case n == 1:
		return "Apply the one edit " + where
	default:
		return fmt.Sprintf("Apply all %d edits %s", n, where)
	}
}

// shortName is a file's own name, or its path where another of the files has that name.
func shortName(f *apply.FileEdit, among []*apply.FileEdit) string {
	name := path.Base(f.Target.Path)
	for _, other := range among {
		if other != f && path.Base(other.Target.Path) == name {
			return workspace.Visible(f.Target.Path)
		}
	}
	return workspace.Visible(name)
}

// concerns tells whether a block that the request is about changes the file.
func (a *actions) concerns(f *apply.FileEdit) bool {
	return slices.ContainsFunc(a.met(), func(b *diagnostics.Block) bool { return b.Target.Key == f.Target.Key })
}
