package lsp

import (
	"fmt"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// diagnostics are what there is to say about a chat: where that is too much, the most
// severe, in their order, and in the document's first line that there is more, since an
// editor chokes on ten thousand. Only what is said is worded for the client.
func (n *snapshot) diagnostics(r *diagnostics.Report) []worded {
	most := n.config.MaxDiagnostics
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
	fit, last := most, codes.Hint+1
	if total > most {
		for last = codes.Error; fit >= count[last]; last++ {
			fit -= count[last]
		}
	}
	w := n.words(min(total, most))
	findings(r, func(f *diagnostics.Finding, block int) {
		switch {
		case f.Severity < last:
			w.add(f, block)
		case f.Severity == last && fit > 0:
			w.add(f, block)
			fit--
		}
	})
	if total > most {
		w.addMore(fmt.Sprintf("%d more findings are not shown (setting maxDiagnostics)", total-most))
	}
	return w.list
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
