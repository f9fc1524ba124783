package lsp

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/parse"
)

// What is done to a file, as a client shows it. A workspace edit has these for single operations, too.
const (
	deletesFile    = "Deletes the file"
	renamesFile    = "Renames the file"
	changesGuarded = "Protected file"
)

// confirmation returns why an action needs confirmation, or "": what is done to a file counts most. other
// is what else the action knows against it, or "".
func confirmation(protected bool, operation parse.Operation, other string) string {
	switch {
	case protected:
		return changesGuarded
	case operation == parse.Delete:
		return deletesFile
	case operation == parse.Rename:
		return renamesFile
	}
	return other
}

// confirmationOf is the confirmation for the edit of a file.
func confirmationOf(f *apply.FileEdit, other string) string {
	operation := parse.Modify
	switch {
	case f.Delete:
		operation = parse.Delete
	case f.NewTarget != nil:
		operation = parse.Rename
	}
	return confirmation(f.Target.Protected || f.NewTarget != nil && f.NewTarget.Protected, operation, other)
}

// writingMarker is the reason of a block that writes an edit block's marker into its file, or "".
func writingMarker(b *diagnostics.Block) string {
	if slices.ContainsFunc(b.Warnings, func(f diagnostics.Finding) bool { return f.Code == codes.MarkerInContent }) {
		return "Writes an edit block marker"
	}
	return ""
}
