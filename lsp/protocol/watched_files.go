package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// DidChangeWatchedFilesParams is LSP "DidChangeWatchedFiles Notification".
type DidChangeWatchedFilesParams = protocol316.DidChangeWatchedFilesParams

// FileEvent is LSP "DidChangeWatchedFiles Notification".
type FileEvent = protocol316.FileEvent

// The types of LSP "FileEvent".
const (
	FileChangeTypeCreated = protocol316.FileChangeTypeCreated
	FileChangeTypeChanged = protocol316.FileChangeTypeChanged
	FileChangeTypeDeleted = protocol316.FileChangeTypeDeleted
)

// DidChangeWatchedFilesRegistrationOptions is LSP "DidChangeWatchedFiles Notification".
type DidChangeWatchedFilesRegistrationOptions struct {
	Watchers Array[FileSystemWatcher] `json:"watchers"`
}

// FileSystemWatcher is LSP "DidChangeWatchedFiles Notification".
type FileSystemWatcher struct {
	GlobPattern GlobPattern `json:"globPattern"`
	// Kind is a sum of Watch constants; 0 means all.
	Kind uint32 `json:"kind,omitempty"`
}

// The kinds of LSP "FileSystemWatcher".
const (
	WatchKindCreate = protocol316.WatchKindCreate
	WatchKindChange = protocol316.WatchKindChange
	WatchKindDelete = protocol316.WatchKindDelete
)

// GlobPattern is LSP "DidChangeWatchedFiles Notification". With a BaseURI it is a RelativePattern,
// for clients with relativePatternSupport.
type GlobPattern struct {
	BaseURI URI
	Pattern string
}

type relativePattern struct {
	BaseURI URI    `json:"baseUri"`
	Pattern string `json:"pattern"`
}

// MarshalJSON implements json.Marshaler.
func (g GlobPattern) MarshalJSON() ([]byte, error) {
	if g.BaseURI == "" {
		return json.Marshal(g.Pattern)
	}
	return json.Marshal(relativePattern(g))
}

// UnmarshalJSON implements json.Unmarshaler. If the base is a workspace folder, only its URI is
// kept.
func (g *GlobPattern) UnmarshalJSON(data []byte) error {
	*g = GlobPattern{}
	if json.Unmarshal(data, &g.Pattern) == nil {
		return nil
	}
	var p struct {
		BaseURI json.RawMessage `json:"baseUri"`
		Pattern string          `json:"pattern"`
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	var folder WorkspaceFolder
	if json.Unmarshal(p.BaseURI, &folder.URI) != nil {
		if err := json.Unmarshal(p.BaseURI, &folder); err != nil {
			return err
		}
	}
	*g = GlobPattern{folder.URI, p.Pattern}
	return nil
}
