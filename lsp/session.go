package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// session is the state of one client. It changes only on the ordering loop and when
// a chat has been still; mu guards it.
type session struct {
	options Options
	log     *slog.Logger
	wire    *wire.Server
	// targets are the files that blocks name; it locks for itself.
	targets *workspace.Workspace
	workDir string

	// base ends with the session; running counts what works in the background.
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
	// asking are the features that the client is told to ask about again.
	asking refreshing
	// tasks are those that the client has been told of, and tokens counts the tokens
	// that were made for such.
	tasks  map[protocol.ProgressToken]*task
	tokens int
	// results counts the answers with semantic tokens, to name them.
	results int
}

func newSession(ctx context.Context, o Options, workDir string) *session {
	s := &session{
		options:  o,
		log:      o.Logger,
		targets:  workspace.New(workspace.Options{}),
		workDir:  workDir,
		encoding: text.UTF16,
		config:   configuration{Config: settings.New(), warned: map[string]bool{}},
		open:     map[protocol.DocumentUri]*openDocument{},
		tasks:    map[protocol.ProgressToken]*task{},
	}
	s.base, s.end = context.WithCancel(ctx)
	s.wire = wire.NewServer(append(s.routes(), o.Routes...), wire.Options{Logger: o.Logger})
	return s
}

// close ends what runs in the background and gives back the folders.
func (s *session) close() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.running.Wait()
	}()
	// A folder on a network that does not answer must not keep the process.
	timer := time.NewTimer(closeGrace)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
	s.targets.Release()
}

// closeGrace is how long cancelled work may take to end.
const closeGrace = 2 * time.Second

// stop ends the work on all documents, and lets none begin; mu must be held.
func (s *session) stop() {
	for _, d := range s.open {
		d.stop()
	}
	s.end()
}

// start runs work in the background, unless the session has ended. A panic in it ends
// the work and nothing else. mu must be held, so that close waits for all.
func (s *session) start(work func()) {
	if s.base.Err() != nil {
		return
	}
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			// What is panicked with may hold text, unless it is the runtime's own.
			what := fmt.Sprintf("panic with a %T", p)
			if e, ok := p.(runtime.Error); ok {
				what = e.Error()
			}
			s.log.Error("work in the background panicked", "panic", what, "stack", string(debug.Stack()))
		}()
		work()
	}()
}
