package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// analysis is a check of one version of a chat, in the background.
type analysis struct {
	snapshot *snapshot
	// cancel ends it early: a newer version has come, or the document is closed.
	cancel context.CancelFunc
	// done is closed at its end. report is for who has seen that: what was found, or nil if
	// it was cancelled.
	done   chan struct{}
	report *diagnostics.Report
}

// found returns the report of an analysis, or nil if it isn't there.
func (a *analysis) found() *diagnostics.Report {
	if a == nil {
		return nil
	}
	select {
	case <-a.done:
		return a.report
	default:
		return nil
	}
}

// analyze checks a chat in the background, and publishes the diagnostics unless a newer
// analysis has begun by then. However fast changes come, the analyses of a document keep
// one processor busy, and those that wait for it in vain hold no memory. mu must be held.
func (s *session) analyze(o *openDocument) {
	o.stopAnalysis()
	if s.base.Err() != nil {
		return
	}
	if !o.isChat(s.config) {
		s.publish(o, nil) // it may have been one
		return
	}
	a := &analysis{snapshot: s.snapshot(o.uri), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(s.base)
	a.cancel, o.analysis = cancel, a
	s.start(func() {
		defer close(a.done)
		defer cancel()
		select {
		case o.checking <- struct{}{}:
			defer func() { <-o.checking }()
		case <-ctx.Done():
			return
		}
		ctx, done := s.progress(ctx, checking(a.snapshot.document))
		defer done()
		report, err := a.snapshot.check(ctx)
		if err != nil {
			return
		}
		a.report = report
		s.publishAnalysis(o, a)
	})
}

// publishAnalysis publishes the diagnostics of an analysis, unless there is a newer one.
func (s *session) publishAnalysis(o *openDocument, a *analysis) {
	list := a.snapshot.diagnostics(a.report)
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.analysis == a {
		s.publish(o, list)
		s.look(o, a.report)
	}
}

// analyzeAll checks all chats again; mu must be held.
func (s *session) analyzeAll() {
	for _, o := range s.open {
		s.analyze(o)
	}
}

// analyzeReaders checks again what a new text of a document touches: the document itself,
// and the chats that have it for a target. mu must be held.
func (s *session) analyzeReaders(changed *openDocument) {
	for _, o := range s.open {
		r := o.analysis.found()
		if o == changed || changed.path != "" && (r == nil || reads(r, changed.path)) {
			s.analyze(o)
		}
	}
}

// reads reports whether a report was made from the file of a path.
func reads(r *diagnostics.Report, path string) bool {
	for i := range r.Blocks {
		if r.Blocks[i].Target.Abs == path {
			return true
		}
	}
	return false
}
