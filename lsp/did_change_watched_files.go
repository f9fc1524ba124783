package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// didChangeWatchedFiles handles changes made outside the client.
func (s *session) didChangeWatchedFiles(_ context.Context, p protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var paths []string
	for _, c := range p.Changes {
		if path, ok := protocol.Path(c.URI); ok {
			s.targets.Changed(path)
			paths = append(paths, path)
		}
	}
	s.lookAgain(paths...)
	return nil
}
