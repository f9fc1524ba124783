package lsp

import (
	"context"
	"log/slog"
	"sync"

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
	}
	s.base, s.end = context.WithCancel(ctx)
	return s
}

// close ends what runs in the background and gives back the folders.
func (s *session) close() {
	s.mu.Lock()
	for _, d := range s.open {
		d.stop()
	}
	s.mu.Unlock()
	s.end()
	s.running.Wait()
	s.targets.Release()
}

// start runs work in the background until the session ends.
func (s *session) start(work func()) {
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		work()
	}()
}
