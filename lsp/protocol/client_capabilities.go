package protocol

import (
	"encoding/json"
	"errors"
	"slices"
)

// ClientCapabilities is LSP "Initialize Request": what a client announces, as far as the
// server looks at it. A pointer is nil if the client says nothing of it.
type ClientCapabilities struct {
	Workspace    WorkspaceClientCapabilities    `json:"workspace,omitzero"`
	TextDocument TextDocumentClientCapabilities `json:"textDocument,omitzero"`
	Window       WindowClientCapabilities       `json:"window,omitzero"`
	General      GeneralClientCapabilities      `json:"general,omitzero"`
	Experimental json.RawMessage                `json:"experimental,omitempty"`
}

// UnmarshalJSON implements json.Unmarshaler. A capability of another type than LSP says
// counts as not announced: it is no reason to refuse the session.
func (c *ClientCapabilities) UnmarshalJSON(data []byte) error {
	type plain ClientCapabilities
	err := json.Unmarshal(data, (*plain)(c))
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return nil // all that could be decoded has been
	}
	return err
}

// DynamicRegistration is LSP "Initialize Request": whether a feature may be registered
// later.
type DynamicRegistration struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
}

// RefreshSupport is LSP "Initialize Request": whether the client takes a refresh request.
type RefreshSupport struct {
	RefreshSupport bool `json:"refreshSupport,omitempty"`
}

// ResolveSupport is LSP "Initialize Request": the properties that the client resolves.
type ResolveSupport struct {
	Properties []string `json:"properties"`
}

// Has reports whether a property is resolved; a nil receiver resolves none.
func (r *ResolveSupport) Has(property string) bool {
	return r != nil && slices.Contains(r.Properties, property)
}

// TagSupport is LSP "PublishDiagnostics Notification": the tags that the client knows.
type TagSupport struct {
	ValueSet []DiagnosticTag `json:"valueSet"`
}

// WorkspaceClientCapabilities is LSP "Initialize Request", member workspace.
type WorkspaceClientCapabilities struct {
	// ApplyEdit is nil where the client does not say.
	ApplyEdit              *bool                            `json:"applyEdit,omitempty"`
	WorkspaceEdit          WorkspaceEditClientCapabilities  `json:"workspaceEdit,omitzero"`
	DidChangeConfiguration DynamicRegistration              `json:"didChangeConfiguration,omitzero"`
	DidChangeWatchedFiles  WatchedFilesClientCapabilities   `json:"didChangeWatchedFiles,omitzero"`
	Symbol                 *SymbolClientCapabilities        `json:"symbol,omitempty"`
	ExecuteCommand         *DynamicRegistration             `json:"executeCommand,omitempty"`
	WorkspaceFolders       bool                             `json:"workspaceFolders,omitempty"`
	Configuration          bool                             `json:"configuration,omitempty"`
	SemanticTokens         RefreshSupport                   `json:"semanticTokens,omitzero"`
	CodeLens               RefreshSupport                   `json:"codeLens,omitzero"`
	FoldingRange           RefreshSupport                   `json:"foldingRange,omitzero"`
	InlayHint              RefreshSupport                   `json:"inlayHint,omitzero"`
	Diagnostics            RefreshSupport                   `json:"diagnostics,omitzero"`
	FileOperations         FileOperationsClientCapabilities `json:"fileOperations,omitzero"`
	// Diagnostic is what Helix calls Diagnostics; see [WorkspaceClientCapabilities.DiagnosticRefresh].
	Diagnostic RefreshSupport `json:"diagnostic,omitzero"`
}

// DiagnosticRefresh reports whether workspace/diagnostic/refresh may be sent.
func (w WorkspaceClientCapabilities) DiagnosticRefresh() bool {
	return w.Diagnostics.RefreshSupport || w.Diagnostic.RefreshSupport
}

// WorkspaceEditClientCapabilities is LSP "WorkspaceEditClientCapabilities".
type WorkspaceEditClientCapabilities struct {
	DocumentChanges       bool                    `json:"documentChanges,omitempty"`
	ResourceOperations    []ResourceOperationKind `json:"resourceOperations,omitempty"`
	FailureHandling       FailureHandlingKind     `json:"failureHandling,omitempty"`
	NormalizesLineEndings bool                    `json:"normalizesLineEndings,omitempty"`
	// ChangeAnnotationSupport is not nil if the client knows annotations at all.
	ChangeAnnotationSupport *ChangeAnnotationSupport `json:"changeAnnotationSupport,omitempty"`
}

// ChangeAnnotationSupport is LSP "WorkspaceEditClientCapabilities".
type ChangeAnnotationSupport struct {
	GroupsOnLabel bool `json:"groupsOnLabel,omitempty"`
}

// WatchedFilesClientCapabilities is LSP "DidChangeWatchedFiles Notification".
type WatchedFilesClientCapabilities struct {
	DynamicRegistration    bool `json:"dynamicRegistration,omitempty"`
	RelativePatternSupport bool `json:"relativePatternSupport,omitempty"`
}

// FileOperationsClientCapabilities is LSP "Initialize Request": which file operations
// the client tells of.
type FileOperationsClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	DidCreate           bool `json:"didCreate,omitempty"`
	WillCreate          bool `json:"willCreate,omitempty"`
	DidRename           bool `json:"didRename,omitempty"`
	WillRename          bool `json:"willRename,omitempty"`
	DidDelete           bool `json:"didDelete,omitempty"`
	WillDelete          bool `json:"willDelete,omitempty"`
}

// TextDocumentClientCapabilities is LSP "Initialize Request", member textDocument.
type TextDocumentClientCapabilities struct {
	Synchronization    SynchronizationClientCapabilities    `json:"synchronization,omitzero"`
	PublishDiagnostics PublishDiagnosticsClientCapabilities `json:"publishDiagnostics,omitzero"`
	// Diagnostic is not nil if the client pulls diagnostics.
	Diagnostic        *DiagnosticClientCapabilities     `json:"diagnostic,omitempty"`
	CodeAction        CodeActionClientCapabilities      `json:"codeAction,omitzero"`
	CodeLens          *CodeLensClientCapabilities       `json:"codeLens,omitempty"`
	Completion        *CompletionClientCapabilities     `json:"completion,omitempty"`
	Definition        *DefinitionClientCapabilities     `json:"definition,omitempty"`
	DocumentHighlight *DynamicRegistration              `json:"documentHighlight,omitempty"`
	DocumentLink      *DocumentLinkClientCapabilities   `json:"documentLink,omitempty"`
	DocumentSymbol    *SymbolClientCapabilities         `json:"documentSymbol,omitempty"`
	FoldingRange      *FoldingRangeClientCapabilities   `json:"foldingRange,omitempty"`
	Hover             *HoverClientCapabilities          `json:"hover,omitempty"`
	InlayHint         *InlayHintClientCapabilities      `json:"inlayHint,omitempty"`
	Rename            *RenameClientCapabilities         `json:"rename,omitempty"`
	SelectionRange    *DynamicRegistration              `json:"selectionRange,omitempty"`
	SemanticTokens    *SemanticTokensClientCapabilities `json:"semanticTokens,omitempty"`
}

// SynchronizationClientCapabilities is LSP "Document Synchronization".
type SynchronizationClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	WillSave            bool `json:"willSave,omitempty"`
	WillSaveWaitUntil   bool `json:"willSaveWaitUntil,omitempty"`
	DidSave             bool `json:"didSave,omitempty"`
}

// PublishDiagnosticsClientCapabilities is LSP "PublishDiagnostics Notification".
type PublishDiagnosticsClientCapabilities struct {
	RelatedInformation     bool        `json:"relatedInformation,omitempty"`
	TagSupport             *TagSupport `json:"tagSupport,omitempty"`
	VersionSupport         bool        `json:"versionSupport,omitempty"`
	CodeDescriptionSupport bool        `json:"codeDescriptionSupport,omitempty"`
	DataSupport            bool        `json:"dataSupport,omitempty"`
}

// DiagnosticClientCapabilities is LSP "Pull Diagnostics".
type DiagnosticClientCapabilities struct {
	DynamicRegistration    bool        `json:"dynamicRegistration,omitempty"`
	RelatedDocumentSupport bool        `json:"relatedDocumentSupport,omitempty"`
	RelatedInformation     bool        `json:"relatedInformation,omitempty"`
	TagSupport             *TagSupport `json:"tagSupport,omitempty"`
	CodeDescriptionSupport bool        `json:"codeDescriptionSupport,omitempty"`
	DataSupport            bool        `json:"dataSupport,omitempty"`
}

// CodeActionClientCapabilities is LSP "Code Action Request".
type CodeActionClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	// CodeActionLiteralSupport is nil if the client only knows commands.
	CodeActionLiteralSupport *CodeActionLiteralSupport `json:"codeActionLiteralSupport,omitempty"`
	IsPreferredSupport       bool                      `json:"isPreferredSupport,omitempty"`
	DisabledSupport          bool                      `json:"disabledSupport,omitempty"`
	DataSupport              bool                      `json:"dataSupport,omitempty"`
	ResolveSupport           *ResolveSupport           `json:"resolveSupport,omitempty"`
	HonorsChangeAnnotations  bool                      `json:"honorsChangeAnnotations,omitempty"`
}

// CodeActionLiteralSupport is LSP "Code Action Request".
type CodeActionLiteralSupport struct {
	CodeActionKind struct {
		ValueSet []CodeActionKind `json:"valueSet"`
	} `json:"codeActionKind"`
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
	ContextSupport      bool                             `json:"contextSupport,omitempty"`
}

// CompletionItemClientCapabilities is LSP "Completion Request".
type CompletionItemClientCapabilities struct {
	SnippetSupport       bool            `json:"snippetSupport,omitempty"`
	DocumentationFormat  []MarkupKind    `json:"documentationFormat,omitempty"`
	InsertReplaceSupport bool            `json:"insertReplaceSupport,omitempty"`
	LabelDetailsSupport  bool            `json:"labelDetailsSupport,omitempty"`
	ResolveSupport       *ResolveSupport `json:"resolveSupport,omitempty"`
}

// DefinitionClientCapabilities is LSP "Goto Definition Request".
type DefinitionClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	LinkSupport         bool `json:"linkSupport,omitempty"`
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
	LabelSupport                      bool `json:"labelSupport,omitempty"`
}

// FoldingRangeClientCapabilities is LSP "Folding Range Request".
type FoldingRangeClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	// RangeLimit is how many ranges the client wants at most, 0 if it does not say.
	RangeLimit      uint32 `json:"rangeLimit,omitempty"`
	LineFoldingOnly bool   `json:"lineFoldingOnly,omitempty"`
	FoldingRange    struct {
		CollapsedText bool `json:"collapsedText,omitempty"`
	} `json:"foldingRange,omitzero"`
}

// HoverClientCapabilities is LSP "Hover Request".
type HoverClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	// ContentFormat begins with what the client likes best.
	ContentFormat []MarkupKind `json:"contentFormat,omitempty"`
}

// InlayHintClientCapabilities is LSP "Inlay Hint Request".
type InlayHintClientCapabilities struct {
	DynamicRegistration bool            `json:"dynamicRegistration,omitempty"`
	ResolveSupport      *ResolveSupport `json:"resolveSupport,omitempty"`
}

// RenameClientCapabilities is LSP "Rename Request".
type RenameClientCapabilities struct {
	DynamicRegistration     bool `json:"dynamicRegistration,omitempty"`
	PrepareSupport          bool `json:"prepareSupport,omitempty"`
	HonorsChangeAnnotations bool `json:"honorsChangeAnnotations,omitempty"`
}

// SemanticTokensClientCapabilities is LSP "Semantic Tokens".
type SemanticTokensClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
	Requests            struct {
		Range TokensRequest `json:"range,omitzero"`
		Full  TokensRequest `json:"full,omitzero"`
	} `json:"requests"`
	TokenTypes              []string `json:"tokenTypes"`
	TokenModifiers          []string `json:"tokenModifiers"`
	Formats                 []string `json:"formats"`
	OverlappingTokenSupport bool     `json:"overlappingTokenSupport,omitempty"`
	MultilineTokenSupport   bool     `json:"multilineTokenSupport,omitempty"`
	ServerCancelSupport     bool     `json:"serverCancelSupport,omitempty"`
	AugmentsSyntaxTokens    bool     `json:"augmentsSyntaxTokens,omitempty"`
}

// TokensRequest is LSP "Semantic Tokens": a request that the client makes or not, in LSP
// a boolean or an object.
type TokensRequest struct {
	// Supported: the client makes the request. Delta: also for what has changed.
	Supported, Delta bool
}

// UnmarshalJSON implements json.Unmarshaler. It never fails: an error would end the
// decoding of all capabilities.
func (r *TokensRequest) UnmarshalJSON(data []byte) error {
	var options struct {
		Delta bool `json:"delta"`
	}
	*r = TokensRequest{}
	switch {
	case json.Unmarshal(data, &r.Supported) == nil:
	case json.Unmarshal(data, &options) == nil:
		*r = TokensRequest{true, options.Delta}
	default:
		r.Supported = false
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (r TokensRequest) MarshalJSON() ([]byte, error) {
	if r.Delta {
		return []byte(`{"delta":true}`), nil
	}
	return json.Marshal(r.Supported)
}

// WindowClientCapabilities is LSP "Initialize Request", member window.
type WindowClientCapabilities struct {
	WorkDoneProgress bool `json:"workDoneProgress,omitempty"`
	// ShowMessage is nil if the client shows no messages with buttons.
	ShowMessage *struct {
		MessageActionItem struct {
			AdditionalPropertiesSupport bool `json:"additionalPropertiesSupport,omitempty"`
		} `json:"messageActionItem,omitzero"`
	} `json:"showMessage,omitempty"`
	ShowDocument struct {
		Support bool `json:"support"`
	} `json:"showDocument,omitzero"`
}

// GeneralClientCapabilities is LSP "Initialize Request", member general.
type GeneralClientCapabilities struct {
	// PositionEncodings begins with what the client likes best; empty means UTF-16.
	PositionEncodings   []PositionEncodingKind `json:"positionEncodings,omitempty"`
	StaleRequestSupport struct {
		Cancel                 bool     `json:"cancel"`
		RetryOnContentModified []string `json:"retryOnContentModified"`
	} `json:"staleRequestSupport,omitzero"`
	Markdown *struct {
		Parser      string   `json:"parser"`
		Version     string   `json:"version,omitempty"`
		AllowedTags []string `json:"allowedTags,omitempty"`
	} `json:"markdown,omitempty"`
}
