package lsp

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// documentHighlight highlights all markers of the block whose marker is at the cursor.
func (s *session) documentHighlight(_ context.Context, p protocol.DocumentHighlightParams) (func(context.Context) ([]protocol.DocumentHighlight, error), error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) ([]protocol.DocumentHighlight, error) {
		r, err := n.report(ctx)
		if err != nil {
			return nil, err
		}
		line := lineOf(p.Position.Line)
		b := blockAt(r, line)
		if b == nil || !slices.Contains(b.Outcome.Block.Markers(), line) {
			return nil, nil
		}
		kind := protocol.DocumentHighlightKindText
		var list []protocol.DocumentHighlight
		for _, m := range b.Outcome.Block.Markers() {
			list = append(list, protocol.DocumentHighlight{Range: n.lines(n.text, m, m+1), Kind: &kind})
		}
		return list, nil
	})
}
