package apply

import (
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// AppliedBlocks tells where blocks were applied earlier. It doesn't change, so that equal texts give
// equal plans.
type AppliedBlocks interface {
	// Places returns the place of each block in its target, nil where it isn't known to be applied.
	Places(doc *parse.Result, targets []*workspace.Target) []*AppliedAt
}

// AppliedAt is where a block was applied earlier.
type AppliedAt struct {
	// Lines are the current lines that the block wrote, possibly none.
	Lines text.LineRange
	// Changed means that the lines were changed since.
	Changed bool
	// Exact means that the lines are unchanged, so Old, the content they replaced, can be restored.
	Exact bool
	Old   string
	// Created means that the block created the file, Deleted that it deleted it.
	Created, Deleted bool
}

// setApplied makes f the fit of a block with a known place. Locating it could find other places.
func (f *Fit) setApplied(at *AppliedAt) {
	f.Status, f.Reason, f.Applied = AlreadyApplied, codes.AlreadyApplied, at
	f.First, f.Last = at.Lines.First, max(at.Lines.First, at.Lines.End-1)
	if !at.Created && !at.Deleted {
		f.Estimated = f.First
	}
}

func (o *Outcome) revertApplied() *FileEdit {
	at, now := o.Applied, o.Target.File.Text
	e := text.Edit{Start: now.Start(at.Lines.First), End: now.Start(at.Lines.End), New: at.Old}
	return &FileEdit{
		Target: *o.Target, Delete: at.Created, Before: now, Blocks: []int{o.Block.Index},
		edits: func() []text.Edit { return []text.Edit{e} },
	}
}
