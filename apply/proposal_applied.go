package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// The changes of a code block are applied and reverted one by one, as blocks are. Once the file has all of them,
// only what was seen tells which they were.

// leaveChanged leaves out the changes of lines that were changed again after they were applied, by hand or by another
// edit, and those that are applied in a buffer that isn't seen. What changes nothing is applied then.
func (p *Proposal) leaveChanged(draft *draftLines) {
	if len(p.Applied) == 0 {
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
	var edits []text.Edit
	var e *FileEdit
	for _, at := range changes {
		if reason := at.keeps(p.Target); reason != "" {
			return nil, reason
		}
		if !at.Exact {
			return nil, changedAgain
		}
		e = at.revert(p.Target)
		edits = append(edits, e.Edits()...)
	}
	slices.SortStableFunc(edits, func(a, b text.Edit) int { return int(a.Start - b.Start) })
	for i := 1; i < len(edits); i++ {
		if edits[i].Start < edits[i-1].End {
			return nil, notOnePlace
		}
	}
	e.Code, e.edits = []*Proposal{p}, func() []text.Edit { return edits }
	return e, ""
}
