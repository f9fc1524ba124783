package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

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
		wire.Notification(readOnly, s.setReadOnly),
		wire.Notification("workspace/didChangeConfiguration", s.didChangeConfiguration),
		wire.Notification("workspace/didChangeWorkspaceFolders", s.didChangeWorkspaceFolders),
		wire.Notification("workspace/didChangeWatchedFiles", s.didChangeWatchedFiles),
		wire.Notification("workspace/didCreateFiles", s.filesChanged),
		wire.Notification("workspace/didDeleteFiles", s.didDeleteFiles),
		wire.Notification("workspace/didRenameFiles", s.didRenameFiles),
		wire.Request("codeAction/resolve", s.resolveCodeAction),
		reported(s, "textDocument/codeAction", s.codeAction),
		reported(s, "textDocument/codeLens", s.codeLens),
		reported(s, "textDocument/completion", s.completion),
		fromReport(s, "textDocument/definition", definition),
		reported(s, "textDocument/diagnostic", s.diagnostic),
		fromReport(s, "textDocument/documentHighlight", documentHighlight),
		fromReport(s, "textDocument/documentLink", documentLink),
		fromReport(s, "textDocument/documentSymbol", documentSymbol),
		fromReport(s, "textDocument/foldingRange", foldingRange),
		fromReport(s, "textDocument/hover", hover),
		fromReport(s, "textDocument/inlayHint", inlayHint),
		fromReport(s, "textDocument/selectionRange", selectionRange),
		reported(s, "textDocument/semanticTokens/full", s.semanticTokens),
		reported(s, "textDocument/semanticTokens/full/delta", s.semanticTokens),
		reported(s, "textDocument/semanticTokens/range", s.semanticTokensRange),
		reported(s, "workspace/executeCommand", s.executeCommand),
		reported(s, "workspace/symbol", s.workspaceSymbol),
		wire.Request("workspace/willRenameFiles", s.willRenameFiles),
		wire.Request(cleanPaths, s.cleanPaths),
	}
}

// fromReport returns the route of a request that a chat's report answers.
func fromReport[P interface {
	workDone
	Document() protocol.DocumentUri
}, R any](s *session, method string, answer func(context.Context, *snapshot, *diagnostics.Report, P) (R, error)) wire.Route {
	return reported(s, method, func(_ context.Context, p P) (wire.Answer[R], error) {
		s.askedAbout(p.Document())
		return inReport(s, p.Document(), func(ctx context.Context, n *snapshot, r *diagnostics.Report) (R, error) {
			return answer(ctx, n, r, p)
		}), nil
	})
}
