package lsp

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// documentHighlight highlights all markers of the block whose marker is at the cursor.
func documentHighlight(_ context.Context, n *snapshot, r *diagnostics.Report, p protocol.PositionParams) ([]protocol.DocumentHighlight, error) {
	line := lineOf(p.Position.Line)
	b := blockAt(r, line)
	if b == nil || !slices.Contains(b.Block.Markers(), line) {
		return nil, nil
	}
	var list []protocol.DocumentHighlight
	for _, m := range b.Block.Markers() {
		list = append(list, protocol.DocumentHighlight{Range: n.lines(n.text, m, m+1), Kind: ptr(protocol.DocumentHighlightKindText)})
	}
	return list, nil
}
