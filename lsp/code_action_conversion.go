package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// forms are the dialects in which a block can be written.
var forms = func() []diagnostics.Form {
	var list []diagnostics.Form
	for _, f := range prompt.Formats() {
		if f.Editor {
			continue // the same blocks as those of another
		}
		list = append(list, diagnostics.Form{
			Name: f.Name, Dialect: f.Dialect, Layout: f.Layout,
			Write: func(c diagnostics.Change) (string, error) { return prompt.Write(f, prompt.Edit(c)) },
		})
	}
	return list
}()

// forConversion offers each block that is met in the other dialects.
func (a *actions) forConversion(ctx context.Context) error {
	for _, b := range a.met() {
		index := b.Outcome.Block.Index
		for _, f := range forms {
			repair, err := a.repairs.Convert(ctx, index, f)
			if err != nil {
				return err
			}
			if repair != nil {
				a.add(action{
					title: repair.Title, kind: protocol.CodeActionKindRefactorRewrite, blocks: []int{index}, edit: a.chatEdit(repair.Edits),
				})
			}
		}
	}
	return nil
}
