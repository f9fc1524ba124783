package lsp

import (
	"context"
	"fmt"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// proposals returns the whole files in the live turns of a chat, checked against the current
// targets.
func (n *snapshot) proposals(ctx context.Context, r *diagnostics.Report) ([]*apply.Proposal, error) {
	doc := r.Plan.Document
	if n.config.WholeFiles == "off" || n.config.WholeFiles != "apply" && !doc.IsAnswer() && n.path != "" {
		return nil, nil
	}
	all, err := r.Propose(ctx, n.view(ctx), n.checkOptions())
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		n.client.ledger.Saw(p.Target.Abs, p.Target.File, nil)
	}
	return slices.DeleteFunc(all, func(p *apply.Proposal) bool { return !doc.Live(p.Turn, parse.Scope(n.config.Scope)) }), nil
}

func proposalExtent(p *parse.Proposal) (first, last text.Line) {
	return min(p.Start, p.Path.Line), p.End
}

// proposalTitle describes what a proposal does to its file. It is empty if that isn't worth
// showing.
func proposalTitle(p *apply.Proposal) string {
	name := text.Escape(p.Target.Path)
	switch {
	case p.Code == codes.Placeholder:
		return "Not the whole of " + name + ": " + p.Why
	case p.Edit == nil:
		return "" // a fence that equals its file says nothing
	}
	title := "Create " + name
	if !p.Edit.Create {
		added, removed := p.Changed()
		title = fmt.Sprintf("Write to %s (+%d −%d)", name, added, removed)
	}
	if p.Target.Protected {
		title += " (protected)"
	}
	return title
}

func (l *lenses) forProposals(ctx context.Context) error {
	all, err := l.proposals(ctx, l.report)
	for _, p := range all {
		title := proposalTitle(p)
		if title == "" {
			continue
		}
		l.line, _ = proposalExtent(p.Proposal)
		argument := commandArgument{actionID: actionID{URI: l.document.uri, Proposal: &p.Index}}
		if p.Edit == nil || !l.client.applyEdit() || !l.client.canWrite(p.Edit) {
			l.add(title, "", argument)
		} else {
			l.add(title, commandWriteFile, argument)
		}
		if p.Edit != nil {
			argument.Show = true
			l.add("Preview", commandPreview, argument)
		}
	}
	return err
}

func (a *actions) meetProposals(ctx context.Context, first, last text.Line) error {
	if !a.report.Plan.Document.HasFences(first, last) {
		return nil
	}
	all, err := a.proposals(ctx, a.report)
	for _, p := range all {
		if from, to := proposalExtent(p.Proposal); from <= last && first <= to {
			a.met[aProposal] = append(a.met[aProposal], p.Index)
		}
	}
	return err
}

func (a *actions) proposal(ctx context.Context, index int) (*apply.Proposal, error) {
	all, err := a.proposals(ctx, a.report)
	i := slices.IndexFunc(all, func(p *apply.Proposal) bool { return p.Index == index })
	if i < 0 {
		return nil, err
	}
	return all[i], nil
}

func (a *actions) writeFile(ctx context.Context, index int, _ string) (action, string, error) {
	p, err := a.proposal(ctx, index)
	if err != nil || p == nil || p.Edit == nil {
		return action{}, "there is no whole file to write here", err
	}
	x := action{title: proposalTitle(p), proposal: p}
	switch {
	case p.Target.Protected:
		x.confirm = "Protected file"
	case p.Code == codes.HiddenUnicode:
		x.confirm = "Adds hidden characters"
	case p.NeedsConfirmation:
		x.confirm = "Replaces the whole file"
	}
	return a.applying(x, p.Edit)
}

// deleteFile deletes the file of a block that removes all its lines, since models delete files that
// way.
func (a *actions) deleteFile(ctx context.Context, index int, _ string) (action, string, error) {
	b := &a.report.Blocks[index]
	edit, reason, err := a.report.Plan.Single(ctx, index, text.None)
	if edit == nil {
		return action{}, reason, err
	}
	gone := edit.AsDelete()
	if gone == nil {
		return action{}, "the block doesn't remove the whole file", nil
	}
	return a.applying(action{title: a.careful("Delete "+text.Escape(b.Target.Path), b), confirm: deletesFile}, gone)
}

func (s *session) runWriteFile(ctx context.Context, n *actions, a commandArgument) (any, error) {
	if a.Proposal == nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s takes the number of a whole file", commandWriteFile)
	}
	result, err := s.applyAction(ctx, n, actionID{Kind: "writeFile", Proposal: a.Proposal}, a.Quiet)
	// The report has no whole files, so comparing reports doesn't refresh them.
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh(refreshLenses, refreshHints)
	return result, err
}
