package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// documentSymbol lists the blocks with their status and sections, and the code blocks. Clients without trees get a
// flat list.
func documentSymbol(_ context.Context, n *snapshot, r *diagnostics.Report, p protocol.PartParams) (any, error) {
	tree := n.symbols(r, p)
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

// symbols returns the blocks and code blocks of a part of the chat, from the top.
func (n *snapshot) symbols(r *diagnostics.Report, part protocol.PartParams) []protocol.DocumentSymbol {
	list := []protocol.DocumentSymbol{}
	for i := range r.Blocks {
		if isIn(part, &r.Blocks[i]) {
			list = append(list, n.blockSymbol(&r.Blocks[i]))
		}
	}
	for _, p := range n.proposals(r) {
		first, last := proposalExtent(p.Proposal)
		if part.Range != nil && (last < lineOf(part.Range.Start.Line) || lineOf(part.Range.End.Line) < first) {
			continue
		}
		s := n.symbol(p.Target, p.FirstChanged(), string(diagnostics.WordOfCode(p)))
		s.Range, s.SelectionRange = n.lines(n.text, first, last+1), n.lines(n.text, p.Start, p.Start+1)
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b protocol.DocumentSymbol) int {
		return cmp.Compare(a.Range.Start.Line, b.Range.Start.Line)
	})
	return list
}

func (n *snapshot) symbol(t *workspace.Target, line text.Line, detail string) protocol.DocumentSymbol {
	name := text.Escape(t.Path)
	if name == "" {
		name = "(no file named)"
	}
	if line != text.None {
		name += fmt.Sprintf(":%d", line.Number())
	}
	return protocol.DocumentSymbol{Name: name, Detail: &detail, Kind: protocol.SymbolKindEvent}
}

func (n *snapshot) blockSymbol(b *diagnostics.Block) protocol.DocumentSymbol {
	blk := b.Block
	first, last := extent(b)
	s := n.symbol(b.Target, b.Estimated, b.InWords())
	s.Range, s.SelectionRange = n.lines(n.text, first, last+1), n.lines(n.text, blk.Start, blk.Start+1)
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
