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
// edit, and those that are applied in a buffer that isn't seen. Once all of its changes are there, the code block is
// applied: what it would do besides is to what was written since, and in a file that has them its place may not be clear.
// applied are its changes or those of an equal code block.
func (p *Proposal) leaveChanged(draft *draftLines, applied []*AppliedAt) {
	if len(applied) == 0 {
		return
	}
	hunks := p.Hunks()
	isAll := slices.ContainsFunc(applied, func(at *AppliedAt) bool { return at.Of == len(applied) })
	isAll = isAll && !slices.ContainsFunc(hunks, func(h Hunk) bool { return p.isUndone(h, applied) })
	kept := slices.DeleteFunc(slices.Clone(hunks), func(h Hunk) bool {
		return slices.ContainsFunc(applied, func(at *AppliedAt) bool {
			return !at.Exact && h.Old.First <= at.Lines.End && at.Lines.First <= h.Old.End
		})
	})
	switch {
	case isAll, p.Edit != nil && len(kept) == 0:
		p.Code, p.Why, p.Edit, p.NeedsConfirmation = codes.AlreadyApplied, "", nil, false
	case len(kept) == len(hunks):
	case draft != nil:
		p.Code, p.Edit, p.NeedsConfirmation = codes.MergeSuggested, nil, false
	default:
		p.Edit = p.Edit.Only(kept...)
		p.now = linesOf(p.Edit.After())
	}
}

// isUndone reports whether a change writes what one that is applied wrote. Its lines are as before, then, and what it wrote
// is elsewhere (script/put_back).
func (p *Proposal) isUndone(h Hunk, applied []*AppliedAt) bool {
	made := strings.Join(p.Edit.After().Lines(h.New.First, h.New.End), text.LF)
	return made != "" && slices.ContainsFunc(applied, func(at *AppliedAt) bool { return at.Made == made })
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
