package lsp

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func documentLink(_ context.Context, n *snapshot, r *diagnostics.Report, _ protocol.DocumentParams) ([]protocol.DocumentLink, error) {
	var links []protocol.DocumentLink
	// A path line of several blocks links to the first one.
	last := text.None
	for i := range r.Blocks {
		b := &r.Blocks[i]
		line := b.Block.Path.Line
		if b.Target.File == nil || line == text.None || line <= last {
			continue
		}
		last = line
		target := n.uri(b.Target.Abs)
		if b.Estimated != text.None {
			target += fmt.Sprintf("#L%d", b.Estimated.Number())
		}
		link := protocol.DocumentLink{Range: n.lines(n.text, line, line+1), Target: target}
		if n.client.TextDocument.DocumentLink.TooltipSupport {
			link.Tooltip = "Open " + b.Target.Path
		}
		links = append(links, link)
	}
	return links, nil
}
