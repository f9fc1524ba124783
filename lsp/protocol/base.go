package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// Integer is LSP "Base Types": from -2^31 to 2^31-1.
type Integer = protocol316.Integer

// UInteger is LSP "Base Types": from 0 to 2^31-1.
type UInteger = protocol316.UInteger

// URI is LSP "URI".
type URI = protocol316.URI

// DocumentUri is LSP "URI" of a document, exactly as the client writes it.
type DocumentUri = protocol316.DocumentUri

// Position is LSP "Position": a 0-based line and a 0-based count of code units of the
// negotiated [PositionEncodingKind].
type Position = protocol316.Position

// Range is LSP "Range". End is exclusive.
type Range = protocol316.Range

// Location is LSP "Location".
type Location = protocol316.Location

// TextDocumentIdentifier is LSP "TextDocumentIdentifier".
type TextDocumentIdentifier = protocol316.TextDocumentIdentifier

// VersionedTextDocumentIdentifier is LSP "VersionedTextDocumentIdentifier".
type VersionedTextDocumentIdentifier = protocol316.VersionedTextDocumentIdentifier

// TextDocumentItem is LSP "TextDocumentItem".
type TextDocumentItem = protocol316.TextDocumentItem

// DocumentParams are the params of LSP's requests about a document, such as "Code Lens Request".
type DocumentParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// Document returns the document's URI.
func (p DocumentParams) Document() DocumentUri { return p.TextDocument.URI }

// PositionParams are the params of LSP's requests about a position, such as "Hover Request".
type PositionParams struct {
	DocumentParams
	Position Position `json:"position"`
}

// RangeParams are the params of LSP's requests about a range, such as "Inlay Hint Request".
type RangeParams struct {
	DocumentParams
	Range Range `json:"range"`
}

// PartParams are the params of a request about a document, or about some of its lines: the range is an
// addition to LSP.
type PartParams struct {
	DocumentParams
	Range *Range `json:"range,omitempty"`
}

// TextEdit is LSP "TextEdit".
type TextEdit = protocol316.TextEdit

// MarkupKind is LSP "MarkupContent".
type MarkupKind = protocol316.MarkupKind

// The kinds of LSP "MarkupContent".
const (
	MarkupKindPlainText = protocol316.MarkupKindPlainText
	MarkupKindMarkdown  = protocol316.MarkupKindMarkdown
)

// MarkupContent is LSP "MarkupContent".
type MarkupContent = protocol316.MarkupContent
