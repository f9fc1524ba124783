package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// DidChangeConfigurationParams are those of workspace/didChangeConfiguration (LSP,
// "DidChangeConfiguration Notification"). The settings are kept as they came.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// ConfigurationParams are those of workspace/configuration (LSP, "Configuration
// Request").
type ConfigurationParams struct {
	Items []ConfigurationItem `json:"items"`
}

// ConfigurationItem is one thing to ask for.
type ConfigurationItem struct {
	ScopeURI *DocumentUri `json:"scopeUri,omitempty"`
	Section  *string      `json:"section,omitempty"`
}

// MessageType is the severity of a message (LSP, "ShowMessage Notification").
type MessageType = protocol316.MessageType

// MessageTypeWarning is that of a message that asks for attention.
const MessageTypeWarning = protocol316.MessageTypeWarning
