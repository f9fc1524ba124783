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
		wire.Request("textDocument/codeLens", s.codeLens),
		wire.Request("textDocument/definition", s.definition),
		wire.Request("textDocument/diagnostic", s.diagnostic),
		wire.Request("textDocument/documentHighlight", s.documentHighlight),
		wire.Request("textDocument/documentLink", s.documentLink),
		wire.Request("textDocument/documentSymbol", s.documentSymbol),
		wire.Request("textDocument/foldingRange", s.foldingRange),
		wire.Request("textDocument/hover", s.hover),
		wire.Request("textDocument/inlayHint", s.inlayHint),
		wire.Request("textDocument/selectionRange", s.selectionRange),
		wire.Request("workspace/executeCommand", s.executeCommand),
		wire.Request("workspace/symbol", s.workspaceSymbol),
	}
}
