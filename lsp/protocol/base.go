package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// Base types (LSP, "Basic JSON Structures").
type (
	// Integer is a number from -2^31 to 2^31-1.
	Integer = protocol316.Integer
	// UInteger is a number from 0 to 2^31-1.
	UInteger = protocol316.UInteger
	// DocumentUri is the address of a document, as the client writes it.
	DocumentUri = protocol316.DocumentUri
	// Position is a 0-based line and a 0-based character in it, in the units of the
	// session's position encoding.
	Position = protocol316.Position
	// Range is a run of characters, its end excluded.
	Range = protocol316.Range
	// Location is a range in a document.
	Location = protocol316.Location
	// TextEdit replaces a range.
	TextEdit = protocol316.TextEdit
	// TextDocumentIdentifier names a document.
	TextDocumentIdentifier = protocol316.TextDocumentIdentifier
	// TextDocumentItem is a document with its text.
	TextDocumentItem = protocol316.TextDocumentItem
	// VersionedTextDocumentIdentifier names a version of a document.
	VersionedTextDocumentIdentifier = protocol316.VersionedTextDocumentIdentifier
	// WorkspaceFolder is a folder that is open.
	WorkspaceFolder = protocol316.WorkspaceFolder
)
