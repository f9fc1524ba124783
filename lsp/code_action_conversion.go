package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// forConversion offers each block that is met in the other dialects.
func (a *actions) forConversion(ctx context.Context) error {
	for _, b := range a.met() {
		index := b.Outcome.Block.Index
		for _, f := range parse.Forms() {
			repair, _, err := a.repairs.Convert(ctx, index, f)
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
