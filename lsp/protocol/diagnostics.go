package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// Diagnostics (LSP, "Diagnostic").
type (
	// DiagnosticSeverity is 1 for an error to 4 for a hint.
	DiagnosticSeverity = protocol316.DiagnosticSeverity
	// DiagnosticTag says more of a diagnostic.
	DiagnosticTag = protocol316.DiagnosticTag
	// DiagnosticRelatedInformation is a place that a diagnostic speaks of.
	DiagnosticRelatedInformation = protocol316.DiagnosticRelatedInformation
	// CodeDescription is where a code is explained.
	CodeDescription = protocol316.CodeDescription
)

// DiagnosticTagUnnecessary fades what is of no further use.
const DiagnosticTagUnnecessary = protocol316.DiagnosticTagUnnecessary

// Diagnostic is a finding at a range. Its code is always a string here, and its data
// comes back as it was sent.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           *DiagnosticSeverity            `json:"severity,omitempty"`
	Code               DiagnosticCode                 `json:"code,omitempty"`
	CodeDescription    *CodeDescription               `json:"codeDescription,omitempty"`
	Source             string                         `json:"source,omitempty"`
	Message            string                         `json:"message"`
	Tags               []DiagnosticTag                `json:"tags,omitempty"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitempty"`
	Data               json.RawMessage                `json:"data,omitempty"`
}

// DiagnosticCode is a code; numbers, which other servers' diagnostics have, are kept as
// they are written.
type DiagnosticCode string

// UnmarshalJSON takes a string or a number.
func (c *DiagnosticCode) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] != '"' {
		*c = DiagnosticCode(data)
		return nil
	}
	return json.Unmarshal(data, (*string)(c))
}

// PublishDiagnosticsParams are those of textDocument/publishDiagnostics.
type PublishDiagnosticsParams struct {
	URI         DocumentUri  `json:"uri"`
	Version     *Integer     `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}
