package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// DiagnosticSeverity is LSP "Diagnostic".
type DiagnosticSeverity = protocol316.DiagnosticSeverity

// The values of LSP "DiagnosticSeverity".
const (
	DiagnosticSeverityError       = protocol316.DiagnosticSeverityError
	DiagnosticSeverityWarning     = protocol316.DiagnosticSeverityWarning
	DiagnosticSeverityInformation = protocol316.DiagnosticSeverityInformation
	DiagnosticSeverityHint        = protocol316.DiagnosticSeverityHint
)

// DiagnosticTag is LSP "Diagnostic".
type DiagnosticTag = protocol316.DiagnosticTag

// The values of LSP "DiagnosticTag".
const (
	DiagnosticTagUnnecessary = protocol316.DiagnosticTagUnnecessary
	DiagnosticTagDeprecated  = protocol316.DiagnosticTagDeprecated
)

// CodeDescription is LSP "Diagnostic": where its code is explained.
type CodeDescription = protocol316.CodeDescription

// DiagnosticRelatedInformation is LSP "Diagnostic": another place that belongs to it.
type DiagnosticRelatedInformation = protocol316.DiagnosticRelatedInformation

// Diagnostic is LSP "Diagnostic".
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           *DiagnosticSeverity            `json:"severity,omitempty"`
	Code               DiagnosticCode                 `json:"code,omitempty"`
	CodeDescription    *CodeDescription               `json:"codeDescription,omitempty"`
	Source             string                         `json:"source,omitempty"`
	Message            string                         `json:"message"`
	Tags               []DiagnosticTag                `json:"tags,omitempty"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitempty"`
	// Data comes back as it was sent, if the client has dataSupport.
	Data json.RawMessage `json:"data,omitempty"`
}

// DiagnosticCode is LSP "Diagnostic": its code. It is sent as a string; a number, which
// other servers' diagnostics have, is kept as its digits.
type DiagnosticCode string

// UnmarshalJSON implements json.Unmarshaler.
func (c *DiagnosticCode) UnmarshalJSON(data []byte) error {
	var v IntegerOrString
	if err := v.UnmarshalJSON(data); err != nil {
		return err
	}
	*c = DiagnosticCode(v.String())
	return nil
}

// PublishDiagnosticsParams is LSP "PublishDiagnostics Notification".
type PublishDiagnosticsParams struct {
	URI DocumentUri `json:"uri"`
	// Version is that of the document, nil if it is not open.
	Version *Integer `json:"version,omitempty"`
	// Diagnostics must not be nil. It's no [Array], which encodes twice: this is sent at
	// each keystroke.
	Diagnostics []Diagnostic `json:"diagnostics"`
}
