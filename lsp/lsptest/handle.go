package lsptest

import (
	"encoding/json"
	"fmt"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// handlers is the table of the server's messages. They run with mu held.
var handlers = map[string]func(e *Editor, params json.RawMessage) (any, error){
	"textDocument/publishDiagnostics":  (*Editor).takeDiagnostics,
	"window/showMessage":               with((*Editor).takeMessage),
	"window/showMessageRequest":        with((*Editor).answerMessage),
	"window/showDocument":              with((*Editor).showDocument),
	"window/workDoneProgress/create":   with((*Editor).createProgress),
	"$/progress":                       with((*Editor).takeProgress),
	"workspace/applyEdit":              with((*Editor).applyEdit),
	"workspace/configuration":          (*Editor).configuration,
	"client/registerCapability":        with((*Editor).register),
	"client/unregisterCapability":      func(*Editor, json.RawMessage) (any, error) { return nil, nil },
	"workspace/diagnostic/refresh":     refresh("workspace/diagnostic/refresh"),
	"workspace/codeLens/refresh":       refresh("workspace/codeLens/refresh"),
	"workspace/inlayHint/refresh":      refresh("workspace/inlayHint/refresh"),
	"workspace/semanticTokens/refresh": refresh("workspace/semanticTokens/refresh"),
	"workspace/foldingRange/refresh":   refresh("workspace/foldingRange/refresh"),
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
	defer func() {
		close(e.news)
		e.news = make(chan struct{})
	}()
	if h := handlers[method]; h != nil {
		return h(e, params)
	}
	if answer := e.options.Answers[method]; answer != nil {
		return answer(params)
	}
	if !request {
		return nil, nil
	}
	return nil, fmt.Errorf("no method %s", method)
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
	e.needs("window/showMessageRequest", "window/showMessage")
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
	e.needs("workspace/applyEdit", "workspace/applyEdit")
	if e.options.Refuse != "" {
		return map[string]any{"applied": false, "failureReason": e.options.Refuse}, nil
	}
	if e.options.Pretends {
		return map[string]any{"applied": true}, nil
	}
	tell, err := e.applyAll(p.Edit)
	if err != nil {
		return map[string]any{"applied": false, "failureReason": err.Error()}, nil
	}
	return afterwards{tell, map[string]any{"applied": true}}, nil
}

func (e *Editor) showDocument(p protocol.ShowDocumentParams) (any, error) {
	e.needs("window/showDocument", "window/showDocument/support")
	e.shows = append(e.shows, p)
	return map[string]any{"success": true}, nil
}

func (e *Editor) register(p protocol.RegistrationParams) (any, error) {
	for _, x := range p.Registrations {
		e.registered = append(e.registered, x.Method)
	}
	return nil, nil
}

// refresh returns the handler of a refresh request.
func refresh(method string) func(*Editor, json.RawMessage) (any, error) {
	return func(e *Editor, _ json.RawMessage) (any, error) {
		e.refreshed[method]++
		e.checkRefresh(method)
		if method == "workspace/diagnostic/refresh" && e.pulls() {
			for _, uri := range names(e.buffers) {
				e.pull(uri)
			}
		}
		return nil, nil
	}
}

func (e *Editor) createProgress(p protocol.WorkDoneProgressCreateParams) (any, error) {
	e.needs("window/workDoneProgress/create", "window/workDoneProgress")
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
