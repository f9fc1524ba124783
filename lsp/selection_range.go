package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func selectionRange(_ context.Context, n *snapshot, r *diagnostics.Report, p protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	if len(r.Blocks) == 0 {
		return nil, nil
	}
	ranges := make([]protocol.SelectionRange, 0, len(p.Positions))
	for _, at := range p.Positions {
		line := lineOf(at.Line)
		// LSP wants an answer for every position, even outside blocks.
		widest := protocol.SelectionRange{Range: n.lines(n.text, line, line+1)}
		if b := blockAt(r, line); b != nil {
			first, last := extent(b)
			outer := &protocol.SelectionRange{Range: n.lines(n.text, first, last+1)}
			for _, s := range sections(b.Outcome.Block) {
				if s.First <= line && line < s.End {
					outer = &protocol.SelectionRange{Range: n.lines(n.text, s.First, s.End), Parent: outer}
				}
			}
			widest.Parent = outer
		}
		ranges = append(ranges, widest)
	}
	return ranges, nil
}
