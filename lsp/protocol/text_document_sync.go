package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// Document synchronisation (LSP, "Text Document Synchronization").
type (
	// DidOpenTextDocumentParams are those of textDocument/didOpen.
	DidOpenTextDocumentParams = protocol316.DidOpenTextDocumentParams
	// DidSaveTextDocumentParams are those of textDocument/didSave.
	DidSaveTextDocumentParams = protocol316.DidSaveTextDocumentParams
	// DidCloseTextDocumentParams are those of textDocument/didClose.
	DidCloseTextDocumentParams = protocol316.DidCloseTextDocumentParams
	// SaveOptions say whether didSave brings the text.
	SaveOptions = protocol316.SaveOptions
	// TextDocumentSyncKind says how changes are sent.
	TextDocumentSyncKind = protocol316.TextDocumentSyncKind
)

// TextDocumentSyncKindIncremental sends changes by their ranges.
const TextDocumentSyncKindIncremental = protocol316.TextDocumentSyncKindIncremental

// DidChangeTextDocumentParams are those of textDocument/didChange.
type DidChangeTextDocumentParams struct {
	TextDocument   VersionedTextDocumentIdentifier  `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// TextDocumentContentChangeEvent is one change: of a range, or without one of the
// whole text.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// TextDocumentSyncOptions say what the server wants to hear of documents.
type TextDocumentSyncOptions struct {
	OpenClose bool                 `json:"openClose"`
	Change    TextDocumentSyncKind `json:"change"`
	Save      *SaveOptions         `json:"save,omitempty"`
}
