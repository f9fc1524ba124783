package apply

import (
	"context"
	"slices"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// NotReverted is a block that [Plan.RevertAll] leaves, by its index, and why.
type NotReverted struct {
	Block  int
	Reason string
}

// RevertAll returns the edits that undo all blocks that are known to be applied, one for each file, and those
// that it leaves. Blocks that only look applied aren't touched.
func (p *Plan) RevertAll(ctx context.Context) (files []*FileEdit, left []NotReverted, err error) {
	byFile := map[string][]int{}
	var keys []string
	for i, o := range p.Outcomes {
		switch {
		case o.Status != AlreadyApplied || o.Applied == nil:
		case o.Target.File == nil || o.Applied.Deleted || o.Applied.Changed:
			_, reason, err := p.Revert(ctx, i)
			if err != nil {
				return nil, nil, err
			}
			left = append(left, NotReverted{i, reason})
		default:
			if byFile[o.Target.Key] == nil {
				keys = append(keys, o.Target.Key)
			}
			byFile[o.Target.Key] = append(byFile[o.Target.Key], i)
		}
	}
	for _, key := range keys {
		f, not, err := p.revertFile(ctx, byFile[key])
		if err != nil {
			return nil, nil, err
		}
		left = append(left, not...)
		if f != nil {
			files = append(files, f)
		}
	}
	slices.SortFunc(left, func(a, b NotReverted) int { return a.Block - b.Block })
	return files, left, nil
}

// revertFile reverts blocks of one file: first those whose places are exact, at once, and then the others from
// the last to the first, since a block may build on one above it.
func (p *Plan) revertFile(ctx context.Context, blocks []int) (*FileEdit, []NotReverted, error) {
	target := p.Outcomes[blocks[0]].Target
	e := &FileEdit{Target: *target, Before: target.File.Text}
	now, rest := e.Before, blocks[:0:0]
	var exact []text.Edit
	for _, i := range blocks {
		at := p.Outcomes[i].Applied
		switch {
		case !at.Exact || at.Created && len(blocks) > 1:
			rest = append(rest, i)
		case at.Created:
			return p.Outcomes[i].revertApplied(), nil, nil
		default:
			exact = append(exact, p.Outcomes[i].revertApplied().Edits()...)
			e.Blocks = append(e.Blocks, i)
		}
	}
	slices.SortStableFunc(exact, func(a, b text.Edit) int { return int(a.Start - b.Start) })
	for i := 1; i < len(exact); i++ {
		if exact[i].Start < exact[i-1].End {
			exact, rest, e.Blocks = nil, blocks, nil // they don't agree; each is looked for
		}
	}
	now = now.Apply(exact)
	var left []NotReverted
	for _, i := range slices.Backward(rest) {
		o := *p.Outcomes[i]
		o.Target = holding(target, now)
		one, reason, err := p.revertInText(ctx, &o)
		switch {
		case err != nil:
			return nil, nil, err
		case one == nil:
			left = append(left, NotReverted{i, reason})
			continue
		case one.Delete:
			e.Delete = true
		}
		e.Blocks, now = append(e.Blocks, i), one.After()
	}
	if len(e.Blocks) == 0 {
		return nil, left, nil
	}
	slices.Sort(e.Blocks)
	e.edits = sync.OnceValue(func() []text.Edit { return difference(e.Before, now) })
	return e, left, nil
}

func holding(t *workspace.Target, now *text.Text) *workspace.Target {
	one, file := *t, *t.File
	file.Text = now
	one.File = &file
	return &one
}
