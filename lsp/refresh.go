package lsp

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

const (
	refreshDiagnostics = "workspace/diagnostic/refresh"
	refreshLenses      = "workspace/codeLens/refresh"
	refreshHints       = "workspace/inlayHint/refresh"
	refreshTokens      = "workspace/semanticTokens/refresh"
	refreshFolds       = "workspace/foldingRange/refresh"
)

// refreshable lists the refresh requests in sending order, and which clients support them.
var refreshable = []struct {
	method    string
	supported func(protocol.WorkspaceClientCapabilities) bool
}{
	{refreshDiagnostics, protocol.WorkspaceClientCapabilities.DiagnosticRefresh},
	{refreshLenses, func(w protocol.WorkspaceClientCapabilities) bool { return w.CodeLens.RefreshSupport }},
	{refreshHints, func(w protocol.WorkspaceClientCapabilities) bool { return w.InlayHint.RefreshSupport }},
	{refreshTokens, func(w protocol.WorkspaceClientCapabilities) bool { return w.SemanticTokens.RefreshSupport }},
	{refreshFolds, func(w protocol.WorkspaceClientCapabilities) bool { return w.FoldingRange.RefreshSupport }},
}

// refreshing holds the pending refreshes. Only one request is in flight, so a slow client isn't
// flooded.
type refreshing struct {
	wanted map[string]bool
	// done is closed when no request is in flight, and nil if none is.
	done chan struct{}
}

// refresh asks the client to refresh features, if it supports that. mu must be held.
func (s *session) refresh(methods ...string) {
	for _, r := range refreshable {
		if slices.Contains(methods, r.method) && r.supported(s.client.Workspace) {
			s.asking.wanted[r.method] = true
		}
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
	for _, r := range refreshable {
		if s.asking.wanted[r.method] {
			delete(s.asking.wanted, r.method)
			return r.method
		}
	}
	s.asking.done = nil
	return ""
}

func looksAlike(a, b *diagnostics.Block) bool {
	return a.InWords() == b.InWords() && a.Status == b.Status && a.Code == b.Code && a.Outcome.First == b.Outcome.First && a.Last == b.Last &&
		a.Chosen == b.Chosen && a.Estimated == b.Estimated
}

// refreshChanges compares a report with the last one and refreshes what differs. Clients ask again by
// themselves about a document that they changed, but not about its targets. mu must be held.
func (s *session) refreshChanges(o *openDocument, r *diagnostics.Report) {
	before, same := o.seen, o.seenVersion == o.version
	o.seen, o.seenVersion = r, o.version
	grown := before == nil || len(before.Blocks) != len(r.Blocks)
	changed := !grown && !slices.EqualFunc(before.Proposals, r.Proposals, func(a, b *apply.Proposal) bool { return proposalTitle(a) == proposalTitle(b) })
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
