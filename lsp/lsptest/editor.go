// Package lsptest is a fake editor for tests. It speaks LSP, has buffers, and applies
// edits as strictly as the strictest real editor. It records what a server sends against the
// announced capabilities; see [Editor.Complaints].
//
// Apart from the protocol's types it shares no code with the server, so they can't share a bug:
// jsonrpc2 frames its messages, and positions and edits are its own. It never sleeps.
package lsptest

import (
	"context"
	_ "embed"
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

// Options configures an editor.
type Options struct {
	// Folders are the absolute workspace folders.
	Folders []string
	// Capabilities is the JSON to announce, [FullCapabilities] by default.
	Capabilities json.RawMessage
	// Params are added to the initialize params or replace some. A nil value removes one.
	Params map[string]any
	// Behaviour is what no capability announces.
	Behaviour Behaviour
	// Attached means that the server is notified of files that an edit opens, not only of documents
	// that the user opened.
	Attached bool
	// Settings answer workspace/configuration; see [Editor.Configure].
	Settings map[string]any
	// Answers handle requests that only some editors support, by method.
	Answers map[string]func(params json.RawMessage) (any, error)
	// Answer is the button that the user presses on a message, or "" for none.
	Answer string
	// AnswersTwice makes the editor send each answer to workspace/applyEdit a second time.
	AnswersTwice bool
	// Applied, unless nil, is the answer to workspace/applyEdit, whose edit is not applied.
	Applied map[string]any
	// Answering, unless nil, is called before each answer and its notifications. It may hold them up.
	Answering func(method string)
}

// Behaviour is how editors differ without announcing it. The zero value is VS Code.
type Behaviour struct {
	// CreatesByText means that a text edit of a missing file opens an empty buffer. VS Code drops
	// the whole edit.
	CreatesByText bool `json:"createsByText,omitempty"`
	// MakesNoFolders means that a file can't be created in a missing folder. With ignoreIfExists, a
	// buffer is opened but can't be saved.
	MakesNoFolders bool `json:"makesNoFolders,omitempty"`
	// EndsLines means that a new file is saved with a newline at its end.
	EndsLines bool `json:"endsLines,omitempty"`
	// InsertsFirst means that for a new file the text is inserted before the range is deleted.
	InsertsFirst bool `json:"insertsFirst,omitempty"`
	// CountsBytes means that columns in edits count bytes, whatever was negotiated.
	CountsBytes bool `json:"countsBytes,omitempty"`
	// EndsLinesAtLF means that a lone carriage return doesn't end a line.
	EndsLinesAtLF bool `json:"endsLinesAtLF,omitempty"`
}

func (e *Editor) counting() counting {
	return counting{units: e.encoding, onlyLF: e.options.Behaviour.EndsLinesAtLF}
}

// FullCapabilities announces everything that the server uses.
//
//go:embed capabilities.json
var FullCapabilities string

// Editor is a client with buffers. Only one goroutine at a time may use its methods.
type Editor struct {
	conn      *jsonrpc2.Conn
	server    io.Closer
	options   Options
	announced map[string]any
	encoding  string

	Initialized protocol.InitializeResult

	mu      sync.Mutex
	buffers map[protocol.DocumentUri]*Buffer
	// history holds the latest diagnostics of each document, and published counts all of them.
	history   map[protocol.DocumentUri][]protocol.PublishDiagnosticsParams
	published map[protocol.DocumentUri]int
	messages  []protocol.ShowMessageParams
	// asked are the labels of the confirmations before edits.
	asked      []string
	shows      []protocol.ShowDocumentParams
	complaints []string
	registered []string
	// pulled counts diagnostic requests, pulling those in flight. newest is the number of each document's last
	// one, results its last result id.
	pulled, pulling int
	newest          map[protocol.DocumentUri]int
	results         map[protocol.DocumentUri]string
	refreshed       map[string]int
	// created are the server-created tokens. progress is everything reported, in order.
	created  map[protocol.ProgressToken]bool
	progress []Progress
	// news is closed and replaced when a message arrives.
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
		newest:    map[protocol.DocumentUri]int{},
		results:   map[protocol.DocumentUri]string{},
		refreshed: map[string]int{},
		created:   map[protocol.ProgressToken]bool{},
		news:      make(chan struct{}),
	}
	if err := json.Unmarshal(o.Capabilities, &e.announced); err != nil {
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
		if enc != utf16Units && !e.lists("general/positionEncodings", enc) {
			e.complain("the server counts in %s, which was not offered", enc)
		}
	}
	return json.Unmarshal(answer, &e.Initialized)
}

// Folders converts paths to workspace folders.
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

// Reconfigure changes how the editor answers.
func (e *Editor) Reconfigure(change func(o *Options)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	change(&e.options)
}

// Stop sends shutdown and exit.
func (e *Editor) Stop(ctx context.Context) error {
	if err := e.Call(ctx, "shutdown", nil, nil); err != nil {
		return err
	}
	return e.Notify(ctx, "exit", nil)
}

// Progress is one progress notification.
type Progress struct {
	Token protocol.ProgressToken `json:"-"`
	// Kind is begin, report or end.
	Kind        string `json:"kind"`
	Title       string `json:"title"`
	Cancellable bool   `json:"cancellable"`
}

// Progress returns all notifications for a token, oldest first. The zero token selects all
// server-created ones.
func (e *Editor) Progress(token protocol.ProgressToken) []Progress {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []Progress
	for _, p := range e.progress {
		if p.Token == token || token.IsZero() && e.created[p.Token] {
			list = append(list, p)
		}
	}
	return list
}

// Await waits until done returns true, checking after each message, or ctx ends.
func (e *Editor) Await(ctx context.Context, what string, done func() bool) error {
	for {
		news := locked(e, func() chan struct{} { return e.news })
		if done() {
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

// Diagnostics waits for diagnostics of the document's current version that satisfy want (any if
// nil).
func (e *Editor) Diagnostics(ctx context.Context, uri protocol.DocumentUri, want func([]protocol.Diagnostic) bool) ([]protocol.Diagnostic, error) {
	var list []protocol.Diagnostic
	err := e.Await(ctx, "diagnostics of "+string(uri), func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
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

// last returns the current diagnostics of a document. mu must be held.
func (e *Editor) last(uri protocol.DocumentUri) (protocol.PublishDiagnosticsParams, bool) {
	all := e.history[uri]
	if len(all) == 0 {
		return protocol.PublishDiagnosticsParams{}, false
	}
	return all[len(all)-1], true
}

// maxHistory limits the diagnostics kept per document, so the memory of long sessions is the
// server's.
const maxHistory = 100

// keep adds diagnostics to the history. mu must be held.
func (e *Editor) keep(p protocol.PublishDiagnosticsParams) {
	all := append(e.history[p.URI], p)
	e.history[p.URI] = all[max(0, len(all)-maxHistory):]
	e.published[p.URI]++
}

// locked returns what get does with mu held.
func locked[T any](e *Editor, get func() T) T {
	e.mu.Lock()
	defer e.mu.Unlock()
	return get()
}

// Shown returns the current diagnostics of a document.
func (e *Editor) Shown(uri protocol.DocumentUri) []protocol.Diagnostic {
	return locked(e, func() []protocol.Diagnostic {
		p, _ := e.last(uri)
		return p.Diagnostics
	})
}

// Messages returns the messages shown, oldest first.
func (e *Editor) Messages() []protocol.ShowMessageParams {
	return locked(e, func() []protocol.ShowMessageParams { return slices.Clone(e.messages) })
}

// Registered returns the methods that the server has registered.
func (e *Editor) Registered() []string {
	return locked(e, func() []string { return slices.Clone(e.registered) })
}

// History returns the latest diagnostics of a document, oldest first.
func (e *Editor) History(uri protocol.DocumentUri) []protocol.PublishDiagnosticsParams {
	return locked(e, func() []protocol.PublishDiagnosticsParams { return slices.Clone(e.history[uri]) })
}

// Published returns how often a document got diagnostics.
func (e *Editor) Published(uri protocol.DocumentUri) int {
	return locked(e, func() int { return e.published[uri] })
}

// Buffers returns all buffers, open or not.
func (e *Editor) Buffers() map[protocol.DocumentUri]Buffer { return locked(e, e.copies) }

// Asked returns the confirmations before edits.
func (e *Editor) Asked() []string {
	return locked(e, func() []string { return slices.Clone(e.asked) })
}

// Shows returns the documents that the server asked to show.
func (e *Editor) Shows() []protocol.ShowDocumentParams {
	return locked(e, func() []protocol.ShowDocumentParams { return slices.Clone(e.shows) })
}

// copies returns all buffers. mu must be held.
func (e *Editor) copies() map[protocol.DocumentUri]Buffer {
	all := map[protocol.DocumentUri]Buffer{}
	for uri, b := range e.buffers {
		all[uri] = *b
	}
	return all
}

func names[M ~map[K]V, K ~string, V any](m M) []K { return slices.Sorted(maps.Keys(m)) }
