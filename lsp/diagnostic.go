package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// diagnostic answers a client that pulls with what there is to say about a chat, or
// that it is what the client has.
func (s *session) diagnostic(_ context.Context, p protocol.DocumentDiagnosticParams) (func(context.Context) (protocol.DocumentDiagnosticReport, error), error) {
	work, err := inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) (protocol.DocumentDiagnosticReport, error) {
		r, err := n.report(ctx)
		if err != nil {
			return protocol.DocumentDiagnosticReport{}, err
		}
		list := n.diagnostics(r)
		id := resultID(n.version, list)
		s.pulled(n, r, list)
		if id == p.PreviousResultID {
			return protocol.DocumentDiagnosticReport{Unchanged: true, ResultID: id}, nil
		}
		return protocol.DocumentDiagnosticReport{ResultID: id, Items: list}, nil
	})
	if work == nil && err == nil {
		// There is always a report, also on a document that is no chat.
		work = func(context.Context) (protocol.DocumentDiagnosticReport, error) {
			return protocol.DocumentDiagnosticReport{}, nil
		}
	}
	return work, err
}

// resultID names a list of diagnostics of a version: equal lists have one name, so that
// nothing need be kept. The version counts, since a client moves what it shows with the
// text.
func resultID(version int32, list []protocol.Diagnostic) string {
	h := fnv.New128a()
	_ = json.NewEncoder(h).Encode(list) // a hash takes everything, and diagnostics always encode
	return fmt.Sprintf("%d-%x", version, h.Sum(nil))
}

// pulled keeps what the client has now. Where a judgement has meanwhile found something
// else, that is looked at again: either it or the answer is older.
func (s *session) pulled(n *snapshot, r *diagnostics.Report, list []protocol.Diagnostic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.open[n.document.uri]
	if o == nil || o.version != n.version || !s.client.pulls() {
		return // the client asks about the newer version
	}
	o.shown, o.shownVersion = list, o.version
	if o.report != nil && o.report != r {
		s.judge(o)
	}
}

// outdated lets the client ask again about a document of which it has asked before. It
// asks about a new version by itself. mu must be held.
func (s *session) outdated(o *openDocument) {
	if s.open[o.uri] == o && o.shownVersion == o.version {
		s.refresh(refreshDiagnostics)
	}
}
