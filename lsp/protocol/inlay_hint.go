package protocol

// InlayHintOptions is LSP "Inlay Hint Request".
type InlayHintOptions struct{}

// InlayHint is LSP "Inlay Hint Request". Only the form with a text as label is used.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	PaddingLeft bool     `json:"paddingLeft,omitempty"`
}
