package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// DidChangeConfigurationParams is LSP "DidChangeConfiguration Notification".
type DidChangeConfigurationParams struct {
	// Settings is null if the client wants to be asked.
	Settings json.RawMessage `json:"settings"`
}

// DidChangeConfigurationRegistrationOptions is LSP "DidChangeConfiguration Notification". VS Code
// needs the section.
type DidChangeConfigurationRegistrationOptions struct {
	Section string `json:"section,omitempty"`
}

// ConfigurationParams is LSP "Configuration Request". The answer has one value per item: decode it
// as [][encoding/json.RawMessage].
type ConfigurationParams = protocol316.ConfigurationParams

// ConfigurationItem is LSP "Configuration Request".
type ConfigurationItem = protocol316.ConfigurationItem
