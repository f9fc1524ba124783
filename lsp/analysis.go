package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// analysis is a background check of one version of a chat.
type analysis struct {
	cancel context.CancelFunc
	// report is nil if the analysis was cancelled. Read it only after done is closed.
	done   chan struct{}
	report *diagnostics.Report
	// again starts the next analysis, unless a newer one has started.
	again func()
}

// found returns the report of a finished analysis, else nil.
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

const (
	// typingPause is how long a chat's check waits for the next key in one of its targets.
	typingPause = 20 * time.Millisecond
	// applyingPause is how long it waits while the client applies an edit, whose answer ends it: the client may
	// open and change many files.
	applyingPause = 200 * time.Millisecond
)

// pause is how long a chat's check waits for the next change of its targets. mu must be held.
func (s *session) pause() time.Duration {
	if s.applying > 0 {
		return applyingPause
	}
	return typingPause
}

// analyze checks a chat in the background after a delay and publishes its diagnostics unless a newer
// analysis has started. A document's analyses run one at a time; superseded ones hold no memory while
// they wait. mu must be held.
func (s *session) analyze(o *openDocument, delay time.Duration) {
	o.stopAnalysis()
	if s.base.Err() != nil {
		return
	}
	if !o.isChat(s.config) {
		s.publish(o, nil) // it may have been a chat before
		return
	}
	n, a := s.snapshot(o.uri), &analysis{done: make(chan struct{})} // n has the report before, which needn't be kept
	ctx, cancel := context.WithCancel(s.base)
	a.cancel, o.analysis = cancel, a
	a.again = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if o.analysis == a {
			s.analyze(o, 0)
		}
	}
	s.start(func() {
		defer close(a.done)
		defer cancel()
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return
		}
		select {
		case o.checking <- struct{}{}:
			defer func() { <-o.checking }()
		case <-ctx.Done():
			return
		}
		ctx, done := s.progress(ctx, checking(n.document))
		defer done()
		report, err := n.check(ctx)
		if err != nil {
			return
		}
		a.report = report
		list := n.diagnostics(report)
		s.mu.Lock()
		defer s.mu.Unlock()
		if o.analysis == a {
			s.publish(o, list)
			s.refreshChanges(o, report)
			if hasEdits(report) {
				s.watchJournals()
			}
		}
	})
}

// mu must be held.
func (s *session) analyzeAll() {
	for _, o := range s.open {
		s.analyze(o, 0)
	}
}

// analyzeOthers checks a document that was opened, and all others soon, since a client may open many at once.
// mu must be held.
func (s *session) analyzeOthers(opened *openDocument) {
	for _, o := range s.open {
		if o == opened {
			s.analyze(o, 0)
		} else {
			s.analyze(o, s.pause())
		}
	}
}

// analyzeReaders rechecks the changed document and the chats that target it. mu must be held.
func (s *session) analyzeReaders(changed *openDocument) {
	for _, o := range s.open {
		switch r := o.analysis.found(); {
		case o == changed:
			s.analyze(o, 0)
		case changed.path != "" && (r == nil || reads(r, changed.path)):
			s.analyze(o, s.pause())
		}
	}
}

func reads(r *diagnostics.Report, path string) bool {
	for i := range r.Blocks {
		if r.Blocks[i].Target.Abs == path {
			return true
		}
	}
	return slices.ContainsFunc(r.Proposals, func(p *apply.Proposal) bool { return p.Target.Abs == path })
}
