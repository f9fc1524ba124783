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

// hover shows the status of a block or code block, its file and cause, and either its diff or the lines
// that differ.
func hover(ctx context.Context, n *snapshot, r *diagnostics.Report, p protocol.PositionParams) (*protocol.Hover, error) {
	line := lineOf(p.Position.Line)
	b := blockAt(r, line)
	switch {
	case b == nil:
		return n.hoverOfCode(r, line), nil
	case b.Status == apply.Incomplete:
		return nil, nil
	}
	m := &markdown{plain: !n.client.markdownHover()}
	m.paragraph(b.InWords() + summary(b))
	m.file(b.Target, b.Outcome.Block.Operation == parse.Create && !b.Target.Exists)
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
	m.diff(edit)
	first, last := extent(b)
	return n.hoverOn(m, first, last), nil
}

// hoverOfCode is the hover of the code block at a line, or nil.
func (n *snapshot) hoverOfCode(r *diagnostics.Report, line text.Line) *protocol.Hover {
	for _, p := range n.proposals(r) {
		first, last := proposalExtent(p.Proposal)
		if line < first || last < line || proposalTitle(p) == "" {
			continue
		}
		m := &markdown{plain: !n.client.markdownHover()}
		if p.IsUnread() {
			m.paragraph("Not an edit")
			m.fence("text", p.Message())
		} else {
			m.paragraph("Code block, " + strings.TrimPrefix(proposalHint(p), "→ "))
		}
		m.file(p.Target, p.Edit != nil && p.Edit.Create)
		m.diff(p.Edit)
		return n.hoverOn(m, first, last)
	}
	return nil
}

func (n *snapshot) hoverOn(m *markdown, first, last text.Line) *protocol.Hover {
	rng := n.lines(n.text, first, last+1)
	return &protocol.Hover{Contents: m.content(), Range: &rng}
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
