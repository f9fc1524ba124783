package apply

import (
	"context"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// target is a file and the blocks for it.
type target struct {
	*workspace.Target
	doc *parse.Result
	// blocks are in the order of the document. Those that are alone take no part in the
	// order: each is located by itself, in the present text.
	blocks []*parse.Block
	alone  []bool
	// applied are where blocks were seen being applied, or nil.
	applied []*AppliedAt
	// first is the index in the document of the first that takes part in the order.
	first int
	// confirmed: see [Options]. once: nobody is going to plan for the file again.
	confirmed, once bool
	plan            *targetPlan
	// key is that of the plan in a cache, and cached whether it has one.
	key    planKey
	cached bool
}

func (t *target) add(b *parse.Block, alone bool) {
	t.blocks, t.alone, t.applied = append(t.blocks, b), append(t.alone, alone), append(t.applied, nil)
	if !alone {
		t.first = min(t.first, b.Index)
	}
}

// targetPlan is what the blocks for a target do to it. Blocks are named by their indexes
// among those of the target.
type targetPlan struct {
	fits []Fit
	// draft is what the blocks in written leave of the file.
	draft   *Draft
	written []int
	edits   func() []text.Edit
}

// planTarget locates the blocks for a target. What it returns depends on nothing but the
// target's content, whether it exists and is protected, the lines of its blocks, and the
// options; only in a chat that is its own target, on the rest of the chat too.
func planTarget(ctx context.Context, t *target) (*targetPlan, error) {
	p := &targetPlan{fits: make([]Fit, len(t.blocks)), draft: newDraft(t.Target, t.doc)}
	present := newDraft(t.Target, t.doc)
	p.draft.expect(len(t.blocks))
	p.draft.some = t.someLines(p.draft)
	present.some = p.draft.some
	failed := -1
	var r request
	for i, b := range t.blocks {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f := &p.fits[i]
		*f = newFit()
		f.NeedsConfirmation = t.Protected || len(t.doc.AddsMarker(b)) > 0
		if t.applied[i] != nil {
			f.setApplied(t.applied[i])
			continue
		}
		r.read(t.doc, b, i)
		if t.alone[i] {
			if _, err := f.locate(ctx, &r, present); err != nil {
				return nil, err
			}
			continue
		}
		if failed >= 0 {
			f.Status, f.Reason, f.Blocker = Skipped, codes.PreviousEditFailed, failed
			continue
		}
		c, err := f.locate(ctx, &r, p.draft)
		if err != nil {
			return nil, err
		}
		switch {
		case f.Status == Failed:
			failed = i
			if err := p.blame(ctx, f, &r, present); err != nil {
				return nil, err
			}
		// All blocks of a protected file are to be confirmed, so each meets what those
		// above leave.
		case f.Status == Validated && !f.NoChange && (!f.NeedsConfirmation || t.confirmed || t.Protected):
			p.draft.apply(c)
			p.written = append(p.written, i)
		}
	}
	p.draft.some, present.some = nil, nil
	p.edits = sync.OnceValue(p.draft.Edits)
	return p, nil
}

// linesPerBlock: with a block for so many lines of a file, or fewer blocks, an index of what
// the blocks look for is made faster than one of all lines.
const linesPerBlock = 32

// someLines returns an index of what the blocks look for, or nil where it is better to have
// one of all lines. A session, which plans for a file again and again, has that; for a
// command it is half of the work.
func (t *target) someLines(d *Draft) *text.Index {
	if !t.once || t.File == nil || d.own != nil || t.File.Text.IsIndexed() || len(t.blocks)*linesPerBlock > d.base.LineCount() {
		return nil
	}
	return text.Choose(d.base, 2*len(t.blocks), func(add func(string) bool) {
		var r request
		for i, b := range t.blocks {
			r.read(t.doc, b, i)
			// What several blocks hold may be one of many lines.
			if first := longest(r.needle, ""); !add(first) {
				add(longest(r.needle, first))
			}
			// If the needle is not found, its result is looked for.
			if len(r.new) > 0 {
				add(longest(r.new, ""))
			}
		}
	})
}

// longest returns the longest of lines, not counting one, or an empty one.
func longest(lines []string, but string) string {
	best := ""
	for _, l := range lines {
		if len(l) > len(best) && l != but {
			best = l
		}
	}
	return best
}

// blame finds out whether the failed block would apply to the present text, so that a
// block above has spoiled it.
func (p *targetPlan) blame(ctx context.Context, f *Fit, r *request, present *Draft) error {
	if len(p.written) == 0 {
		return nil
	}
	alone, _, err := locate(ctx, r, present)
	if err == nil && alone.Status == Validated {
		f.SpoiledBy = p.written[len(p.written)-1]
	}
	return err
}

// edit returns what the blocks do to the file, or nil if nothing.
func (t *target) edit() *FileEdit {
	p := t.plan
	if len(p.written) == 0 || t.Protected && !t.confirmed || t.File != nil && !p.draft.Edited() {
		return nil
	}
	blocks := make([]int, len(p.written))
	for i, k := range p.written {
		blocks[i] = t.blocks[k].Index
	}
	return &FileEdit{Target: *t.Target, Create: t.File == nil, Before: p.draft.target(), Blocks: blocks, edits: p.edits}
}

// fit returns how block i of the target fits, with blocks by their indexes in the document.
func (t *target) fit(i int) Fit {
	f := t.plan.fits[i]
	for _, of := range []*int{&f.Blocker, &f.DependsOn, &f.SpoiledBy} {
		if *of >= 0 {
			*of = t.blocks[*of].Index
		}
	}
	return f
}
