package protocol

import (
	"encoding/json"

	protocol316 "github.com/tliron/glsp/protocol_3_16"
)

// CompletionParams is LSP "Completion Request".
type CompletionParams struct {
	TextDocumentPositionParams
	WorkDoneProgressParams
	Context *CompletionContext `json:"context,omitempty"`
}

// CompletionContext is LSP "Completion Request".
type CompletionContext = protocol316.CompletionContext

// CompletionTriggerKind is LSP "Completion Request".
type CompletionTriggerKind = protocol316.CompletionTriggerKind

// The values of LSP "CompletionTriggerKind".
const (
	CompletionTriggerKindInvoked                         = protocol316.CompletionTriggerKindInvoked
	CompletionTriggerKindTriggerCharacter                = protocol316.CompletionTriggerKindTriggerCharacter
	CompletionTriggerKindTriggerForIncompleteCompletions = protocol316.CompletionTriggerKindTriggerForIncompleteCompletions
)

// CompletionList is LSP "Completion Request".
type CompletionList struct {
	IsIncomplete bool                  `json:"isIncomplete"`
	Items        Array[CompletionItem] `json:"items"`
}

// CompletionItemKind is LSP "Completion Request".
type CompletionItemKind = protocol316.CompletionItemKind

// The used values of LSP "CompletionItemKind".
const (
	CompletionItemKindText    = protocol316.CompletionItemKindText
	CompletionItemKindKeyword = protocol316.CompletionItemKindKeyword
	CompletionItemKindSnippet = protocol316.CompletionItemKindSnippet
	CompletionItemKindFile    = protocol316.CompletionItemKindFile
	CompletionItemKindFolder  = protocol316.CompletionItemKindFolder
)

// InsertTextFormat is LSP "Completion Request".
type InsertTextFormat = protocol316.InsertTextFormat

// The values of LSP "InsertTextFormat".
const (
	InsertTextFormatPlainText = protocol316.InsertTextFormatPlainText
	InsertTextFormatSnippet   = protocol316.InsertTextFormatSnippet
)

// InsertTextMode is LSP "Completion Request".
type InsertTextMode = protocol316.InsertTextMode

// The values of LSP "InsertTextMode".
const (
	InsertTextModeAsIs              = protocol316.InsertTextModeAsIs
	InsertTextModeAdjustIndentation = protocol316.InsertTextModeAdjustIndentation
)

// CompletionItem is LSP "Completion Request". Of the forms of textEdit, only TextEdit is used.
type CompletionItem struct {
	Label            string                      `json:"label"`
	LabelDetails     *CompletionItemLabelDetails `json:"labelDetails,omitempty"`
	Kind             CompletionItemKind          `json:"kind,omitempty"`
	Detail           string                      `json:"detail,omitempty"`
	SortText         string                      `json:"sortText,omitempty"`
	FilterText       string                      `json:"filterText,omitempty"`
	InsertTextFormat InsertTextFormat            `json:"insertTextFormat,omitempty"`
	InsertTextMode   InsertTextMode              `json:"insertTextMode,omitempty"`
	TextEdit         *TextEdit                   `json:"textEdit,omitempty"`
	Command          *Command                    `json:"command,omitempty"`
	Data             json.RawMessage             `json:"data,omitempty"`
}

// CompletionItemLabelDetails is LSP "Completion Request".
type CompletionItemLabelDetails struct {
	Detail      string `json:"detail,omitempty"`
	Description string `json:"description,omitempty"`
}

// CompletionOptions is LSP "Completion Request".
type CompletionOptions = protocol316.CompletionOptions
