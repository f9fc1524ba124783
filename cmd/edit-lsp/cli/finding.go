package cli

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/diagnostics"
)

// blockFinding is a finding with its block, nil for one about the document.
type blockFinding struct {
	*diagnostics.Finding
	block *diagnostics.Block
}

// findings returns all findings of a document, in the order of its lines.
func findings(r *diagnostics.Report) []blockFinding {
	var all []blockFinding
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Code != "" {
			all = append(all, blockFinding{&b.Finding, b})
		}
		for j := range b.Warnings {
			all = append(all, blockFinding{&b.Warnings[j], b})
		}
	}
	for _, list := range [][]diagnostics.Finding{r.Problems, r.Shell} {
		for i := range list {
			all = append(all, blockFinding{Finding: &list[i]})
		}
	}
	slices.SortStableFunc(all, func(x, y blockFinding) int { return int(x.First - y.First) })
	return all
}

func (f blockFinding) target() string {
	if f.block == nil {
		return ""
	}
	return f.block.Target.Path
}

// words returns the message. It adds the target's path unless the message has it, since outside a
// terminal there is no context.
func (f blockFinding) words() string {
	message := f.Message()
	if t := f.target(); t != "" && !strings.Contains(message, t) {
		return t + ": " + message
	}
	return message
}
