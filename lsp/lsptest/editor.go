// Package lsptest is an editor without a screen, for tests and the demo: it speaks LSP
// to a server, keeps buffers, and really applies the edits that it gets, as strictly
// as the strictest of the real ones. What a server sends that the editor has not
// announced it notes down; see [Editor.Complaints].
//
// It shares no code with the server beyond the names of the protocol's types: messages
// are framed by jsonrpc2 as it comes, positions and edits are its own, so that a mistake of
// the server's is not made twice.
// Nothing in it waits for time to pass; it waits for what the server says.
package lsptest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Options of an editor.
type Options struct {
	// Folders are the workspace folders, absolute.
	Folders []string
	// Capabilities are what the editor announces, as JSON; nil means
	// [FullCapabilities].
	Capabilities json.RawMessage
	// Params are members of the initialize params beside or instead of the editor's
	// own; nil values take a member out.
	Params map[string]any
	// Behaviour is what the editor does that no capability tells.
	Behaviour Behaviour
	// Attached: the server is told of every file that an edit opens. Else it knows
	// only the documents that a person opened.
	Attached bool
	// Settings are what the editor answers when it is asked for them; see
	// [Editor.Configure].
	Settings map[string]any
	// Answers are those to requests that only some editors take, by method.
	Answers map[string]func(params json.RawMessage) (any, error)
	// Answer is the button that the person presses on a message; empty presses none.
	Answer string
	// Refuse makes the editor answer false to workspace/applyEdit, with this reason.
	Refuse string
}

// Behaviour is how editors differ in ways that they do not announce. The zero value
// is VS Code's.
type Behaviour struct {
	// CreatesByText: a text edit of a file that is not there opens an empty buffer for
	// it. VS Code drops the whole edit.
	CreatesByText bool `json:"createsByText,omitempty"`
	// MakesNoFolders: a file is created only in a folder that exists. With
	// ignoreIfExists a buffer is made all the same, which then cannot be saved.
	MakesNoFolders bool `json:"makesNoFolders,omitempty"`
	// EndsLines: a new file is saved with a newline after its last line.
	EndsLines bool `json:"endsLines,omitempty"`
	// InsertsFirst: an edit of a new file is inserted, and then its range taken away.
	InsertsFirst bool `json:"insertsFirst,omitempty"`
	// CountsBytes: the columns of edits are taken for bytes, whatever was negotiated.
	CountsBytes bool `json:"countsBytes,omitempty"`
}

// FullCapabilities are those of an editor that can do everything that the server asks
// about.
const FullCapabilities = `{
	"general": {"positionEncodings": ["utf-16"]},
	"window": {"showDocument": {"support": true}, "showMessage": {}},
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
			"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}},
			"isPreferredSupport": true, "disabledSupport": true, "dataSupport": true,
			"resolveSupport": {"properties": ["edit"]}
		}
	}
}`

// Editor is a client with buffers. Its methods may be used from one goroutine at a
// time, beside those that the server calls.
type Editor struct {
	conn      *jsonrpc2.Conn
	server    io.Closer
	options   Options
	announced announced
	encoding  string

	// Initialized is the server's answer to initialize.
	Initialized protocol.InitializeResult

	mu      sync.Mutex
	buffers map[protocol.DocumentUri]*Buffer
	// history holds the last diagnostics of each document that have come, and published
	// counts all of them.
	history   map[protocol.DocumentUri][]protocol.PublishDiagnosticsParams
	published map[protocol.DocumentUri]int
	messages  []protocol.ShowMessageParams
	// asked are the labels of what the editor asked before it applied an edit.
	asked []string
	// shows is what the server had shown.
	shows      []protocol.ShowDocumentParams
	complaints []string
	// registered are the methods that the server has registered.
	registered []string
	// pulled counts the questions for diagnostics, pulling those without an answer yet;
	// results names the last answer for each document.
	pulled, pulling int
	results         map[protocol.DocumentUri]string
	// refreshed counts the requests to ask again, by method.
	refreshed map[string]int
	// created are the tokens that the server has made, and progress is all that it has
	// told of any, in order.
	created  map[protocol.ProgressToken]bool
	progress []Progress
	// news is closed and replaced whenever something has come.
	news chan struct{}
}

// Start connects to a server and initializes the session.
func Start(ctx context.Context, server io.ReadWriteCloser, o Options) (*Editor, error) {
	if o.Capabilities == nil {
		o.Capabilities = json.RawMessage(FullCapabilities)
	}
	e := &Editor{
		options:   o,
		encoding:  utf16Units,
		buffers:   map[protocol.DocumentUri]*Buffer{},
		history:   map[protocol.DocumentUri][]protocol.PublishDiagnosticsParams{},
		published: map[protocol.DocumentUri]int{},
		results:   map[protocol.DocumentUri]string{},
		refreshed: map[string]int{},
		created:   map[protocol.ProgressToken]bool{},
		news:      make(chan struct{}),
	}
	if err := json.Unmarshal(o.Capabilities, &e.announced); err != nil {
		return nil, err
	}
	members := struct {
		Workspace *map[string]json.RawMessage `json:"workspace"`
	}{&e.announced.Members}
	if err := json.Unmarshal(o.Capabilities, &members); err != nil {
		return nil, err
	}
	e.connect(server)
	if err := e.initialize(ctx); err != nil {
		return nil, err
	}
	return e, e.Notify(ctx, "initialized", struct{}{})
}

func (e *Editor) initialize(ctx context.Context) error {
	params := map[string]any{"processId": os.Getpid(), "capabilities": e.options.Capabilities, "rootUri": nil}
	if folders := Folders(e.options.Folders...); len(folders) > 0 {
		params["rootUri"] = folders[0].URI
		params["workspaceFolders"] = folders
	}
	for name, value := range e.options.Params {
		if params[name] = value; value == nil {
			delete(params, name)
		}
	}
	var answer json.RawMessage
	if err := e.Call(ctx, "initialize", params, &answer); err != nil {
		return err
	}
	var chosen struct {
		Capabilities struct {
			PositionEncoding string `json:"positionEncoding"`
		} `json:"capabilities"`
	}
	if err := json.Unmarshal(answer, &chosen); err != nil {
		return err
	}
	if enc := chosen.Capabilities.PositionEncoding; enc != "" {
		e.encoding = enc
		if enc != utf16Units && !slices.Contains(e.announced.General.PositionEncodings, enc) {
			e.complain("the server counts in %s, which was not offered", enc)
		}
	}
	return json.Unmarshal(answer, &e.Initialized)
}

// Folders are workspace folders as the protocol has them.
func Folders(dirs ...string) []protocol.WorkspaceFolder {
	var list []protocol.WorkspaceFolder
	for _, dir := range dirs {
		list = append(list, protocol.WorkspaceFolder{URI: protocol.FileURI(dir), Name: filepath.Base(dir)})
	}
	return list
}

// ChangeFolders adds and removes workspace folders.
func (e *Editor) ChangeFolders(ctx context.Context, added, removed []string) error {
	list := func(dirs []string) []protocol.WorkspaceFolder {
		return append([]protocol.WorkspaceFolder{}, Folders(dirs...)...)
	}
	return e.Notify(ctx, "workspace/didChangeWorkspaceFolders", map[string]any{
		"event": map[string]any{"added": list(added), "removed": list(removed)},
	})
}

// Configure changes the settings that the editor answers with.
func (e *Editor) Configure(settings map[string]any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.options.Settings = settings
}

// AnswerWith sets the button that the person presses on messages from now on.
func (e *Editor) AnswerWith(title string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.options.Answer = title
}

// Stop ends the session as the protocol wants it.
func (e *Editor) Stop(ctx context.Context) error {
	if err := e.Call(ctx, "shutdown", nil, nil); err != nil {
		return err
	}
	return e.Notify(ctx, "exit", nil)
}

// Progress is one thing that the server has told of its progress.
type Progress struct {
	Token protocol.ProgressToken `json:"-"`
	// Kind is begin, report or end.
	Kind        string `json:"kind"`
	Title       string `json:"title"`
	Cancellable bool   `json:"cancellable"`
}

// Progress is all that the server has told under a token, the oldest first; the zero
// token stands for all that it made itself. It may be called from the condition of
// [Editor.Await].
func (e *Editor) Progress(token protocol.ProgressToken) []Progress {
	var list []Progress
	for _, p := range e.progress {
		if p.Token == token || token.IsZero() && e.created[p.Token] {
			list = append(list, p)
		}
	}
	return list
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
		case <-e.Gone():
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
		p, ok := e.last(uri)
		b := e.buffers[uri]
		if !ok || b == nil || p.Version != nil && int32(*p.Version) != b.Version {
			return false
		}
		list = p.Diagnostics
		return want == nil || want(list)
	})
	return list, err
}

// last are the diagnostics of a document that are shown; mu must be held.
func (e *Editor) last(uri protocol.DocumentUri) (protocol.PublishDiagnosticsParams, bool) {
	all := e.history[uri]
	if len(all) == 0 {
		return protocol.PublishDiagnosticsParams{}, false
	}
	return all[len(all)-1], true
}

// maxHistory bounds the diagnostics of a document that are kept: a session of many steps
// would else measure the memory of its editor.
const maxHistory = 100

// keep adds diagnostics to the history; mu must be held.
func (e *Editor) keep(p protocol.PublishDiagnosticsParams) {
	all := append(e.history[p.URI], p)
	e.history[p.URI] = all[max(0, len(all)-maxHistory):]
	e.published[p.URI]++
}

// Shown are the diagnostics of a document that are shown now.
func (e *Editor) Shown(uri protocol.DocumentUri) []protocol.Diagnostic {
	e.mu.Lock()
	defer e.mu.Unlock()
	p, _ := e.last(uri)
	return p.Diagnostics
}

// Messages are what the server has shown, the oldest first. It may be called from the
// condition of [Editor.Await].
func (e *Editor) Messages() []protocol.ShowMessageParams { return e.messages }

// Registered are the methods that the server has registered. It may be called from the
// condition of [Editor.Await].
func (e *Editor) Registered() []string { return e.registered }

// History is the last diagnostics of a document that have come, the oldest first.
func (e *Editor) History(uri protocol.DocumentUri) []protocol.PublishDiagnosticsParams {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.history[uri])
}

// Published counts the diagnostics of a document that have come.
func (e *Editor) Published(uri protocol.DocumentUri) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.published[uri]
}

// Buffers are the texts of all buffers, open and not.
func (e *Editor) Buffers() map[protocol.DocumentUri]Buffer {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := map[protocol.DocumentUri]Buffer{}
	for uri, b := range e.buffers {
		all[uri] = *b
	}
	return all
}

// Asked lists the questions that the editor has put before it applied edits.
func (e *Editor) Asked() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.asked)
}

// Shows are the places that the server had shown.
func (e *Editor) Shows() []protocol.ShowDocumentParams {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.shows)
}

// names gives the keys of a map in their order.
func names[M ~map[K]V, K ~string, V any](m M) []K { return slices.Sorted(maps.Keys(m)) }
