package lsp

import (
	"cmp"
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// session is the state of one client. It changes only on the ordering loop and when a chat becomes
// idle. mu guards the fields below it.
type session struct {
	options Options
	log     *slog.Logger
	wire    *wire.Server
	// targets has its own lock.
	targets *workspace.Workspace
	workDir string

	// base ends with the session. running counts background work.
	base    context.Context
	end     context.CancelFunc
	running sync.WaitGroup

	mu       sync.Mutex
	client   client
	encoding text.Encoding
	config   configuration
	folders  []protocol.WorkspaceFolder
	rootDir  string
	open     map[protocol.DocumentUri]*openDocument
	early    map[protocol.DocumentUri]earlyChange
	asking   refreshing
	// tasks are shown by the client. tokens numbers the server-created tokens.
	tasks  map[protocol.ProgressToken]*task
	tokens int
	// tickets is the queue of the commands that apply edits.
	tickets []*ticket
	// applying counts the edits that the client is applying.
	applying int
	// watching means that the journals are looked at.
	watching bool
	// asked is the chat that a request was about last. closed is the document that was closed last, or nil.
	asked  protocol.DocumentUri
	closed *document
	// results numbers the answers with semantic tokens, openings the opened documents.
	results, openings int
}

func newSession(ctx context.Context, o Options, workDir string) *session {
	o.slow = cmp.Or(o.slow, 300*time.Millisecond)
	s := &session{
		options:  o,
		log:      o.Logger,
		targets:  workspace.New(),
		workDir:  workDir,
		encoding: text.UTF16,
		config:   configuration{Config: settings.New(parse.DialectNames()), warned: map[string]bool{}},
		open:     map[protocol.DocumentUri]*openDocument{},
		early:    map[protocol.DocumentUri]earlyChange{},
		asking:   refreshing{wanted: map[string]bool{}},
		tasks:    map[protocol.ProgressToken]*task{},
	}
	s.base, s.end = context.WithCancel(ctx)
	s.wire = wire.NewServer(append(s.routes(), o.routes...), o.Logger)
	return s
}

func (s *session) close() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	s.wait()
	s.targets.Release()
}

// wait waits until the work in the background has ended.
func (s *session) wait() {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.running.Wait()
	}()
	// A hanging network folder must not keep the process alive.
	select {
	case <-ended:
	case <-time.After(closeGrace):
	}
}

const closeGrace = 2 * time.Second

// stop cancels all work and prevents more from starting. mu must be held.
func (s *session) stop() {
	for _, d := range s.open {
		d.stop()
	}
	if s.client.journals != nil {
		s.start(s.keepSaved())
	}
	s.end()
}

// start runs work in the background unless the session has ended. A panic ends only that work. mu
// must be held, so that close waits for it.
func (s *session) start(work func()) {
	if s.base.Err() != nil {
		return
	}
	s.running.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				s.log.Error("work in the background panicked", "panic", wire.PanicText(p), "stack", string(debug.Stack()))
			}
		}()
		work()
	})
}
