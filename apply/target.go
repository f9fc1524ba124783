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
	// See [Options]. once means that the file won't be planned again.
	confirmed, moves, independent, writes, once bool
	plan                                        *targetPlan
	// key is the cache key, or zero for none.
	key planKey
}

type targetBlock struct {
	*parse.Block
	// name and to index the target's names: the block's name and its new one, or -1.
	name, to int
	// alone blocks are located in the current text.
	alone bool
	// addsMarker: it would write a marker into the file.
	addsMarker bool
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

type file struct {
	// name is nil if the file is deleted.
	origin, name *workspace.Target
	// draft is the file after the blocks in written, present before.
	draft, present *Draft
	written        []int
	// failed is the block that later ones are skipped for, or -1.
	failed int
	// missed: a Miss refers to the draft, so the next write must copy it. copies counts those.
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
// Blocks meet the files as the blocks above leave them, even those that are unconfirmed. But without
// confirmation, neither these nor what depends on them is done.
func planTarget(ctx context.Context, t *target) *targetPlan {
	for i := range t.blocks {
		t.blocks[i].addsMarker = len(t.doc.AddsMarker(t.blocks[i].Block)) > 0
	}
	p := t.locate(ctx, !t.writes)
	if !t.writes && slices.ContainsFunc(t.blocks, func(b targetBlock) bool { return !t.does(&b) }) {
		p.files = t.locate(ctx, false).files
	}
	return p
}

// does reports whether a block is done if it applies. A rename to a protected name is always confirmed
// by itself. Blocks of a protected file are planned, but not part of [Plan.Files].
func (t *target) does(b *targetBlock) bool {
	switch {
	case t.confirmed:
		return true
	case b.ofFile():
		return t.moves && !(b.to >= 0 && t.names[b.to].Protected)
	}
	return !b.addsMarker || t.names[b.name].Protected
}

// locate is planTarget with all blocks, or with those that are done.
func (t *target) locate(ctx context.Context, all bool) *targetPlan {
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
		fit, r, file := &p.fits[i], newRequest(t.doc, b.Block, i), b.file(at)
		patch = patch.next(t, i)
		r.section = patch
		switch {
		case b.applied != nil:
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
		}
		fit.NeedsConfirmation = b.ofFile() || b.addsMarker || t.names[b.name].Protected || file.origin.Protected
		valid := fit.Status == Validated && !fit.NoChange
		write := false
		switch {
		case b.alone, b.applied != nil:
		case file.failed >= 0:
			fit.skip(file.failed)
		case fit.Status == Failed:
			if !t.independent {
				file.failed = i
			}
			file.fail(ctx, fit, &r)
		case !valid || !all && !t.does(&b):
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

// file returns the file of a block. Chunks after their file's rename refer to the renamed one.
func (b *targetBlock) file(at []*file) *file {
	if b.to >= 0 && b.Operation == parse.Modify && !at[b.name].draft.exists && at[b.to].draft.exists {
		return at[b.to]
	}
	return at[b.name]
}

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

// linesPerBlock: with fewer lines per block, indexing the whole file is faster than only the lines that
// blocks search for.
const linesPerBlock = 32

// someLines returns an index of the lines that blocks search for, or nil if all should be indexed. A
// session reuses the full index; for one command, building it would be half the work.
func (t *target) someLines(d *Draft) *text.Index {
	if !t.once || d.base.IsIndexed() || len(t.blocks)*linesPerBlock > d.base.LineCount() {
		return nil
	}
	var chosen []string
	for _, b := range t.blocks {
		// If the needle isn't found, its result is searched for.
		needle := t.doc.AppendLines(nil, b.Block, b.Leading, b.Old, b.Trailing)
		chosen = append(chosen, longest(needle), longest(t.doc.Lines(b.Block, b.New)))
	}
	return text.Choose(d.base, chosen)
}

func longest(lines []string) string {
	best := ""
	for _, l := range lines {
		if len(l) > len(best) {
			best = l
		}
	}
	return best
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
	for _, of := range []*int{&f.Blocker, &f.DependsOn, &f.SpoiledBy} {
		if *of >= 0 {
			*of = t.blocks[*of].Index
		}
	}
	return f
}
