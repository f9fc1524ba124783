package apply

import (
	"context"
	"slices"
	"strings"

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
	// Independent: a block after a failed one of its target is located as if that weren't
	// there. Else it is skipped, and only says whether it fits.
	Independent bool
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
	paths := resolve(ctx, doc, targets)
	p := &Plan{Document: doc, Outcomes: make([]*Outcome, len(doc.Blocks))}
	outcomes := make([]Outcome, len(doc.Blocks))
	located := map[string]*target{} // by their keys
	var order []*target
	for i := range doc.Blocks {
		b, at := &doc.Blocks[i], &outcomes[i]
		*at = Outcome{Document: doc, Block: b, Target: paths[i], Live: doc.Live(b.Turn, o.Scope), Fit: newFit()}
		p.Outcomes[i] = at
		if !at.isLocated(o.InContext) {
			continue
		}
		t := located[at.Target.Key]
		if t == nil {
			t = &target{Target: at.Target, doc: doc, confirmed: o.Confirmed, independent: o.Independent, once: cache == nil}
			located[at.Target.Key] = t
			order = append(order, t)
		}
		one := targetBlock{Block: b, alone: !at.Live || o.Only != nil && !o.Only[i]}
		if o.Applied != nil {
			one.applied = o.Applied(doc, b, at.Target)
		}
		t.blocks = append(t.blocks, one)
	}
	unknown := cache.lookup(order)
	parallel.Each(len(unknown), func(i int) { unknown[i].plan = planTarget(ctx, unknown[i]) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	cache.keep(unknown)
	for _, t := range order {
		for i, b := range t.blocks {
			outcomes[b.Index].Fit = t.fit(i)
		}
		if e := t.edit(); e != nil {
			p.Files = append(p.Files, e)
		}
	}
	slices.SortFunc(p.Files, func(a, b *FileEdit) int { return a.Blocks[0] - b.Blocks[0] })
	for _, o := range p.Outcomes {
		if !o.Live && (o.Status == Failed || o.Status == Skipped || o.Status == NotInContext) {
			o.Failure, o.Status = o.Status, Stale
		}
	}
	return p, nil
}

// isLocated reports whether a block is to be located, and else notes what its path alone
// decides.
func (o *Outcome) isLocated(inContext func(string) bool) bool {
	switch refusal := o.Target.Refusal; {
	case o.Block.Incomplete:
		o.Status = Incomplete
	case !o.Block.Path.Named():
		o.Status, o.Reason = Skipped, codes.NoTarget
	case refusal != nil && refusal.Code == codes.AmbiguousRoot:
		o.Status, o.Reason = Failed, refusal.Code
	case refusal != nil:
		o.Status, o.Reason = Skipped, refusal.Code
	case o.Block.Operation == parse.Modify && inContext != nil && !inContext(o.Target.Path):
		o.Status, o.Reason = NotInContext, codes.NotInContext
	default:
		return true
	}
	return false
}

// resolve finds out where the paths of all blocks lead. Most blocks have the path of
// others, and no path depends on another.
func resolve(ctx context.Context, doc *parse.Result, targets Targets) []*workspace.Target {
	all := make([]*workspace.Target, len(doc.Blocks))
	known := map[string]*workspace.Target{}
	var named []*parse.Path // the first of each
	var resolved []*workspace.Target
	for i := range doc.Blocks {
		path := &doc.Blocks[i].Path
		key := strings.Join(append([]string{path.Fallback}, path.Readings...), "\x00")
		if known[key] == nil {
			known[key] = &workspace.Target{}
			if path.Named() {
				named, resolved = append(named, path), append(resolved, known[key])
			}
		}
		all[i] = known[key]
	}
	parallel.Each(len(named), func(i int) {
		if ctx.Err() == nil {
			*resolved[i] = targetOf(ctx, named[i], targets)
		}
	})
	workspace.ProtectRepositories(resolved)
	return all
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
