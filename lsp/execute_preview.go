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
		return p.Reason
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

// previewed returns what a preview shows, or the reason why that is nothing.
func (a *actions) previewed(ctx context.Context, of actionID) ([]*apply.FileEdit, string, error) {
	switch {
	case of.Kind != "":
		x, _, err := a.find(ctx, of)
		return x.files, cmp.Or(x.disabled, nothingToApply), err
	case of.Proposal != nil && of.Place != "":
		x, reason, err := a.writeHunk(ctx, *of.Proposal, of.Place)
		return x.files, reason, err
	case of.Proposal != nil:
		whole := a.proposal(*of.Proposal)
		if whole == nil || whole.Edit == nil {
			return nil, nothingToApply, nil
		}
		return []*apply.FileEdit{whole.Edit}, "", nil
	case of.Block != nil:
		edit, reason, err := a.report.Plan.Single(ctx, *of.Block, text.None)
		if edit == nil && err == nil {
			edit, _, err = a.report.Plan.Revert(ctx, *of.Block)
		}
		if err != nil || edit == nil {
			return nil, cmp.Or(a.report.Blocks[*of.Block].Headline, reason), err
		}
		return []*apply.FileEdit{edit}, "", nil
	}
	x, reason, err := a.applyAll(ctx, 0, "")
	return x.files, reason, err
}

func (s *session) runPreview(ctx context.Context, n *actions, a commandArgument) (any, error) {
	files, reason, err := n.previewed(ctx, a.actionID)
	if err != nil {
		return nil, err
	}
	p := preview{Files: []previewFile{}, Reason: reason}
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
		s.showMessage(protocol.MessageTypeInfo, p.message())
	}
	return p, nil
}
