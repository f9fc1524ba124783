package lsp

import (
	"fmt"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// diagnostics returns the diagnostics of a chat. An editor chokes on ten thousand, so past
// the limit it returns the most severe, in their order, and a notice that there are more.
func (n *snapshot) diagnostics(r *diagnostics.Report) []protocol.Diagnostic {
	limit := n.config.MaxDiagnostics
	total := 0
	var count [codes.Hint + 1]int
	findings(r, func(f *diagnostics.Finding, _ int) {
		total++
		count[f.Severity]++
	})
	if total == 0 {
		return nil
	}
	// The severity at which the list is full, and how many of that still fit.
	fit, last := limit, codes.Hint+1
	if total > limit {
		for last = codes.Error; fit >= count[last]; last++ {
			fit -= count[last]
		}
	}
	list := make([]protocol.Diagnostic, 0, min(total, limit+1))
	findings(r, func(f *diagnostics.Finding, block int) {
		switch {
		case f.Severity < last:
			list = append(list, n.toProtocol(f, block))
		case f.Severity == last && fit > 0:
			list = append(list, n.toProtocol(f, block))
			fit--
		}
	})
	if total > limit {
		list = append(list, notice(fmt.Sprintf("%d more findings are not shown (setting maxDiagnostics)", total-limit)))
	}
	return list
}

// findings calls visit with all that is said about a chat, each with the index of its
// block or -1.
func findings(r *diagnostics.Report, visit func(f *diagnostics.Finding, block int)) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Code != "" {
			visit(&b.Finding, i)
		}
		for k := range b.Warnings {
			visit(&b.Warnings[k], i)
		}
	}
	for i := range r.Problems {
		visit(&r.Problems[i], -1)
	}
	// A document that merely mentions a command is none of our business.
	if len(r.Blocks) > 0 {
		for i := range r.Shell {
			if f := &r.Shell[i]; f.Counts {
				visit(f, -1)
			}
		}
	}
}
