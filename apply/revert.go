package apply

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Why a block can't be reverted.
const (
	notApplied   = "the block is not applied"
	changedSince = "the lines were changed since; undo it in the editor"
	notOnePlace  = "it cannot be told which lines the block has put there; undo it in the editor"
)

// Revert returns what it takes to undo a block whose result is in its target: the lines
// that it looks for replace those that it writes, and a file that it creates goes. It
// declines, with a reason, unless the block is applied already, to the present text and by
// itself, and its result is there in one place only: anything else would be a guess.
//
// Lines that come back have the target's dominant line ending, and a final newline that
// applying the block added stays: nothing tells what they were.
func (p *Plan) Revert(ctx context.Context, index int) (*FileEdit, string, error) {
	was := p.Outcomes[index]
	if was.Status != AlreadyApplied || was.Target.File == nil {
		return nil, notApplied, nil
	}
	switch {
	case was.Applied == nil:
	case was.Applied.Changed:
		return nil, changedSince, nil
	case was.Applied.Exact:
		return was.revertApplied(), "", nil
	}
	d, r := newDraft(was.Target, p.Document), newRequest(p.Document, was.Block, index)
	f, _, err := locate(ctx, r, d)
	if err != nil {
		return nil, "", err
	}
	if f.Status != AlreadyApplied {
		return nil, notApplied, nil
	}
	if r.Operation == parse.Create {
		return &FileEdit{
			Target: *was.Target, Delete: true, Before: d.target(), Blocks: []int{index},
			edits: func() []text.Edit { return []text.Edit{{End: d.target().Len()}} },
		}, "", nil
	}
	r.old, r.new = r.new, r.old
	r.needle = slices.Concat(r.leading, r.old, r.trailing)
	at, ok, err := d.only(ctx, r.needle, r.InsideLines())
	if err != nil {
		return nil, "", err
	}
	if !ok {
		return nil, notOnePlace, nil
	}
	f.InsideLine = d.agree(at.n, r.needle) < len(r.needle)
	return was.edit(d, f.settle(r, d, at))
}

// only returns the one place of some lines; false where there is none, or another. With
// inside, places inside lines count as well.
func (d *Draft) only(ctx context.Context, lines []string, inside bool) (at insideMatch, ok bool, err error) {
	if len(lines) == 0 {
		return at, false, nil
	}
	count := 0
	visit := func(m insideMatch) bool { at = m; count++; return count < 2 }
	if inside {
		err = d.findInside(ctx, lines, visit)
	} else {
		err = d.find(ctx, lines, func(n int) bool { return visit(insideMatch{n: n}) })
	}
	return at, count == 1, err
}
