package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// DocumentLink is LSP "Document Link Request".
type DocumentLink struct {
	Range   Range  `json:"range"`
	Target  URI    `json:"target,omitempty"`
	Tooltip string `json:"tooltip,omitempty"`
}

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
	DocumentParams
	Positions []Position `json:"positions"`
}

// SelectionRange is LSP "Selection Range Request".
type SelectionRange = protocol316.SelectionRange

// DocumentHighlight is LSP "Document Highlights Request".
type DocumentHighlight = protocol316.DocumentHighlight

// DocumentHighlightKindText is LSP "Document Highlights Request".
const DocumentHighlightKindText = protocol316.DocumentHighlightKindText

// DocumentLinkOptions is LSP "Document Link Request".
type DocumentLinkOptions = protocol316.DocumentLinkOptions

// DocumentSymbolOptions is LSP "Document Symbols Request".
type DocumentSymbolOptions = protocol316.DocumentSymbolOptions
