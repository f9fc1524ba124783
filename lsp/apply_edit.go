package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

func (s *session) applyAction(ctx context.Context, a *actions, id actionID, how commandArgument) (any, error) {
	x, found, err := a.find(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return commandResult{Reason: noAction}, nil
	case x.disabled != "":
		return commandResult{Reason: x.disabled}, nil
	case !a.client.applyEdit():
		return nil, wire.Errorf(wire.RequestFailed, "the editor doesn't accept edits from commands; use the code actions")
	case a.client.confirms() && !how.Confirmed && x.risks() != "":
		return commandResult{Question: x.title + "?", Risks: x.risks()}, nil
	}
	edit, err := x.edit(ctx)
	if err != nil {
		return nil, err
	}
	a.offered(x)
	answer, err := s.sendEdit(ctx, a, x, *edit)
	if err != nil {
		return nil, err
	}
	if answer.Applied {
		if x.message != "" && !how.Quiet {
			s.showMessage(protocol.MessageTypeInfo, "edit-lsp: "+x.message)
		}
		return commandResult{Applied: true, Message: x.message}, nil
	}
	reason := "the editor gave no reason"
	if answer.FailureReason != nil && *answer.FailureReason != "" {
		reason = *answer.FailureReason
	}
	if !how.Quiet {
		s.warn("not applied: " + reason)
	}
	return commandResult{Reason: reason, shown: true}, nil
}
