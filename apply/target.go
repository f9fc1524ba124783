package apply

import (
	"context"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// target is a file and the blocks for it.
type target struct {
	*workspace.Target
	doc *parse.Result
	// blocks are in the order of the document.
	blocks []targetBlock
	// confirmed and independent: see [Options]. once: nobody is going to plan for the file
	// again.
	confirmed, independent, once bool
	plan                         *targetPlan
	// key is that of the plan in a cache; the zero key is none.
	key planKey
}

// targetBlock is a block for a target.
type targetBlock struct {
	*parse.Block
	// alone: the block takes no part in the order. It is located by itself, in the present
	// text.
	alone bool
	// applied is where the block was seen being applied, or nil.
	applied *AppliedAt
}

// targetPlan is what the blocks for a target do to it. Blocks are named by their indexes
// among those of the target.
type targetPlan struct {
	fits []Fit
	// draft is what the blocks in written leave of the file.
	draft   *Draft
	written []int
	edits   func() []text.Edit
	// missed: who explains a miss is going to read the draft as it is now. copies is how
	// often another took its place for that.
	missed bool
	copies int
}

// maxCopies bounds the drafts of a target that are kept to explain misses. Those after the
// last one aren't explained.
const maxCopies = 16

// write applies what block i does.
func (p *targetPlan) write(i int, c change) {
	if p.missed {
		p.draft, p.missed = p.draft.clone(), false
		p.copies++
	}
	p.draft.apply(c)
	p.written = append(p.written, i)
}

// fail notes a block that doesn't apply. Would it apply to the present text, a block above
// has spoiled it.
func (p *targetPlan) fail(ctx context.Context, f *Fit, r *request, present *Draft) {
	if p.copies == maxCopies {
		f.Miss = nil
	}
	p.missed = p.missed || f.Miss != nil
	if n := len(p.written); n > 0 {
		if alone, _ := locate(ctx, r, present); alone.Status == Validated {
			f.SpoiledBy = p.written[n-1]
		}
	}
}

// planTarget locates the blocks for a target. What it returns depends on nothing but the
// target's content, whether it exists and is protected, the lines of its blocks, and the
// options; only in a chat that is its own target, on the rest of the chat too.
func planTarget(ctx context.Context, t *target) *targetPlan {
	p := &targetPlan{fits: make([]Fit, len(t.blocks)), draft: draftOf(t.Target, t.doc)}
	present := draftOf(t.Target, t.doc)
	p.draft.some = t.someLines(p.draft)
	present.some = p.draft.some
	failed := -1
	for i, b := range t.blocks {
		if ctx.Err() != nil {
			break
		}
		var c change
		f, r := &p.fits[i], newRequest(t.doc, b.Block, i)
		switch {
		case b.applied != nil:
			*f = newFit()
			f.setApplied(b.applied)
		case b.alone:
			*f, _ = locate(ctx, &r, present)
		default:
			*f, c = locate(ctx, &r, p.draft)
		}
		f.NeedsConfirmation = t.Protected || len(t.doc.AddsMarker(b.Block)) > 0
		switch {
		case b.alone, b.applied != nil:
		case failed >= 0:
			f.skip(failed)
		case f.Status == Failed:
			if !t.independent {
				failed = i
			}
			p.fail(ctx, f, &r, present)
		// All blocks of a protected file are to be confirmed, so each meets what those
		// above leave.
		case f.Status == Validated && !f.NoChange && (!f.NeedsConfirmation || t.confirmed || t.Protected):
			p.write(i, c)
		}
	}
	p.draft.some, present.some = nil, nil
	p.edits = sync.OnceValue(p.draft.Edits)
	return p
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
		for i, b := range t.blocks {
			r := newRequest(t.doc, b.Block, i)
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
