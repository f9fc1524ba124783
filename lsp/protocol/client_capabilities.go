package protocol

// ClientCapabilities are what a client announces, as far as a rule looks at it (LSP,
// "Initialize Request"). What is absent is false or empty.
type ClientCapabilities struct {
	General      GeneralClientCapabilities      `json:"general"`
	Workspace    WorkspaceClientCapabilities    `json:"workspace"`
	TextDocument TextDocumentClientCapabilities `json:"textDocument"`
	Window       WindowClientCapabilities       `json:"window"`
}

// GeneralClientCapabilities are those of the connection.
type GeneralClientCapabilities struct {
	PositionEncodings []PositionEncodingKind `json:"positionEncodings"`
}

// WorkspaceClientCapabilities are those of the workspace.
type WorkspaceClientCapabilities struct {
	ApplyEdit             bool                            `json:"applyEdit"`
	WorkspaceEdit         WorkspaceEditClientCapabilities `json:"workspaceEdit"`
	DidChangeWatchedFiles DynamicRegistration             `json:"didChangeWatchedFiles"`
	Configuration         bool                            `json:"configuration"`
	WorkspaceFolders      bool                            `json:"workspaceFolders"`
}

// WorkspaceEditClientCapabilities are which edits the client applies.
type WorkspaceEditClientCapabilities struct {
	DocumentChanges         bool                     `json:"documentChanges"`
	ResourceOperations      []ResourceOperationKind  `json:"resourceOperations"`
	FailureHandling         string                   `json:"failureHandling"`
	NormalizesLineEndings   bool                     `json:"normalizesLineEndings"`
	ChangeAnnotationSupport *ChangeAnnotationSupport `json:"changeAnnotationSupport"`
}

// ChangeAnnotationSupport: annotations are understood.
type ChangeAnnotationSupport struct {
	GroupsOnLabel bool `json:"groupsOnLabel"`
}

// DynamicRegistration: a feature can be registered later.
type DynamicRegistration struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// TextDocumentClientCapabilities are those for documents.
type TextDocumentClientCapabilities struct {
	PublishDiagnostics PublishDiagnosticsClientCapabilities `json:"publishDiagnostics"`
	CodeAction         CodeActionClientCapabilities         `json:"codeAction"`
}

// PublishDiagnosticsClientCapabilities are how much of a diagnostic the client shows.
type PublishDiagnosticsClientCapabilities struct {
	RelatedInformation     bool        `json:"relatedInformation"`
	TagSupport             *TagSupport `json:"tagSupport"`
	VersionSupport         bool        `json:"versionSupport"`
	CodeDescriptionSupport bool        `json:"codeDescriptionSupport"`
	DataSupport            bool        `json:"dataSupport"`
}

// TagSupport are the tags that the client knows.
type TagSupport struct {
	ValueSet []DiagnosticTag `json:"valueSet"`
}

// CodeActionClientCapabilities are how much of a code action the client takes.
type CodeActionClientCapabilities struct {
	IsPreferredSupport       bool                      `json:"isPreferredSupport"`
	DisabledSupport          bool                      `json:"disabledSupport"`
	DataSupport              bool                      `json:"dataSupport"`
	HonorsChangeAnnotations  bool                      `json:"honorsChangeAnnotations"`
	ResolveSupport           *ResolveSupport           `json:"resolveSupport"`
	CodeActionLiteralSupport *CodeActionLiteralSupport `json:"codeActionLiteralSupport"`
}

// ResolveSupport are the properties that the client asks for later.
type ResolveSupport struct {
	Properties []string `json:"properties"`
}

// CodeActionLiteralSupport: code actions need not be commands.
type CodeActionLiteralSupport struct {
	CodeActionKind struct {
		ValueSet []CodeActionKind `json:"valueSet"`
	} `json:"codeActionKind"`
}

// WindowClientCapabilities are those of the client's window.
type WindowClientCapabilities struct {
	WorkDoneProgress bool `json:"workDoneProgress"`
}
