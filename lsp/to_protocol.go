package lsp

import (
	"encoding/json"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// source names the server beside each diagnostic.
const source = "edit-lsp"

// diagnosticData is sent with each diagnostic and comes back with code actions.
type diagnosticData struct {
	// Block is the index of the block in the document, or -1.
	Block int `json:"block"`
}

// toProtocol returns a finding as the client can show it. block is the index of its block,
// or -1.
func (n *snapshot) toProtocol(f *diagnostics.Finding, block int) protocol.Diagnostic {
	severity := protocol.DiagnosticSeverity(f.Severity)
	d := protocol.Diagnostic{
		Range:    n.lines(n.text, f.First, f.End),
		Severity: &severity,
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
		d.Data, _ = json.Marshal(diagnosticData{Block: block}) // a number always encodes
	}
	return d
}

// notice returns a diagnostic about no finding, in the document's first line.
func notice(message string) protocol.Diagnostic {
	information := protocol.DiagnosticSeverity(codes.Information)
	return protocol.Diagnostic{Severity: &information, Source: source, Message: message}
}

// lineRange returns the range of a whole line of a text that need not be at hand.
func lineRange(l text.Line) protocol.Range {
	return protocol.Range{
		Start: protocol.Position{Line: protocol.UInteger(l)},
		End:   protocol.Position{Line: protocol.UInteger(l + 1)},
	}
}
