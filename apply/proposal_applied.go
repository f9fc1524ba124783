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
	isPart := !slices.ContainsFunc(applied, func(at *AppliedAt) bool { return at.Of > 0 || at.All == nil || len(*at.All) <= len(applied) })
	kept := slices.DeleteFunc(p.again(applied), func(h Hunk) bool {
		return slices.ContainsFunc(applied, func(at *AppliedAt) bool {
			return !at.Exact && h.Old.First <= at.Lines.End && at.Lines.First <= h.Old.End
		})
	})
	switch {
	case len(kept) == 0 && len(hunks) > 0 && isPart:
		p.Code, p.Why, p.Edit, p.NeedsConfirmation = codes.NotPlaced, changedBeside, nil, false
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

const changedBeside = "a part of it is applied, and the lines of the rest were changed since"

// Changes returns what the code block changes, in the order of its hunks.
func (p *Proposal) Changes() (all []Change) {
	if p.Edit == nil {
		return nil
	}
	after := p.Edit.After()
	for _, h := range p.Hunks() {
		old, new := p.Edit.Before.Lines(h.Old.First, h.Old.End), after.Lines(h.New.First, h.New.End)
		all = append(all, Change{strings.Join(old, text.LF), strings.Join(new, text.LF)})
	}
	return all
}

// again returns the changes that aren't to what was written since the code block was applied, all of it or a part. What
// a change wrote may be elsewhere, too (script/put_back, cases/change-of-a-code-block-alone).
func (p *Proposal) again(applied []*AppliedAt) (again []Hunk) {
	hunks := p.Hunks()
	i := slices.IndexFunc(applied, func(at *AppliedAt) bool { return at.All != nil })
	if i < 0 {
		return hunks
	}
	own := map[Change]bool{}
	for _, c := range *applied[i].All {
		own[c.inShort()] = true
	}
	for j, c := range p.Changes() {
		if own[c.inShort()] {
			again = append(again, hunks[j])
		}
	}
	return again
}

// inShort keeps only how many lines are replaced: they may have been edited since (cases/changes-of-a-code-block).
func (c Change) inShort() Change {
	if c.Old != "" && c.New != "" {
		c.Old = strings.Repeat(text.LF, 1+strings.Count(c.Old, text.LF))
	}
	return c
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
