package protocol

import "encoding/json"

// InitializeParams is LSP "Initialize Request".
type InitializeParams struct {
	WorkDoneProgressParams
	// ProcessID is the process that started the server, nil if it shouldn't be watched.
	ProcessID  *Integer    `json:"processId"`
	ClientInfo *ClientInfo `json:"clientInfo,omitempty"`
	// RootURI overrides RootPath, and WorkspaceFolders overrides both.
	RootPath *string      `json:"rootPath,omitempty"`
	RootURI  *DocumentUri `json:"rootUri"`
	// InitializationOptions may be nil.
	InitializationOptions json.RawMessage    `json:"initializationOptions,omitempty"`
	Capabilities          ClientCapabilities `json:"capabilities"`
	// WorkspaceFolders is nil if the client doesn't support folders, empty if none is open.
	WorkspaceFolders []WorkspaceFolder `json:"workspaceFolders,omitempty"`
}

// ClientInfo is LSP "Initialize Request".
type ClientInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// InitializeResult is LSP "Initialize Request".
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   *ServerInfo        `json:"serverInfo,omitempty"`
}

// ServerInfo is LSP "Initialize Request".
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// InitializedParams is LSP "Initialized Notification".
type InitializedParams struct{}
