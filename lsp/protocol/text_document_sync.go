package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// DidOpenTextDocumentParams is LSP "DidOpenTextDocument Notification".
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams is LSP "DidChangeTextDocument Notification".
type DidChangeTextDocumentParams struct {
	TextDocument   VersionedTextDocumentIdentifier       `json:"textDocument"`
	ContentChanges Array[TextDocumentContentChangeEvent] `json:"contentChanges"`
}

// TextDocumentContentChangeEvent is LSP "DidChangeTextDocument Notification". Without a range, Text
// is the whole document. The deprecated rangeLength is ignored.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// DidSaveTextDocumentParams is LSP "DidSaveTextDocument Notification".
type DidSaveTextDocumentParams = protocol316.DidSaveTextDocumentParams

// DidCloseTextDocumentParams is LSP "DidCloseTextDocument Notification".
type DidCloseTextDocumentParams = protocol316.DidCloseTextDocumentParams

// TextDocumentSyncKind is LSP "Document Synchronization".
type TextDocumentSyncKind = protocol316.TextDocumentSyncKind

// LSP "Document Synchronization".
const (
	TextDocumentSyncKindFull        = protocol316.TextDocumentSyncKindFull
	TextDocumentSyncKindIncremental = protocol316.TextDocumentSyncKindIncremental
)

// SaveOptions is LSP "DidSaveTextDocument Notification".
type SaveOptions = protocol316.SaveOptions

// TextDocumentSyncOptions is LSP "Document Synchronization".
type TextDocumentSyncOptions struct {
	OpenClose bool                 `json:"openClose,omitempty"`
	Change    TextDocumentSyncKind `json:"change"`
	Save      *SaveOptions         `json:"save,omitempty"`
}
