package lsptest

import (
	"context"
	"encoding/json"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// pulls: the editor asks for diagnostics, since it can and the server offers it.
func (e *Editor) pulls() bool {
	return e.announced.TextDocument.Diagnostic != nil && e.Initialized.Capabilities.DiagnosticProvider != nil
}

// ask asks for the diagnostics of a document that was opened or changed, as editors
// do by themselves.
func (e *Editor) ask(uri protocol.DocumentUri) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pulls() {
		e.pull(uri)
	}
}

// pull asks for the diagnostics of an open document, without waiting for them; mu must
// be held.
func (e *Editor) pull(uri protocol.DocumentUri) {
	b := e.buffers[uri]
	if b == nil || !b.Open {
		return
	}
	version, previous := b.Version, e.results[uri]
	params := map[string]any{"textDocument": map[string]any{"uri": uri}}
	if previous != "" {
		params["previousResultId"] = previous
	}
	e.pulling++
	e.pulled++
	go func() {
		var raw json.RawMessage
		err := e.Call(context.Background(), "textDocument/diagnostic", params, &raw)
		e.mu.Lock()
		defer e.mu.Unlock()
		defer func() {
			e.pulling--
			close(e.news)
			e.news = make(chan struct{})
		}()
		if err != nil {
			return // cancelled, or the server went away
		}
		e.checkPulled(raw, previous)
		var report protocol.DocumentDiagnosticReport
		if err := json.Unmarshal(raw, &report); err != nil {
			return
		}
		// An answer about another version is of no use: another question is on its way.
		if now := e.buffers[uri]; now == b && b.Version == version {
			e.took(uri, version, report)
		}
	}()
}

// took keeps a report; mu must be held.
func (e *Editor) took(uri protocol.DocumentUri, version int32, r protocol.DocumentDiagnosticReport) {
	e.results[uri] = r.ResultID
	v := protocol.Integer(version)
	shown := protocol.PublishDiagnosticsParams{URI: uri, Version: &v, Diagnostics: r.Items}
	if last, any := e.last(uri); r.Unchanged {
		shown.Diagnostics = last.Diagnostics
	} else if len(r.Items) == 0 && !any {
		return // nothing is shown, and nothing was
	}
	e.keep(shown)
}

// Pulled waits for the answers to all questions for diagnostics, and counts them.
func (e *Editor) Pulled(ctx context.Context) (questions int, err error) {
	err = e.Await(ctx, "the diagnostics that were asked for", func() bool {
		questions = e.pulled
		return e.pulling == 0
	})
	return questions, err
}

// Refreshed counts the requests of a method to ask again.
func (e *Editor) Refreshed(method string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.refreshed[method]
}
