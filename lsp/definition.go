package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// definition goes from a block to its target: from the path line to where the block applies, from
// an old line to the same line there, and from a failed block to the closest lines. From a code block it goes to
// the first line that it changes.
func definition(_ context.Context, n *snapshot, r *diagnostics.Report, p protocol.PositionParams) ([]protocol.Location, error) {
	line := lineOf(p.Position.Line)
	if b := blockAt(r, line); b != nil {
		if b.Target.File == nil {
			return nil, nil
		}
		return []protocol.Location{{URI: n.uri(b.Target.Abs), Range: lineRange(targetLine(b, line))}}, nil
	}
	for _, p := range n.proposals(r) {
		if first, last := proposalExtent(p.Proposal); first <= line && line <= last && p.Target.File != nil {
			return []protocol.Location{{URI: n.uri(p.Target.Abs), Range: lineRange(max(0, p.FirstChanged()))}}, nil
		}
	}
	return nil, nil
}

func targetLine(b *diagnostics.Block, l text.Line) text.Line {
	place := max(0, b.Estimated)
	if b.Status != apply.Validated || b.InsideLine || b.DependsOn >= 0 {
		return place
	}
	blk := b.Block
	offset := 0
	for _, s := range []parse.Section{blk.Leading, blk.Old, blk.Trailing} {
		if i, ok := b.Document.IndexOf(blk, s, l); ok {
			return b.Chosen + text.Line(offset+i)
		}
		offset += s.Len()
	}
	// A new line goes to where it will be.
	if i, ok := b.Document.IndexOf(blk, blk.New, l); ok {
		return b.Chosen + text.Line(blk.Leading.Len()+min(i, max(0, blk.Old.Len()-1)))
	}
	return place
}
