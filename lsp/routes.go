package lsp

import "github.com/edit-lsp/edit-lsp/lsp/wire"

// routes is the table of methods: a row each.
func (s *session) routes() []wire.Route {
	return []wire.Route{
		wire.Request("initialize", s.initialize),
		wire.Notification("initialized", s.initialized),
		wire.Request("shutdown", s.shutdown),
		wire.Notification("textDocument/didOpen", s.didOpen),
		wire.Notification("textDocument/didChange", s.didChange),
		wire.Notification("textDocument/didSave", s.didSave),
		wire.Notification("textDocument/didClose", s.didClose),
		wire.Notification("workspace/didChangeConfiguration", s.didChangeConfiguration),
		wire.Notification("workspace/didChangeWorkspaceFolders", s.didChangeWorkspaceFolders),
		wire.Notification("workspace/didChangeWatchedFiles", s.didChangeWatchedFiles),
		wire.Request("textDocument/codeAction", s.codeAction),
	}
}
