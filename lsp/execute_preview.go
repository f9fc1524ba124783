package lsp

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// preview answers commandPreview.
type preview struct {
	// Diff works with `git apply`.
	Diff   string        `json:"diff"`
	Files  []previewFile `json:"files"`
	Reason string        `json:"reason,omitempty"`
}

const maxPreviewLines = 100

func (p preview) message() string {
	lines := strings.Split(strings.TrimSuffix(p.Diff, "\n"), "\n")
	switch {
	case p.Diff == "":
		return cmp.Or(p.Reason, nothingToApply)
	case len(lines) > maxPreviewLines:
		return fmt.Sprintf("%s\n… and %d more lines", strings.Join(lines[:maxPreviewLines], "\n"), len(lines)-maxPreviewLines)
	}
	return strings.Join(lines, "\n")
}

type previewFile struct {
	URI  protocol.DocumentUri `json:"uri"`
	Path string               `json:"path"`
	// Operation is edit, create, delete or rename.
	Operation string `json:"operation"`
	Text      string `json:"text"`
}

func (s *session) runPreview(ctx context.Context, n *actions, a commandArgument) (any, error) {
	files := n.report.Plan.Files
	p := preview{Files: []previewFile{}}
	if a.Proposal != nil {
		whole, err := n.proposal(ctx, *a.Proposal)
		if err != nil {
			return nil, err
		}
		files, p.Reason = nil, nothingToApply
		if whole != nil && whole.Edit != nil {
			files, p.Reason = []*apply.FileEdit{whole.Edit}, ""
		}
	} else if a.Block != nil {
		edit, reason, err := n.report.Plan.Single(ctx, *a.Block, text.None)
		if edit == nil && err == nil {
			edit, _, err = n.report.Plan.Revert(ctx, *a.Block)
		}
		if err != nil {
			return nil, err
		}
		files, p.Reason = nil, cmp.Or(n.report.Blocks[*a.Block].Headline, reason)
		if edit != nil {
			files, p.Reason = []*apply.FileEdit{edit}, ""
		}
	}
	var diff strings.Builder
	for _, f := range files {
		diff.WriteString(f.Diff())
		operation := "edit"
		switch {
		case f.Create:
			operation = "create"
		case f.Delete:
			operation = "delete"
		case f.NewTarget != nil:
			operation = "rename"
		}
		p.Files = append(p.Files, previewFile{
			URI: n.uri(f.Target.Abs), Path: f.Target.Path, Operation: operation, Text: f.After().String(),
		})
	}
	p.Diff = diff.String()
	if a.Show {
		s.tell(protocol.MessageTypeInfo, p.message())
	}
	return p, nil
}
