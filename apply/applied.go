package apply

import (
	"context"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// AppliedBlocks tells where blocks were applied earlier. It doesn't change, so that equal texts give
// equal plans.
type AppliedBlocks interface {
	// Places returns the place of each block in its target, nil where it isn't known to be applied.
	Places(doc *parse.Result, targets, newTargets []*workspace.Target) []*AppliedAt
	// Changes returns the places of the changes of each code block that are known to be applied.
	Changes(doc *parse.Result, all []*Proposal) [][]*AppliedAt
}

// AppliedAt is where a block, or one change of a code block, was applied earlier.
type AppliedAt struct {
	// Lines are the current lines that the block wrote, possibly none.
	Lines text.LineRange
	// Changed means that the lines were changed since.
	Changed bool
	// Exact means that the lines are unchanged, so Old, the content they replaced, can be restored.
	Exact bool
	Old   string
	// Made is what a change of a code block wrote, lines with line feeds between them, empty if Old isn't known.
	Made string
	// Of counts the changes of the code block if nothing of it was left after this one, else it's 0.
	Of int
	// All is what the code block would change when it was applied first, or changed; nil if that isn't known.
	All *[]Change
	// Created means that the block created the file, Deleted that it deleted it, Renamed that it renamed it.
	Created, Deleted, Renamed bool
}

// AppliedSince is the headline of what was applied and whose lines were changed since.
const AppliedSince = "Applied; changed since"

// Change is what a change of a code block found and wrote, lines with line feeds between them.
type Change struct {
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// setApplied makes f the fit of a block with a known place. Locating it could find other places.
func (f *Fit) setApplied(at *AppliedAt) {
	f.Status, f.Reason, f.Applied = AlreadyApplied, codes.AlreadyApplied, at
	f.First, f.Last = at.Lines.First, max(at.Lines.First, at.Lines.End-1)
	if !at.Created && !at.Deleted && !at.Renamed {
		f.Estimated = f.First
	}
}

// revert returns the edit of a target that reverts what is known to be applied there. It doesn't fit if the lines
// were changed since.
func (at *AppliedAt) revert(t *workspace.Target) *FileEdit {
	e := &FileEdit{Target: *t, Delete: at.Created, Create: at.Deleted, Before: text.New("")}
	one := text.Edit{New: at.Old}
	if !at.Deleted {
		e.Before = t.File.Text
		one.Start, one.End = e.Before.Start(at.Lines.First), e.Before.Start(at.Lines.End)
	}
	e.edits = func() []text.Edit { return []text.Edit{one} }
	return e
}

// keeps returns why what was applied to a target stays, or "".
func (at *AppliedAt) keeps(t *workspace.Target) string {
	switch {
	case at.Deleted && !at.Exact:
		return restoreFile
	case at.Deleted:
		return ""
	case t.File == nil:
		return notApplied
	case at.Changed:
		return changedSince
	}
	return ""
}

// revertIn reverts a change of a code block where a text has what it wrote, or returns why it can't.
func (at *AppliedAt) revertIn(ctx context.Context, now *text.Text) (was *text.Text, reason string) {
	if at.Made == "" {
		return nil, changedAgain
	}
	made := strings.Split(at.Made, text.LF)
	switch found := newDraft(now).find(ctx, made); len(found) {
	case 0:
		return nil, changedAgain
	case 1:
		first := text.Line(found[0])
		return now.Apply([]text.Edit{{Start: now.Start(first), End: now.Start(first + text.Line(len(made))), New: at.Old}}), ""
	}
	return nil, notOnePlace
}
