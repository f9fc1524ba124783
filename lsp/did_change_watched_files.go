package lsp

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// didChangeWatchedFiles handles changes made outside the client. It reloads the settings if a file
// holds them.
func (s *session) didChangeWatchedFiles(_ context.Context, p protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	recheck := s.analyzeAll
	for _, c := range p.Changes {
		if path, ok := protocol.Path(c.URI); ok {
			s.targets.Changed(path)
			if c.Type == protocol.FileChangeTypeDeleted {
				s.client.ledger.Deleted(path)
			}
			if slices.Contains(settings.FileNames, filepath.Base(path)) {
				recheck = s.configure
			}
		}
	}
	recheck()
	return nil
}
