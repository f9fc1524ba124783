package diagnostics

import (
	"context"
	"path"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Propose returns the results for whole files, with the options of the check.
func (r *Report) Propose(ctx context.Context, targets apply.Targets, o Options) ([]*apply.Proposal, error) {
	return r.Plan.Propose(ctx, targets, o.planOptions(r.Plan.Document), leavesOut)
}

// leavesOut reports whether a line is a placeholder for omitted lines. In Python, an ellipsis alone is
// the body of a function or class if it's indented.
func leavesOut(name, line string) bool {
	trimmed := strings.TrimSpace(line)
	if ext := path.Ext(name); trimmed == "..." && (ext == ".py" || ext == ".pyi") {
		return text.Indentation(line) == ""
	}
	return snippet.IsElision(trimmed)
}
