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
	// Only are the indexes of the blocks that take part, of whatever turn; nil means all that
	// are live. The others are located each alone.
	Only map[int]bool
	// Applied returns where a block of a document was seen being applied to its target, or
	// nil; it is nil where nobody has seen anything.
	Applied func(*parse.Result, *parse.Block, *workspace.Target) *AppliedAt
	// Independent: a block after a failed one of its target is located as if that weren't
	// there. Else it is skipped, and only reports whether it fits.
	Independent bool
	// Confirmed: blocks that are never part of "apply all" take part as well.
	Confirmed bool
	// Moves: blocks that delete and rename files take part, since who carries them out asks.
	Moves bool
	// Writes: the plan is about to be written. What depends on files that go or get other
	// names, if that isn't confirmed, then fails.
	Writes bool
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
	paths, newPaths := resolve(ctx, doc, targets)
	p := &Plan{Document: doc, Outcomes: make([]*Outcome, len(doc.Blocks))}
	outcomes := make([]Outcome, len(doc.Blocks))
	var located []int
	for i := range doc.Blocks {
		b, at := &doc.Blocks[i], &outcomes[i]
		*at = Outcome{Document: doc, Block: b, Target: paths[i], NewTarget: newPaths[i], Live: o.isLive(doc, b.Turn, i), Fit: newFit()}
		p.Outcomes[i] = at
		if at.isLocated(o.InContext) {
			located = append(located, i)
		}
	}
	order := p.targets(located, o)
	for _, t := range order {
		t.once = cache == nil
	}
	unknown := cache.lookup(order)
	parallel.Each(len(unknown), func(i int) { unknown[i].plan = planTarget(ctx, unknown[i]) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	cache.keep(unknown)
	for _, t := range order {
		for i, b := range t.blocks {
			at := &outcomes[b.Index]
			if at.Fit = t.fit(i); at.Bare {
				at.Block, _ = doc.Bare(at.Block)
			}
		}
		for _, f := range t.plan.files {
			if e := t.edit(f); e != nil {
				p.Files = append(p.Files, e)
			}
		}
	}
	slices.SortStableFunc(p.Files, func(a, b *FileEdit) int { return a.Blocks[0] - b.Blocks[0] })
	for _, o := range p.Outcomes {
		if !o.Live && (o.Status == Failed || o.Status == Skipped || o.Status == NotInContext) {
			o.Failure, o.Status = o.Status, Stale
		}
	}
	return p, nil
}

// isLive reports whether what an index stands for takes part in the order: in the turn that is
// live, or named by who asks for the plan.
func (o Options) isLive(doc *parse.Result, turn, index int) bool {
	return doc.Live(turn, o.Scope) || o.Only[index]
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
	case o.Block.Operation == parse.Rename && o.NewTarget.Refusal != nil:
		o.Status, o.Reason = Skipped, o.NewTarget.Refusal.Code
	case o.Block.Operation != parse.Create && inContext != nil && !inContext(o.Target.Path):
		o.Status, o.Reason = NotInContext, codes.NotInContext
	default:
		return true
	}
	return false
}

// targets groups the blocks that are located by their targets, in the order of the first.
// Files are one target if one is renamed to the other.
func (p *Plan) targets(located []int, o Options) []*target {
	links := map[string]string{} // from a key to another of the same target
	end := func(key string) string {
		for links[key] != "" {
			key = links[key]
		}
		return key
	}
	for _, i := range located {
		if to := p.Outcomes[i].NewTarget; to != nil && to.Refusal == nil {
			if a, b := end(p.Outcomes[i].Target.Key), end(to.Key); a != b {
				links[b] = a
			}
		}
	}
	byKey := map[string]*target{}
	var order []*target
	for _, i := range located {
		at := p.Outcomes[i]
		key := end(at.Target.Key)
		t := byKey[key]
		if t == nil {
			t = &target{doc: p.Document, confirmed: o.Confirmed, moves: o.Confirmed || o.Moves, independent: o.Independent, writes: o.Writes}
			byKey[key] = t
			order = append(order, t)
		}
		one := targetBlock{Block: at.Block, name: t.name(at.Target), to: -1, alone: !at.Live || o.Only != nil && !o.Only[i]}
		if at.NewTarget != nil && at.NewTarget.Refusal == nil {
			one.to = t.name(at.NewTarget)
		}
		if o.Applied != nil {
			one.applied = o.Applied(p.Document, at.Block, at.Target)
		}
		t.blocks = append(t.blocks, one)
	}
	return order
}

// name is the index of a name of the target, which gets it if it hasn't.
func (t *target) name(of *workspace.Target) int {
	for i, n := range t.names {
		if n.Key == of.Key {
			return i
		}
	}
	t.names = append(t.names, of)
	return len(t.names) - 1
}

// resolve finds out where the paths of all blocks lead, and those that their files get.
// Most blocks have the path of others, and no path depends on another.
func resolve(ctx context.Context, doc *parse.Result, targets Targets) (paths, newPaths []*workspace.Target) {
	known := map[string]*workspace.Target{}
	var named []*parse.Path // the first of each
	var resolved []*workspace.Target
	where := func(b *parse.Block, path parse.Path) *workspace.Target {
		if b.Dialect.Numbered {
			path = whole(path)
		}
		key := strings.Join(append([]string{path.Fallback}, path.Readings...), "\x00")
		if known[key] == nil {
			known[key] = &workspace.Target{}
			if path.Named() {
				named, resolved = append(named, &path), append(resolved, known[key])
			}
		}
		return known[key]
	}
	paths, newPaths = make([]*workspace.Target, len(doc.Blocks)), make([]*workspace.Target, len(doc.Blocks))
	for i, b := range slices.Backward(doc.Blocks) {
		paths[i] = where(&b, b.Path)
		// A rename comes after the chunks of its file.
		switch next := i + 1; {
		case b.Operation == parse.Rename && !b.Incomplete:
			name := doc.NewPath(&b)
			newPaths[i] = where(&b, parse.Path{Readings: []string{name}, Fallback: name})
		case b.Operation == parse.Modify && next < len(newPaths) && newPaths[next] != nil && sameSection(&b, &doc.Blocks[next]):
			newPaths[i] = newPaths[next]
		}
	}
	parallel.Each(len(named), func(i int) {
		if ctx.Err() == nil {
			*resolved[i] = targetOf(ctx, named[i], targets)
		}
	})
	workspace.ProtectRepositories(resolved)
	return paths, newPaths
}

// whole returns a path of a diff whose names are not to lose what they begin with: the diff
// says where that is a prefix.
func whole(path parse.Path) parse.Path {
	mark := func(name string) string {
		if strings.HasPrefix(name, "a/") || strings.HasPrefix(name, "b/") {
			return "./" + name
		}
		return name
	}
	path.Readings = slices.Clone(path.Readings)
	for i, name := range path.Readings {
		path.Readings[i] = mark(name)
	}
	path.Fallback = mark(path.Fallback)
	return path
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
