package protocol

import "encoding/json"

// InitializeParams is LSP "Initialize Request".
type InitializeParams struct {
	WorkDoneProgressParams
	// ProcessID is the id of the process that started the server, nil if the client
	// does not want it watched.
	ProcessID  *Integer    `json:"processId"`
	ClientInfo *ClientInfo `json:"clientInfo,omitempty"`
	// RootURI wins over RootPath, and WorkspaceFolders over both.
	RootPath *string      `json:"rootPath,omitempty"`
	RootURI  *DocumentUri `json:"rootUri"`
	// InitializationOptions is nil if there are none.
	InitializationOptions json.RawMessage    `json:"initializationOptions,omitempty"`
	Capabilities          ClientCapabilities `json:"capabilities"`
	// WorkspaceFolders is nil if the client knows no folders, and empty if none is open.
	WorkspaceFolders []WorkspaceFolder `json:"workspaceFolders,omitempty"`
}

// ClientInfo is LSP "Initialize Request": the client's name.
type ClientInfo struct {
	Name string `json:"name"`
}

// InitializeResult is LSP "Initialize Request": the answer.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   *ServerInfo        `json:"serverInfo,omitempty"`
}

// ServerInfo is LSP "Initialize Request": the server's name and version.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// InitializedParams is LSP "Initialized Notification".
type InitializedParams struct{}
