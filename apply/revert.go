package apply

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Reasons why a block can't be reverted.
const (
	notApplied   = "the block is not applied"
	changedSince = "the lines were changed since; undo it in the editor"
	changedAgain = "another edit has changed these lines again; revert that one first"
	restoreFile  = "the file is gone, and its text isn't known; undo that in the editor"
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
	if was.Status != AlreadyApplied {
		return nil, notApplied, nil
	}
	if reason := was.keepsApplied(); reason != "" {
		return nil, reason, nil
	}
	one := *was
	one.Target = was.holder()
	switch at := was.Applied; {
	case at != nil && at.Renamed:
		e, _, err := p.revertFile(ctx, one.Target, []appliedOne{{at: at, outcome: was}})
		return e, "", err
	case at != nil && at.Exact:
		e := at.revert(one.Target)
		e.Blocks = []int{index}
		return e, "", nil
	}
	return p.revertInText(ctx, &one)
}

// holder returns the target that has the block's file: the new one after a rename.
func (o *Outcome) holder() *workspace.Target {
	if o.NewTarget != nil && !o.Target.Exists {
		return o.NewTarget
	}
	return o.Target
}

// keepsApplied returns why an applied block stays, or "".
func (o *Outcome) keepsApplied() string {
	switch {
	case o.Applied == nil && o.holder() != o.Target:
		return renameBack
	case o.Applied != nil:
		return o.Applied.keeps(o.holder())
	case o.Target.File == nil:
		return notApplied
	}
	return ""
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
