package lsp

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func (s *session) didChangeWorkspaceFolders(_ context.Context, p protocol.DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	folders := slices.Clone(s.folders)
	for _, gone := range p.Event.Removed {
		folders = slices.DeleteFunc(folders, func(f protocol.WorkspaceFolder) bool { return f.URI == gone.URI })
		// The client's initial folder must not become a root again when the last folder goes.
		if dir, ok := protocol.Path(gone.URI); ok && filepath.Clean(dir) == filepath.Clean(s.rootDir) {
			s.rootDir = ""
		}
	}
	s.folders = append(folders, p.Event.Added...)
	s.setRoots()
	s.configure()
	return nil
}
