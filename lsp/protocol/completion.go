package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

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

// InsertTextFormatSnippet is LSP "Completion Request".
const InsertTextFormatSnippet = protocol316.InsertTextFormatSnippet

// CompletionItem is LSP "Completion Request". Of the forms of textEdit, only TextEdit is used.
type CompletionItem struct {
	Label            string             `json:"label"`
	Kind             CompletionItemKind `json:"kind,omitempty"`
	Detail           string             `json:"detail,omitempty"`
	SortText         string             `json:"sortText,omitempty"`
	FilterText       string             `json:"filterText,omitempty"`
	InsertTextFormat InsertTextFormat   `json:"insertTextFormat,omitempty"`
	TextEdit         *TextEdit          `json:"textEdit,omitempty"`
}

// CompletionOptions is LSP "Completion Request".
type CompletionOptions = protocol316.CompletionOptions
