package apply

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// aim is what a path line leads to.
type aim struct {
	path   parse.Path
	target workspace.Target
	// inside: the target is in the declared context, or none is declared.
	inside bool
	// file is that of the target, once a live block has asked for it.
	file *file
	// next is another aim whose path has the same first reading.
	next *aim
}

// unnamed is where no path leads.
func unnamed() *aim { return &aim{inside: true} }

// means tells whether the path line of the aim means the same as another.
func (a *aim) means(p *parse.Path) bool {
	// The paths of most blocks come from one reading of their lines.
	was := a.path.Readings
	return a.path.Fallback == p.Fallback && len(was) == len(p.Readings) &&
		(&was[0] == &p.Readings[0] || slices.Equal(was, p.Readings))
}

// resolve finds out where the paths of all blocks lead. Most blocks have the path of
// others, and no path depends on another.
func (p *planner) resolve(ctx context.Context) error {
	p.aims = make([]*aim, len(p.doc.Blocks))
	nowhere := unnamed()
	known := map[string]*aim{}
	var work []func(context.Context) error
	var last *aim
	for i := range p.doc.Blocks {
		b := &p.doc.Blocks[i]
		if !b.Path.Named() {
			p.aims[i] = nowhere
			continue
		}
		if last == nil || !last.means(&b.Path) {
			for last = known[b.Path.Readings[0]]; last != nil && !last.means(&b.Path); {
				last = last.next
			}
		}
		if last == nil {
			a := &aim{path: b.Path, next: known[b.Path.Readings[0]]}
			known[b.Path.Readings[0]] = a
			work = append(work, func(ctx context.Context) error {
				a.target = p.target(ctx, &a.path)
				a.inside = p.options.InContext == nil || p.options.InContext(a.target.Path)
				return ctx.Err()
			})
			last = a
		}
		p.aims[i] = last
	}
	return together(ctx, work)
}

// target resolves the path of a block: the first reading that names a file, else
// the fallback.
func (p *planner) target(ctx context.Context, path *parse.Path) workspace.Target {
	var fallback workspace.Target
	for _, name := range path.Readings {
		t := p.targets.Target(ctx, name)
		if t.Exists {
			return t
		}
		if name == path.Fallback {
			fallback = t
		}
	}
	return fallback
}
