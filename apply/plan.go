package apply

import (
	"context"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Targets gives the files that blocks name: a consistent view of the workspace.
type Targets interface {
	Target(ctx context.Context, name string) workspace.Target
}

// Options say which blocks take part.
type Options struct {
	Scope parse.Scope
	// InContext tells whether a path (slash-separated, relative to its root) is in
	// the declared context; nil where none is declared.
	InContext func(path string) bool
	// Only are the indexes of the blocks that take part; nil means all. The others
	// are judged each alone.
	Only map[int]bool
	// Confirmed: blocks that are never part of "apply all" take part as well.
	Confirmed bool
}

// Plan is what a document would do. It is immutable.
type Plan struct {
	Document *parse.Result
	Outcomes []*Outcome
	// Files are what "apply all" would touch, in the order of their first block.
	Files []*FileEdit
}

// New judges every block of a document. The only error is the context's.
func New(ctx context.Context, doc *parse.Result, targets Targets, o Options) (*Plan, error) {
	p := &planner{targets: targets, options: o, doc: doc, files: map[string]*file{}}
	plan := &Plan{Document: doc}
	for _, b := range doc.Blocks {
		outcome, err := p.outcome(ctx, b)
		if err != nil {
			return nil, err
		}
		plan.Outcomes = append(plan.Outcomes, outcome)
	}
	for _, f := range p.order {
		if e := f.edit(); e != nil {
			plan.Files = append(plan.Files, e)
		}
	}
	return plan, nil
}

type planner struct {
	targets Targets
	options Options
	doc     *parse.Result
	// files holds what the live blocks have done to each target so far, by the
	// target's key.
	files map[string]*file
	order []*file
}

// file is a target while its blocks are judged one after another.
type file struct {
	target  workspace.Target
	virtual *Virtual
	// blocks are the indexes of the blocks whose lines are in virtual.
	blocks []int
	// failed is the index of the first live block that failed, or -1.
	failed int
}

func (p *planner) outcome(ctx context.Context, b *parse.Block) (*Outcome, error) {
	o := &Outcome{Block: b, Chosen: text.None, Estimated: text.None, Blocker: -1, DependsOn: -1, SpoiledBy: -1}
	o.Live = p.doc.Live(b.Turn, p.options.Scope)
	if b.Path.Named() {
		o.Target = p.target(ctx, b)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch {
	case b.Incomplete:
		o.Status = Incomplete
		return o, nil
	case !b.Path.Named():
		o.Status, o.Reason = Skipped, NoTarget
	case o.Target.Refusal != nil && o.Target.Refusal.Code == workspace.AmbiguousRoot:
		o.Status, o.Reason = Failed, Reason(o.Target.Refusal.Code)
	case o.Target.Refusal != nil:
		o.Status, o.Reason = Skipped, Reason(o.Target.Refusal.Code)
	case p.options.InContext != nil && b.Operation == parse.Modify && !p.options.InContext(o.Target.Path):
		o.Status, o.Reason = NotInContext, OutsideContext
	default:
		if err := p.locate(ctx, o); err != nil {
			return nil, err
		}
	}
	if !o.Live && (o.Status == Failed || o.Status == Skipped || o.Status == NotInContext) {
		o.Failure, o.Status = o.Status, Stale
	}
	return o, nil
}

// target resolves the path of a block: the first reading that names a file, else
// the fallback.
func (p *planner) target(ctx context.Context, b *parse.Block) workspace.Target {
	var fallback workspace.Target
	for _, name := range b.Path.Readings {
		t := p.targets.Target(ctx, name)
		if t.Exists {
			return t
		}
		if name == b.Path.Fallback {
			fallback = t
		}
	}
	return fallback
}

// locate judges a block whose target can be used: in order if it is live and takes
// part, else alone against the present text.
func (p *planner) locate(ctx context.Context, o *Outcome) error {
	b := o.Block
	o.Held = o.Target.Protected || len(b.Brings()) > 0
	if !o.Live || p.options.Only != nil && !p.options.Only[b.Index] {
		return judge(ctx, o, virtualOf(o.Target))
	}
	f := p.files[o.Target.Key]
	if f == nil {
		f = &file{target: o.Target, virtual: virtualOf(o.Target), failed: -1}
		p.files[o.Target.Key] = f
		p.order = append(p.order, f)
	}
	if f.failed >= 0 {
		o.Status, o.Reason, o.Blocker = Skipped, PreviousEditFailed, f.failed
		return nil
	}
	if err := judge(ctx, o, f.virtual); err != nil {
		return err
	}
	switch {
	case o.Status == Failed:
		f.failed = b.Index
		return p.blame(ctx, o, f)
	case o.Status == Validated && !o.NoChange && (!o.Held || p.options.Confirmed):
		f.virtual.replace(o.place.first, o.place.count, o.place.lines)
		f.blocks = append(f.blocks, b.Index)
	}
	return nil
}

// blame finds out whether the failed block would apply to the present text, so that
// it was a block above that spoiled it.
func (p *planner) blame(ctx context.Context, o *Outcome, f *file) error {
	if len(f.blocks) == 0 {
		return nil
	}
	alone := &Outcome{Block: o.Block, Target: o.Target}
	if err := judge(ctx, alone, virtualOf(o.Target)); err != nil {
		return err
	}
	if alone.Status == Validated {
		o.SpoiledBy = f.blocks[len(f.blocks)-1]
	}
	return nil
}

func virtualOf(t workspace.Target) *Virtual {
	if t.File == nil {
		empty := workspace.NewFile(text.New(""))
		return newVirtual(empty.Text, empty.Index(), empty.TrimmedIndex, false)
	}
	return newVirtual(t.File.Text, t.File.Index(), t.File.TrimmedIndex, true)
}

// edit is what the blocks do to the file, or nil if nothing.
func (f *file) edit() *FileEdit {
	if len(f.blocks) == 0 {
		return nil
	}
	e := &FileEdit{Target: f.target, Blocks: f.blocks, Before: f.virtual.base, Edits: f.virtual.Edits()}
	e.Create = f.target.File == nil
	if len(e.Edits) == 0 && !e.Create {
		return nil
	}
	return e
}

// FileEdit is what is done to one target: the canonical list of operations.
type FileEdit struct {
	Target workspace.Target
	// Create: the file is not there yet; Before is then the empty text.
	Create bool
	Before *text.Text
	// Edits are edits of Before: sorted, not overlapping, of whole lines.
	Edits []text.Edit
	// Blocks are the indexes of the blocks that they come from.
	Blocks []int
}

// After is the text that the edits leave.
func (e *FileEdit) After() *text.Text { return e.Before.Apply(e.Edits) }

// Single is what one block does by itself to the present text of its target, or nil
// where it does not apply alone: it needs what a block above it does, say. at
// chooses the match whose first line is that present line; with text.None it is the
// match that the plan takes.
func (p *Plan) Single(ctx context.Context, index int, at text.Line) (*FileEdit, error) {
	was := p.Outcomes[index]
	if was.Target.Refusal != nil || !was.Block.Path.Named() || was.Block.Incomplete {
		return nil, nil
	}
	v := virtualOf(was.Target)
	o := &Outcome{Block: was.Block, Target: was.Target, Chosen: text.None, Estimated: text.None, DependsOn: -1}
	if err := judge(ctx, o, v); err != nil {
		return nil, err
	}
	switch {
	case o.NoChange:
		return nil, nil
	case at != text.None && o.MatchCount > 0 && !o.InsideLine:
		found := false
		err := v.find(ctx, was.Block.Needle(), func(p pos) bool {
			if found = v.present(p) == at; found {
				o.settle(v, insideMatch{pos: p})
			}
			return !found
		})
		if err != nil || !found {
			return nil, err
		}
	case o.Status != Validated || at != text.None && o.Chosen != at:
		return nil, nil
	case at == text.None && was.Status == Validated && o.Chosen != was.Chosen:
		// Of several equal places the plan takes another one, since a block above
		// changes the first: what is shown and what is done would differ (trust, G4).
		return nil, nil
	}
	v.replace(o.place.first, o.place.count, o.place.lines)
	return (&file{target: was.Target, virtual: v, blocks: []int{index}}).edit(), nil
}
