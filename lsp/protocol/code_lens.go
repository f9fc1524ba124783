package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// CodeLensParams is LSP "Code Lens Request".
type CodeLensParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// CodeLens is LSP "Code Lens Request".
type CodeLens struct {
	Range   Range    `json:"range"`
	Command *Command `json:"command,omitempty"`
}

// CodeLensOptions is LSP "Code Lens Request".
type CodeLensOptions = protocol316.CodeLensOptions
