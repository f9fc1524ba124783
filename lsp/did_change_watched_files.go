package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// watchFiles asks the client to tell of files that other programs change, where it lets
// itself be asked. In any case files are compared whenever they are needed. mu must be
// held.
func (s *session) watchFiles() {
	if !s.client.watches() {
		return
	}
	p := protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID:     "edit-lsp.watch",
		Method: "workspace/didChangeWatchedFiles",
		RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{
			Watchers: []protocol.FileSystemWatcher{{GlobPattern: protocol.GlobPattern{Pattern: "**/*"}}},
		},
	}}}
	s.start(func() {
		if err := s.wire.Call(s.base, "client/registerCapability", p, nil); err != nil {
			s.log.Warn("the client does not watch files", "error", err)
		}
	})
}

// didChangeWatchedFiles reads again what was changed behind the client's back.
func (s *session) didChangeWatchedFiles(_ context.Context, p protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range p.Changes {
		if path, ok := protocol.Path(c.URI); ok {
			s.targets.Changed(path)
		}
	}
	s.judgeAll()
	return nil
}
