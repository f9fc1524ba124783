package lsp

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// documentSymbol lists the blocks with their status and sections. Clients without trees get a flat
// list.
func documentSymbol(_ context.Context, n *snapshot, r *diagnostics.Report, p protocol.PartParams) (any, error) {
	tree := []protocol.DocumentSymbol{}
	for i := range r.Blocks {
		if isIn(p, &r.Blocks[i]) {
			tree = append(tree, n.symbol(&r.Blocks[i]))
		}
	}
	if n.client.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport {
		return tree, nil
	}
	flat := []protocol.SymbolInformation{}
	for _, s := range tree {
		flat = append(flat, protocol.SymbolInformation{
			Name: s.Name + " " + *s.Detail, Kind: s.Kind,
			Location: protocol.Location{URI: n.document.uri, Range: s.Range},
		})
	}
	return flat, nil
}

func (n *snapshot) symbol(b *diagnostics.Block) protocol.DocumentSymbol {
	blk := b.Block
	name := text.Escape(b.Target.Path)
	if name == "" {
		name = "(no file named)"
	}
	if b.Estimated != text.None {
		name += fmt.Sprintf(":%d", b.Estimated.Number())
	}
	detail := b.InWords()
	first, last := extent(b)
	s := protocol.DocumentSymbol{
		Name: name, Detail: &detail, Kind: protocol.SymbolKindEvent,
		Range: n.lines(n.text, first, last+1), SelectionRange: n.lines(n.text, blk.Start, blk.Start+1),
	}
	for _, part := range b.Document.Parts(blk) {
		if part.Kind == parse.RepeatedAnchor {
			continue
		}
		r := n.lines(n.text, part.First, part.End)
		s.Children = append(s.Children, protocol.DocumentSymbol{
			Name: part.Kind.String(), Kind: protocol.SymbolKindString, Range: r, SelectionRange: r,
		})
	}
	return s
}
