package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// WorkspaceFolder is LSP "Workspace Folders Request".
type WorkspaceFolder = protocol316.WorkspaceFolder

// DidChangeWorkspaceFoldersParams is LSP "DidChangeWorkspaceFolders Notification".
type DidChangeWorkspaceFoldersParams = protocol316.DidChangeWorkspaceFoldersParams
