package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// DefinitionParams is LSP "Goto Definition Request".
type DefinitionParams struct {
	TextDocumentPositionParams
	WorkDoneProgressParams
}

// DocumentLinkParams is LSP "Document Link Request".
type DocumentLinkParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DocumentLink is LSP "Document Link Request".
type DocumentLink struct {
	Range   Range  `json:"range"`
	Target  URI    `json:"target,omitempty"`
	Tooltip string `json:"tooltip,omitempty"`
}

// DocumentSymbolParams is LSP "Document Symbols Request".
type DocumentSymbolParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// SymbolKind is LSP "Document Symbols Request".
type SymbolKind = protocol316.SymbolKind

// The used values of LSP "SymbolKind".
const (
	SymbolKindString = protocol316.SymbolKindString
	SymbolKindEvent  = protocol316.SymbolKindEvent
)

// DocumentSymbol is LSP "Document Symbols Request", for clients with
// hierarchicalDocumentSymbolSupport.
type DocumentSymbol = protocol316.DocumentSymbol

// SymbolInformation is LSP "Document Symbols Request" and "Workspace Symbols Request".
type SymbolInformation = protocol316.SymbolInformation

// WorkspaceSymbolParams is LSP "Workspace Symbols Request".
type WorkspaceSymbolParams struct {
	WorkDoneProgressParams
	Query string `json:"query"`
}

// FoldingRangeParams is LSP "Folding Range Request".
type FoldingRangeParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// FoldingRangeKindRegion is LSP "Folding Range Request".
const FoldingRangeKindRegion = string(protocol316.FoldingRangeKindRegion)

// FoldingRange is LSP "Folding Range Request". Lines are 0-based.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// SelectionRangeParams is LSP "Selection Range Request".
type SelectionRangeParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Positions    []Position             `json:"positions"`
}

// SelectionRange is LSP "Selection Range Request".
type SelectionRange = protocol316.SelectionRange

// DocumentHighlightParams is LSP "Document Highlights Request".
type DocumentHighlightParams struct {
	TextDocumentPositionParams
	WorkDoneProgressParams
}

// DocumentHighlight is LSP "Document Highlights Request".
type DocumentHighlight = protocol316.DocumentHighlight

// DocumentHighlightKind is LSP "Document Highlights Request".
type DocumentHighlightKind = protocol316.DocumentHighlightKind

// DocumentHighlightKindText is LSP "Document Highlights Request".
const DocumentHighlightKindText = protocol316.DocumentHighlightKindText

// DocumentLinkOptions is LSP "Document Link Request".
type DocumentLinkOptions = protocol316.DocumentLinkOptions

// DocumentSymbolOptions is LSP "Document Symbols Request".
type DocumentSymbolOptions = protocol316.DocumentSymbolOptions
