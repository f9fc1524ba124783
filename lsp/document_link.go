package lsp

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func documentLink(_ context.Context, n *snapshot, r *diagnostics.Report, _ protocol.DocumentParams) ([]protocol.DocumentLink, error) {
	var links []protocol.DocumentLink
	// A path line of several blocks links to the first one.
	last := text.None
	add := func(line text.Line, t *workspace.Target, to text.Line) {
		if t.File == nil || line <= last {
			return
		}
		last = line
		target := n.uri(t.Abs)
		if to != text.None {
			target += fmt.Sprintf("#L%d", to.Number())
		}
		link := protocol.DocumentLink{Range: n.lines(n.text, line, line+1), Target: target}
		if n.client.TextDocument.DocumentLink.TooltipSupport {
			link.Tooltip = "Open " + t.Path
		}
		links = append(links, link)
	}
	for i := range r.Blocks {
		add(r.Blocks[i].Block.Path.Line, r.Blocks[i].Target, r.Blocks[i].Estimated)
	}
	last = text.None
	for _, p := range n.proposals(r) {
		add(p.Path.Line, p.Target, p.FirstChanged())
	}
	return links, nil
}
