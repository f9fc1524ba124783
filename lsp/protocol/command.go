package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// Command is LSP "Command".
type Command struct {
	Title     string            `json:"title"`
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments,omitempty"`
}

// ExecuteCommandParams is LSP "Execute a command".
type ExecuteCommandParams struct {
	WorkDoneProgressParams
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments,omitempty"`
}

// ExecuteCommandOptions is LSP "Execute a command".
type ExecuteCommandOptions = protocol316.ExecuteCommandOptions
