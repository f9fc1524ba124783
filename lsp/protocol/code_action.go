package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// CodeActionKind is a dotted kind of code action (LSP, "Code Action Request").
type CodeActionKind = protocol316.CodeActionKind

// CodeActionKindQuickFix is that of actions for a diagnostic.
const CodeActionKindQuickFix = protocol316.CodeActionKindQuickFix

// CodeActionParams are those of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      CodeActionContext      `json:"context"`
}

// CodeActionContext is what the client knows of the range.
type CodeActionContext struct {
	Diagnostics []Diagnostic     `json:"diagnostics"`
	Only        []CodeActionKind `json:"only,omitempty"`
}

// CodeAction is something that can be done.
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

// CodeActionDisabled says why an action cannot be done.
type CodeActionDisabled struct {
	Reason string `json:"reason"`
}

// Command is a command of the server with its arguments (LSP, "Command").
type Command struct {
	Title     string            `json:"title"`
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments,omitempty"`
}

// CodeActionOptions say which kinds there are.
type CodeActionOptions struct {
	CodeActionKinds []CodeActionKind `json:"codeActionKinds,omitempty"`
	ResolveProvider bool             `json:"resolveProvider,omitempty"`
}
