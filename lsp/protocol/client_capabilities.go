package protocol

import (
	"encoding/json"
	"errors"
	"slices"
)

// ClientCapabilities is LSP "Initialize Request": the client capabilities that the server uses. A
// pointer is nil, and anything else zero, if the client doesn't send it.
type ClientCapabilities struct {
	Workspace    WorkspaceClientCapabilities    `json:"workspace,omitzero"`
	TextDocument TextDocumentClientCapabilities `json:"textDocument,omitzero"`
	Window       WindowClientCapabilities       `json:"window,omitzero"`
	General      GeneralClientCapabilities      `json:"general,omitzero"`
	Experimental json.RawMessage                `json:"experimental,omitempty"`
}

// UnmarshalJSON implements json.Unmarshaler. It ignores a capability of the wrong type, which is no
// reason to refuse the session.
func (c *ClientCapabilities) UnmarshalJSON(data []byte) error {
	type plain ClientCapabilities
	err := json.Unmarshal(data, (*plain)(c))
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return nil // everything else was decoded
	}
	return err
}

// DynamicRegistration is LSP "Initialize Request".
type DynamicRegistration struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
}

// RefreshSupport is LSP "Initialize Request".
type RefreshSupport struct {
	RefreshSupport bool `json:"refreshSupport,omitempty"`
}

// ResolveSupport is LSP "Initialize Request".
type ResolveSupport struct {
	Properties []string `json:"properties"`
}

// Has reports whether a property can be resolved.
func (r ResolveSupport) Has(property string) bool { return slices.Contains(r.Properties, property) }

// TagSupport is LSP "PublishDiagnostics Notification".
type TagSupport struct {
	ValueSet []DiagnosticTag `json:"valueSet"`
}

// WorkspaceClientCapabilities is LSP "Initialize Request", member workspace.
type WorkspaceClientCapabilities struct {
	// ApplyEdit is nil if the client doesn't send it.
	ApplyEdit              *bool                           `json:"applyEdit,omitempty"`
	WorkspaceEdit          WorkspaceEditClientCapabilities `json:"workspaceEdit,omitzero"`
	DidChangeConfiguration DynamicRegistration             `json:"didChangeConfiguration,omitzero"`
	DidChangeWatchedFiles  DynamicRegistration             `json:"didChangeWatchedFiles,omitzero"`
	Configuration          bool                            `json:"configuration,omitempty"`
	SemanticTokens         RefreshSupport                  `json:"semanticTokens,omitzero"`
	CodeLens               RefreshSupport                  `json:"codeLens,omitzero"`
	FoldingRange           RefreshSupport                  `json:"foldingRange,omitzero"`
	InlayHint              RefreshSupport                  `json:"inlayHint,omitzero"`
	Diagnostics            RefreshSupport                  `json:"diagnostics,omitzero"`
	// Diagnostic is Helix's name for Diagnostics.
	Diagnostic RefreshSupport `json:"diagnostic,omitzero"`
}

// DiagnosticRefresh reports whether workspace/diagnostic/refresh may be sent.
func (w WorkspaceClientCapabilities) DiagnosticRefresh() bool {
	return w.Diagnostics.RefreshSupport || w.Diagnostic.RefreshSupport
}

// WorkspaceEditClientCapabilities is LSP "WorkspaceEditClientCapabilities".
type WorkspaceEditClientCapabilities struct {
	DocumentChanges    bool                    `json:"documentChanges,omitempty"`
	ResourceOperations []ResourceOperationKind `json:"resourceOperations,omitempty"`
	// ChangeAnnotationSupport isn't nil if the client supports annotations.
	ChangeAnnotationSupport *struct{} `json:"changeAnnotationSupport,omitempty"`
}

// TextDocumentClientCapabilities is LSP "Initialize Request", member textDocument.
type TextDocumentClientCapabilities struct {
	PublishDiagnostics DiagnosticClientCapabilities `json:"publishDiagnostics,omitzero"`
	// Diagnostic isn't nil if the client pulls diagnostics.
	Diagnostic *DiagnosticClientCapabilities `json:"diagnostic,omitempty"`
	CodeAction CodeActionClientCapabilities  `json:"codeAction,omitzero"`
	Completion struct {
		CompletionItem struct {
			SnippetSupport bool `json:"snippetSupport,omitempty"`
		} `json:"completionItem,omitzero"`
	} `json:"completion,omitzero"`
	DocumentLink struct {
		TooltipSupport bool `json:"tooltipSupport,omitempty"`
	} `json:"documentLink,omitzero"`
	DocumentSymbol struct {
		HierarchicalDocumentSymbolSupport bool `json:"hierarchicalDocumentSymbolSupport,omitempty"`
	} `json:"documentSymbol,omitzero"`
	FoldingRange struct {
		// RangeLimit is the client's limit on ranges, 0 for none.
		RangeLimit uint32 `json:"rangeLimit,omitempty"`
	} `json:"foldingRange,omitzero"`
	Hover struct {
		// ContentFormat lists the preferred format first.
		ContentFormat []MarkupKind `json:"contentFormat,omitempty"`
	} `json:"hover,omitzero"`
}

// DiagnosticClientCapabilities is LSP "PublishDiagnostics Notification" and "Pull
// Diagnostics".
type DiagnosticClientCapabilities struct {
	RelatedInformation     bool       `json:"relatedInformation,omitempty"`
	TagSupport             TagSupport `json:"tagSupport,omitzero"`
	CodeDescriptionSupport bool       `json:"codeDescriptionSupport,omitempty"`
	DataSupport            bool       `json:"dataSupport,omitempty"`
}

// CodeActionClientCapabilities is LSP "Code Action Request".
type CodeActionClientCapabilities struct {
	IsPreferredSupport bool           `json:"isPreferredSupport,omitempty"`
	DisabledSupport    bool           `json:"disabledSupport,omitempty"`
	DataSupport        bool           `json:"dataSupport,omitempty"`
	ResolveSupport     ResolveSupport `json:"resolveSupport,omitzero"`
}

// WindowClientCapabilities is LSP "Initialize Request", member window.
type WindowClientCapabilities struct {
	WorkDoneProgress bool `json:"workDoneProgress,omitempty"`
	// ShowMessage is nil if the client shows no messages with buttons.
	ShowMessage  *struct{} `json:"showMessage,omitempty"`
	ShowDocument struct {
		Support bool `json:"support"`
	} `json:"showDocument,omitzero"`
}

// GeneralClientCapabilities is LSP "Initialize Request", member general.
type GeneralClientCapabilities struct {
	// PositionEncodings lists the preferred encoding first; empty means UTF-16.
	PositionEncodings []PositionEncodingKind `json:"positionEncodings,omitempty"`
}
