package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// send asks the client to apply edits, and says what it answered: nothing is called
// applied on our word alone.
func (s *session) send(ctx context.Context, n *snapshot, label string, files []*apply.FileEdit, confirm string) (any, error) {
	var possible []*apply.FileEdit
	for _, f := range files {
		if n.client.canWrite(f) {
			possible = append(possible, f)
		}
	}
	switch {
	case len(files) == 0:
		return commandResult{Reason: "there is nothing to apply"}, nil
	case len(possible) == 0:
		return commandResult{Reason: n.client.cannotWrite(files[0])}, nil
	}
	result, err := s.sendEdit(ctx, n, label, n.workspaceEdit(possible, confirm))
	if result.Applied {
		n.noteApplied(possible)
	}
	return result, err
}

// noteApplied notes that the client has applied the edits of files.
func (n *snapshot) noteApplied(files []*apply.FileEdit) {
	for _, f := range files {
		n.client.unsaved.add(f)
	}
}

// sendEdit asks the client to apply one edit.
func (s *session) sendEdit(ctx context.Context, n *snapshot, label string, edit *protocol.WorkspaceEdit) (commandResult, error) {
	if !n.client.applyEdit() {
		return commandResult{}, wire.Errorf(wire.RequestFailed, "the editor takes no edits from a command; use the code actions")
	}
	params := protocol.ApplyWorkspaceEditParams{Label: label, Edit: *edit}
	var answer protocol.ApplyWorkspaceEditResult
	if err := s.wire.Call(ctx, "workspace/applyEdit", params, &answer); err != nil {
		return commandResult{}, err
	}
	if answer.Applied {
		return commandResult{Applied: true}, nil
	}
	reason := "the editor did not say why"
	if answer.FailureReason != nil && *answer.FailureReason != "" {
		reason = *answer.FailureReason
	}
	s.showMessage("not applied: " + reason)
	return commandResult{Reason: reason}, nil
}
