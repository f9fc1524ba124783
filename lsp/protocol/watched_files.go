package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// DidChangeWatchedFilesParams is LSP "DidChangeWatchedFiles Notification".
type DidChangeWatchedFilesParams = protocol316.DidChangeWatchedFilesParams

// The FileChangeTypes are LSP "FileEvent".
const (
	FileChangeTypeChanged = protocol316.FileChangeTypeChanged
	FileChangeTypeDeleted = protocol316.FileChangeTypeDeleted
)

// DidChangeWatchedFilesRegistrationOptions is LSP "DidChangeWatchedFiles Notification".
type DidChangeWatchedFilesRegistrationOptions struct {
	Watchers Array[FileSystemWatcher] `json:"watchers"`
}

// FileSystemWatcher is LSP "DidChangeWatchedFiles Notification". Only string patterns and
// the default kind are used.
type FileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}
