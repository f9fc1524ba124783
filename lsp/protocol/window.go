package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// MessageType is LSP "ShowMessage Notification".
type MessageType = protocol316.MessageType

// The values of LSP "MessageType".
const (
	MessageTypeWarning = protocol316.MessageTypeWarning
	MessageTypeInfo    = protocol316.MessageTypeInfo
)

// ShowMessageParams is LSP "ShowMessage Notification".
type ShowMessageParams = protocol316.ShowMessageParams

// ShowMessageRequestParams is LSP "ShowMessage Request". The answer is the chosen
// [MessageActionItem] or null.
type ShowMessageRequestParams = protocol316.ShowMessageRequestParams

// MessageActionItem is LSP "ShowMessage Request".
type MessageActionItem = protocol316.MessageActionItem

// ShowDocumentParams is LSP "Show Document Request".
type ShowDocumentParams = protocol316.ShowDocumentParams

// ShowDocumentResult is LSP "Show Document Request".
type ShowDocumentResult = protocol316.ShowDocumentResult
