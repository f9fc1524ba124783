package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// hover shows a block's status, its file and cause, and either its diff or the lines that differ.
func hover(ctx context.Context, n *snapshot, r *diagnostics.Report, p protocol.PositionParams) (*protocol.Hover, error) {
	line := lineOf(p.Position.Line)
	b := blockAt(r, line)
	if b == nil || b.Status == apply.Incomplete {
		return nil, nil
	}
	m := &markdown{plain: !n.client.markdownHover()}
	m.paragraph(b.InWords() + summary(b))
	if b.Target.Why != "" && b.Target.Refusal == nil {
		file := "File: "
		if b.Outcome.Block.Operation == parse.Create && !b.Target.Exists {
			file = "New file: "
		}
		m.paragraph(file + m.code(b.Target.Path) + ", " + b.Target.Why)
	}
	if b.Headline != "" {
		said := b.Finding
		if b.Nearest != nil {
			said.Differs = nil // the diff below shows more lines
		}
		m.fence("text", said.Message())
	}
	for _, w := range b.Warnings {
		m.fence("text", w.Message())
	}
	if b.Nearest != nil {
		m.fence("diff", wanted(b))
	}
	edit, _, err := r.Plan.Single(ctx, b.Block.Index, text.None)
	if err != nil {
		return nil, err
	}
	if edit != nil {
		var diff bounded
		_ = edit.WriteDiff(&diff)
		m.fence("diff", diff.b.String())
	}
	first, last := extent(b)
	rng := n.lines(n.text, first, last+1)
	return &protocol.Hover{Contents: m.content(), Range: &rng}, nil
}

func summary(b *diagnostics.Block) string {
	s := ", " + b.Change()
	if b.Estimated != text.None {
		s += ", " + lineIn(b, b.Estimated)
	}
	return s
}

const maxWanted = 20

func wanted(b *diagnostics.Block) string {
	var s strings.Builder
	for i, d := range b.Nearest.Differs {
		if i == maxWanted {
			fmt.Fprintf(&s, "… and %d more lines\n", len(b.Nearest.Differs)-i)
			break
		}
		fmt.Fprintf(&s, "@@ line %d of the file @@\n%s\n", d.Line.Number(), strings.Join(d.InWords(), "\n"))
	}
	return s.String()
}
