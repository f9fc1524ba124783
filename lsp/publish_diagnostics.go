package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// publish sends a document's diagnostics, or asks a client that pulls to do so, unless the client
// already has the list for this version or both are empty. mu must be held, so an older list never
// follows a newer one.
func (s *session) publish(o *openDocument, list []protocol.Diagnostic) {
	if len(list) == 0 && len(o.shown) == 0 || o.version == o.shownVersion && reflect.DeepEqual(list, o.shown) {
		return
	}
	if s.client.pulls() {
		if s.open[o.uri] == o && o.shownVersion == o.version { // clients pull new versions by themselves
			s.refresh(refreshDiagnostics)
		}
		return
	}
	if list == nil {
		list = []protocol.Diagnostic{} // LSP doesn't allow null
	}
	o.shown, o.shownVersion = list, o.version
	// Clients that don't support the version ignore it.
	p := protocol.PublishDiagnosticsParams{URI: o.uri, Version: ptr(protocol.Integer(o.version)), Diagnostics: list}
	if err := s.wire.NotifyLatest(s.base, "textDocument/publishDiagnostics", string(o.uri), p); err != nil {
		s.log.Debug("diagnostics were not sent", "error", err)
	}
}

// diagnostic answers a pull with the diagnostics of a chat, or "unchanged".
func (s *session) diagnostic(_ context.Context, p protocol.DocumentDiagnosticParams) (wire.Answer[protocol.DocumentDiagnosticReport], error) {
	work := inReport(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot, r *diagnostics.Report) (protocol.DocumentDiagnosticReport, error) {
		list := n.diagnostics(r)
		id := resultID(n.document, list)
		s.pulled(n, r, list)
		if id == p.PreviousResultID {
			return protocol.DocumentDiagnosticReport{Kind: protocol.DiagnosticsUnchanged, ResultID: id}, nil
		}
		return protocol.DocumentDiagnosticReport{Kind: protocol.DiagnosticsFull, ResultID: id, Items: list}, nil
	})
	if work == nil {
		// Every document gets a report, even if it isn't a chat.
		work = func(context.Context) (protocol.DocumentDiagnosticReport, error) {
			return protocol.DocumentDiagnosticReport{Kind: protocol.DiagnosticsFull, Items: []protocol.Diagnostic{}}, nil
		}
	}
	return work, nil
}

// resultID identifies a version's diagnostics by hash, so nothing needs to be stored. The version
// is part of it because clients move shown diagnostics with the text. So is the opening, because
// Neovim forgets its diagnostics when it reloads a file, but not their ID.
func resultID(d *document, list []protocol.Diagnostic) string {
	h := fnv.New128a()
	_ = json.NewEncoder(h).Encode(list) // neither hashing nor encoding can fail
	return fmt.Sprintf("%d-%d-%x", d.opening, d.version, h.Sum(nil))
}

// pulled records what the client has now. If an analysis has found something else meanwhile, the
// chat is checked again.
func (s *session) pulled(n *snapshot, r *diagnostics.Report, list []protocol.Diagnostic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.open[n.document.uri]
	if o == nil || o.version != n.version || !s.client.pulls() {
		return // the client pulls again for the newer version
	}
	o.shown, o.shownVersion = list, o.version
	if latest := o.analysis.found(); latest != nil && latest != r {
		s.analyze(o, 0)
	}
}

// diagnostics returns a chat's diagnostics in order. Editors can't handle ten thousand, so above
// the limit it keeps the most severe and adds a notice.
func (n *snapshot) diagnostics(r *diagnostics.Report) []protocol.Diagnostic {
	all := findings(r)
	more := len(all) - n.config.MaxDiagnostics
	if more > 0 {
		slices.SortStableFunc(all, func(a, b numberedFinding) int { return int(a.Severity - b.Severity) })
		all = all[:n.config.MaxDiagnostics]
		slices.SortFunc(all, func(a, b numberedFinding) int { return a.index - b.index })
	}
	list := make([]protocol.Diagnostic, 0, len(all)+1)
	for _, f := range all {
		d := n.toProtocol(f)
		if f.Code == codes.FileNotFound && f.block >= 0 {
			d.Message += lookedIn(r.Blocks[f.block].Target)
		}
		list = append(list, d)
	}
	if more > 0 {
		list = append(list, protocol.Diagnostic{
			Severity: ptr(protocol.DiagnosticSeverity(codes.Information)), Source: source,
			Message: fmt.Sprintf("%d more findings are not shown (setting maxDiagnostics)", more),
		})
	}
	return list
}

// lookedIn names the folder where a file wasn't found, since the editor may have chosen another one than the
// user expects.
func lookedIn(t *workspace.Target) string {
	if t.Root == "" {
		return ""
	}
	return lookedInFolder + text.Escape(t.Root)
}

const lookedInFolder = "\nlooked in "

// numberedFinding is a finding with its index in its chat, and that of its block or -1.
type numberedFinding struct {
	*diagnostics.Finding
	index, block int
}

func findings(r *diagnostics.Report) []numberedFinding {
	var all []numberedFinding
	add := func(f *diagnostics.Finding, block int) { all = append(all, numberedFinding{f, len(all), block}) }
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Code != "" {
			add(&b.Finding, i)
		}
		for k := range b.Warnings {
			add(&b.Warnings[k], i)
		}
	}
	for i := range r.Problems {
		add(&r.Problems[i], -1)
	}
	for i := range r.Shell {
		// Ignore commands in documents without blocks.
		if f := &r.Shell[i]; f.Counts && len(r.Blocks) > 0 {
			add(f, -1)
		}
	}
	return all
}

const source = "edit-lsp"

type diagnosticData struct {
	Block int `json:"block"`
}

func (n *snapshot) toProtocol(f numberedFinding) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    n.lines(n.text, f.First, f.End),
		Severity: ptr(protocol.DiagnosticSeverity(f.Severity)),
		Code:     protocol.DiagnosticCode(f.Code),
		Source:   source,
		Message:  f.Message(),
	}
	if n.client.codeDescription() {
		d.CodeDescription = &protocol.CodeDescription{HRef: f.Code.Page()}
	}
	if f.Faded && n.client.faded() {
		d.Tags = []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary}
	}
	if n.client.relatedInformation() {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: n.uri(r.Abs), Range: lineRange(r.Line)},
				Message:  r.Message,
			})
		}
	}
	if n.client.diagnosticData() {
		d.Data, _ = json.Marshal(diagnosticData{Block: f.block}) // a number always encodes
	}
	return d
}

// lineRange returns the range of a whole line without looking at its text.
func lineRange(l text.Line) protocol.Range {
	return protocol.Range{
		Start: protocol.Position{Line: protocol.UInteger(l)},
		End:   protocol.Position{Line: protocol.UInteger(l + 1)},
	}
}
