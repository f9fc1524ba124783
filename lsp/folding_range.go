package lsp

import (
	"context"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

func foldingRange(_ context.Context, n *snapshot, r *diagnostics.Report, _ protocol.DocumentParams) ([]protocol.FoldingRange, error) {
	var ranges []protocol.FoldingRange
	add := func(first, last text.Line) {
		if first < last {
			ranges = append(ranges, protocol.FoldingRange{
				StartLine: uint32(first), EndLine: uint32(last), Kind: protocol.FoldingRangeKindRegion,
			})
		}
	}
	for i := range r.Blocks {
		blk := r.Blocks[i].Block
		add(blk.Start, blk.End)
	}
	for i := range r.Blocks {
		for _, s := range sections(r.Blocks[i].Block) {
			add(s.First-1, s.End-1)
		}
	}
	// Whole blocks come first, since they matter more.
	if limit := int(n.client.TextDocument.FoldingRange.RangeLimit); limit > 0 && len(ranges) > limit {
		ranges = ranges[:limit]
	}
	return ranges, nil
}

// sections returns the lines between a block's markers.
func sections(b *parse.Block) []text.LineRange {
	var runs []text.LineRange
	markers := b.Markers()
	for i := 1; i < len(markers); i++ {
		if first, end := markers[i-1]+1, markers[i]; first < end {
			runs = append(runs, text.LineRange{First: first, End: end})
		}
	}
	return runs
}
