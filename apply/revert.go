package apply

import (
	"context"

	"github.com/edit-lsp/edit-lsp/parse"
)

// Reasons why a block can't be reverted.
const (
	notApplied   = "the block is not applied"
	changedSince = "the lines were changed since; undo it in the editor"
	changedAgain = "another edit has changed these lines again; revert that one first"
	restoreFile  = "the file is gone; undo that in the editor"
	renameBack   = "the file was renamed; undo that in the editor"
	notOnePlace  = "it's unclear which lines the block wrote; undo it in the editor"
)

// Revert returns the edit that undoes an applied block: the needle replaces the result, or the created
// file is deleted. It returns a reason instead unless the block alone is already applied to the current
// text and its result is there exactly once.
//
// Restored lines get the target's dominant line ending and an added final newline stays, because the
// originals aren't known.
func (p *Plan) Revert(ctx context.Context, index int) (*FileEdit, string, error) {
	was := p.Outcomes[index]
	switch {
	case was.Status == AlreadyApplied && was.Applied != nil && was.Applied.Deleted:
		return nil, restoreFile, nil
	case was.Status == AlreadyApplied && was.NewTarget != nil && !was.Target.Exists:
		return nil, renameBack, nil
	case was.Status != AlreadyApplied || was.Target.File == nil:
		return nil, notApplied, nil
	case was.Applied == nil:
	case was.Applied.Changed:
		return nil, changedSince, nil
	case was.Applied.Exact:
		return was.revertApplied(), "", nil
	}
	return p.revertInText(ctx, was)
}

// revertInText reverts a block by what it wrote, wherever the target has it.
func (p *Plan) revertInText(ctx context.Context, was *Outcome) (*FileEdit, string, error) {
	d, r := draftOf(was.Target, p.Document), newRequest(p.Document, was.Block, was.Block.Index)
	f, _ := locate(ctx, &r, d)
	switch {
	case f.Status == AlreadyApplied:
	case was.Applied != nil:
		return nil, changedAgain, ctx.Err()
	default:
		return nil, notApplied, ctx.Err()
	}
	if r.Operation == parse.Create {
		return was.edited(d).deletion(), "", nil
	}
	r.needle, r.old, r.new = r.result, r.new, r.old
	var at match
	count := 0
	visit := func(m match) bool { at = m; count++; return count < 2 }
	switch {
	case len(r.needle) == 0:
	case r.InsideLines():
		d.findInside(ctx, r.needle, visit)
	default:
		d.matches(ctx, r.needle, false, visit)
	}
	if count != 1 || ctx.Err() != nil {
		return nil, notOnePlace, ctx.Err()
	}
	at.inside = d.agree(at.n, r.needle) < len(r.needle)
	return was.edit(d, f.settle(&r, d, at))
}
