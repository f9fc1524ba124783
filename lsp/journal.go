package lsp

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// journals are those of the workspace folders. They fill the ledger when a chat is first checked and when
// another program writes them.
type journals struct {
	state  string
	log    *slog.Logger
	ledger *ledger.Ledger

	// off doesn't wait for a folder that hangs, as mu does.
	off atomic.Bool

	mu    sync.Mutex
	roots map[string]*rootJournal
	// chats are those that the ledger knows of.
	chats map[string]bool
	// failed means that the log has said why there is no journal.
	failed bool
}

type rootJournal struct {
	*workspace.Journal
	mark workspace.Mark
	size int64
	// chats are those that were read.
	chats map[string]bool
}

// newJournals returns the session's journals. A client whose files only it can read keeps none.
func (s *session) newJournals() *journals {
	j := &journals{state: s.options.State, log: s.log, ledger: s.client.ledger, roots: map[string]*rootJournal{}, chats: map[string]bool{}}
	if s.client.hasFiles() {
		j.state = ""
	}
	j.off.Store(true) // until the settings are known
	return j
}

// configure turns the journals off or on.
func (j *journals) configure(on bool) { j.off.Store(!on || j.state == "") }

// root returns the journal of a folder. mu must be held.
func (j *journals) root(dir string) *rootJournal {
	if j.roots[dir] == nil {
		j.roots[dir] = &rootJournal{Journal: workspace.OpenJournal(j.state, dir), chats: map[string]bool{}}
	}
	return j.roots[dir]
}

// read fills the ledger with what the journals of some folders tell of a chat, once.
func (j *journals) read(roots []string, chat string) {
	if j.off.Load() {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.chats[chat] = true
	for _, dir := range roots {
		if r := j.root(dir); !r.chats[chat] {
			r.chats[chat], r.mark = true, workspace.Mark{}
			j.fill(dir, r)
		}
	}
}

// fill reads a journal and reports whether there was something. What another program did is understood from the start,
// so only this one's own entries are read by themselves. mu must be held.
func (j *journals) fill(dir string, r *rootJournal) bool {
	r.size = r.Size()
	lines, mark, err := r.Read(r.mark)
	isAny := func(string) bool { return true }
	switch {
	case r.mark == workspace.Mark{}:
	case j.ledger.HasRead(dir, ledger.Decode(lines, isAny, time.Now())):
		lines = nil
	default:
		lines, mark, err = r.Read(workspace.Mark{})
	}
	if err != nil {
		j.fail(err)
	}
	r.mark = mark
	isOpen := func(chat string) bool { return j.chats[chat] }
	entries := ledger.Decode(lines, isOpen, time.Now())
	if len(entries) > 0 {
		j.ledger.Read(dir, entries, isOpen)
	}
	return len(entries) > 0
}

// look reads the journals that have grown, and reports whether there are any.
func (j *journals) look() (grown bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for dir, r := range j.roots {
		if !j.off.Load() && r.Size() != r.size {
			grown = j.fill(dir, r) || grown
		}
	}
	return grown
}

// keep appends entries to the journals of their folders.
func (j *journals) keep(entries []ledger.Entry) {
	if j.off.Load() || len(entries) == 0 {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, e := range entries {
		if err := j.root(e.Root).Append(e.Encode()); err != nil {
			j.fail(err)
		}
	}
}

func (j *journals) fail(err error) {
	if !j.failed {
		j.log.Warn("what was applied isn't kept", "error", err)
	}
	j.failed = true
}

// saved keeps what was applied to an open document. mu must be held.
func (s *session) saved(o *openDocument) {
	entries := s.client.ledger.Saved(o.path, &workspace.File{Text: o.text, Open: true}, time.Now())
	if len(entries) > 0 {
		s.start(func() { s.client.journals.keep(entries) })
	}
}

// seeOnDisk keeps what was applied to the files that aren't open, or that were renamed.
func (c *client) seeOnDisk(ctx context.Context, view *workspace.View) {
	for _, path := range c.ledger.Wanted() {
		t := view.Target(ctx, path)
		if t.Refusal == nil && ctx.Err() == nil {
			c.ledger.Saw(t.Abs, t.File, nil)
			c.keepOnDisk(ctx, view, &t)
		}
	}
}

// keepOnDisk keeps what was applied to a file, unless its buffer isn't saved.
func (c *client) keepOnDisk(ctx context.Context, view *workspace.View, t *workspace.Target) {
	if t.File != nil && t.File.Open {
		disk := view.OnDisk(ctx, t)
		if disk == nil || disk.Text.String() != t.File.Text.String() {
			return
		}
	}
	c.journals.keep(c.ledger.Saved(t.Abs, t.File, time.Now()))
}

// keepSaved returns the work of keeping what is on disk, since the session may end before the client says that it
// saved a file. mu must be held.
func (s *session) keepSaved() func() {
	for _, o := range s.open {
		s.client.ledger.Forgot(ledger.Document{Chat: o.chatID(), Path: o.path}) // it says nothing any more
	}
	ctx, c, from := context.WithoutCancel(s.base), s.client, workspace.Origin{RootDir: s.rootDir, WorkDir: s.workDir}
	return func() { c.seeOnDisk(ctx, s.targets.View(ctx, from)) }
}

func hasEdits(r *diagnostics.Report) bool { return len(r.Blocks)+len(r.Proposals) > 0 }

// watchJournals looks at the journals while a chat with blocks or code blocks is open. mu must be held.
func (s *session) watchJournals() {
	if s.watching || s.options.State == "" {
		return
	}
	s.watching = true
	s.start(func() {
		ticker := time.NewTicker(cmp.Or(s.options.look, time.Second))
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
			case <-s.base.Done():
				return
			}
			if s.hasOpenEdits() && s.client.journals.look() {
				s.mu.Lock()
				s.analyzeAll()
				s.mu.Unlock()
			}
		}
	})
}

// hasOpenEdits reports whether a chat with blocks or code blocks is open.
func (s *session) hasOpenEdits() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.open {
		if o.seen != nil && hasEdits(o.seen) {
			return true
		}
	}
	return false
}
