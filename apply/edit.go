package apply

import (
	"context"
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
	// Delete: the file is removed.
	Delete bool
	// NewTarget is the file's final location if it's renamed, else nil.
	NewTarget *workspace.Target
	Before    *text.Text
	// Blocks are the indexes of the blocks that make the edits.
	Blocks []int
	// edits is lazy because outcomes alone don't need it.
	edits func() []text.Edit
}

// Edits returns edits of Before, sorted and not touching. They cover whole lines, except in long lines.
func (e *FileEdit) Edits() []text.Edit { return e.edits() }

// After returns the text after the edits.
func (e *FileEdit) After() *text.Text { return e.Before.Apply(e.Edits()) }

// AsDelete returns an edit that deletes the file if this one empties it, else nil.
func (e *FileEdit) AsDelete() *FileEdit {
	if e.Create || e.Delete || e.After().Len() > 0 {
		return nil
	}
	gone := *e
	gone.Delete = true
	gone.edits = func() []text.Edit { return []text.Edit{{End: e.Before.Len()}} }
	return &gone
}

// Reasons not to offer an action for a block.
const (
	isApplied    = "the block is applied already"
	notAlone     = "the block does not apply by itself; apply all edits to the file"
	noChange     = "the block changes nothing"
	otherPlace   = "by itself the block would apply in another place"
	noSuchMatch  = "there is no match on this line"
	fileIsAbsent = "the failure is not that the file exists"
)

// Single returns what one block alone does to the current text of its target, or the reason why it
// can't, such as that it depends on a block above. at selects the match that begins on that current
// line; text.None selects the plan's match.
func (p *Plan) Single(ctx context.Context, index int, at text.Line) (*FileEdit, string, error) {
	was := p.Outcomes[index]
	if was.Applied != nil {
		return nil, isApplied, nil
	}
	if was.Target.Refusal != nil || !was.Block.Path.Named() || was.Block.Incomplete ||
		was.Reason == codes.NotInContext || was.Reason == codes.FileNotFound {
		return nil, notAlone, nil
	}
	if was.Block.Operation == parse.Rename {
		return was.rename()
	}
	d, r := draftOf(was.Target, p.Document), newRequest(p.Document, was.Block, index)
	f, c := locate(ctx, &r, d)
	if r.doc != nil && at == text.None && was.Status == Validated && was.MatchCount == f.MatchCount && was.Chosen != text.None {
		at = was.Chosen // alone, a chunk doesn't know its neighbours
	}
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case f.NoChange:
		return nil, noChange, nil
	case at != text.None && f.MatchCount > 0 && !f.InsideLine:
		// This draft is unchanged, so its line numbers are the current ones.
		if d.agree(int(at), r.needle) < len(r.needle) {
			return nil, noSuchMatch, nil
		}
		if c = f.settle(&r, d, match{n: int(at)}); r.doc != nil {
			c = f.settleChunk(&r, d, int(at))
		}
	case was.Block.Operation == parse.Delete && f.Status == Validated:
		return &FileEdit{Target: *was.Target, Delete: true, Before: d.target(), Blocks: []int{index}, edits: allOf(d.target())}, "", nil
	case f.Status != Validated:
		return nil, notAlone, nil
	case at != text.None && f.Chosen != at:
		return nil, noSuchMatch, nil
	case at == text.None && was.Status == Validated && f.Chosen != was.Chosen:
		// A block above changes the first of several equal places: the result would differ from what is
		// shown.
		return nil, otherPlace, nil
	}
	return was.edit(d, c)
}

// allOf returns the edit that deletes all of a text.
func allOf(t *text.Text) func() []text.Edit {
	return func() []text.Edit { return []text.Edit{{End: t.Len()}} }
}

func (o *Outcome) rename() (*FileEdit, string, error) {
	if o.NewTarget.Refusal != nil || !o.Target.Exists || o.NewTarget.Exists {
		return nil, notAlone, nil
	}
	return &FileEdit{
		Target: *o.Target, NewTarget: o.NewTarget, Before: o.Target.File.Text, Blocks: []int{o.Block.Index},
		edits: func() []text.Edit { return nil },
	}, "", nil
}

func (o *Outcome) edit(d *Draft, c change) (*FileEdit, string, error) {
	d.apply(c)
	create := o.Target.File == nil
	if !d.Edited() && !create {
		return nil, noChange, nil
	}
	return &FileEdit{
		Target: *o.Target, Create: create, Before: d.target(), Blocks: []int{o.Block.Index}, edits: sync.OnceValue(d.Edits),
	}, "", nil
}

// Overwrite returns the edit that replaces an existing file with the lines of a block that creates it,
// or the reason why there is nothing to overwrite.
func (p *Plan) Overwrite(index int) (*FileEdit, string, error) {
	return p.onExisting(index, func(d *Draft) (at, count int) { return 0, d.LineCount() })
}

// Append is like [Plan.Overwrite] but appends the lines.
func (p *Plan) Append(index int) (*FileEdit, string, error) {
	return p.onExisting(index, func(d *Draft) (at, count int) { return d.LineCount(), 0 })
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

// Writer writes targets; the workspace implements it.
type Writer interface {
	Write(ctx context.Context, t workspace.Target, content []byte) (changed []string, err error)
	Remove(ctx context.Context, t workspace.Target) error
	// Rename renames a file and replaces its content unless that is nil.
	Rename(ctx context.Context, from, to workspace.Target, content []byte) (changed []string, err error)
	// Sync flushes written files to disk.
	Sync()
}

// Written is the result of writing one file.
type Written struct {
	File *FileEdit
	// Err is why the file wasn't written; it is then unchanged.
	Err error
	// Changed lists other effects, such as a changed owner.
	Changed []string
}

// Write writes each file of a plan independently: a failure neither stops nor rolls back the others.
func (p *Plan) Write(ctx context.Context, w Writer) []Written {
	var done []Written
	for _, f := range p.Files {
		changed, err := f.write(ctx, w)
		done = append(done, Written{File: f, Err: err, Changed: changed})
	}
	w.Sync()
	return done
}

func (e *FileEdit) write(ctx context.Context, w Writer) (changed []string, err error) {
	switch {
	case e.Delete:
		return nil, w.Remove(ctx, e.Target)
	case e.NewTarget == nil:
		return w.Write(ctx, e.Target, e.After().Bytes())
	}
	var content []byte
	if len(e.Edits()) > 0 {
		content = e.After().Bytes()
	}
	return w.Rename(ctx, e.Target, *e.NewTarget, content)
}
