package lsp

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// ticket is a command's place in the queue of commands that apply edits. The edit of a command is made
// after the client has answered the one before: until then, an unopened file has its old text, and
// nothing would tell the client that the new edit was made from it.
type ticket struct {
	// first is closed when the command is the first in the queue.
	first chan struct{}
	// waited means that it wasn't when it joined.
	waited bool
	// keep reports whether the ticket stays in the queue when the command ends. It can't if the command
	// has ended.
	keep func() bool
}

// join adds the command with a context to the queue until the context ends. mu must not be held.
func (s *session) join(ctx context.Context) *ticket {
	t := &ticket{first: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	t.waited = len(s.tickets) > 0
	s.tickets = append(s.tickets, t)
	if !t.waited {
		close(t.first)
	}
	t.keep = context.AfterFunc(ctx, func() { s.leave(t) })
	return t
}

func (s *session) leave(t *ticket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.tickets, t)
	s.tickets = slices.Delete(s.tickets, i, i+1)
	if i == 0 && len(s.tickets) > 0 {
		close(s.tickets[0].first)
	}
}

// whenFirst waits for the ticket and returns what a command on a chat starts from: the snapshot, a new
// one if time has passed.
func (s *session) whenFirst(ctx context.Context, t *ticket, n *snapshot, block *int) (*snapshot, error) {
	notice := time.AfterFunc(cmp.Or(s.options.notice, 2*time.Second), func() {
		s.showMessage(protocol.MessageTypeInfo, "edit-lsp: waiting until the editor has applied or rejected the edit before this one")
	})
	defer notice.Stop()
	select {
	case <-t.first:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.base.Done():
		return nil, s.base.Err()
	}
	if !t.waited {
		return n, nil
	}
	return s.renew(ctx, n, block)
}

// renew returns the current snapshot of a chat for a command on a block or, with nil, on the chat. It
// fails if that has changed.
func (s *session) renew(ctx context.Context, was *snapshot, block *int) (*snapshot, error) {
	s.mu.Lock()
	now := s.snapshot(was.document.uri)
	s.mu.Unlock()
	if now == nil {
		return nil, wire.Errorf(wire.RequestFailed, "not applied: the chat is no longer open")
	}
	changed := wire.Errorf(wire.RequestFailed, "not applied: the chat has changed since; run the command again")
	switch {
	case block == nil && now.text == was.text:
		return now, nil
	case block == nil:
		return nil, changed
	}
	before, err := was.blocks(ctx)
	if err != nil {
		return nil, err
	}
	after, err := now.blocks(ctx)
	if err != nil {
		return nil, err
	}
	// An index without a block gets its own error later.
	if i := *block; i >= 0 && i < len(before.Blocks) && (i >= len(after.Blocks) || !sameBlock(before, after, i)) {
		return nil, changed
	}
	return now, nil
}

// sameBlock reports whether two versions of a chat propose the same as block i.
func sameBlock(before, after *parse.Result, i int) bool {
	was, is := &before.Blocks[i], &after.Blocks[i]
	return was.Path.Fallback == is.Path.Fallback && slices.Equal(was.Path.Readings, is.Path.Readings) && before.Hash(was) == after.Hash(is)
}

// sendEdit sends an action's edit and waits for the answer. If the command is cancelled, the client may
// still apply the edit, so the ticket stays in the queue until it answers.
func (s *session) sendEdit(ctx context.Context, a *actions, x action, edit protocol.WorkspaceEdit) (protocol.ApplyWorkspaceEditResult, error) {
	var answer protocol.ApplyWorkspaceEditResult
	var err error
	if !a.ticket.keep() {
		return answer, ctx.Err()
	}
	answered := make(chan struct{})
	s.mu.Lock()
	s.applying++
	s.start(func() {
		defer close(answered)
		defer s.leave(a.ticket)
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.applying--
		}()
		params := protocol.ApplyWorkspaceEditParams{Label: x.title, Edit: edit}
		if err = s.wire.Call(s.base, "workspace/applyEdit", params, &answer); err != nil || !answer.Applied {
			return
		}
		// Clients report changed documents before they answer.
		if err = s.wire.CatchUp(s.base); err == nil {
			s.reported(a.editsOf(x))
		}
	})
	s.mu.Unlock()
	select {
	case <-answered:
		return answer, err
	case <-ctx.Done():
		return protocol.ApplyWorkspaceEditResult{}, ctx.Err()
	case <-s.base.Done():
		return protocol.ApplyWorkspaceEditResult{}, s.base.Err()
	}
}
