package protocol

import (
	"encoding/json"
	"errors"
	"slices"
)

// ClientCapabilities is LSP "Initialize Request": the client capabilities that the server uses. A
// pointer is nil if the client doesn't send it.
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

// Has reports whether a property can be resolved. A nil receiver has none.
func (r *ResolveSupport) Has(property string) bool {
	return r != nil && slices.Contains(r.Properties, property)
}

// TagSupport is LSP "PublishDiagnostics Notification".
type TagSupport struct {
	ValueSet []DiagnosticTag `json:"valueSet"`
}

// WorkspaceClientCapabilities is LSP "Initialize Request", member workspace.
type WorkspaceClientCapabilities struct {
	// ApplyEdit is nil if the client doesn't send it.
	ApplyEdit              *bool                            `json:"applyEdit,omitempty"`
	WorkspaceEdit          WorkspaceEditClientCapabilities  `json:"workspaceEdit,omitzero"`
	DidChangeConfiguration DynamicRegistration              `json:"didChangeConfiguration,omitzero"`
	DidChangeWatchedFiles  WatchedFilesClientCapabilities   `json:"didChangeWatchedFiles,omitzero"`
	WorkspaceFolders       bool                             `json:"workspaceFolders,omitempty"`
	Configuration          bool                             `json:"configuration,omitempty"`
	SemanticTokens         RefreshSupport                   `json:"semanticTokens,omitzero"`
	CodeLens               RefreshSupport                   `json:"codeLens,omitzero"`
	FoldingRange           RefreshSupport                   `json:"foldingRange,omitzero"`
	InlayHint              RefreshSupport                   `json:"inlayHint,omitzero"`
	Diagnostics            RefreshSupport                   `json:"diagnostics,omitzero"`
	FileOperations         FileOperationsClientCapabilities `json:"fileOperations,omitzero"`
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

// WatchedFilesClientCapabilities is LSP "DidChangeWatchedFiles Notification".
type WatchedFilesClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
}

// FileOperationsClientCapabilities is LSP "Initialize Request".
type FileOperationsClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	DidCreate           bool `json:"didCreate,omitempty"`
	DidRename           bool `json:"didRename,omitempty"`
	WillRename          bool `json:"willRename,omitempty"`
	DidDelete           bool `json:"didDelete,omitempty"`
}

// TextDocumentClientCapabilities is LSP "Initialize Request", member textDocument.
type TextDocumentClientCapabilities struct {
	PublishDiagnostics PublishDiagnosticsClientCapabilities `json:"publishDiagnostics,omitzero"`
	// Diagnostic isn't nil if the client pulls diagnostics.
	Diagnostic        *DiagnosticClientCapabilities     `json:"diagnostic,omitempty"`
	CodeAction        CodeActionClientCapabilities      `json:"codeAction,omitzero"`
	CodeLens          *CodeLensClientCapabilities       `json:"codeLens,omitempty"`
	Completion        *CompletionClientCapabilities     `json:"completion,omitempty"`
	DocumentHighlight *DynamicRegistration              `json:"documentHighlight,omitempty"`
	DocumentLink      *DocumentLinkClientCapabilities   `json:"documentLink,omitempty"`
	DocumentSymbol    *SymbolClientCapabilities         `json:"documentSymbol,omitempty"`
	FoldingRange      *FoldingRangeClientCapabilities   `json:"foldingRange,omitempty"`
	Hover             *HoverClientCapabilities          `json:"hover,omitempty"`
	InlayHint         *InlayHintClientCapabilities      `json:"inlayHint,omitempty"`
	SelectionRange    *DynamicRegistration              `json:"selectionRange,omitempty"`
	SemanticTokens    *SemanticTokensClientCapabilities `json:"semanticTokens,omitempty"`
}

// PublishDiagnosticsClientCapabilities is LSP "PublishDiagnostics Notification".
type PublishDiagnosticsClientCapabilities struct {
	RelatedInformation     bool        `json:"relatedInformation,omitempty"`
	TagSupport             *TagSupport `json:"tagSupport,omitempty"`
	CodeDescriptionSupport bool        `json:"codeDescriptionSupport,omitempty"`
	DataSupport            bool        `json:"dataSupport,omitempty"`
}

// DiagnosticClientCapabilities is LSP "Pull Diagnostics".
type DiagnosticClientCapabilities struct {
	DynamicRegistration    bool        `json:"dynamicRegistration,omitempty"`
	RelatedInformation     bool        `json:"relatedInformation,omitempty"`
	TagSupport             *TagSupport `json:"tagSupport,omitempty"`
	DataSupport            bool        `json:"dataSupport,omitempty"`
	CodeDescriptionSupport bool        `json:"codeDescriptionSupport,omitempty"`
}

// CodeActionClientCapabilities is LSP "Code Action Request".
type CodeActionClientCapabilities struct {
	DynamicRegistration bool            `json:"dynamicRegistration,omitempty"`
	IsPreferredSupport  bool            `json:"isPreferredSupport,omitempty"`
	DisabledSupport     bool            `json:"disabledSupport,omitempty"`
	DataSupport         bool            `json:"dataSupport,omitempty"`
	ResolveSupport      *ResolveSupport `json:"resolveSupport,omitempty"`
}

// CodeLensClientCapabilities is LSP "Code Lens Request".
type CodeLensClientCapabilities struct {
	DynamicRegistration bool            `json:"dynamicRegistration,omitempty"`
	ResolveSupport      *ResolveSupport `json:"resolveSupport,omitempty"`
}

// CompletionClientCapabilities is LSP "Completion Request".
type CompletionClientCapabilities struct {
	DynamicRegistration bool                             `json:"dynamicRegistration,omitempty"`
	CompletionItem      CompletionItemClientCapabilities `json:"completionItem,omitzero"`
}

// CompletionItemClientCapabilities is LSP "Completion Request".
type CompletionItemClientCapabilities struct {
	SnippetSupport bool            `json:"snippetSupport,omitempty"`
	ResolveSupport *ResolveSupport `json:"resolveSupport,omitempty"`
}

// DocumentLinkClientCapabilities is LSP "Document Link Request".
type DocumentLinkClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	TooltipSupport      bool `json:"tooltipSupport,omitempty"`
}

// SymbolClientCapabilities is LSP "Document Symbols Request" and "Workspace Symbols
// Request".
type SymbolClientCapabilities struct {
	DynamicRegistration               bool `json:"dynamicRegistration,omitempty"`
	HierarchicalDocumentSymbolSupport bool `json:"hierarchicalDocumentSymbolSupport,omitempty"`
}

// FoldingRangeClientCapabilities is LSP "Folding Range Request".
type FoldingRangeClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	// RangeLimit is the client's limit on ranges, 0 for none.
	RangeLimit uint32 `json:"rangeLimit,omitempty"`
}

// HoverClientCapabilities is LSP "Hover Request".
type HoverClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	// ContentFormat lists the preferred format first.
	ContentFormat []MarkupKind `json:"contentFormat,omitempty"`
}

// InlayHintClientCapabilities is LSP "Inlay Hint Request".
type InlayHintClientCapabilities struct {
	DynamicRegistration bool            `json:"dynamicRegistration,omitempty"`
	ResolveSupport      *ResolveSupport `json:"resolveSupport,omitempty"`
}

// SemanticTokensClientCapabilities is LSP "Semantic Tokens".
type SemanticTokensClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
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
