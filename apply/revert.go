package apply

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Revert is what it takes to undo a block whose result stands in its target: the lines
// that it looks for come back in the place of those that it puts there, and a file that
// it creates goes. It is nil unless the block is applied already, to the present text
// and by itself, and its result stands there in one place only: anything else would be
// a guess.
//
// Lines that come back have the target's dominant line ending, and a final newline that
// applying the block added stays: nothing tells what they were.
func (p *Plan) Revert(ctx context.Context, index int) (*FileEdit, error) {
	was := p.Outcomes[index]
	if was.Status != AlreadyApplied || was.Target.File == nil {
		return nil, nil
	}
	v := virtualOf(was.Target, p.Document)
	o := newOutcome(was.Document, was.Block, was.Target)
	if _, err := judge(ctx, o, v); err != nil || o.Status != AlreadyApplied {
		return nil, err
	}
	b := *was.Block
	if b.Operation == parse.Create {
		return &FileEdit{
			Target: *was.Target, Delete: true, Before: v.target(), Blocks: []int{index},
			edits: func() []text.Edit { return []text.Edit{{End: v.target().Len()}} },
		}, nil
	}
	b.Old, b.New = b.New, b.Old
	at, ok, err := v.only(ctx, o.Document.Needle(&b), b.Dialect.InsideLines)
	if err != nil || !ok {
		return nil, err
	}
	o.Block, o.InsideLine = &b, !v.stands(o.Document.Needle(&b), at.pos)
	v.apply(o.settle(v, at), index)
	return (&file{target: was.Target, virtual: v, blocks: []int{index}}).edits(), nil
}

// only is the one place where lines stand; false where there is none, or another. With
// inside, places inside lines count as well.
func (v *Virtual) only(ctx context.Context, lines []string, inside bool) (at insideMatch, ok bool, err error) {
	if len(lines) == 0 {
		return at, false, nil
	}
	count := 0
	if inside {
		err = v.findInside(ctx, lines, func(m insideMatch) bool { at = m; count++; return count < 2 })
		return at, count == 1, err
	}
	err = v.find(ctx, lines, func(p pos) bool { at.pos = p; count++; return count < 2 })
	return at, count == 1, err
}
