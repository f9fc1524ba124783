package lsp

import (
	"context"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

const maxSymbols = 200

// workspaceSymbol finds the blocks and code blocks of all open chats by target path.
func (s *session) workspaceSymbol(_ context.Context, p protocol.WorkspaceSymbolParams) (wire.Answer[[]protocol.SymbolInformation], error) {
	chats := s.chats()
	query := strings.ToLower(p.Query)
	return func(ctx context.Context) ([]protocol.SymbolInformation, error) {
		list := []protocol.SymbolInformation{}
		for _, n := range chats {
			r, err := n.report(ctx)
			if err != nil {
				return nil, err
			}
			for _, symbol := range n.symbols(r, protocol.PartParams{}) {
				if len(list) == maxSymbols || !strings.Contains(strings.ToLower(symbol.Name), query) {
					continue
				}
				list = append(list, protocol.SymbolInformation{
					Name: symbol.Name, Kind: symbol.Kind,
					Location:      protocol.Location{URI: n.document.uri, Range: symbol.SelectionRange},
					ContainerName: symbol.Detail,
				})
			}
		}
		return list, nil
	}, nil
}
