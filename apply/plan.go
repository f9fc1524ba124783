package apply

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/parallel"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Targets resolves names in a consistent view of the workspace. Calls may be concurrent.
type Targets interface {
	Target(ctx context.Context, name string) workspace.Target
}

// Options select the blocks that take part.
type Options struct {
	Scope parse.Scope
	// InContext reports whether a path (slash-separated, relative to its root) is in the declared
	// context; nil without one.
	InContext func(path string) bool
	// Only are the blocks that take part, of any turn; nil means all live ones. Others are located
	// alone.
	Only map[int]bool
	// Applied tells where blocks were applied earlier. It may be nil.
	Applied AppliedBlocks
	// Independent ignores failed blocks. Otherwise later blocks for the file are skipped, and FitsAlone
	// shows which would apply.
	Independent bool
	// Confirmed includes blocks that need confirmation.
	Confirmed bool
	// Moves includes deletes and renames, for callers that ask the user.
	Moves bool
}

// Plan is what a document would do. It is immutable.
type Plan struct {
	Document *parse.Result
	Outcomes []*Outcome
	// Files are the edits of "apply all", in an order in which each name is free when it is needed.
	Files []*FileEdit
}

// New locates every block of a document. cache may be nil; it saves work for targets of earlier plans.
// New fails only if the context is cancelled.
func New(ctx context.Context, doc *parse.Result, targets Targets, o Options, cache *Cache) (*Plan, error) {
	paths, newPaths := resolve(ctx, doc, targets)
	p := &Plan{Document: doc, Outcomes: make([]*Outcome, len(doc.Blocks))}
	outcomes := make([]Outcome, len(doc.Blocks))
	var located []int
	for i := range doc.Blocks {
		b, at := &doc.Blocks[i], &outcomes[i]
		*at = Outcome{Document: doc, Block: b, Target: paths[i], NewTarget: newPaths[i], Live: o.isLive(doc, b.Turn, i) && (!b.Ran || o.Only[i]), Fit: newFit()}
		p.Outcomes[i] = at
		if at.isLocated(o.InContext) {
			located = append(located, i)
		}
	}
	var applied []*AppliedAt
	if o.Applied != nil {
		applied = o.Applied.Places(doc, paths, newPaths)
	}
	order := p.targets(located, o, applied)
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
			p.Files = append(p.Files, t.edits(f)...)
		}
	}
	slices.SortStableFunc(p.Files, func(a, b *FileEdit) int { return a.order - b.order })
	for _, o := range p.Outcomes {
		if !o.Live && (o.Status == Failed || o.Status == Skipped || o.Status == NotInContext || o.Block.Ran) {
			o.Failure, o.Status = o.Status, Stale
		}
	}
	return p, nil
}

// isLive reports whether a block or proposal takes part: its turn is live, or Only names it.
func (o Options) isLive(doc *parse.Result, turn, index int) bool {
	return doc.Live(turn, o.Scope) || o.Only[index]
}

// isLocated reports whether a block must be located; otherwise its path determines its status.
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

// targets groups blocks by target, in order of first use. Files linked by a rename are one target. applied
// is where the blocks were applied earlier, or nil.
func (p *Plan) targets(located []int, o Options, applied []*AppliedAt) []*target {
	links := map[string]string{} // union-find over target keys
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
			t = &target{doc: p.Document, confirmed: o.Confirmed, moves: o.Confirmed || o.Moves, independent: o.Independent}
			byKey[key] = t
			order = append(order, t)
		}
		one := targetBlock{Block: at.Block, name: t.name(at.Target), to: -1, alone: !at.Live || !o.takesPart(i), chosen: o.Only[i]}
		if at.NewTarget != nil && at.NewTarget.Refusal == nil {
			one.to = t.name(at.NewTarget)
		}
		if applied != nil {
			one.applied = applied[i]
		}
		t.blocks = append(t.blocks, one)
	}
	return order
}

// name returns the index of a name, added if new.
func (t *target) name(of *workspace.Target) int {
	if i := slices.IndexFunc(t.names, func(n *workspace.Target) bool { return n.Key == of.Key }); i >= 0 {
		return i
	}
	t.names = append(t.names, of)
	return len(t.names) - 1
}

// resolve resolves the paths and new names of all blocks, each distinct one once.
func resolve(ctx context.Context, doc *parse.Result, targets Targets) (paths, newPaths []*workspace.Target) {
	known := map[string]*workspace.Target{}
	var named []*parse.Path // first use of each distinct path
	var resolved []*workspace.Target
	where := func(b *parse.Block, path parse.Path) *workspace.Target {
		if b.Dialect.Numbered {
			path = whole(path)
		}
		key := strings.Join(append([]string{path.Fallback}, path.Readings...), "\x00")
		if known[key] == nil {
			known[key] = &workspace.Target{}
			if path := path; path.Named() {
				named, resolved = append(named, &path), append(resolved, known[key])
			}
		}
		return known[key]
	}
	paths, newPaths = make([]*workspace.Target, len(doc.Blocks)), make([]*workspace.Target, len(doc.Blocks))
	for i := len(doc.Blocks) - 1; i >= 0; i-- {
		b := &doc.Blocks[i]
		paths[i] = where(b, b.Path)
		// A rename follows the chunks of its file.
		switch next := i + 1; {
		case b.Operation == parse.Rename && !b.Incomplete:
			name := doc.NewPath(b)
			newPaths[i] = where(b, parse.Path{Readings: []string{name}, Fallback: name})
		case b.Operation == parse.Modify && next < len(newPaths) && newPaths[next] != nil && sameSection(b, &doc.Blocks[next]):
			newPaths[i] = newPaths[next]
		}
	}
	parallel.Each(len(named), func(i int) {
		if ctx.Err() == nil {
			*resolved[i] = targetOf(ctx, named[i], targets)
		}
	})
	workspace.ProtectRepositories(resolved)
	for i, b := range doc.Blocks {
		if b.Operation == parse.Delete || b.Operation == parse.Rename {
			paths[i] = paths[i].Movable()
		}
	}
	return paths, newPaths
}

// whole marks a diff's names so that no a/ or b/ is stripped: the diff already shows whether that is a
// prefix.
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

// separated resolves a path whose backslashes are escapes or separators: to the one that exists, else the
// one whose folder does, else the fallback.
func separated(ctx context.Context, p *parse.Path, targets Targets) workspace.Target {
	only := func(holds func(name string) bool) (name string, ok bool) {
		for _, r := range p.Readings {
			if holds(r) {
				name, ok = r, !ok && name == ""
			}
		}
		return name, ok
	}
	name, ok := only(func(name string) bool { return targets.Target(ctx, name).Exists })
	if !ok {
		name, ok = only(func(name string) bool {
			dir := path.Dir(strings.ReplaceAll(name, `\`, "/"))
			refusal := targets.Target(ctx, dir).Refusal
			return dir != "." && refusal != nil && refusal.Code == codes.NotARegularFile
		})
	}
	if !ok {
		name = p.Fallback
	}
	return targets.Target(ctx, name)
}

// targetOf resolves a path to the first reading that exists, or the fallback.
func targetOf(ctx context.Context, path *parse.Path, targets Targets) workspace.Target {
	if path.Backslashes {
		return separated(ctx, path, targets)
	}
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

// WithFiles returns a document with what the targets decide about its blocks.
func WithFiles(ctx context.Context, doc *parse.Result, targets Targets) *parse.Result {
	return doc.WithFiles(func(path *parse.Path) ([]string, bool) {
		t := targetOf(ctx, path, targets)
		if t.File == nil {
			return nil, t.Exists
		}
		return linesOf(t.File.Text), true
	})
}
