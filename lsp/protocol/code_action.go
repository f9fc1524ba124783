package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// CodeActionKind is LSP "Code Action Request".
type CodeActionKind = protocol316.CodeActionKind

// The used values of LSP "CodeActionKind".
const (
	CodeActionKindQuickFix        = protocol316.CodeActionKindQuickFix
	CodeActionKindRefactorRewrite = protocol316.CodeActionKindRefactorRewrite
	CodeActionKindSource          = protocol316.CodeActionKindSource
	CodeActionKindSourceFixAll    = CodeActionKind("source.fixAll")
)

// CodeActionTriggerKind is LSP "Code Action Request".
type CodeActionTriggerKind Integer

// CodeActionTriggerKindAutomatic is LSP "Code Action Request".
const CodeActionTriggerKindAutomatic CodeActionTriggerKind = 2

// CodeActionParams is LSP "Code Action Request".
type CodeActionParams struct {
	DocumentParams
	Range   Range             `json:"range"`
	Context CodeActionContext `json:"context"`
}

// CodeActionContext is LSP "Code Action Request".
type CodeActionContext struct {
	Diagnostics Array[Diagnostic] `json:"diagnostics"`
	// Only is nil for all kinds.
	Only        []CodeActionKind      `json:"only,omitempty"`
	TriggerKind CodeActionTriggerKind `json:"triggerKind,omitempty"`
}

// CodeAction is LSP "Code Action Request". Clients also resolve other things, such as a bare
// [Command]. Decode resolve params as [encoding/json.RawMessage] first, so those can be echoed.
type CodeAction struct {
	Title       string              `json:"title"`
	Kind        *CodeActionKind     `json:"kind,omitempty"`
	Diagnostics []Diagnostic        `json:"diagnostics,omitempty"`
	IsPreferred *bool               `json:"isPreferred,omitempty"`
	Disabled    *CodeActionDisabled `json:"disabled,omitempty"`
	Edit        *WorkspaceEdit      `json:"edit,omitempty"`
	Command     *Command            `json:"command,omitempty"`
	Data        json.RawMessage     `json:"data,omitempty"`
}

// CodeActionDisabled is LSP "Code Action Request".
type CodeActionDisabled struct {
	Reason string `json:"reason"`
}

// CodeActionOptions is LSP "Code Action Request".
type CodeActionOptions struct {
	CodeActionKinds []CodeActionKind `json:"codeActionKinds,omitempty"`
	ResolveProvider bool             `json:"resolveProvider,omitempty"`
}
