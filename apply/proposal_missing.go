package apply

import (
	"path"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// A code block whose file is missing may be a new file, or a part of one whose path lacks its folder.

// IsPartOf reports whether a code block that creates a file holds only definitions and imports, one of them a
// definition that another file has.
func (p *Proposal) IsPartOf(t *workspace.Target) bool {
	return t.File != nil && snippet.Defines(t.Path, linesOf(t.File.Text), linesOf(p.Edit.After()))
}

// Refuse leaves a code block unread, for a reason.
func (p *Proposal) Refuse(reason string) {
	p.Code, p.Why, p.Edit, p.NeedsConfirmation = codes.NotPlaced, reason, nil, false
}

// isIndented reports whether all code of a fence for a missing file is indented: a method, or a key, whose path lacks
// its folder (code-blocks/method-of-a-missing-file).
func (p *Proposal) isIndented(block []string) bool {
	isProse := slices.Contains([]string{"", ".md", ".txt", ".rst"}, path.Ext(p.Target.Path))
	return p.Target.File == nil && !isProse && p.InFence() &&
		!slices.ContainsFunc(block, func(l string) bool { return !text.IsBlank(l) && text.Indentation(l) == "" })
}
