package apply

import (
	"cmp"
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/parallel"
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
	// InContext reports whether a path (slash-separated, relative to its root) is in
	// the declared context; nil where none is declared.
	InContext func(path string) bool
	// Only are the indexes of the blocks that take part; nil means all. The others
	// are located each alone.
	Only map[int]bool
	// Applied returns where a block of a document was seen being applied to its target, or
	// nil; it is nil where nobody has seen anything.
	Applied func(*parse.Result, *parse.Block, *workspace.Target) *AppliedAt
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

// New locates every block of a document. The only error is the context's. cache may be
// nil; it makes a plan cheaper that has targets in common with the last ones.
func New(ctx context.Context, doc *parse.Result, targets Targets, o Options, cache *Cache) (*Plan, error) {
	paths, err := resolve(ctx, doc, targets, o)
	if err != nil {
		return nil, err
	}
	p := &planner{doc: doc, options: o, outcomes: make([]Outcome, len(doc.Blocks)), targets: map[string]*target{}, once: cache == nil}
	for i := range doc.Blocks {
		if i%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.begin(&p.outcomes[i], &doc.Blocks[i], paths[i])
	}
	unknown := cache.lookup(p.order)
	parallel.Each(len(unknown), func(i int) {
		// The only error is the context's.
		unknown[i].plan, _ = planTarget(ctx, unknown[i])
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	cache.keep(unknown)
	return p.plan(), nil
}

type planner struct {
	doc     *parse.Result
	options Options
	// outcomes are those of all blocks, by index.
	outcomes []Outcome
	// targets are those of blocks that are to be located, by their keys and in order.
	targets map[string]*target
	order   []*target
	// once: see [target].
	once bool
}

// begin notes what a block's path alone decides, or adds the block to its target.
func (p *planner) begin(o *Outcome, b *parse.Block, path *resolvedPath) {
	*o = Outcome{Document: p.doc, Block: b, Target: &path.target, Live: p.doc.Live(b.Turn, p.options.Scope), Fit: newFit()}
	switch refusal := o.Target.Refusal; {
	case b.Incomplete:
		o.Status = Incomplete
	case !b.Path.Named():
		o.Status, o.Reason = Skipped, codes.NoTarget
	case refusal != nil && refusal.Code == codes.AmbiguousRoot:
		o.Status, o.Reason = Failed, refusal.Code
	case refusal != nil:
		o.Status, o.Reason = Skipped, refusal.Code
	case !path.inside && b.Operation == parse.Modify:
		o.Status, o.Reason = NotInContext, codes.NotInContext
	default:
		t := p.targets[o.Target.Key]
		if t == nil {
			t = &target{Target: o.Target, doc: p.doc, confirmed: p.options.Confirmed, once: p.once, first: len(p.outcomes)}
			p.targets[o.Target.Key] = t
			p.order = append(p.order, t)
		}
		t.add(b, !o.Live || p.options.Only != nil && !p.options.Only[b.Index])
		if p.options.Applied != nil {
			t.applied[len(t.blocks)-1] = p.options.Applied(p.doc, b, o.Target)
		}
	}
}

// plan puts together what the targets came to.
func (p *planner) plan() *Plan {
	plan := &Plan{Document: p.doc, Outcomes: make([]*Outcome, len(p.outcomes))}
	slices.SortStableFunc(p.order, func(a, b *target) int { return cmp.Compare(a.first, b.first) })
	for _, t := range p.order {
		for i, b := range t.blocks {
			p.outcomes[b.Index].Fit = t.fit(i)
		}
		if e := t.edit(); e != nil {
			plan.Files = append(plan.Files, e)
		}
	}
	for i := range p.outcomes {
		o := &p.outcomes[i]
		if !o.Live && (o.Status == Failed || o.Status == Skipped || o.Status == NotInContext) {
			o.Failure, o.Status = o.Status, Stale
		}
		plan.Outcomes[i] = o
	}
	return plan
}

// resolvedPath is where a path line leads.
type resolvedPath struct {
	target workspace.Target
	// inside: the target is in the declared context, or none is declared.
	inside bool
}

// resolve finds out where the paths of all blocks lead. Most blocks have the path of
// others, and no path depends on another.
func resolve(ctx context.Context, doc *parse.Result, targets Targets, o Options) ([]*resolvedPath, error) {
	all := make([]*resolvedPath, len(doc.Blocks))
	known := map[string]*resolvedPath{}
	var named []*parse.Block // the first of each path
	var paths []*resolvedPath
	var key []byte
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		key = append(key[:0], b.Path.Fallback...)
		for _, r := range b.Path.Readings {
			key = append(append(key, 0), r...)
		}
		path := known[string(key)]
		if path == nil {
			path = &resolvedPath{inside: true}
			known[string(key)] = path
			if b.Path.Named() {
				named, paths = append(named, b), append(paths, path)
			}
		}
		all[i] = path
	}
	parallel.Each(len(paths), func(i int) {
		if ctx.Err() == nil {
			paths[i].target = targetOf(ctx, &named[i].Path, targets)
			paths[i].inside = o.InContext == nil || o.InContext(paths[i].target.Path)
		}
	})
	inChat := make([]*workspace.Target, len(paths))
	for i, path := range paths {
		inChat[i] = &path.target
	}
	workspace.ProtectRepositories(inChat)
	return all, ctx.Err()
}

// targetOf resolves a path: to the first reading that names a file, else the fallback.
func targetOf(ctx context.Context, path *parse.Path, targets Targets) workspace.Target {
	var fallback workspace.Target
	for _, name := range path.Readings {
		t := targets.Target(ctx, name)
		if t.Exists {
			return t
		}
		if name == path.Fallback {
			fallback = t
		}
	}
	return fallback
}
