package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// readOnly is our notification that an open chat can or can't be changed in the client, as {uri, readOnly}.
// The protocol has nothing that says so, and an editor may fail on an edit of such a buffer.
const readOnly = "editLsp/readOnly"

type readOnlyParams struct {
	URI      protocol.DocumentUri `json:"uri"`
	ReadOnly bool                 `json:"readOnly"`
}

func (s *session) setReadOnly(_ context.Context, p readOnlyParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.open[p.URI]; o != nil {
		o.readOnly = p.ReadOnly
	}
	return nil
}
