package lsptest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// handlers is the table of the server's messages. They run with mu held.
var handlers = map[string]struct {
	// needs is what an editor announces that gets such a message, or "".
	needs string
	take  func(e *Editor, params json.RawMessage) (any, error)
}{
	"textDocument/publishDiagnostics": {"", (*Editor).takeDiagnostics},
	"window/showMessage":              {"", with((*Editor).takeMessage)},
	"window/showMessageRequest":       {"window/showMessage", with((*Editor).answerMessage)},
	"window/showDocument":             {"window/showDocument/support", with((*Editor).showDocument)},
	"window/workDoneProgress/create":  {"window/workDoneProgress", with((*Editor).createProgress)},
	"$/progress":                      {"", with((*Editor).takeProgress)},
	"workspace/applyEdit":             {"workspace/applyEdit", with((*Editor).applyEdit)},
	"workspace/configuration":         {"", (*Editor).configuration},
	"client/registerCapability":       {"", with((*Editor).register)},
	"client/unregisterCapability":     {"", func(*Editor, json.RawMessage) (any, error) { return nil, nil }},
}

// with returns a handler that decodes the params.
func with[P any](take func(e *Editor, params P) (any, error)) func(*Editor, json.RawMessage) (any, error) {
	return func(e *Editor, params json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, err
		}
		return take(e, p)
	}
}

func (e *Editor) handle(method string, params json.RawMessage, request bool) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.wake()
	h, known := handlers[method]
	if h.needs != "" {
		e.needs(method, h.needs)
	}
	switch answer := e.options.Answers[method]; {
	case known:
		return h.take(e, params)
	case answer != nil:
		return answer(params)
	case strings.HasSuffix(method, "/refresh"):
		e.refresh(method)
	case request:
		return nil, fmt.Errorf("no method %s", method)
	}
	return nil, nil
}

// wake lets [Editor.Await] look again. mu must be held.
func (e *Editor) wake() {
	close(e.news)
	e.news = make(chan struct{})
}

func (e *Editor) takeDiagnostics(params json.RawMessage) (any, error) {
	var p protocol.PublishDiagnosticsParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	e.checkPublished(params)
	if e.pulls() {
		e.complain("diagnostics are pushed to an editor that pulls")
	}
	e.keep(p)
	return nil, nil
}

func (e *Editor) takeMessage(p protocol.ShowMessageParams) (any, error) {
	e.messages = append(e.messages, p)
	return nil, nil
}

func (e *Editor) answerMessage(p protocol.ShowMessageRequestParams) (any, error) {
	for _, a := range p.Actions {
		if a.Title == e.options.Answer {
			return a, nil
		}
	}
	return nil, nil
}

func (e *Editor) applyEdit(p struct {
	Edit protocol.WorkspaceEdit `json:"edit"`
}) (any, error) {
	if e.options.Applied != nil {
		return e.options.Applied, nil
	}
	tell, err := e.applyAll(p.Edit)
	if err != nil {
		return map[string]any{"applied": false, "failureReason": err.Error()}, nil
	}
	return afterwards{tell, map[string]any{"applied": true}}, nil
}

func (e *Editor) showDocument(p protocol.ShowDocumentParams) (any, error) {
	e.shows = append(e.shows, p)
	return map[string]any{"success": true}, nil
}

func (e *Editor) register(p protocol.RegistrationParams) (any, error) {
	for _, x := range p.Registrations {
		e.registered = append(e.registered, x.Method)
	}
	return nil, nil
}

func (e *Editor) refresh(method string) {
	e.refreshed[method]++
	e.checkRefresh(method)
	if method == "workspace/diagnostic/refresh" && e.pulls() {
		for _, uri := range names(e.buffers) {
			e.pull(uri)
		}
	}
}

func (e *Editor) createProgress(p protocol.WorkDoneProgressCreateParams) (any, error) {
	e.created[p.Token] = true
	return nil, nil
}

func (e *Editor) takeProgress(p struct {
	Token protocol.ProgressToken `json:"token"`
	Value Progress               `json:"value"`
}) (any, error) {
	p.Value.Token = p.Token
	e.progress = append(e.progress, p.Value)
	return nil, nil
}

func (e *Editor) configuration(json.RawMessage) (any, error) {
	if e.options.Settings == nil {
		return []any{nil}, nil
	}
	return []any{e.options.Settings}, nil
}
