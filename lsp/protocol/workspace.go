package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// Workspace and window (LSP, "Workspace Features", "Window Features").
type (
	// DidChangeWorkspaceFoldersParams are those of workspace/didChangeWorkspaceFolders.
	DidChangeWorkspaceFoldersParams = protocol316.DidChangeWorkspaceFoldersParams
	// DidChangeWatchedFilesParams are those of workspace/didChangeWatchedFiles.
	DidChangeWatchedFilesParams = protocol316.DidChangeWatchedFilesParams
	// ShowMessageParams are those of window/showMessage.
	ShowMessageParams = protocol316.ShowMessageParams
)
