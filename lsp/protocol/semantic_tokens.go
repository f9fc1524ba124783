package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// SemanticTokensLegend is LSP "Semantic Tokens".
type SemanticTokensLegend = protocol316.SemanticTokensLegend

// SemanticTokensOptions is LSP "Semantic Tokens".
type SemanticTokensOptions struct {
	WorkDoneProgressOptions
	Legend SemanticTokensLegend       `json:"legend"`
	Range  bool                       `json:"range,omitempty"`
	Full   *SemanticTokensFullOptions `json:"full,omitempty"`
}

// SemanticTokensFullOptions is LSP "Semantic Tokens".
type SemanticTokensFullOptions struct {
	Delta bool `json:"delta,omitempty"`
}

// SemanticTokensDeltaParams is LSP "Semantic Tokens".
type SemanticTokensDeltaParams struct {
	DocumentParams
	PreviousResultID string `json:"previousResultId"`
}

// SemanticTokens is LSP "Semantic Tokens". Each token is five numbers, relative to the one before.
type SemanticTokens struct {
	ResultID string        `json:"resultId,omitempty"`
	Data     Array[uint32] `json:"data"`
}

// SemanticTokensDelta is LSP "Semantic Tokens".
type SemanticTokensDelta struct {
	ResultID string                    `json:"resultId,omitempty"`
	Edits    Array[SemanticTokensEdit] `json:"edits"`
}

// SemanticTokensEdit is LSP "Semantic Tokens". It counts numbers, not tokens.
type SemanticTokensEdit = protocol316.SemanticTokensEdit
