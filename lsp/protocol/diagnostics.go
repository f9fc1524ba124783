package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// DiagnosticSeverity is LSP "Diagnostic".
type DiagnosticSeverity = protocol316.DiagnosticSeverity

// DiagnosticTag is LSP "Diagnostic".
type DiagnosticTag = protocol316.DiagnosticTag

// DiagnosticTagUnnecessary is LSP "Diagnostic".
const DiagnosticTagUnnecessary = protocol316.DiagnosticTagUnnecessary

// CodeDescription is LSP "Diagnostic".
type CodeDescription = protocol316.CodeDescription

// DiagnosticRelatedInformation is LSP "Diagnostic".
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
	// Data is sent back unchanged by clients with dataSupport.
	Data json.RawMessage `json:"data,omitempty"`
}

// DiagnosticCode is the code of LSP "Diagnostic". It encodes as a string. Numbers, from other
// servers, decode to their digits.
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
	// Version is the document's, nil if it isn't open.
	Version *Integer `json:"version,omitempty"`
	// Diagnostics must not be nil. It isn't an [Array], which encodes twice, since this is sent for
	// each keystroke.
	Diagnostics []Diagnostic `json:"diagnostics"`
}
