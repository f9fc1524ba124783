package repair

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Exact is an exact repair: the block's lines are the file's but for a mistake that is undone without a guess.
type Exact struct {
	// Index is the block's.
	Index int
	// Cause is the mistake, or empty if the path was wrong. Path is the right one then.
	Cause diagnostics.Cause
	Path  string
	// Made is false for a repair that nobody has confirmed.
	Made bool
}

// Exact makes every exact repair of the live blocks, from the first to the last, and returns the report of the
// chat with them. Paths are only corrected if they are confirmed. Blocks keep their indexes.
func (r Repairs) Exact(ctx context.Context, confirmed bool) (*diagnostics.Report, []Exact, error) {
	r.applied = true
	var all []Exact
	for i := range r.Report.Blocks {
		if !r.Report.Blocks[i].Live {
			continue
		}
		one, repair, err := r.exact(ctx, i)
		if err != nil {
			return nil, nil, err
		}
		if repair == nil {
			continue
		}
		if one.Made = one.Path == "" || confirmed; one.Made {
			r.Report = repair.report
		}
		all = append(all, one)
	}
	return r.Report, all, nil
}

// exact returns the exact repair of a block, or nil.
func (r *Repairs) exact(ctx context.Context, index int) (Exact, *Repair, error) {
	b := &r.Report.Blocks[index]
	one := Exact{Index: index, Cause: b.Cause}
	if titles[b.Cause] != "" && b.Status == apply.Failed {
		repair, _, err := r.Fix(ctx, index)
		return one, repair, err
	}
	if b.Meant == nil || text.IsBlank(strings.Join(b.Needle(), "")) {
		return one, nil, nil
	}
	one.Path = b.Meant.Path
	repair, _, err := r.Rename(ctx, index, "", one.Path)
	if repair == nil || !repair.fitsAll(r.Report.Plan, b) {
		return one, nil, err
	}
	return one, repair, nil
}

// fitsAll reports whether, with another path in its path line, a block whose old lines are in that file applies in one
// place, or one whose new lines are there is applied. The same must hold for every other block below that line.
func (repair *Repair) fitsAll(was *apply.Plan, b *diagnostics.Block) bool {
	fits := func(o *apply.Outcome) bool {
		return o.Status == apply.AlreadyApplied || o.Status == apply.Validated && !o.Ambiguous && b.MeantAt != text.None
	}
	return !slices.ContainsFunc(was.Outcomes, func(o *apply.Outcome) bool {
		return o.Block.Path.Line == b.Outcome.Block.Path.Line && !fits(repair.Plan.Outcomes[o.Block.Index])
	})
}
