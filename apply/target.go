package apply

import (
	"context"
	"slices"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// target is a file with its blocks, or several files linked by renames.
type target struct {
	names  []*workspace.Target
	doc    *parse.Result
	blocks []targetBlock
	// requests are the blocks' own, which nothing changes.
	requests []request
	// See [Options]. once means that the file won't be planned again.
	confirmed, moves, independent, once bool
	plan                                *targetPlan
	stand                               standing
	// key is the cache key, or zero for none.
	key planKey
}

type targetBlock struct {
	*parse.Block
	// name and to index the target's names: the block's name and its new one, or -1.
	name, to int
	// alone blocks are located in the current text. Options.Only names the chosen ones.
	alone, chosen bool
	// addsMarker: it would write a marker into the file.
	addsMarker bool
	// copies counts the same blocks above. copyOf is the last of them.
	copies, copyOf int
	// applied is where it was applied earlier, or nil.
	applied *AppliedAt
}

// ofFile reports whether a block deletes or renames its file.
func (b *targetBlock) ofFile() bool {
	return b.Operation == parse.Delete || b.Operation == parse.Rename
}

// targetPlan is what the blocks do to a target; indexes refer to its blocks.
type targetPlan struct {
	fits  []Fit
	files []*file
}

// file is a file through all its names: origin is the first, name the current one, nil once it is deleted.
type file struct {
	origin, name *workspace.Target
	// draft is the file after the blocks in written, in their order. present is the file before all of
	// them and never changes: blocks that are alone, and the question what spoiled a block, need it.
	draft, present *Draft
	written        []int
	// failed is the block that later ones are skipped for, or -1.
	failed int
	// missed: a Miss refers to the draft, so the next write must copy it. copies counts those. A Miss
	// is read after the plan is made, when the draft has the lines of all blocks.
	missed bool
	copies int
}

func newFile(t *workspace.Target, doc *parse.Result) *file {
	return &file{origin: t, name: t, draft: draftOf(t, doc), present: draftOf(t, doc), failed: -1}
}

// maxCopies limits the drafts kept to explain misses.
const maxCopies = 16

func (f *file) write(i int, c change) {
	if f.missed {
		f.draft, f.missed = f.draft.clone(), false
		f.copies++
	}
	f.draft.apply(c)
	f.written = append(f.written, i)
}

// fail records a failed block. If it would apply to the current text, a block above has spoiled it.
func (f *file) fail(ctx context.Context, fit *Fit, r *request) {
	if f.copies == maxCopies {
		fit.Miss = nil
	}
	f.missed = f.missed || fit.Miss != nil
	if n := len(f.written); n > 0 && r.Operation != parse.Rename {
		if alone, _ := locate(ctx, r, f.present); alone.Status == Validated {
			fit.SpoiledBy = f.written[n-1]
		}
	}
}

// planTarget locates the blocks of a target. The result depends only on the target's content, existence
// and protection, its blocks' lines and the options; in a chat that is its own target, also on the rest
// of the chat.
//
// Blocks meet the files as the blocks above leave them, even those that ask first. But without
// confirmation, neither these nor what depends on them is done. So there are two plans: the fits are of
// the one in which every block that fits is done, which is what somebody sees who confirms them; the
// files are of the one that does only what nobody must confirm. A block that the second plan does not
// do in the same place waits for the last block above it that asks:
//
//	delete a.txt            asks
//	create a.txt: "x"       fits only where a.txt is gone, so it waits
//	in b.txt, "1" to "2"    another target: it has its own plan
//
// All blocks of linked files are planned in one go, since a rename carries what is written above it.
//
// Blocks whose results later blocks changed look as if they fit or fail. What the text shows of them counts only
// if a plan that takes them for applied agrees with it (see [standing]); otherwise the plan is made without it.
func planTarget(ctx context.Context, t *target) *targetPlan {
	t.requests = make([]request, len(t.blocks))
	for i := range t.blocks {
		t.requests[i] = newRequest(t.doc, t.blocks[i].Block, i)
		t.blocks[i].addsMarker = len(t.doc.AddsMarker(t.blocks[i].Block, t.requests[i].new)) > 0
	}
	t.countCopies()
	p := t.locate(ctx, nil)
	if t.stand = t.standing(ctx, p); t.stand != nil {
		if again := t.locate(ctx, nil); t.stand.holds(again) {
			p = again
		} else {
			t.stand = nil
		}
	}
	asks := func(i int) bool { return p.fits[i].Status == Validated && !t.does(i, &p.fits[i]) }
	last := -1
	for i := range t.blocks {
		if asks(i) {
			last = i
		}
	}
	if last < 0 {
		return p
	}
	done := t.locate(ctx, p)
	p.files = done.files
	last = -1
	for i := range t.blocks {
		switch f := &p.fits[i]; {
		case asks(i):
			last = i
		case last >= 0 && f.Status == Validated && !f.NoChange && !t.blocks[i].alone && !done.fits[i].isAt(f):
			asksItself := done.fits[i].Status == Validated && done.fits[i].Ambiguous
			f.wait(last, asksItself || t.blocks[last].ofFile())
		}
	}
	return p
}

// does reports whether a block is done if it fits so. A rename to a protected name is always confirmed
// by itself. Blocks of a protected file are planned, but not part of [Plan.Files]: edits leaves out the
// whole file, so that its blocks don't wait for each other.
//
// It isn't the opposite of NeedsConfirmation: with the options' consent, a block is done that needs it.
func (t *target) does(i int, f *Fit) bool {
	b := &t.blocks[i]
	switch {
	case f.Ambiguous && !b.chosen && (!t.confirmed || f.ResultAt != text.None):
		return false
	case t.confirmed:
		return true
	case b.ofFile():
		return t.moves && !(b.to >= 0 && t.names[b.to].Protected)
	}
	return !b.Inserts() && !b.addsMarker || t.names[b.name].Protected
}

// locate locates the blocks, each after all above it that fit. With a plan of all it does only what needs
// no confirmation, where that plan has it.
//
// Before each block, at[n] is the file that has name n now: a rename puts the file at its new name and
// a new one that doesn't exist at the old (see move). p.files holds every file that was ever at a name,
// those of names first. A block writes to one file, after all its checks, so drafts hold whole blocks.
func (t *target) locate(ctx context.Context, all *targetPlan) *targetPlan {
	p := &targetPlan{fits: make([]Fit, len(t.blocks))}
	for _, name := range t.names {
		p.files = append(p.files, newFile(name, t.doc))
	}
	at := slices.Clone(p.files) // by name
	p.files[0].draft.some = t.someLines(p.files[0].draft)
	p.files[0].present.some = p.files[0].draft.some
	var patch *section
	for i, b := range t.blocks {
		if ctx.Err() != nil {
			break
		}
		var c change
		fit, r, file := &p.fits[i], t.requests[i], b.file(at)
		patch = patch.next(t, i)
		r.section, r.copies = patch, b.copies
		switch {
		case b.applied != nil && (b.Operation != parse.Rename || !b.applied.Renamed): // the names show what was renamed
			*fit = newFit()
			fit.setApplied(b.applied)
		case b.alone && b.Operation == parse.Rename:
			*fit = fitRename(p.files[b.name].present, p.files[b.to].present)
		case b.alone:
			*fit, _ = locate(ctx, &r, p.files[b.name].present)
		case b.Operation == parse.Rename:
			*fit = fitRename(file.draft, at[b.to].draft)
		default:
			*fit, c = locate(ctx, &r, file.draft)
			t.seen(p, i)
		}
		if fit.taken = r.taken; fit.Status == AlreadyApplied {
			fit.Applied = b.applied
		}
		fit.NeedsConfirmation = b.ofFile() || b.addsMarker || b.Inserts() || fit.Status == Validated && fit.Ambiguous && !b.alone || t.names[b.name].Protected || file.origin.Protected
		valid := fit.Status == Validated && !fit.NoChange
		write := false
		switch {
		case b.alone, fit.Applied != nil:
		case file.failed >= 0:
			fit.skip(file.failed)
		case fit.Status == Failed:
			if !t.independent {
				file.failed = i
			}
			file.fail(ctx, fit, &r)
		case !valid || all != nil && !(t.does(i, &all.fits[i]) && fit.isAt(&all.fits[i])):
		case b.ofFile():
			p.move(t, at, i)
		default:
			file.write(i, c)
			write = true
		}
		patch.note(&r, fit, write)
	}
	for _, f := range p.files {
		f.draft.some, f.present.some = nil, nil
	}
	return p
}

// seen marks a block as applied if the text has its result (see [standing]), or if it is a further copy of a block
// that applies as often as it fits (twice/twice-copy-of-a-deletion).
func (t *target) seen(p *targetPlan, i int) {
	f, b := &p.fits[i], &t.blocks[i]
	stands := t.stand != nil && t.stand[i].stands && f.maySeem() && f.DependsOn < 0
	if f.Ambiguous && f.ResultAt == text.None && t.stand != nil && t.stand[i].elsewhere {
		f.ResultAt = t.stand[i].lines.First
	}
	copied := b.copies > 0 && f.Miss != nil && slices.Contains([]Status{Validated, AlreadyApplied}, p.fits[b.copyOf].Status)
	if stands || copied {
		at := f.Estimated
		*f = newFit()
		f.Status, f.Reason, f.Estimated = AlreadyApplied, codes.AlreadyApplied, at
	}
}

// file returns the file of a block. Chunks after their file's rename refer to the renamed one.
func (b *targetBlock) file(at []*file) *file {
	if b.to >= 0 && b.Operation == parse.Modify && !at[b.name].draft.exists && at[b.to].draft.exists {
		return at[b.to]
	}
	return at[b.name]
}

// move deletes or renames the file at a block's name. The name is free afterwards, so that a block below
// can create a file there, or rename another one to it:
//
//	rename a.txt to c.txt
//	rename b.txt to a.txt
//	rename c.txt to b.txt
func (p *targetPlan) move(t *target, at []*file, i int) {
	b := &t.blocks[i]
	f := at[b.name]
	f.written = append(f.written, i)
	f.name = nil
	if b.Operation == parse.Rename {
		f.name, at[b.to] = t.names[b.to], f
	}
	gone := t.names[b.name].Gone()
	at[b.name] = newFile(&gone, t.doc)
	p.files = append(p.files, at[b.name])
}

func fitRename(from, to *Draft) Fit {
	f := newFit()
	switch {
	case from == to:
		f.Status, f.NoChange = Validated, true
	case !from.exists && to.exists:
		f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
	case !from.exists:
		f.Status, f.Reason = Failed, codes.FileNotFound
	case to.exists:
		f.Status, f.Reason = Failed, codes.FileExists
	default:
		f.Status = Validated
	}
	return f
}

// edits returns what the blocks do to a file, in order.
func (t *target) edits(f *file) []*FileEdit {
	if len(f.written) == 0 || !t.confirmed && (f.origin.Protected || f.name != nil && f.name.Protected) {
		return nil
	}
	e := &FileEdit{Target: *f.origin, Create: f.origin.File == nil, Before: f.draft.target(), edits: sync.OnceValue(f.draft.Edits)}
	var moves []targetBlock
	for _, k := range f.written {
		e.Blocks = append(e.Blocks, t.blocks[k].Index)
		if t.blocks[k].ofFile() {
			moves = append(moves, t.blocks[k])
		}
	}
	e.order = e.Blocks[0]
	others := slices.ContainsFunc(t.plan.files, func(o *file) bool { return o != f && len(o.written) > 0 })
	switch {
	case f.name == nil && e.Create:
		return nil
	case f.name == nil:
		e.order = moves[0].Index
		return []*FileEdit{e.deletion()}
	case len(moves) > 0 && e.Create:
		e.Target, e.order = f.name.Gone(), moves[len(moves)-1].Index
	case len(moves) > 0 && others:
		return t.steps(e, moves)
	case f.name != f.origin:
		e.NewTarget = f.name
	case !e.Create && !f.draft.Edited():
		return nil
	}
	return []*FileEdit{e}
}

// steps returns an edit and each of its moves by itself, since other files may have the names in between:
// two files can swap theirs.
func (t *target) steps(e *FileEdit, moves []targetBlock) []*FileEdit {
	steps := []*FileEdit{e}
	for n, m := range moves {
		to := t.names[m.to].Gone()
		if n > 0 {
			e.Blocks = slices.DeleteFunc(e.Blocks, func(i int) bool { return i == m.Index })
			from, after := steps[n-1].NewTarget, e.After()
			steps = append(steps, &FileEdit{
				Target: from.Holding(&e.Target, after), Before: after, Blocks: []int{m.Index},
				edits: func() []text.Edit { return nil },
			})
		}
		steps[n].NewTarget, steps[n].order = &to, m.Index
	}
	return steps
}

// fit returns the fit of block i, with indexes that refer to the document.
func (t *target) fit(i int) Fit {
	f := t.plan.fits[i]
	for _, of := range []*int{&f.Blocker, &f.Waits, &f.DependsOn, &f.SpoiledBy} {
		if *of >= 0 {
			*of = t.blocks[*of].Index
		}
	}
	return f
}
