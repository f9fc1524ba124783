package diagnostics

import (
	"context"
	"path"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
)

// Propose returns the results for whole files, with the options of the check.
func (r *Report) Propose(ctx context.Context, targets apply.Targets, o Options) ([]*apply.Proposal, error) {
	return r.Plan.Propose(ctx, targets, o.planOptions(r.Plan.Document), leavesOut)
}

// leavesOut reports whether a line is a placeholder for omitted lines. In Python, an ellipsis alone is
// code.
func leavesOut(name, line string) bool {
	line = strings.TrimSpace(line)
	if ext := path.Ext(name); line == "..." && (ext == ".py" || ext == ".pyi") {
		return false
	}
	return isPlaceholder(line)
}
