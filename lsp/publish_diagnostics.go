package lsp

import (
	"reflect"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// judgeAgain judges what a new text of the document touches: the document itself, and
// the chats that have it for a target. mu must be held.
func (s *session) judgeAgain(changed *openDocument) {
	for _, o := range s.open {
		if o == changed || changed.path != "" && (o.report == nil || reads(o.report, changed.path)) {
			s.judge(o)
		}
	}
}

// reads tells whether a report was made from the file of a path.
func reads(r *diagnostics.Report, path string) bool {
	for i := range r.Blocks {
		if r.Blocks[i].Target.Abs == path {
			return true
		}
	}
	return false
}

// judgeAll judges all chats again; mu must be held.
func (s *session) judgeAll() {
	for _, o := range s.open {
		s.judge(o)
	}
}

// publish sends the diagnostics of a document, or lets a client that pulls ask for
// them, unless it has just these: a document without blocks costs nothing, nor does a
// keystroke in a target that changes no result. A new version is always answered. mu
// must be held, so that an older list never follows a newer one.
func (s *session) publish(o *openDocument, list []protocol.Diagnostic) {
	if len(list) == 0 && len(o.shown) == 0 || o.version == o.shownVersion && reflect.DeepEqual(list, o.shown) {
		return
	}
	if s.client.pulls() {
		s.outdated(o)
		return
	}
	if list == nil {
		list = []protocol.Diagnostic{} // LSP does not allow null
	}
	o.shown, o.shownVersion = list, o.version
	p := protocol.PublishDiagnosticsParams{URI: o.uri, Diagnostics: list}
	if s.client.versions() {
		version := protocol.Integer(o.version)
		p.Version = &version
	}
	if err := s.wire.NotifyLatest(s.base, "textDocument/publishDiagnostics", string(o.uri), p); err != nil {
		s.log.Debug("diagnostics were not sent", "error", err)
	}
}
