package apply

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// NotReverted is what [Plan.RevertAll] leaves, by its line in the chat, and why.
type NotReverted struct {
	Line   text.Line
	Target *workspace.Target
	Reason string
}

// appliedOne is a block, or one change of a code block, that is known to be applied.
type appliedOne struct {
	line text.Line
	at   *AppliedAt
	// outcome is nil for a code block.
	outcome *Outcome
	code    *Proposal
}

// RevertAll returns the edits that undo all that is known to be applied, code blocks too, one for each file, and
// what it leaves. What only looks applied isn't touched.
func (p *Plan) RevertAll(ctx context.Context, code []*Proposal) (files []*FileEdit, left []NotReverted, err error) {
	byFile := map[string][]appliedOne{}
	targets := map[string]*workspace.Target{}
	var keys []string
	add := func(t *workspace.Target, one appliedOne, reason string) {
		switch {
		case reason != "":
			left = append(left, NotReverted{one.line, t, reason})
			return
		case targets[t.Key] == nil:
			targets[t.Key], keys = t, append(keys, t.Key)
		}
		byFile[t.Key] = append(byFile[t.Key], one)
	}
	for _, o := range p.Outcomes {
		if o.Status == AlreadyApplied && o.Applied != nil {
			add(o.holder(), appliedOne{line: o.Block.Start, at: o.Applied, outcome: o}, o.keepsApplied())
		}
	}
	for _, one := range code {
		for _, at := range one.Applied {
			add(one.Target, appliedOne{line: one.Start, at: at, code: one}, at.keeps(one.Target))
		}
	}
	for _, key := range keys {
		f, not, err := p.revertFile(ctx, targets[key], byFile[key])
		if err != nil {
			return nil, nil, err
		}
		left = append(left, not...)
		if f != nil {
			files = append(files, f)
		}
	}
	slices.SortStableFunc(left, func(a, b NotReverted) int { return int(a.Line - b.Line) })
	return files, left, nil
}

// revertFile reverts what was applied to one file: first that whose places are exact, at once, and then the others
// from the last to the first, since a block may build on one above it.
func (p *Plan) revertFile(ctx context.Context, target *workspace.Target, all []appliedOne) (*FileEdit, []NotReverted, error) {
	e := &FileEdit{Target: *target, Before: text.New("")}
	if target.File != nil {
		e.Before = target.File.Text
	}
	var exact []text.Edit
	var done, rest []appliedOne
	for _, one := range all {
		switch at := one.at; {
		case at.Deleted, at.Created && at.Exact && len(all) == 1:
			e = at.revert(target)
			e.note(one)
			return e, nil, nil
		case at.Renamed:
			old := one.outcome.Target.Gone()
			e.Target, e.NewTarget = *target.Movable(), &old
			e.note(one)
		case at.Exact && !at.Created:
			exact, done = append(exact, at.revert(target).Edits()...), append(done, one)
		default:
			rest = append(rest, one)
		}
	}
	slices.SortStableFunc(exact, func(a, b text.Edit) int { return int(a.Start - b.Start) })
	for i := 1; i < len(exact); i++ {
		if exact[i].Start < exact[i-1].End {
			exact, done, rest = nil, nil, all // they don't agree; each is looked for
		}
	}
	e.note(done...)
	now := e.Before.Apply(exact)
	var left []NotReverted
	slices.SortStableFunc(rest, func(a, b appliedOne) int { return cmp.Compare(b.line, a.line) })
	for _, one := range rest {
		was, isGone, reason, err := p.revertIn(ctx, holding(target, now), one)
		switch {
		case err != nil:
			return nil, nil, err
		case reason != "":
			left = append(left, NotReverted{one.line, target, reason})
			continue
		}
		e.note(one)
		e.Delete, now = e.Delete || isGone, was
	}
	if len(e.Blocks) == 0 && len(e.Code) == 0 {
		return nil, left, nil
	}
	slices.Sort(e.Blocks)
	e.edits = sync.OnceValue(func() []text.Edit { return difference(e.Before, now) })
	return e, left, nil
}

// note adds what an edit is made of.
func (e *FileEdit) note(list ...appliedOne) {
	for _, one := range list {
		switch {
		case one.code == nil:
			e.Blocks = append(e.Blocks, one.outcome.Block.Index)
		case !slices.Contains(e.Code, one.code):
			e.Code = append(e.Code, one.code)
		}
	}
}

// revertIn reverts one thing by what it wrote, wherever a target has it, and returns the text and whether the file
// is gone; or the reason why it can't.
func (p *Plan) revertIn(ctx context.Context, t *workspace.Target, one appliedOne) (was *text.Text, isGone bool, reason string, err error) {
	if one.code != nil {
		was, reason = one.at.revertIn(ctx, t.File.Text)
		return was, one.at.Created && reason == "", reason, ctx.Err()
	}
	o := *one.outcome
	o.Target = t
	e, reason, err := p.revertInText(ctx, &o)
	if e == nil {
		return nil, false, reason, err
	}
	return e.After(), e.Delete, "", nil
}

func holding(t *workspace.Target, now *text.Text) *workspace.Target {
	one, file := *t, *t.File
	file.Text = now
	one.File = &file
	return &one
}
