package apply

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Merged is one edit that does what two blocks do. Without leading, old and trailing lines it creates
// the file.
type Merged struct{ Leading, Old, New, Trailing []string }

// Reasons why two blocks can't be merged.
const (
	notTogether = "the blocks do not both apply to one file"
	sameLines   = "the blocks change the same lines independently"
	noOnePlace  = "the merged block would not have exactly one match"
)

// Merge returns an edit to replace two blocks of a target, at the first one's place, or why there is
// none. The second block's change follows the first's, unless the first spoils it: then it is made
// beside it.
func (p *Plan) Merge(ctx context.Context, first, second int) (*Merged, string, error) {
	a, b := p.Outcomes[first], p.Outcomes[second]
	if first >= second || a.Target.Key == "" || a.Target.Key != b.Target.Key || !a.writes() || b.asksMore() || !b.Live {
		return nil, notTogether, nil
	}
	d := draftOf(a.Target, p.Document)
	for _, o := range p.Outcomes[:first] {
		if o.Target.Key != a.Target.Key || !o.writes() {
			continue
		}
		if f, c := o.locate(ctx, d); f.takesLines() {
			d.apply(c)
		}
	}
	after := newDraft(d.Text())
	after.exists = d.exists
	covered, reason := both(ctx, a, b, after)
	if reason != "" || ctx.Err() != nil {
		return nil, reason, ctx.Err()
	}
	now := after.Text()
	if a.Block.Operation == parse.Create {
		return &Merged{New: now.Lines(0, text.Line(now.LineCount()))}, "", nil
	}
	merged, reason := between(ctx, d.Text(), now, covered)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	return merged, reason, nil
}

// writes reports whether the block changes its target's draft.
func (o *Outcome) writes() bool {
	return o.Live && o.takesLines() && !o.NoChange && !o.asksMore()
}

// asksMore reports whether more than a choice of one match must be confirmed.
func (o *Outcome) asksMore() bool { return o.NeedsConfirmation && !o.Ambiguous && o.Waits < 0 }

func (o *Outcome) locate(ctx context.Context, d *Draft) (Fit, change) {
	r := newRequest(o.Document, o.Block, o.Block.Index)
	r.taken = o.taken
	return locate(ctx, &r, d)
}

// takesLines reports whether the block applies to whole lines.
func (f *Fit) takesLines() bool { return f.Status == Validated && !f.InsideLine }

// both applies two blocks to a draft without hunks and returns the lines that they cover, or why it
// can't. A block spoiled by the first is located before that one is applied.
func both(ctx context.Context, a, b *Outcome, d *Draft) (text.LineRange, string) {
	one, first := a.locate(ctx, d)
	if !one.takesLines() {
		return text.LineRange{}, notTogether
	}
	after := b.SpoiledBy < 0
	if after {
		d.apply(first)
	}
	two, second := b.locate(ctx, d)
	if !two.takesLines() || !after && two.NoChange {
		return text.LineRange{}, notTogether
	}
	covered := text.LineRange{First: min(one.First, two.First), End: max(one.Last, two.Last) + 1}
	if after {
		d.apply(second)
		return covered, ""
	}
	// Apply bottom up to keep line numbers valid; insertions come before lines replaced at the same
	// place.
	sooner, later := first, second
	if later.at < sooner.at || later.at == sooner.at && later.count == 0 {
		sooner, later = later, sooner
	}
	if sooner.at+sooner.count > later.at || sooner.at == later.at && later.count == 0 {
		return covered, sameLines
	}
	d.apply(later)
	d.apply(sooner)
	return covered, ""
}

// between returns the edit from was to now, with the covered lines and enough lines above to be unique.
func between(ctx context.Context, was, now *text.Text, covered text.LineRange) (*Merged, string) {
	old, new := was.Lines(0, text.Line(was.LineCount())), now.Lines(0, text.Line(now.LineCount()))
	head, tail := text.Shared(old, new)
	oldTail, newTail := len(old)-tail, len(new)-tail
	if slices.Equal(old, new) {
		return nil, noChange
	}
	from, end := min(int(covered.First), head), max(int(covered.End), oldTail)
	above, ok := newDraft(was).extend(ctx, text.Line(from), old[from:end], nil)
	if !ok {
		return nil, noOnePlace
	}
	from -= len(above)
	return &Merged{
		Leading: slices.Clip(old[from:head]), Old: slices.Clip(old[head:oldTail]),
		New: slices.Clip(new[head:newTail]), Trailing: slices.Clip(old[oldTail:end]),
	}, ""
}
