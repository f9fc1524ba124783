package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// CodeLens is LSP "Code Lens Request".
type CodeLens struct {
	Range   Range    `json:"range"`
	Command *Command `json:"command,omitempty"`
}

// CodeLensOptions is LSP "Code Lens Request".
type CodeLensOptions = protocol316.CodeLensOptions
