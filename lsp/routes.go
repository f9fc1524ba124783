package lsp

import "github.com/edit-lsp/edit-lsp/lsp/wire"

func (s *session) routes() []wire.Route {
	return []wire.Route{
		wire.Request("initialize", s.initialize),
		wire.Notification("initialized", s.initialized),
		wire.Request("shutdown", s.shutdown),
		wire.Notification("window/workDoneProgress/cancel", s.cancelProgress),
		wire.Notification("textDocument/didOpen", s.didOpen),
		wire.Notification("textDocument/didChange", s.didChange),
		wire.Notification("textDocument/didSave", s.didSave),
		wire.Notification("textDocument/didClose", s.didClose),
		wire.Notification("workspace/didChangeConfiguration", s.didChangeConfiguration),
		wire.Notification("workspace/didChangeWorkspaceFolders", s.didChangeWorkspaceFolders),
		wire.Notification("workspace/didChangeWatchedFiles", s.didChangeWatchedFiles),
		wire.Notification("workspace/didCreateFiles", s.filesChanged),
		wire.Notification("workspace/didDeleteFiles", s.filesChanged),
		wire.Notification("workspace/didRenameFiles", s.filesChanged),
		wire.Request("codeAction/resolve", s.resolveCodeAction),
		reported(s, "textDocument/codeAction", s.codeAction),
		reported(s, "textDocument/codeLens", s.codeLens),
		reported(s, "textDocument/completion", s.completion),
		reported(s, "textDocument/definition", s.definition),
		reported(s, "textDocument/diagnostic", s.diagnostic),
		reported(s, "textDocument/documentHighlight", s.documentHighlight),
		reported(s, "textDocument/documentLink", s.documentLink),
		reported(s, "textDocument/documentSymbol", s.documentSymbol),
		reported(s, "textDocument/foldingRange", s.foldingRange),
		reported(s, "textDocument/hover", s.hover),
		reported(s, "textDocument/inlayHint", s.inlayHint),
		reported(s, "textDocument/selectionRange", s.selectionRange),
		reported(s, "textDocument/semanticTokens/full", s.semanticTokens),
		reported(s, "textDocument/semanticTokens/full/delta", s.semanticTokensDelta),
		reported(s, "textDocument/semanticTokens/range", s.semanticTokensRange),
		reported(s, "workspace/executeCommand", s.executeCommand),
		reported(s, "workspace/symbol", s.workspaceSymbol),
		wire.Request("workspace/willRenameFiles", s.willRenameFiles),
	}
}
