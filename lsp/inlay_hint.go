package lsp

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// inlayHint shows after each path line where its block goes, or its status.
func inlayHint(ctx context.Context, n *snapshot, r *diagnostics.Report, p protocol.RangeParams) ([]protocol.InlayHint, error) {
	from, to := lineOf(p.Range.Start.Line), lineOf(p.Range.End.Line)
	var hints []protocol.InlayHint
	add := func(line text.Line, label string) {
		if label != "" && from <= line && line <= to {
			at := n.position(n.text, n.text.End(line))
			hints = append(hints, protocol.InlayHint{Position: at, Label: label, PaddingLeft: true})
		}
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		switch {
		case b.Code != "" && n.client.keepsHints(): // the diagnostic is current
		case b.Status != apply.Incomplete || b.Block.Path.Named():
			add(headLine(b), hintOf(b))
		}
	}
	for _, p := range n.proposals(r) {
		line, _ := proposalExtent(p.Proposal)
		add(line, proposalHint(p))
	}
	return hints, nil
}

// proposalHint returns what a code block does to its target, or "" if it is refused.
func proposalHint(p *apply.Proposal) string {
	added, removed := p.Changed()
	switch {
	case p.Edit == nil && len(p.Applied) > 0:
		return "→ " + appliedInWords(p.Applied...)
	case p.Edit == nil:
		return ""
	case p.Edit.Create:
		return fmt.Sprintf("→ new file, +%d", added)
	}
	if p.Kind == snippet.Whole {
		return fmt.Sprintf("→ whole file, +%d −%d", added, removed)
	}
	if hunks := p.Hunks(); len(hunks) > 1 {
		return fmt.Sprintf("→ %d places, +%d −%d", len(hunks), added, removed)
	}
	return fmt.Sprintf("→ %d, +%d −%d", p.FirstChanged().Number(), added, removed)
}

func hintOf(b *diagnostics.Block) string {
	operation := b.Block.Operation
	switch {
	case b.Status == apply.Incomplete:
		return b.InWords()
	case b.AsksFirst() && (operation == parse.Delete || operation == parse.Rename):
		return "→ " + b.Change()
	case b.Word() != diagnostics.Ready:
		return "→ " + b.InWords()
	case operation == parse.Create:
		added, _ := b.Document.Changed(b.Block)
		return fmt.Sprintf("→ new file, +%d", added)
	case b.Outcome.First == b.Last:
		return fmt.Sprintf("→ %d, %s", b.Last.Number(), b.Change())
	default:
		return fmt.Sprintf("→ %d–%d, %s", b.Outcome.First.Number(), b.Last.Number(), b.Change())
	}
}
