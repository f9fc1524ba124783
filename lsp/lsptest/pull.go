package lsptest

import (
	"context"
	"encoding/json"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// pulls reports whether the editor pulls diagnostics from this server.
func (e *Editor) pulls() bool {
	return e.can("textDocument/diagnostic") != nil && e.Initialized.Capabilities.DiagnosticProvider != nil
}

// ask pulls diagnostics after a document was opened or changed.
func (e *Editor) ask(uri protocol.DocumentUri) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pulls() {
		e.pull(uri)
	}
}

// pull requests diagnostics of an open document without waiting. mu must be held.
func (e *Editor) pull(uri protocol.DocumentUri) {
	b := e.buffers[uri]
	if b == nil || !b.Open {
		return
	}
	version, previous := b.Version, e.results[uri]
	params := map[string]any{"textDocument": named(uri)}
	if previous != "" {
		params["previousResultId"] = previous
	}
	e.pulling++
	e.pulled++
	question := e.pulled
	e.newest[uri] = question
	go func() {
		var raw json.RawMessage
		err := e.Call(context.Background(), "textDocument/diagnostic", params, &raw)
		e.mu.Lock()
		defer e.mu.Unlock()
		defer e.wake()
		e.pulling--
		if err != nil {
			return // cancelled, or the server is gone
		}
		e.checkPulled(raw, previous)
		var report protocol.DocumentDiagnosticReport
		if err := json.Unmarshal(raw, &report); err != nil {
			return
		}
		// Ignore an answer for another version, or to another question, since another one follows.
		if now := e.buffers[uri]; now == b && b.Version == version && e.newest[uri] == question {
			e.took(uri, version, report)
		}
	}()
}

// took records a report. mu must be held.
func (e *Editor) took(uri protocol.DocumentUri, version int32, r protocol.DocumentDiagnosticReport) {
	e.results[uri] = r.ResultID
	v := protocol.Integer(version)
	shown := protocol.PublishDiagnosticsParams{URI: uri, Version: &v, Diagnostics: r.Items}
	if last, any := e.last(uri); r.Kind == protocol.DiagnosticsUnchanged {
		shown.Diagnostics = last.Diagnostics
	} else if len(r.Items) == 0 && !any {
		return
	}
	e.keep(shown)
}

// Pulled waits for the answers to all diagnostic requests, and returns their number.
func (e *Editor) Pulled(ctx context.Context) (questions int, err error) {
	err = e.Await(ctx, "the diagnostics that were asked for", func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		questions = e.pulled
		return e.pulling == 0
	})
	return questions, err
}

// Refreshed returns the number of refresh requests of a method.
func (e *Editor) Refreshed(method string) int {
	return locked(e, func() int { return e.refreshed[method] })
}
