// Package fake is an editor without a screen, for tests and the demo: it speaks LSP
// to a server, keeps buffers, and really applies the edits that it gets, as strictly
// as the strictest of the real ones.
//
// It shares no code with the server beyond the names of the protocol's types: frames,
// positions and edits are its own, so that a mistake of the server's is not made twice.
// Nothing in it waits for time to pass; it waits for what the server says.
package fake

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Options of an editor.
type Options struct {
	// Folders are the workspace folders, absolute.
	Folders []string
	// Capabilities are what the editor announces, as JSON; nil means Capabilities of a
	// full editor.
	Capabilities json.RawMessage
	// Refuse makes the editor answer false to workspace/applyEdit, with this reason.
	Refuse string
}

// FullCapabilities are those of an editor that can do everything that the server asks
// about.
const FullCapabilities = `{
	"general": {"positionEncodings": ["utf-16"]},
	"workspace": {
		"applyEdit": true,
		"workspaceEdit": {
			"documentChanges": true,
			"resourceOperations": ["create", "rename", "delete"],
			"failureHandling": "textOnlyTransactional",
			"changeAnnotationSupport": {"groupsOnLabel": true}
		},
		"workspaceFolders": true,
		"didChangeWatchedFiles": {"dynamicRegistration": true}
	},
	"textDocument": {
		"publishDiagnostics": {
			"relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true,
			"dataSupport": true, "tagSupport": {"valueSet": [1, 2]}
		},
		"hover": {"contentFormat": ["markdown", "plaintext"]},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"codeAction": {
			"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
			"isPreferredSupport": true, "disabledSupport": true, "dataSupport": true
		}
	}
}`

// Buffer is the text of a file or document in the editor.
type Buffer struct {
	URI     protocol.DocumentUri
	Text    string
	Version int32
	// Open: the server has been told of it.
	Open bool
	// Dirty: it differs from the disk.
	Dirty bool
}

// Editor is a client with buffers. Its methods may be used from one goroutine at a
// time, beside those that the server calls.
type Editor struct {
	conn    *jsonrpc2.Conn
	options Options

	// Initialized is the server's answer to initialize.
	Initialized protocol.InitializeResult

	mu      sync.Mutex
	buffers map[protocol.DocumentUri]*Buffer
	shown   map[protocol.DocumentUri]protocol.PublishDiagnosticsParams
	// published counts the diagnostics of each document that have come.
	published map[protocol.DocumentUri]int
	messages  []protocol.ShowMessageParams
	// registered are the methods that the server has registered.
	registered []string
	// news is closed and made anew whenever something has come.
	news chan struct{}
}

// Start connects to a server and initializes the session.
func Start(ctx context.Context, server io.ReadWriteCloser, o Options) (*Editor, error) {
	e := &Editor{
		options:   o,
		buffers:   map[protocol.DocumentUri]*Buffer{},
		shown:     map[protocol.DocumentUri]protocol.PublishDiagnosticsParams{},
		published: map[protocol.DocumentUri]int{},
		news:      make(chan struct{}),
	}
	stream := jsonrpc2.NewBufferedStream(server, jsonrpc2.VSCodeObjectCodec{})
	e.conn = jsonrpc2.NewConn(ctx, stream, jsonrpc2.HandlerWithError(e.handle).SuppressErrClosed())
	capabilities := o.Capabilities
	if capabilities == nil {
		capabilities = json.RawMessage(FullCapabilities)
	}
	params := map[string]any{"processId": os.Getpid(), "capabilities": capabilities, "rootUri": nil}
	var folders []map[string]string
	for _, dir := range o.Folders {
		folders = append(folders, map[string]string{"uri": string(protocol.FileURI(dir)), "name": filepath.Base(dir)})
	}
	if len(folders) > 0 {
		params["rootUri"] = folders[0]["uri"]
		params["workspaceFolders"] = folders
	}
	if err := e.Call(ctx, "initialize", params, &e.Initialized); err != nil {
		return nil, err
	}
	return e, e.Notify(ctx, "initialized", struct{}{})
}

// Call asks the server.
func (e *Editor) Call(ctx context.Context, method string, params, result any) error {
	return e.conn.Call(ctx, method, params, result)
}

// Notify tells the server.
func (e *Editor) Notify(ctx context.Context, method string, params any) error {
	return e.conn.Notify(ctx, method, params)
}

// Stop ends the session as the protocol wants it.
func (e *Editor) Stop(ctx context.Context) error {
	if err := e.Call(ctx, "shutdown", nil, nil); err != nil {
		return err
	}
	return e.Notify(ctx, "exit", nil)
}

// handle takes what the server sends.
func (e *Editor) handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() {
		close(e.news)
		e.news = make(chan struct{})
	}()
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, err
		}
		e.shown[p.URI] = p
		e.published[p.URI]++
		return nil, nil
	case "window/showMessage":
		var p protocol.ShowMessageParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, err
		}
		e.messages = append(e.messages, p)
		return nil, nil
	case "workspace/applyEdit":
		if e.options.Refuse != "" {
			return map[string]any{"applied": false, "failureReason": e.options.Refuse}, nil
		}
		var p struct {
			Edit protocol.WorkspaceEdit `json:"edit"`
		}
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, err
		}
		if err := e.apply(p.Edit); err != nil {
			return map[string]any{"applied": false, "failureReason": err.Error()}, nil
		}
		return map[string]any{"applied": true}, nil
	case "client/registerCapability":
		var p protocol.RegistrationParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, err
		}
		for _, x := range p.Registrations {
			e.registered = append(e.registered, x.Method)
		}
		return nil, nil
	case "client/unregisterCapability", "window/workDoneProgress/create":
		return nil, nil
	case "workspace/configuration":
		return []any{nil}, nil
	}
	if r.Notif {
		return nil, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "no method " + r.Method}
}

// Await waits until something that the server has said makes done true; ctx bounds it.
func (e *Editor) Await(ctx context.Context, what string, done func() bool) error {
	for {
		e.mu.Lock()
		ok, news := done(), e.news
		e.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-news:
		case <-e.conn.DisconnectNotify():
			return fmt.Errorf("the server went away before %s", what)
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w", what, context.Cause(ctx))
		}
	}
}

// Diagnostics waits for diagnostics of the document's present version that satisfy
// want; nil takes any.
func (e *Editor) Diagnostics(ctx context.Context, uri protocol.DocumentUri, want func([]protocol.Diagnostic) bool) ([]protocol.Diagnostic, error) {
	var list []protocol.Diagnostic
	err := e.Await(ctx, "diagnostics of "+string(uri), func() bool {
		p, ok := e.shown[uri]
		b := e.buffers[uri]
		if !ok || b == nil || p.Version != nil && int32(*p.Version) != b.Version {
			return false
		}
		list = p.Diagnostics
		return want == nil || want(list)
	})
	return list, err
}

// Published counts the diagnostics of a document that have come.
func (e *Editor) Published(uri protocol.DocumentUri) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.published[uri]
}

// Messages are what the server has shown, the oldest first. It may be called from the
// condition of [Editor.Await].
func (e *Editor) Messages() []protocol.ShowMessageParams { return e.messages }

// Registered are the methods that the server has registered. It may be called from the
// condition of [Editor.Await].
func (e *Editor) Registered() []string { return e.registered }
