package lsp

import "github.com/edit-lsp/edit-lsp/lsp/protocol"

// register asks the client to report changes of files and settings. Files are compared whenever
// they are needed even without this. mu must be held.
func (s *session) register() {
	var list []protocol.Registration
	if s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		list = append(list, protocol.Registration{
			ID: "edit-lsp.watch", Method: "workspace/didChangeWatchedFiles",
			RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{
				Watchers: []protocol.FileSystemWatcher{{GlobPattern: "**/*"}},
			},
		})
	}
	if s.client.Workspace.DidChangeConfiguration.DynamicRegistration {
		list = append(list, protocol.Registration{
			ID: "edit-lsp.configuration", Method: "workspace/didChangeConfiguration",
			RegisterOptions: protocol.DidChangeConfigurationRegistrationOptions{Section: section},
		})
	}
	if len(list) == 0 {
		return
	}
	s.start(func() {
		if err := s.wire.Call(s.base, "client/registerCapability", protocol.RegistrationParams{Registrations: list}, nil); err != nil {
			s.log.Warn("the client doesn't report changes of files and settings", "error", err)
		}
	})
}
