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

// FileEdit is what a plan does to one target.
type FileEdit struct {
	Target workspace.Target
	// Create: the file doesn't exist yet, and Before is empty.
	Create bool
	// Delete: the file is deleted.
	Delete bool
	// NewTarget is the location after a rename, else nil.
	NewTarget *workspace.Target
	Before    *text.Text
	// Blocks are the indexes of the blocks that make them.
	Blocks []int
	// Code are the code blocks that make them.
	Code []*Proposal
	// order is the index of the block at which the edit is made.
	order int
	// edits is lazy: outcomes alone don't need it.
	edits func() []text.Edit
}

// Edits returns edits of Before, sorted and not touching, of whole lines except in long ones.
func (e *FileEdit) Edits() []text.Edit { return e.edits() }

// After returns the text after the edits.
func (e *FileEdit) After() *text.Text { return e.Before.Apply(e.Edits()) }

// Hunk is a change of adjacent lines: those of the text before and after.
type Hunk struct{ Old, New text.LineRange }

// Hunks returns the changes of the edits.
func (e *FileEdit) Hunks() []Hunk { return e.HunksTo(e.After()) }

// HunksTo returns the changes of the edits, which made this text.
func (e *FileEdit) HunksTo(after *text.Text) (all []Hunk) {
	for _, c := range compare(e.Before, after, e.Edits(), 0) {
		all = append(all, Hunk{c.old, c.new})
	}
	return all
}

// Only returns the edit of some of its hunks alone.
func (e FileEdit) Only(hunks ...Hunk) *FileEdit {
	edits := e.edits
	e.edits = func() []text.Edit {
		return slices.DeleteFunc(slices.Clone(edits()), func(one text.Edit) bool {
			first, _ := lineFrom(e.Before, one.Start)
			return !slices.ContainsFunc(hunks, func(h Hunk) bool { return h.Old.First <= first && first < max(h.Old.End, h.Old.First+1) })
		})
	}
	return &e
}

// Since returns the edit that leads from the result of an earlier edit of the same file to this one's.
func (e *FileEdit) Since(earlier *FileEdit) *FileEdit {
	was := earlier.After()
	more := replaceAll(&e.Target, was, linesOf(was), linesOf(e.After()))
	more.Create, more.Blocks = false, e.Blocks
	return more
}

// AsDelete returns a deletion of the file if this edit empties it, else nil.
func (e *FileEdit) AsDelete() *FileEdit {
	if e.Create || e.Delete || e.After().Len() > 0 {
		return nil
	}
	return e.deletion()
}

// deletion returns the deletion of the file.
func (e FileEdit) deletion() *FileEdit {
	e.Delete = true
	e.edits = func() []text.Edit { return []text.Edit{{End: e.Before.Len()}} }
	return &e
}

// Reasons not to offer an action for a block.
const (
	isApplied    = "the block is already applied"
	notAlone     = "the block does not apply on its own; apply all edits to the file"
	noChange     = "the block changes nothing"
	otherPlace   = "on its own, the block would apply in another place"
	noSuchMatch  = "there is no match on this line"
	fileIsAbsent = "the block didn't fail because the file exists"
)

// Single returns what one block alone does to its target's current text, or why it can't, such as that
// it needs a block above. at selects the match on that current line; text.None selects the plan's.
func (p *Plan) Single(ctx context.Context, index int, at text.Line) (*FileEdit, string, error) {
	was := p.Outcomes[index]
	switch {
	case was.Applied != nil:
		return nil, isApplied, nil
	case was.Waits >= 0 && was.Status == Skipped && at == text.None:
		return nil, notAlone, nil
	}
	if was.Target.Refusal != nil || !was.Block.Path.Named() || was.Block.Incomplete ||
		was.Reason == codes.NotInContext || was.Reason == codes.FileNotFound {
		return nil, notAlone, nil
	}
	if was.Block.Operation == parse.Rename {
		return was.rename()
	}
	d, r := draftOf(was.Target, p.Document), newRequest(p.Document, was.Block, index)
	r.taken = was.taken
	f, c := locate(ctx, &r, d)
	if r.Dialect.Patch && at == text.None && was.Status == Validated && was.MatchCount == f.MatchCount && was.Chosen != text.None {
		at = was.Chosen // alone, a chunk doesn't know the others
	}
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case f.NoChange:
		return nil, noChange, nil
	case at != text.None && f.MatchCount > 0 && !f.InsideLine:
		// In an unchanged draft, line numbers are current ones.
		if d.agree(int(at), r.needle) < len(r.needle) {
			return nil, noSuchMatch, nil
		}
		if c = f.settle(&r, d, match{n: int(at)}); r.Dialect.Patch {
			c = f.settleChunk(&r, d, int(at))
		}
	case was.Block.Operation == parse.Delete && f.Status == Validated:
		return was.edited(d).deletion(), "", nil
	case f.Status != Validated:
		return nil, notAlone, nil
	case at != text.None && f.Chosen != at:
		return nil, noSuchMatch, nil
	case at == text.None && was.Status == Validated && f.Chosen != was.Chosen:
		// A block above changes the first of several equal places: the result would not be what is
		// shown.
		return nil, otherPlace, nil
	}
	return was.edit(d, c)
}

func (o *Outcome) rename() (*FileEdit, string, error) {
	if o.NewTarget.Refusal != nil || !o.Target.Exists || o.NewTarget.Exists {
		return nil, notAlone, nil
	}
	e := o.edited(newDraft(o.Target.File.Text))
	e.NewTarget = o.NewTarget
	return e, "", nil
}

func (o *Outcome) edit(d *Draft, c change) (*FileEdit, string, error) {
	d.apply(c)
	if !d.Edited() && o.Target.File != nil {
		return nil, noChange, nil
	}
	return o.edited(d), "", nil
}

// edited returns the block's edit of its file into a draft.
func (o *Outcome) edited(d *Draft) *FileEdit {
	return &FileEdit{
		Target: *o.Target, Create: o.Target.File == nil, Before: d.target(), Blocks: []int{o.Block.Index}, edits: sync.OnceValue(d.Edits),
	}
}

// Overwrite returns the edit that replaces an existing file with a creating block's lines, or why there
// is none.
func (p *Plan) Overwrite(index int) (*FileEdit, string, error) {
	return p.onExisting(index, func(d *Draft) (at, count int) { return 0, d.count })
}

// Append is [Plan.Overwrite] at the end of the file.
func (p *Plan) Append(index int) (*FileEdit, string, error) {
	return p.onExisting(index, func(d *Draft) (at, count int) { return d.count, 0 })
}

func (p *Plan) onExisting(index int, where func(*Draft) (at, count int)) (*FileEdit, string, error) {
	o := p.Outcomes[index]
	if o.Reason != codes.FileExists || o.Target.File == nil {
		return nil, fileIsAbsent, nil
	}
	d := draftOf(o.Target, p.Document)
	at, count := where(d)
	return o.edit(d, change{at: at, count: count, lines: newLines(o.Lines(o.Block.New), d.Present(at), index)})
}

// Writer writes targets.
type Writer interface {
	Write(ctx context.Context, t workspace.Target, content []byte) (changed []string, err error)
	Remove(ctx context.Context, t workspace.Target) error
	// Rename also replaces the content unless it is nil.
	Rename(ctx context.Context, from, to workspace.Target, content []byte) (changed []string, err error)
	// Sync flushes written files to disk.
	Sync()
}

// Written is the result of writing one file.
type Written struct {
	File *FileEdit
	// Err is why the file is unchanged, or nil.
	Err error
	// After is the text that was written, nil if none was.
	After *text.Text
	// Changed lists what else changed, such as the owner.
	Changed []string
}

// Write writes each file independently: a failure doesn't affect the others.
func (p *Plan) Write(ctx context.Context, w Writer) []Written { return Write(ctx, w, p.Files) }

// Write writes each file as [Plan.Write] does.
func Write(ctx context.Context, w Writer, files []*FileEdit) []Written {
	var done []Written
	for _, f := range files {
		one := Written{File: f}
		one.Changed, one.Err = one.write(ctx, w)
		done = append(done, one)
	}
	w.Sync()
	return done
}

func (d *Written) write(ctx context.Context, w Writer) (changed []string, err error) {
	e := d.File
	if e.Delete {
		return nil, w.Remove(ctx, e.Target)
	}
	var content []byte
	if e.NewTarget == nil || len(e.Edits()) > 0 {
		d.After = e.After()
		content = d.After.Bytes()
	}
	if e.NewTarget == nil {
		return w.Write(ctx, e.Target, content)
	}
	return w.Rename(ctx, e.Target, *e.NewTarget, content)
}
