package lsp

import (
	"cmp"
	"context"
	"maps"
	"strings"
	"time"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// didOpen keeps every document, since the unsaved text of a target replaces the one on disk.
func (s *session) didOpen(_ context.Context, p protocol.DidOpenTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := newDocument(p.TextDocument)
	s.openings++
	d.opening = s.openings
	d.growing = s.hasGrown(d)
	o := s.open[d.uri]
	if o == nil {
		o = &openDocument{checking: make(chan struct{}, 1), cache: &diagnostics.Cache{}}
		s.open[d.uri] = o
	} else {
		s.log.Warn("an open document was opened again")
		o.stop()
	}
	o.document = d
	s.followSaved()
	s.edited(d, []ledger.Change{{Text: d.text}})
	if d.path == "" {
		s.analyze(o, 0)
	} else {
		s.targets.Open(d.path, d.version, d.text)
		s.analyzeOthers(o) // a path may lead here now
	}
	if d.growing {
		s.settleLater(o)
	}
	s.dropOldEarly()
	if e, ok := s.early[d.uri]; ok {
		delete(s.early, d.uri)
		s.change(o, e.change)
	}
	return nil
}

// hasGrown reports whether a chat is opened right after it was closed, with more text: a client reads a file
// again that another program writes to. mu must be held.
func (s *session) hasGrown(d *document) bool {
	was := s.closed
	s.closed = nil
	if was == nil || was.uri != d.uri || !d.isChat(s.config) || d.text.Len() <= was.text.Len() {
		return false
	}
	return strings.HasPrefix(d.text.String(), strings.TrimRight(was.text.String(), "\r\n"))
}

// earlyChange is a change that came before its document was opened, from a client that reorders.
type earlyChange struct {
	change protocol.DidChangeTextDocumentParams
	came   time.Time
}

// earlyTime is how long an early change is kept. Later, the document would be another one.
const earlyTime = time.Second

func (s *session) dropOldEarly() {
	maps.DeleteFunc(s.early, func(_ protocol.DocumentUri, e earlyChange) bool { return time.Since(e.came) > earlyTime })
}

func (s *session) didChange(_ context.Context, p protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.open[p.TextDocument.URI]
	if o == nil {
		s.log.Warn("a document that is not open was changed")
		if s.client.reorders() {
			s.dropOldEarly()
			if e, ok := s.early[p.TextDocument.URI]; !ok || e.change.TextDocument.Version < p.TextDocument.Version {
				s.early[p.TextDocument.URI] = earlyChange{p, time.Now()}
			}
		}
		return nil
	}
	s.change(o, p)
	return nil
}

// mu must be held.
func (s *session) change(o *openDocument, p protocol.DidChangeTextDocumentParams) {
	version := int32(p.TextDocument.Version)
	if version < o.version && s.client.reorders() {
		return // the newer text came first
	}
	if version <= o.version {
		// Use the text anyway, since it is the client's.
		s.log.Warn("a document's version didn't increase", "from", o.version, "to", version)
	}
	offset := func(t *text.Text, p protocol.Position) text.Offset {
		if s.client.countsLines() {
			return t.Offset(position(p), s.encoding)
		}
		return t.ProtocolOffset(position(p), s.encoding)
	}
	s.edited(o.document, o.edit(version, p.ContentChanges, offset, o.isChat(s.config)))
	if o.path != "" {
		s.targets.Open(o.path, o.version, o.text)
	}
	if o.growing {
		s.settleLater(o)
	}
	s.analyzeReaders(o)
}

// settleLater checks a chat as finished once it has been unchanged for the idle time.
func (s *session) settleLater(o *openDocument) {
	if o.still != nil {
		o.still.Stop()
	}
	d := o.document
	o.still = time.AfterFunc(cmp.Or(s.options.idle, s.config.Idle), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open[d.uri] == o && o.document == d {
			s.settle(o)
		}
	})
}

// mu must be held.
func (s *session) settle(o *openDocument) {
	still := *o.document
	still.growing = false
	o.document = &still
	s.analyze(o, 0)
}

// didSave reads files again, since the client may not report changes by other programs.
func (s *session) didSave(_ context.Context, p protocol.DidSaveTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.open[p.TextDocument.URI]; o != nil && o.path != "" {
		s.targets.Changed(o.path)
		s.saved(o)
	}
	s.configure() // settings files may have changed too
	return nil
}

func (s *session) didClose(_ context.Context, p protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.open[p.TextDocument.URI]
	if o == nil {
		return nil
	}
	o.stop()
	s.closed = o.document
	delete(s.open, o.uri)
	s.refreshTargets(o.seen)
	s.publish(o, nil)
	if o.path != "" {
		s.targets.Close(o.path)
	}
	s.client.ledger.Forgot(ledger.Document{Chat: o.chatID(), Path: o.path})
	kept := s.keepOffers(o.document)
	if s.followSaved() || kept || o.path != "" {
		s.analyzeAll()
	}
	return nil
}
