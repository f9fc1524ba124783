package apply

import (
	"context"
	"slices"

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

	options Options
	files   map[string]*file
}

// New judges every block of a document. The only error is the context's.
func New(ctx context.Context, doc *parse.Result, targets Targets, o Options) (*Plan, error) {
	return Again(ctx, nil, doc, targets, o)
}

// Again is New for the next version of a document that one [parse.Parser] has read: what
// depends only on blocks and targets that are as they were in the plan of the last
// version is taken from there. last may be nil.
func Again(ctx context.Context, last *Plan, doc *parse.Result, targets Targets, o Options) (*Plan, error) {
	p := &planner{
		targets: targets, options: o, doc: doc, files: map[string]*file{}, before: newBefore(last, doc, o),
		outcomes: make([]*Outcome, len(doc.Blocks)), aims: map[string]*aim{},
	}
	for i, b := range doc.Blocks {
		if err := p.begin(ctx, i, b); err != nil {
			return nil, err
		}
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
	// aims are where path lines lead, by their first readings.
	aims map[string]*aim
}

// aim is what a path line leads to.
type aim struct {
	path   parse.Path
	target workspace.Target
	// inside: the target is in the declared context, or none is declared.
	inside bool
}

// unnamed is where no path leads.
var unnamed = aim{inside: true}

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
func (p *planner) begin(ctx context.Context, i int, b *parse.Block) error {
	at := &unnamed
	if b.Path.Named() {
		at = p.aim(ctx, b)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	live := p.doc.Live(b.Turn, p.options.Scope)
	if was := p.before.outcome(i); was != nil && was.keeps(b, at, live) {
		o := was.as(b)
		p.outcomes[i] = o
		if o.together {
			f := p.file(&at.target)
			f.sequence, f.kept = append(f.sequence, o), f.kept+1
		}
		return nil
	}
	o := newOutcome(b, &at.target)
	p.outcomes[i], o.Live = o, live
	switch {
	case b.Incomplete:
		o.Status = Incomplete
	case !b.Path.Named():
		o.Status, o.Reason = Skipped, NoTarget
	case o.Target.Refusal != nil && o.Target.Refusal.Code == workspace.AmbiguousRoot:
		o.Status, o.Reason = Failed, Reason(o.Target.Refusal.Code)
	case o.Target.Refusal != nil:
		o.Status, o.Reason = Skipped, Reason(o.Target.Refusal.Code)
	case !at.inside && b.Operation == parse.Modify:
		o.Status, o.Reason = NotInContext, OutsideContext
	case !o.Live || p.options.Only != nil && !p.options.Only[b.Index]:
		p.alone = append(p.alone, o)
	default:
		o.together = true
		f := p.file(o.Target)
		f.sequence = append(f.sequence, o)
	}
	return nil
}

// file is that of a target and its live blocks.
func (p *planner) file(t *workspace.Target) *file {
	f := p.files[t.Key]
	if f == nil {
		f = &file{target: t, failed: -1}
		p.files[t.Key] = f
		p.order = append(p.order, f)
	}
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
				if err := judge(ctx, o, v); err != nil {
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
			o = newOutcome(o.Block, &p.aim(ctx, o.Block).target)
			o.Live, o.together = true, true
			f.sequence[i], p.outcomes[o.Block.Index] = o, o
		}
		work = append(work, func(ctx context.Context) error { return p.judgeFile(ctx, f) })
	}
	return parallel(ctx, work)
}

// judgeFile judges the blocks of a file in order.
func (p *planner) judgeFile(ctx context.Context, f *file) error {
	f.virtual = virtualOf(f.target, p.doc)
	for _, o := range f.sequence {
		o.Held = held(o)
		if f.failed >= 0 {
			o.Status, o.Reason, o.Blocker = Skipped, PreviousEditFailed, f.failed
			continue
		}
		if err := judge(ctx, o, f.virtual); err != nil {
			return err
		}
		switch {
		case o.Status == Failed:
			f.failed = o.Block.Index
			if err := p.blame(ctx, o, f); err != nil {
				return err
			}
		case o.Status == Validated && !o.NoChange && (!o.Held || p.options.Confirmed):
			f.virtual.replace(o.place.first, o.place.count, o.place.lines)
			f.blocks = append(f.blocks, o.Block.Index)
		}
	}
	f.edit = f.edits()
	return nil
}

// held tells whether a block is never part of "apply all".
func held(o *Outcome) bool { return o.Target.Protected || len(o.Block.Brings()) > 0 }

// aim is where the path of a block leads. Most blocks have the paths of others.
func (p *planner) aim(ctx context.Context, b *parse.Block) *aim {
	key := b.Path.Readings[0]
	if a := p.aims[key]; a != nil && a.path.Fallback == b.Path.Fallback && slices.Equal(a.path.Readings, b.Path.Readings) {
		return a
	}
	a := &aim{path: b.Path, target: p.target(ctx, b)}
	a.inside = p.options.InContext == nil || p.options.InContext(a.target.Path)
	p.aims[key] = a
	return a
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

// blame finds out whether the failed block would apply to the present text, so that
// it was a block above that spoiled it.
func (p *planner) blame(ctx context.Context, o *Outcome, f *file) error {
	if len(f.blocks) == 0 {
		return nil
	}
	alone := &Outcome{Block: o.Block, Target: o.Target}
	if err := judge(ctx, alone, virtualOf(o.Target, p.doc)); err != nil {
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
	e := &FileEdit{Target: *f.target, Blocks: f.blocks, Before: f.virtual.target(), Edits: f.virtual.Edits()}
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
	// Delete: the file goes. Only [Plan.Revert] makes such an edit.
	Delete bool
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
	if was.Target.Refusal != nil || !was.Block.Path.Named() || was.Block.Incomplete || was.Reason == OutsideContext {
		return nil, nil
	}
	v := virtualOf(was.Target, p.Document)
	o := newOutcome(was.Block, was.Target)
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
	return (&file{target: was.Target, virtual: v, blocks: []int{index}}).edits(), nil
}
