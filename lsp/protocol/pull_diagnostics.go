package protocol

// DiagnosticOptions is LSP "Pull Diagnostics".
type DiagnosticOptions struct {
	WorkDoneProgressOptions
	InterFileDependencies bool `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool `json:"workspaceDiagnostics"`
}

// DocumentDiagnosticParams is LSP "Document Diagnostics".
type DocumentDiagnosticParams struct {
	DocumentParams
	// PreviousResultID is the id of the client's last report, or empty.
	PreviousResultID string `json:"previousResultId,omitempty"`
}

// The kinds of LSP "Document Diagnostics".
const (
	DiagnosticsFull      = "full"
	DiagnosticsUnchanged = "unchanged"
)

// DocumentDiagnosticReport is LSP "Document Diagnostics", full or unchanged.
type DocumentDiagnosticReport struct {
	Kind     string `json:"kind"`
	ResultID string `json:"resultId,omitempty"`
	// Items must not be nil in a full report.
	Items []Diagnostic `json:"items,omitzero"`
}
