package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func selectionRange(_ context.Context, n *snapshot, r *diagnostics.Report, p protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	if len(r.Blocks) == 0 {
		return nil, nil
	}
	ranges := make([]protocol.SelectionRange, 0, len(p.Positions))
	for _, at := range p.Positions {
		line := lineOf(at.Line)
		var chosen *protocol.SelectionRange
		add := func(first, end text.Line) {
			// A section of one line would be chosen twice.
			if r := n.lines(n.text, first, end); chosen == nil || r != chosen.Range {
				chosen = &protocol.SelectionRange{Range: r, Parent: chosen}
			}
		}
		if b := blockAt(r, line); b != nil {
			first, last := extent(b)
			add(first, last+1)
			for _, s := range sections(b.Outcome.Block) {
				if s.First <= line && line < s.End {
					add(s.First, s.End)
				}
			}
		}
		add(line, line+1) // LSP wants an answer for every position, even outside blocks
		ranges = append(ranges, *chosen)
	}
	return ranges, nil
}
