package protocol

import "encoding/json"

// InitializeParams are those of initialize (LSP, "Initialize Request").
type InitializeParams struct {
	ProcessID             *Integer           `json:"processId"`
	ClientInfo            *ClientInfo        `json:"clientInfo,omitempty"`
	RootPath              *string            `json:"rootPath,omitempty"`
	RootURI               *DocumentUri       `json:"rootUri"`
	InitializationOptions json.RawMessage    `json:"initializationOptions,omitempty"`
	Capabilities          ClientCapabilities `json:"capabilities"`
	WorkspaceFolders      []WorkspaceFolder  `json:"workspaceFolders,omitempty"`
}

// ClientInfo names the client. Nothing is decided by it.
type ClientInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// InitializedParams are those of initialized: none.
type InitializedParams struct{}

// InitializeResult is the answer to initialize.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   *ServerInfo        `json:"serverInfo,omitempty"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// ServerCapabilities are what the server offers.
type ServerCapabilities struct {
	PositionEncoding   *PositionEncodingKind        `json:"positionEncoding,omitempty"`
	TextDocumentSync   *TextDocumentSyncOptions     `json:"textDocumentSync,omitempty"`
	CodeActionProvider *CodeActionOptions           `json:"codeActionProvider,omitempty"`
	Workspace          *ServerWorkspaceCapabilities `json:"workspace,omitempty"`
}

// ServerWorkspaceCapabilities are what the server wants to hear of the workspace.
type ServerWorkspaceCapabilities struct {
	WorkspaceFolders *WorkspaceFoldersServerCapabilities `json:"workspaceFolders,omitempty"`
}

// WorkspaceFoldersServerCapabilities: the server follows the folders.
type WorkspaceFoldersServerCapabilities struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}

// PositionEncodingKind is a unit of positions (LSP 3.17).
type PositionEncodingKind string
