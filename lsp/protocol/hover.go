package protocol

// Hover is LSP "Hover Request". Only the form with [MarkupContent] is used.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitempty"`
}
