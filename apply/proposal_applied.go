package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// The changes of a code block are applied and reverted one by one, as blocks are. Once the file has all of them,
// only what was seen tells which they were.

// isApplied reports whether all changes of a code block are applied, as they were or changed since: with what the file had
// there, the fence makes as many. In the file as it is, its place may not be clear any more, or it would do more, since a
// fence that has much of a file counts as the whole of it (script/session).
func (p *Proposal) isApplied(doc *parse.Result, cache *Cache) bool {
	unseen := func(at *AppliedAt) bool { return !at.Exact && !at.Changed || at.Created || at.Deleted || at.Renamed }
	if p.Target.File == nil || p.Edit == nil && p.Code != codes.NotPlaced || slices.ContainsFunc(p.Applied, unseen) {
		return false
	}
	edits, reason := reverting(p.Target, p.Applied)
	if reason != "" {
		return false
	}
	was := linesOf(p.Target.File.Text.Apply(edits))
	one := *p
	one.sought = p.soughtIn(doc, was)
	now, err := one.place(was, one.block(doc, was), cache)
	return err == nil && len(DiffLines(was, now)) == len(p.Applied)
}

// reverting returns the edits of a file that revert changes, in its order, or why there are none.
func reverting(t *workspace.Target, changes []*AppliedAt) (edits []text.Edit, reason string) {
	for _, at := range changes {
		edits = append(edits, at.revert(t).Edits()...)
	}
	slices.SortStableFunc(edits, func(a, b text.Edit) int { return int(a.Start - b.Start) })
	for i := 1; i < len(edits); i++ {
		if edits[i].Start < edits[i-1].End {
			return nil, notOnePlace
		}
	}
	return edits, ""
}

// leaveChanged leaves out the changes of lines that were changed again after they were applied, by hand or by another
// edit, and those that are applied in a buffer that isn't seen. What changes nothing is applied then.
func (p *Proposal) leaveChanged(doc *parse.Result, draft *draftLines, cache *Cache) {
	if len(p.Applied) == 0 {
		return
	}
	if p.isApplied(doc, cache) {
		p.Code, p.Why, p.Edit, p.NeedsConfirmation = codes.AlreadyApplied, "", nil, false
		return
	}
	if p.Edit == nil {
		if p.Why == string(snippet.ChangesNothing) { // it leaves lines out
			p.Code, p.Why = codes.AlreadyApplied, ""
		}
		return
	}
	hunks := p.Hunks()
	kept := slices.DeleteFunc(slices.Clone(hunks), func(h Hunk) bool {
		return slices.ContainsFunc(p.Applied, func(at *AppliedAt) bool {
			return !at.Exact && h.Old.First <= at.Lines.End && at.Lines.First <= h.Old.End
		})
	})
	// All of its changes are there, so what is left was written since.
	isAll := slices.ContainsFunc(p.Applied, func(at *AppliedAt) bool { return at.Of == len(p.Applied) })
	switch {
	case len(kept) == len(hunks) && !isAll:
	case len(kept) == 0 || isAll:
		p.Code, p.Edit, p.NeedsConfirmation = codes.AlreadyApplied, nil, false
	case draft != nil:
		p.Code, p.Edit, p.NeedsConfirmation = codes.MergeSuggested, nil, false
	default:
		p.Edit = p.Edit.Only(kept...)
		p.now = linesOf(p.Edit.After())
	}
}

// Revert returns the edit that reverts some of the changes that are applied, or why it can't.
func (p *Proposal) Revert(changes []*AppliedAt) (*FileEdit, string) {
	if len(changes) == 0 {
		return nil, notApplied
	}
	for _, at := range changes {
		if reason := at.keeps(p.Target); reason != "" {
			return nil, reason
		}
		if !at.Exact {
			return nil, changedAgain
		}
	}
	edits, reason := reverting(p.Target, changes)
	if reason != "" {
		return nil, reason
	}
	e := changes[len(changes)-1].revert(p.Target)
	e.Code, e.edits = []*Proposal{p}, func() []text.Edit { return edits }
	return e, ""
}
