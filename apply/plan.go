package apply

import (
	"context"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Targets gives the files that blocks name: a consistent view of the workspace. It is
// asked for several at a time.
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

	options Options
	files   map[string]*file
}

// New judges every block of a document. The only error is the context's.
func New(ctx context.Context, doc *parse.Result, targets Targets, o Options) (*Plan, error) {
	return Again(ctx, nil, doc, targets, o)
}

// Again is New for the next version of a document: what
// depends only on blocks and targets that are as they were in the plan of the last
// version is taken from there. last may be nil.
func Again(ctx context.Context, last *Plan, doc *parse.Result, targets Targets, o Options) (*Plan, error) {
	p := &planner{
		targets: targets, options: o, doc: doc, files: map[string]*file{}, before: newBefore(last, doc, o),
		outcomes: make([]*Outcome, len(doc.Blocks)),
	}
	if err := p.resolve(ctx); err != nil {
		return nil, err
	}
	for i := range doc.Blocks {
		if i%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.begin(i, &doc.Blocks[i])
	}
	if err := p.judge(ctx); err != nil {
		return nil, err
	}
	plan := &Plan{Document: doc, Outcomes: p.outcomes, options: o, files: p.files}
	for _, o := range p.outcomes {
		if !o.Live && (o.Status == Failed || o.Status == Skipped || o.Status == NotInContext) {
			o.Failure, o.Status = o.Status, Stale
		}
	}
	for _, f := range p.order {
		if f.edit != nil {
			plan.Files = append(plan.Files, f.edit)
		}
	}
	return plan, nil
}

type planner struct {
	targets Targets
	options Options
	doc     *parse.Result
	before  *before
	// outcomes are those of all blocks, by index.
	outcomes []*Outcome
	// files are the targets of the live blocks, by the target's key.
	files map[string]*file
	order []*file
	// alone are the outcomes of blocks that are judged by themselves.
	alone []*Outcome
	// aims are where the path lines of blocks lead, by the block's index.
	aims []*aim
	// slab is what new outcomes are made of.
	slab slab[Outcome]
}

// file is a target and the live blocks that are judged on it one after another.
type file struct {
	target *workspace.Target
	// sequence are the outcomes of the blocks that take part, and kept counts those that
	// are taken over from the plan of the last version if all of them can be.
	sequence []*Outcome
	kept     int
	virtual  *Virtual
	// blocks are the indexes of the blocks whose lines are in virtual.
	blocks []int
	// failed is the index of the first live block that failed, or -1.
	failed int
	// edit is what the blocks do to the file, or nil if nothing.
	edit *FileEdit
}

// begin says of a block what its path says, and puts off what its target says.
func (p *planner) begin(i int, b *parse.Block) {
	at := p.aims[i]
	live := p.doc.Live(b.Turn, p.options.Scope)
	if was := p.before.outcome(i); was != nil && was.keeps(b, at, live) {
		o := was.as(p.doc, b)
		p.outcomes[i] = o
		if o.together {
			f := p.file(at)
			f.sequence, f.kept = append(f.sequence, o), f.kept+1
		}
		return
	}
	o := p.outcome(b, at)
	p.outcomes[i], o.Live = o, live
	switch {
	case b.Incomplete:
		o.Status = Incomplete
	case !b.Path.Named():
		o.Status, o.Reason = Skipped, codes.NoTarget
	case o.Target.Refusal != nil && o.Target.Refusal.Code == codes.AmbiguousRoot:
		o.Status, o.Reason = Failed, o.Target.Refusal.Code
	case o.Target.Refusal != nil:
		o.Status, o.Reason = Skipped, o.Target.Refusal.Code
	case !at.inside && b.Operation == parse.Modify:
		o.Status, o.Reason = NotInContext, codes.NotInContext
	case !o.Live || p.options.Only != nil && !p.options.Only[b.Index]:
		p.alone = append(p.alone, o)
	default:
		o.together = true
		f := p.file(at)
		f.sequence = append(f.sequence, o)
	}
}

// outcomesAtOnce is how many outcomes share a piece of memory: not so many that one which
// a later plan takes over keeps much.
const outcomesAtOnce = 64

// outcome is that of a block before it is judged.
func (p *planner) outcome(b *parse.Block, at *aim) *Outcome {
	if len(p.slab.free) == 0 {
		n := 1
		if p.before.plan == nil {
			n = min(outcomesAtOnce, len(p.doc.Blocks)-b.Index)
		}
		p.slab.expect(n)
	}
	o := &p.slab.take(1)[0]
	o.start(p.doc, b, &at.target)
	return o
}

// file is that of a target and its live blocks.
func (p *planner) file(at *aim) *file {
	if at.file != nil {
		return at.file
	}
	f := p.files[at.target.Key]
	if f == nil {
		f = &file{target: &at.target, failed: -1}
		p.files[at.target.Key] = f
		p.order = append(p.order, f)
	}
	at.file = f
	return f
}

// judge judges the blocks on their targets: live ones in order, the others each alone
// against the present text. Targets do not depend on one another.
func (p *planner) judge(ctx context.Context) error {
	var work []func(context.Context) error
	alone := map[string][]*Outcome{}
	for _, o := range p.alone {
		alone[o.Target.Key] = append(alone[o.Target.Key], o)
	}
	for _, list := range alone {
		work = append(work, func(ctx context.Context) error {
			v := virtualOf(list[0].Target, p.doc)
			for _, o := range list {
				o.Held = held(o)
				if _, err := judge(ctx, o, v); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, f := range p.order {
		if was := p.before.together(f); was != nil {
			f.virtual, f.blocks, f.failed, f.edit = was.virtual, was.blocks, was.failed, was.edit
			continue
		}
		for i, o := range f.sequence {
			if o.Status == "" {
				continue // it is a new one
			}
			o = p.outcome(o.Block, p.aims[o.Block.Index])
			o.Live, o.together = true, true
			f.sequence[i], p.outcomes[o.Block.Index] = o, o
		}
		work = append(work, func(ctx context.Context) error { return p.judgeFile(ctx, f) })
	}
	return together(ctx, work)
}

// judgeFile judges the blocks of a file in order.
func (p *planner) judgeFile(ctx context.Context, f *file) error {
	f.virtual = virtualOf(f.target, p.doc)
	lines := 0
	for _, o := range f.sequence {
		lines += o.Block.New.Len()
	}
	f.virtual.expect(len(f.sequence), lines)
	if p.before.plan == nil {
		f.virtual.chosen = chosen(f)
	}
	for _, o := range f.sequence {
		o.Held = held(o)
		if f.failed >= 0 {
			o.Status, o.Reason, o.Blocker = Skipped, codes.PreviousEditFailed, f.failed
			continue
		}
		where, err := judge(ctx, o, f.virtual)
		if err != nil {
			return err
		}
		switch {
		case o.Status == Failed:
			f.failed = o.Block.Index
			if err := p.blame(ctx, o, f); err != nil {
				return err
			}
		// All blocks of a protected file are held, so each meets what those above leave.
		case o.Status == Validated && !o.NoChange && (!o.Held || p.options.Confirmed || f.target.Protected):
			f.virtual.apply(where, o.Block.Index)
			f.blocks = append(f.blocks, o.Block.Index)
		}
	}
	f.virtual.chosen = nil
	if !f.target.Protected || p.options.Confirmed {
		f.edit = f.edits()
	}
	return nil
}

// held tells whether a block is never part of "apply all".
func held(o *Outcome) bool { return o.Target.Protected || len(o.Document.AddsMarker(o.Block)) > 0 }

// blame finds out whether the failed block would apply to the present text, so that
// it was a block above that spoiled it.
func (p *planner) blame(ctx context.Context, o *Outcome, f *file) error {
	if len(f.blocks) == 0 {
		return nil
	}
	alone := &Outcome{Document: o.Document, Block: o.Block, Target: o.Target}
	v := virtualOf(o.Target, p.doc)
	v.chosen = f.virtual.chosen
	if _, err := judge(ctx, alone, v); err != nil {
		return err
	}
	if alone.Status == Validated {
		o.SpoiledBy = f.blocks[len(f.blocks)-1]
	}
	return nil
}

// edits is what the blocks do to the file, or nil if nothing.
func (f *file) edits() *FileEdit {
	if len(f.blocks) == 0 {
		return nil
	}
	create := f.target.File == nil
	if !f.virtual.Edited() && !create {
		return nil
	}
	return &FileEdit{
		Target: *f.target, Create: create, Before: f.virtual.target(), Blocks: f.blocks,
		edits: sync.OnceValue(f.virtual.Edits),
	}
}

// FileEdit is what is done to one target: the canonical list of operations.
type FileEdit struct {
	Target workspace.Target
	// Create: the file is not there yet; Before is then the empty text.
	Create bool
	// Delete: the file goes. Only [Plan.Revert] makes such an edit.
	Delete bool
	Before *text.Text
	// Blocks are the indexes of the blocks that the edits come from.
	Blocks []int
	// edits makes the edits: who only asks what becomes of blocks needs none.
	edits func() []text.Edit
}

// Edits are edits of Before: sorted, not overlapping, of whole lines.
func (e *FileEdit) Edits() []text.Edit { return e.edits() }

// After is the text that the edits leave.
func (e *FileEdit) After() *text.Text { return e.Before.Apply(e.Edits()) }

// Single is what one block does by itself to the present text of its target, or nil
// where it does not apply alone: it needs what a block above it does, say. at
// chooses the match whose first line is that present line; with text.None it is the
// match that the plan takes.
func (p *Plan) Single(ctx context.Context, index int, at text.Line) (*FileEdit, error) {
	was := p.Outcomes[index]
	if was.Target.Refusal != nil || !was.Block.Path.Named() || was.Block.Incomplete || was.Reason == codes.NotInContext {
		return nil, nil
	}
	v := virtualOf(was.Target, p.Document)
	o := newOutcome(was.Document, was.Block, was.Target)
	where, err := judge(ctx, o, v)
	if err != nil {
		return nil, err
	}
	switch {
	case o.NoChange:
		return nil, nil
	case at != text.None && o.MatchCount > 0 && !o.InsideLine:
		found := false
		err := v.find(ctx, was.Needle(), func(p pos) bool {
			if found = v.present(p) == at; found {
				where = o.settle(v, insideMatch{pos: p})
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
	v.apply(where, index)
	return (&file{target: was.Target, virtual: v, blocks: []int{index}}).edits(), nil
}
