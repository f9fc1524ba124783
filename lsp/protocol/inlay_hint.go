package protocol

import (
	"encoding/json"
	"errors"
)

// InlayHintOptions is LSP "Inlay Hint Request".
type InlayHintOptions struct {
	ResolveProvider bool `json:"resolveProvider,omitempty"`
}

// InlayHintParams is LSP "Inlay Hint Request".
type InlayHintParams struct {
	WorkDoneProgressParams
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// InlayHint is LSP "Inlay Hint Request".
type InlayHint struct {
	Position    Position        `json:"position"`
	Label       InlayHintLabel  `json:"label"`
	Tooltip     *MarkupContent  `json:"tooltip,omitempty"`
	PaddingLeft bool            `json:"paddingLeft,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
}

// InlayHintLabel is LSP "Inlay Hint Request". A single part with only text encodes as a string.
type InlayHintLabel []InlayHintLabelPart

// InlayHintLabelPart is LSP "Inlay Hint Request".
type InlayHintLabelPart struct {
	Value    string         `json:"value"`
	Tooltip  *MarkupContent `json:"tooltip,omitempty"`
	Location *Location      `json:"location,omitempty"`
	Command  *Command       `json:"command,omitempty"`
}

// MarshalJSON implements json.Marshaler. It fails for an empty label.
func (l InlayHintLabel) MarshalJSON() ([]byte, error) {
	if len(l) == 0 {
		return nil, errors.New("an inlay hint must have a label")
	}
	if text := (InlayHintLabelPart{Value: l[0].Value}); len(l) == 1 && l[0] == text {
		return json.Marshal(text.Value)
	}
	return json.Marshal([]InlayHintLabelPart(l))
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *InlayHintLabel) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = InlayHintLabel{{Value: text}}
		return nil
	}
	return json.Unmarshal(data, (*[]InlayHintLabelPart)(l))
}
