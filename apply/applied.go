package apply

import (
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// AppliedAt says where a block has been applied, for one that somebody saw being applied.
type AppliedAt struct {
	// Lines are what the block has put there, in the present text. They may be none.
	Lines text.LineRange
	// Changed: the lines were changed since.
	Changed bool
	// Exact: what is there is what the block has put there, so that Old, the content that it
	// replaced, can come back.
	Exact bool
	Old   string
	// Created: the block has made the file; Deleted: it has deleted it.
	Created, Deleted bool
}

// setApplied makes f the fit of a block that was seen being applied. It isn't located: its
// lines may have other places, which aren't meant.
func (f *Fit) setApplied(at *AppliedAt) {
	f.Status, f.Reason, f.Applied = AlreadyApplied, codes.AlreadyApplied, at
	f.First, f.Last = at.Lines.First, max(at.Lines.First, at.Lines.End-1)
	if !at.Created && !at.Deleted {
		f.Estimated = f.First
	}
}

// revertApplied undoes a block whose place is known.
func (o *Outcome) revertApplied() *FileEdit {
	at, now := o.Applied, o.Target.File.Text
	e := text.Edit{Start: now.Start(at.Lines.First), End: now.Start(at.Lines.End), New: at.Old}
	return &FileEdit{
		Target: *o.Target, Delete: at.Created, Before: now, Blocks: []int{o.Block.Index},
		edits: func() []text.Edit { return []text.Edit{e} },
	}
}
