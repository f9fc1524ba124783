package apply

import (
	"context"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// FileEdit is what is done to one target: the canonical list of operations.
type FileEdit struct {
	Target workspace.Target
	// Create: the file is not there yet; Before is then the empty text.
	Create bool
	// Delete: the file goes.
	Delete bool
	// NewTarget is where the file is in the end, if it gets another name.
	NewTarget *workspace.Target
	Before    *text.Text
	// Blocks are the indexes of the blocks that the edits come from.
	Blocks []int
	// edits makes the edits: who only asks what becomes of blocks needs none.
	edits func() []text.Edit
}

// Edits returns edits of Before: sorted, and not touching one another. They are of whole
// lines, except in a long line.
func (e *FileEdit) Edits() []text.Edit { return e.edits() }

// After returns the text that the edits leave.
func (e *FileEdit) After() *text.Text { return e.Before.Apply(e.Edits()) }

// AsDelete returns the edit that deletes the file, if this one leaves nothing of it; else
// nil.
func (e *FileEdit) AsDelete() *FileEdit {
	if e.Create || e.Delete || e.After().Len() > 0 {
		return nil
	}
	gone := *e
	gone.Delete = true
	gone.edits = func() []text.Edit { return []text.Edit{{End: e.Before.Len()}} }
	return &gone
}

// Why something is not offered for a block.
const (
	isApplied    = "the block is applied already"
	notAlone     = "the block does not apply by itself; apply all edits to the file"
	noChange     = "the block changes nothing"
	otherPlace   = "by itself the block would apply in another place"
	noSuchMatch  = "there is no match on this line"
	fileIsAbsent = "the failure is not that the file exists"
)

// Single returns what one block does by itself to the present text of its target, or the
// reason why it can't be: it needs what a block above it does, say. at chooses the match
// whose first line is that present line; with text.None it is the match that the plan takes.
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
		at = was.Chosen // by itself, a chunk doesn't know those around it
	}
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case f.NoChange:
		return nil, noChange, nil
	case at != text.None && f.MatchCount > 0 && !f.InsideLine:
		// No line of this draft is changed yet: its numbers are the present ones.
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
		// A block above changes the first of several equal places: what is shown and what
		// is done would differ.
		return nil, otherPlace, nil
	}
	return was.edit(d, c)
}

// allOf returns the edit that takes all of a text.
func allOf(t *text.Text) func() []text.Edit {
	return func() []text.Edit { return []text.Edit{{End: t.Len()}} }
}

// rename returns what the block by itself does to its file.
func (o *Outcome) rename() (*FileEdit, string, error) {
	if o.NewTarget.Refusal != nil || !o.Target.Exists || o.NewTarget.Exists {
		return nil, notAlone, nil
	}
	return &FileEdit{
		Target: *o.Target, NewTarget: o.NewTarget, Before: o.Target.File.Text, Blocks: []int{o.Block.Index},
		edits: func() []text.Edit { return nil },
	}, "", nil
}

// edit returns the one change that is made to the target of a block, which is d.
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

// Overwrite returns what it takes to put the lines of a block that creates a file in place
// of all that is in it, or the reason why there is
// nothing to overwrite.
func (p *Plan) Overwrite(index int) (*FileEdit, string, error) {
	return p.onExisting(index, func(d *Draft) (at, count int) { return 0, d.LineCount() })
}

// Append is for the end of the file what Overwrite is for all of it.
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

// Writer writes targets: the workspace.
type Writer interface {
	Write(ctx context.Context, t workspace.Target, content []byte) (changed []string, err error)
	Remove(ctx context.Context, t workspace.Target) error
	// Rename gives a file another name, with a content, which may be nil: what it has.
	Rename(ctx context.Context, from, to workspace.Target, content []byte) (changed []string, err error)
	// Sync makes what was written durable.
	Sync()
}

// Written is what became of one file.
type Written struct {
	File *FileEdit
	// Err is why the file was not written; the file is then as it was.
	Err error
	// Changed says what else is not as it was, such as the file's owner.
	Changed []string
}

// Write writes the files of a plan, each by itself: one that fails leaves the others.
// Nothing is rolled back.
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
