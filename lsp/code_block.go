package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// proposals returns the code blocks in the live turns of a chat.
func (n *snapshot) proposals(r *diagnostics.Report) []*apply.Proposal {
	doc := r.Plan.Document
	for _, p := range r.Proposals {
		n.client.ledger.Saw(p.Target.Abs, p.Target.File, nil)
	}
	return slices.DeleteFunc(slices.Clone(r.Proposals), func(p *apply.Proposal) bool { return !doc.Live(p.Turn, parse.Scope(n.config.Scope)) })
}

// proposalExtent returns the first and last chat line of a code block, including a path line near it.
func proposalExtent(p *parse.Proposal) (first, last text.Line) {
	if len(p.Far) > 0 && p.Path.Line == p.Far[0].Line {
		return p.Start, p.End
	}
	return min(p.Start, p.Path.Line), p.End
}

const writeTo = "Write to "

// proposalTitle describes what a proposal does to its file. It is empty if that isn't worth
// showing.
func proposalTitle(p *apply.Proposal) string {
	name := text.Escape(p.Target.Path)
	switch {
	case p.IsUnread():
		return fmt.Sprintf("Not an edit of %s: %s", name, p.Message())
	case p.Edit == nil:
		return "" // a fence that equals its file says nothing
	}
	title := "Create " + name
	if !p.Edit.Create {
		added, removed := p.Changed()
		title = fmt.Sprintf("%s%s (+%d −%d)", writeTo, name, added, removed)
	}
	if p.Target.Protected {
		title += " (protected)"
	}
	return title
}

func (l *lenses) forProposals() {
	for _, p := range l.proposals(l.report) {
		l.line, _ = proposalExtent(p.Proposal)
		title := proposalTitle(p)
		if title == "" {
			l.appliedCode(p)
			continue
		}
		argument := commandArgument{actionID: actionID{URI: l.document.uri, Proposal: &p.Index}}
		if p.Edit == nil || !l.client.applyEdit() || !l.client.canWrite(p.Edit) {
			l.add(title, "", argument)
		} else {
			if x, _, err := l.writing(p, title); err == nil && l.client.asks() && x.risks() != "" {
				title += "…" // it asks first
			}
			l.add(title, commandWriteFile, argument)
		}
		argument.Show = true
		switch {
		case p.Edit != nil:
			l.add("Preview", commandPreview, argument)
			if n := len(p.Hunks()); n > 1 && l.client.applyEdit() {
				l.add(fmt.Sprintf("Split into %d edit blocks", n), commandSplit, argument)
			}
			l.appliedCode(p)
		case p.IsUnread():
			l.add("Copy prompt", commandRetryPrompt, argument)
		}
	}
}

// appliedCode adds the lenses of a code block that is applied, at least in part.
func (l *lenses) appliedCode(p *apply.Proposal) {
	if len(p.Applied) == 0 {
		return
	}
	argument := commandArgument{actionID: actionID{URI: l.document.uri, Proposal: &p.Index}}
	title := "Revert"
	switch n := len(p.Applied); {
	case p.Edit == nil:
		l.add(appliedInWords(p.Applied...), "", argument)
	default:
		title = "Revert " + text.Count(n, "change")
	}
	if edit, _ := p.Revert(p.Applied); edit != nil && l.client.applyEdit() && l.client.canWrite(edit) {
		l.add(title, commandRevert, argument)
	}
}

// appliedInWords is the word for changes that are applied.
func appliedInWords(list ...*apply.AppliedAt) string {
	if slices.ContainsFunc(list, func(at *apply.AppliedAt) bool { return at.Changed }) {
		return string(diagnostics.AppliedSince)
	}
	return string(diagnostics.Applied)
}

func (a *actions) meetProposals(first, last text.Line) {
	for _, p := range a.proposals(a.report) {
		if from, to := proposalExtent(p.Proposal); from <= last && first <= to {
			a.met[aProposal] = append(a.met[aProposal], p.Index)
		}
	}
}

// examplesHere offers to read the code blocks of a file where whoever looks for actions is on one of them.
func (a *actions) examplesHere(ctx context.Context, _ int) []string {
	doc := a.report.Plan.Document
	if a.unasked || a.config.CodeBlocks != string(diagnostics.CodeBlocksOffer) || len(a.report.Proposals) > 0 || doc.IsAnswer(false) {
		return nil
	}
	there := func(name string) bool { return a.view.Target(ctx, name).Exists }
	for _, p := range doc.Proposals {
		if from, to := proposalExtent(&p); from <= a.last && a.first <= to && p.Unread == "" && slices.ContainsFunc(p.Path.Readings, there) {
			return []string{""}
		}
	}
	return nil
}

// offerCode makes the code blocks of a file offers, by the comment that says so.
func (a *actions) offerCode(context.Context, int, string) (action, string, error) {
	top, eol := a.text.Start(a.report.Plan.Document.FrontMatter.End), a.text.DominantEnding()
	edit := text.Edit{Start: top, End: top, New: parse.SwitchOn + eol + eol}
	return a.rewritten(&repair.Repair{Title: "Offer this document's code blocks", Edits: []text.Edit{edit}}, "", nil)
}

// proposal returns the code block with an index, or nil.
func (a *actions) proposal(index int) *apply.Proposal {
	all := a.proposals(a.report)
	if i := slices.IndexFunc(all, func(p *apply.Proposal) bool { return p.Index == index }); i >= 0 {
		return all[i]
	}
	return nil
}

const noCodeBlock = "there is no code block to write here"

func (a *actions) writeFile(_ context.Context, index int, _ string) (action, string, error) {
	p := a.proposal(index)
	if p == nil || p.Edit == nil {
		return action{}, noCodeBlock, nil
	}
	return a.writing(p, proposalTitle(p))
}

// writing returns the action that writes a code block.
func (a *actions) writing(p *apply.Proposal, title string) (action, string, error) {
	x := action{title: title, proposal: p, confirm: hidingCharacters(p)}
	switch {
	case x.confirm != "" || !p.NeedsConfirmation:
	case p.Kind == snippet.Part:
		x.confirm = "Changes a part of the file"
	default:
		x.confirm = "Replaces the whole file"
	}
	return a.applying(x, p.Edit)
}

// kindsOfCode returns the kinds to choose from, if it isn't clear which one a code block is of.
func (a *actions) kindsOfCode(_ context.Context, index int) []string {
	if p := a.proposal(index); p == nil || p.Why != string(snippet.NotClear) {
		return nil
	}
	return []string{string(snippet.Whole), string(snippet.Part)}
}

// writeAs writes a code block as a whole file or a part of one.
func (a *actions) writeAs(_ context.Context, index int, kind string) (action, string, error) {
	p := a.proposal(index)
	if p == nil {
		return action{}, noCodeBlock, nil
	}
	chosen, reason := p.As(a.report.Plan.Document, snippet.Kind(kind))
	if chosen == nil {
		return action{}, reason, nil
	}
	title := "Change a part of "
	if chosen.Kind == snippet.Whole {
		title = "Replace all of "
	}
	return a.writing(chosen, title+strings.TrimPrefix(proposalTitle(chosen), writeTo))
}

// hidingCharacters is the reason of a code block that adds hidden characters, or "".
func hidingCharacters(p *apply.Proposal) string {
	if p.Code == codes.HiddenUnicode {
		return "Adds hidden characters"
	}
	return ""
}

// revertCode reverts one change of a code block that is applied or, without a place, all of them.
func (a *actions) revertCode(_ context.Context, index int, place string) (action, string, error) {
	p := a.proposal(index)
	if p == nil || len(p.Applied) == 0 {
		return action{}, nothingToRevert, nil
	}
	x := action{title: "Revert this code block", reverts: true}
	changes := p.Applied
	if place != "" {
		i := slices.IndexFunc(changes, func(at *apply.AppliedAt) bool { return place == a.placeOfApplied(p, at) })
		if i < 0 {
			return action{}, changedSinceShown, nil
		}
		x.title, changes = "Revert this change", changes[i:i+1]
	}
	edit, reason := p.Revert(changes)
	switch {
	case edit == nil && a.client.ledger.IsUnsaved(p.Target):
		return x, saveFirst(p.Target), nil
	case edit == nil:
		return x, reason, nil
	}
	x.title = revertTitle(x.title, edit)
	return a.applying(x, edit)
}

// splitCode rewrites a code block as an edit block for each of its changes.
func (a *actions) splitCode(ctx context.Context, index int, _ string) (action, string, error) {
	p := a.proposal(index)
	if p == nil {
		return action{}, noCodeBlock, nil
	}
	x, reason, err := a.rewritten(a.repairs.SplitCode(ctx, p))
	if p.Edit != nil {
		x.proposal = p
	}
	return x, reason, err
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
	return a.applying(action{title: a.careful("Delete "+text.Escape(b.Target.Path), b)}, gone)
}

func (s *session) runWriteFile(ctx context.Context, n *actions, a commandArgument) (any, error) {
	if a.Proposal == nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s takes the number of a code block", commandWriteFile)
	}
	id := actionID{Kind: "writeFile", Proposal: a.Proposal}
	if a.Place != "" {
		id.Kind, id.Place = "writeHunk", a.Place
	}
	return s.applyAction(ctx, n, id, a)
}

func (s *session) runRevert(ctx context.Context, n *actions, a commandArgument) (any, error) {
	switch {
	case a.Proposal != nil:
		return s.applyAction(ctx, n, actionID{Kind: "revertCode", Proposal: a.Proposal, Place: a.Place}, a)
	case a.Block != nil:
		return s.applyAction(ctx, n, actionID{Kind: "revert", Block: a.Block}, a)
	}
	return nil, wire.Errorf(wire.InvalidParams, "%s takes the number of a block or a code block", commandRevert)
}

func (s *session) runSplit(ctx context.Context, n *actions, a commandArgument) (any, error) {
	switch {
	case a.Proposal != nil:
		return s.applyAction(ctx, n, actionID{Kind: "splitCode", Proposal: a.Proposal}, a)
	case a.Block != nil:
		return s.applyAction(ctx, n, actionID{Kind: "split", Block: a.Block}, a)
	}
	return nil, wire.Errorf(wire.InvalidParams, "%s takes the number of a block or a code block", commandSplit)
}
