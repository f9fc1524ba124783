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
		if b := blockAt(r, line); b != nil {
			first, last := extent(b)
			chosen = n.sectionIn(n.expanded(nil, first, last+1), b, line)
		}
		// LSP wants an answer for every position, even outside blocks.
		ranges = append(ranges, *n.expanded(chosen, line, line+1))
	}
	return ranges, nil
}

// sectionIn returns the section of a block that has the line, or else the whole block.
func (n *snapshot) sectionIn(block *protocol.SelectionRange, b *diagnostics.Block, line text.Line) *protocol.SelectionRange {
	for _, s := range sections(b.Block) {
		if s.First <= line && line < s.End {
			return n.expanded(block, s.First, s.End)
		}
	}
	return block
}

// expanded returns the selection of some lines that expands to parent, or parent if it is the same.
func (n *snapshot) expanded(parent *protocol.SelectionRange, first, end text.Line) *protocol.SelectionRange {
	lines := n.lines(n.text, first, end)
	if parent != nil && parent.Range == lines {
		return parent
	}
	return &protocol.SelectionRange{Range: lines, Parent: parent}
}
