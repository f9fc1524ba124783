package apply

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// The changes of a code block are applied and reverted one by one, as blocks are. Once the file has all of them,
// only what was seen tells which they were.

// twin is a code block by what it says of its file. An answer may give it more than once.
type twin struct {
	hash   parse.Hash
	target string
}

// appliedTwins returns the changes of code blocks that are known to be applied.
func (p *Plan) appliedTwins(all []*Proposal) map[twin][]*AppliedAt {
	applied := map[twin][]*AppliedAt{}
	for _, one := range all {
		if len(one.Applied) > 0 {
			applied[p.twinOf(one)] = one.Applied
		}
	}
	return applied
}

// appliedOf returns the changes of a code block, else those of its twin.
func (p *Plan) appliedOf(one *Proposal, twins map[twin][]*AppliedAt) []*AppliedAt {
	if len(one.Applied) > 0 {
		return one.Applied
	}
	return twins[p.twinOf(one)]
}

func (p *Plan) twinOf(one *Proposal) twin {
	return twin{p.Document.HashOfProposal(one.Proposal), one.Target.Key}
}

// leaveChanged leaves out the changes of lines that were changed again after they were applied, by hand or by another
// edit, and those that are applied in a buffer that isn't seen. Once all of its changes were applied, only these can be
// again, where their lines are as before: what it would do besides is to what was written since (script/put_back_one). In
// a file that has them all its place may not be clear. applied are its changes or those of an equal code block.
func (p *Proposal) leaveChanged(draft *draftLines, applied []*AppliedAt) {
	if len(applied) == 0 {
		return
	}
	hunks := p.Hunks()
	isAll := slices.ContainsFunc(applied, func(at *AppliedAt) bool { return at.Of == len(applied) })
	kept := slices.DeleteFunc(p.again(applied), func(h Hunk) bool {
		return slices.ContainsFunc(applied, func(at *AppliedAt) bool {
			return !at.Exact && h.Old.First <= at.Lines.End && at.Lines.First <= h.Old.End
		})
	})
	switch {
	case len(kept) == 0 && (p.Edit != nil || isAll):
		p.Code, p.Why, p.Edit, p.NeedsConfirmation = codes.AlreadyApplied, "", nil, false
	case len(kept) == len(hunks):
	case draft != nil:
		p.Code, p.Edit, p.NeedsConfirmation = codes.MergeSuggested, nil, false
	default:
		p.Edit = p.Edit.Only(kept...)
		p.now = linesOf(p.Edit.After())
	}
}

// again returns the changes that aren't to what was written since the code block was applied as a whole. What a change
// wrote may be elsewhere, too (script/put_back).
func (p *Proposal) again(applied []*AppliedAt) []Hunk {
	hunks := slices.Clone(p.Hunks())
	i := slices.IndexFunc(applied, func(at *AppliedAt) bool { return at.All != nil })
	if i < 0 || len(hunks) == 0 {
		return hunks
	}
	made := map[Change]bool{}
	for _, c := range *applied[i].All {
		made[c] = true
	}
	after := p.Edit.After()
	return slices.DeleteFunc(hunks, func(h Hunk) bool {
		old, new := p.Edit.Before.Lines(h.Old.First, h.Old.End), after.Lines(h.New.First, h.New.End)
		return !made[Change{strings.Join(old, text.LF), strings.Join(new, text.LF)}]
	})
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
