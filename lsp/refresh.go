package lsp

import "github.com/edit-lsp/edit-lsp/diagnostics"

const (
	refreshDiagnostics = "workspace/diagnostic/refresh"
	refreshLenses      = "workspace/codeLens/refresh"
	refreshHints       = "workspace/inlayHint/refresh"
	refreshTokens      = "workspace/semanticTokens/refresh"
	refreshFolds       = "workspace/foldingRange/refresh"
)

// refreshable lists the refresh requests in sending order.
var refreshable = []string{refreshDiagnostics, refreshLenses, refreshHints, refreshTokens, refreshFolds}

// refreshing holds the pending refreshes. Only one request is in flight, so a slow client isn't
// flooded.
type refreshing struct {
	wanted map[string]bool
	// done is closed when no request is in flight, and nil if none is.
	done chan struct{}
}

// refresh asks the client to refresh features, if it supports that. mu must be held.
func (s *session) refresh(methods ...string) {
	for _, m := range methods {
		if !s.client.refreshes(m) {
			continue
		}
		if s.asking.wanted == nil {
			s.asking.wanted = map[string]bool{}
		}
		s.asking.wanted[m] = true
	}
	if len(s.asking.wanted) == 0 || s.asking.done != nil || s.base.Err() != nil {
		return
	}
	done := make(chan struct{})
	s.asking.done = done
	s.start(func() {
		defer close(done)
		for {
			method := s.nextRefresh()
			if method == "" {
				return
			}
			if err := s.wire.Call(s.base, method, nil, nil); err != nil && s.base.Err() == nil {
				s.log.Warn("the client refused to refresh", "method", method, "error", err)
			}
		}
	})
}

func (s *session) nextRefresh() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range refreshable {
		if s.asking.wanted[m] {
			delete(s.asking.wanted, m)
			return m
		}
	}
	s.asking.done = nil
	return ""
}

func looksAlike(a, b *diagnostics.Block) bool {
	return a.InWords() == b.InWords() && a.Status == b.Status && a.Code == b.Code && a.Outcome.First == b.Outcome.First && a.Last == b.Last &&
		a.Chosen == b.Chosen && a.Estimated == b.Estimated
}

// look compares a report with the last one and refreshes what differs. Clients ask again by
// themselves about a document that they changed, but not about its targets. mu must be held.
func (s *session) look(o *openDocument, r *diagnostics.Report) {
	before, same := o.seen, o.seenVersion == o.version
	o.seen, o.seenVersion = r, o.version
	grown, changed := before == nil || len(before.Blocks) != len(r.Blocks), false
	for i := 0; i < len(r.Blocks) && !grown && !changed; i++ {
		changed = !looksAlike(&before.Blocks[i], &r.Blocks[i])
	}
	switch {
	case !grown && !changed:
	case before == nil || !same:
		s.refreshTargets(before, r)
	default:
		s.refresh(refreshLenses, refreshHints)
		if grown {
			s.refresh(refreshTokens, refreshFolds)
		}
	}
}

// refreshTargets refreshes lenses if an open document is a target in one of the reports, which may
// be nil. mu must be held.
func (s *session) refreshTargets(reports ...*diagnostics.Report) {
	for _, t := range s.open {
		for _, r := range reports {
			if s.config.TargetLenses && t.path != "" && r != nil && reads(r, t.path) {
				s.refresh(refreshLenses)
				return
			}
		}
	}
}
