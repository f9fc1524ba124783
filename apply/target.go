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

// target is a file and the blocks for it, or several files where blocks rename one to
// another.
type target struct {
	// names are the names of the files; most targets have one.
	names []*workspace.Target
	doc   *parse.Result
	// blocks are in the order of the document.
	blocks []targetBlock
	// confirmed, moves, independent and writes: see [Options]. once: nobody is going to plan for
	// the file again.
	confirmed, moves, independent, writes, once bool
	plan                                        *targetPlan
	// key is that of the plan in a cache; the zero key is none.
	key planKey
}

// targetBlock is a block for a target.
type targetBlock struct {
	*parse.Block
	// name is the index of the block's name among those of the target, and to that of the
	// name that its file gets, or -1.
	name, to int
	// alone: the block takes no part in the order. It is located by itself, in the present
	// text.
	alone bool
	// applied is where the block was seen being applied, or nil.
	applied *AppliedAt
}

// ofFile reports whether a block is about a file, not its lines: it is always confirmed.
func (b *targetBlock) ofFile() bool {
	return b.Operation == parse.Delete || b.Operation == parse.Rename
}

// targetPlan is what the blocks for a target do to it. Blocks are named by their indexes
// among those of the target.
type targetPlan struct {
	fits []Fit
	// files are what the blocks leave.
	files []*file
}

// file is a file as blocks leave it.
type file struct {
	// origin is where it is at present, and name where it is in the end: nil if it goes.
	origin, name *workspace.Target
	// draft is what the blocks in written leave of it, and present how it is.
	draft, present *Draft
	written        []int
	// failed is the block for which later ones are skipped, or -1.
	failed int
	edits  func() []text.Edit
	// missed: who explains a miss is going to read the current draft. copies is how
	// often another took its place for that.
	missed bool
	copies int
}

func newFile(t *workspace.Target, doc *parse.Result) *file {
	f := &file{origin: t, name: t, draft: draftOf(t, doc), present: draftOf(t, doc), failed: -1}
	f.edits = sync.OnceValue(func() []text.Edit { return f.draft.Edits() })
	return f
}

// absent is the file under a name whose file has gone.
func absent(t *workspace.Target, doc *parse.Result) *file {
	gone := t.Gone()
	return newFile(&gone, doc)
}

// maxCopies bounds the drafts of a target that are kept to explain misses. Those after the
// last one aren't explained.
const maxCopies = 16

// write applies what block i does.
func (f *file) write(i int, c change) {
	if f.missed {
		f.draft, f.missed = f.draft.clone(), false
		f.copies++
	}
	f.draft.apply(c)
	f.written = append(f.written, i)
}

// fail notes a block that doesn't apply. Would it apply to the present text, a block above
// has spoiled it.
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

// planTarget locates the blocks for a target. What it returns depends on nothing but the
// target's content, whether it exists and is protected, the lines of its blocks, and the
// options; only in a chat that is its own target, on the rest of the chat too.
//
// Blocks meet the files as those above leave them, whether or not somebody confirms that
// files go or get other names. Unless they are confirmed, nothing is done of that, nor of
// what depends on it.
func planTarget(ctx context.Context, t *target) *targetPlan {
	p := t.locate(ctx, t.moves || !t.writes)
	if !t.moves && !t.writes && slices.ContainsFunc(t.blocks, func(b targetBlock) bool { return b.ofFile() }) {
		p.files = t.locate(ctx, false).files
	}
	return p
}

// locate is planTarget where files go and get other names, or don't.
func (t *target) locate(ctx context.Context, moves bool) *targetPlan {
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
		fit.NeedsConfirmation = b.ofFile() || t.names[b.name].Protected || len(t.doc.AddsMarker(b.Block)) > 0
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
		case valid && b.ofFile():
			if moves {
				p.move(t, at, i)
			}
		// All blocks of a protected file are to be confirmed, so each meets what those
		// above leave.
		case valid && (!fit.NeedsConfirmation || t.confirmed || t.names[b.name].Protected):
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

// file is the file that a block is about. The chunks of one that has got its new name
// before are about that.
func (b *targetBlock) file(at []*file) *file {
	if b.to >= 0 && b.Operation == parse.Modify && !at[b.name].draft.exists && at[b.to].draft.exists {
		return at[b.to]
	}
	return at[b.name]
}

// move does what block i says about its file.
func (p *targetPlan) move(t *target, at []*file, i int) {
	b := &t.blocks[i]
	f := at[b.name]
	f.written = append(f.written, i)
	f.name = nil
	if b.Operation == parse.Rename {
		f.name, at[b.to] = t.names[b.to], f
	}
	at[b.name] = absent(t.names[b.name], t.doc)
	p.files = append(p.files, at[b.name])
}

// fitRename finds out whether a file can get another name.
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

// linesPerBlock: with a block for so many lines of a file, or fewer blocks, an index of what
// the blocks look for is made faster than one of all lines.
const linesPerBlock = 32

// someLines returns an index of what the blocks look for, or nil where it is better to have
// one of all lines. A session, which plans for a file again and again, has that; for a
// command it is half of the work.
func (t *target) someLines(d *Draft) *text.Index {
	if !t.once || len(t.names) > 1 || t.names[0].File == nil || d.own != nil || t.names[0].File.Text.IsIndexed() || len(t.blocks)*linesPerBlock > d.base.LineCount() {
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

// edit returns what the blocks do to a file, or nil if nothing.
func (t *target) edit(f *file) *FileEdit {
	if len(f.written) == 0 || f.origin.Protected && !t.confirmed {
		return nil
	}
	e := &FileEdit{Target: *f.origin, Create: f.origin.File == nil, Before: f.draft.target(), edits: f.edits}
	for _, k := range f.written {
		e.Blocks = append(e.Blocks, t.blocks[k].Index)
	}
	switch {
	case f.name == nil && e.Create:
		return nil
	case f.name == nil:
		e.Delete = true
		e.edits = allOf(e.Before)
	case f.name != f.origin && e.Create:
		e.Target = *f.name
	case f.name != f.origin && f.name.Key != f.origin.Key:
		e.NewTarget = f.name
	case !e.Create && !f.draft.Edited():
		return nil
	}
	return e
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
