package lsp

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// inlayHint shows after each path line where its block goes, or its status.
func (s *session) inlayHint(_ context.Context, p protocol.InlayHintParams) (func(context.Context) ([]protocol.InlayHint, error), error) {
	return inReport(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot, r *diagnostics.Report) ([]protocol.InlayHint, error) {
		from, to := lineOf(p.Range.Start.Line), lineOf(p.Range.End.Line)
		var hints []protocol.InlayHint
		for i := range r.Blocks {
			b := &r.Blocks[i]
			line, _ := extent(b)
			if b.Status == apply.Incomplete && !b.Outcome.Block.Path.Named() || line < from || line > to {
				continue
			}
			hints = append(hints, protocol.InlayHint{
				Position:    n.position(n.text, n.text.End(line)),
				Label:       hintOf(b),
				PaddingLeft: true,
			})
		}
		return hints, nil
	})
}

func hintOf(b *diagnostics.Block) string {
	added, removed := b.Document.Changed(b.Outcome.Block)
	switch {
	case b.Status == apply.Incomplete:
		return b.InWords()
	case b.Word() != diagnostics.Ready:
		return "→ " + b.InWords()
	case b.Outcome.Block.Operation == parse.Delete:
		return "→ delete"
	case b.Outcome.Block.Operation == parse.Rename:
		return "→ rename to " + text.Escape(b.Outcome.NewTarget.Path)
	case b.Chosen == text.None:
		return fmt.Sprintf("→ new file, +%d", added)
	case b.Outcome.First == b.Last:
		return fmt.Sprintf("→ %d, +%d −%d", b.Last.Number(), added, removed)
	default:
		return fmt.Sprintf("→ %d–%d, +%d −%d", b.Outcome.First.Number(), b.Last.Number(), added, removed)
	}
}
