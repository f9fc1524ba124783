package protocol

import "encoding/json"

// DiagnosticOptions is LSP "Pull Diagnostics".
type DiagnosticOptions struct {
	WorkDoneProgressOptions
	InterFileDependencies bool `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool `json:"workspaceDiagnostics"`
}

// DocumentDiagnosticParams is LSP "Document Diagnostics".
type DocumentDiagnosticParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	// PreviousResultID is the id of the client's last report, or empty.
	PreviousResultID string `json:"previousResultId,omitempty"`
}

// DocumentDiagnosticReport is LSP "Document Diagnostics", full or unchanged.
type DocumentDiagnosticReport struct {
	// Unchanged needs a ResultID, and Items are ignored.
	Unchanged bool
	ResultID  string
	Items     []Diagnostic
	// RelatedDocuments are reports on other documents. Theirs must be empty.
	RelatedDocuments map[DocumentUri]DocumentDiagnosticReport
}

type fullReport struct {
	Kind             string                                   `json:"kind"`
	ResultID         string                                   `json:"resultId,omitempty"`
	Items            []Diagnostic                             `json:"items"`
	RelatedDocuments map[DocumentUri]DocumentDiagnosticReport `json:"relatedDocuments,omitempty"`
}

type unchangedReport struct {
	Kind             string                                   `json:"kind"`
	ResultID         string                                   `json:"resultId"`
	RelatedDocuments map[DocumentUri]DocumentDiagnosticReport `json:"relatedDocuments,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (r DocumentDiagnosticReport) MarshalJSON() ([]byte, error) {
	if r.Unchanged {
		return json.Marshal(unchangedReport{"unchanged", r.ResultID, r.RelatedDocuments})
	}
	items := r.Items
	if items == nil {
		items = []Diagnostic{} // LSP doesn't allow null
	}
	return json.Marshal(fullReport{"full", r.ResultID, items, r.RelatedDocuments})
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *DocumentDiagnosticReport) UnmarshalJSON(data []byte) error {
	var full fullReport
	if err := json.Unmarshal(data, &full); err != nil {
		return err
	}
	*r = DocumentDiagnosticReport{full.Kind == "unchanged", full.ResultID, full.Items, full.RelatedDocuments}
	return nil
}
