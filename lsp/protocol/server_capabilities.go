package protocol

// PositionEncodingKind is LSP "Position".
type PositionEncodingKind string

// ServerCapabilities is LSP "Initialize Request".
type ServerCapabilities struct {
	PositionEncoding          *PositionEncodingKind        `json:"positionEncoding,omitempty"`
	TextDocumentSync          *TextDocumentSyncOptions     `json:"textDocumentSync,omitempty"`
	CodeActionProvider        *CodeActionOptions           `json:"codeActionProvider,omitempty"`
	CodeLensProvider          *CodeLensOptions             `json:"codeLensProvider,omitempty"`
	CompletionProvider        *CompletionOptions           `json:"completionProvider,omitempty"`
	DefinitionProvider        bool                         `json:"definitionProvider,omitempty"`
	DiagnosticProvider        *DiagnosticOptions           `json:"diagnosticProvider,omitempty"`
	DocumentHighlightProvider bool                         `json:"documentHighlightProvider,omitempty"`
	DocumentLinkProvider      *DocumentLinkOptions         `json:"documentLinkProvider,omitempty"`
	DocumentSymbolProvider    *DocumentSymbolOptions       `json:"documentSymbolProvider,omitempty"`
	ExecuteCommandProvider    *ExecuteCommandOptions       `json:"executeCommandProvider,omitempty"`
	FoldingRangeProvider      bool                         `json:"foldingRangeProvider,omitempty"`
	HoverProvider             bool                         `json:"hoverProvider,omitempty"`
	InlayHintProvider         *InlayHintOptions            `json:"inlayHintProvider,omitempty"`
	SelectionRangeProvider    bool                         `json:"selectionRangeProvider,omitempty"`
	SemanticTokensProvider    *SemanticTokensOptions       `json:"semanticTokensProvider,omitempty"`
	WorkspaceSymbolProvider   bool                         `json:"workspaceSymbolProvider,omitempty"`
	Workspace                 *ServerWorkspaceCapabilities `json:"workspace,omitempty"`
}

// ServerWorkspaceCapabilities is LSP "Initialize Request", member workspace.
type ServerWorkspaceCapabilities struct {
	WorkspaceFolders *WorkspaceFoldersServerCapabilities `json:"workspaceFolders,omitempty"`
	FileOperations   *FileOperationOptions               `json:"fileOperations,omitempty"`
}

// WorkspaceFoldersServerCapabilities is LSP "Workspace Folders Request".
type WorkspaceFoldersServerCapabilities struct {
	Supported           bool `json:"supported,omitempty"`
	ChangeNotifications bool `json:"changeNotifications,omitempty"`
}
