package diagnostics

import (
	"context"
	"path"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
)

// Propose finds out what becomes of the whole files that a checked chat proposes, with the
// options of the check.
func (r *Report) Propose(ctx context.Context, targets apply.Targets, o Options) ([]*apply.Proposal, error) {
	return r.Plan.Propose(ctx, targets, o.planOptions(r.Plan.Document), leavesOut)
}

// leavesOut reports whether a line stands for others of the file at a path. In Python an
// ellipsis by itself is code.
func leavesOut(name, line string) bool {
	line = strings.TrimSpace(line)
	if ext := path.Ext(name); line == "..." && (ext == ".py" || ext == ".pyi") {
		return false
	}
	return isPlaceholder(line)
}
