package apply

import (
	"cmp"
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Merged is the one edit that does what two do. Without leading, old and trailing lines
// it creates its file.
type Merged struct{ Leading, Old, New, Trailing []string }

// Why two blocks can't be one.
const (
	notTogether = "the blocks do not both apply to one file"
	sameLines   = "the blocks change the same lines without knowing of each other"
	noOnePlace  = "the merged block would not have exactly one match"
)

// Merge makes one edit of two blocks of a target, to be written in the place of the
// first: what the second does comes after the first, or, where the first spoils it,
// beside it. It declines, with a reason, where the two cannot be one.
func (p *Plan) Merge(ctx context.Context, first, second int) (*Merged, string, error) {
	a, b := p.Outcomes[first], p.Outcomes[second]
	if first >= second || a.Target.Key == "" || a.Target.Key != b.Target.Key || !a.writes() || b.NeedsConfirmation || !b.Live {
		return nil, notTogether, nil
	}
	d := newDraft(a.Target, p.Document)
	for _, o := range p.Outcomes[:first] {
		if o.Target.Key != a.Target.Key || !o.writes() {
			continue
		}
		f, c, err := o.locate(ctx, d)
		if err != nil {
			return nil, "", err
		}
		if f.takesLines() {
			d.apply(c)
		}
	}
	before := workspace.NewFile(d.Text())
	after := &Draft{file: before, base: before.Text, exists: d.exists}
	one, two, reason, err := both(ctx, a, b, after)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	was, now := before.Text, after.Text()
	if a.Block.Operation == parse.Create {
		return &Merged{New: now.Lines(0, text.Line(now.LineCount()))}, "", nil
	}
	from := min(one.First, two.First)
	rest := text.Line(was.LineCount()) - 1 - max(one.Last, two.Last)
	return between(ctx, was, now, from, rest)
}

// writes reports whether the block's lines are in the draft of its target.
func (o *Outcome) writes() bool {
	return o.Live && o.takesLines() && !o.NoChange && !o.NeedsConfirmation
}

// locate locates the block of an outcome on a draft.
func (o *Outcome) locate(ctx context.Context, d *Draft) (Fit, change, error) {
	return locate(ctx, newRequest(o.Document, o.Block, o.Block.Index), d)
}

// takesLines reports whether the block applies, to whole lines.
func (f *Fit) takesLines() bool { return f.Status == Validated && !f.InsideLine }

// both applies two blocks to a draft that has no hunks yet, or gives the reason why that
// cannot be. A block that the first one spoils is located beside it, not after it.
func both(ctx context.Context, a, b *Outcome, d *Draft) (one, two Fit, reason string, err error) {
	one, first, err := a.locate(ctx, d)
	if err != nil || !one.takesLines() {
		return one, two, notTogether, err
	}
	after := b.SpoiledBy < 0
	if after {
		d.apply(first)
	}
	two, second, err := b.locate(ctx, d)
	if err != nil || !two.takesLines() || !after && two.NoChange {
		return one, two, notTogether, err
	}
	if after {
		d.apply(second)
		return one, two, "", nil
	}
	// From the end of the file to its start, so that lines keep their numbers.
	changes := []change{first, second}
	slices.SortStableFunc(changes, func(x, y change) int {
		return cmp.Or(cmp.Compare(y.at, x.at), cmp.Compare(x.count, y.count))
	})
	later, sooner := changes[0], changes[1]
	if end := sooner.at + sooner.count; later.at < end && (later.count > 0 || later.at > sooner.at) ||
		later.at == sooner.at && sooner.count == 0 {
		return one, two, sameLines, nil
	}
	d.apply(later)
	d.apply(sooner)
	return one, two, "", nil
}

// between returns the edit of the lines from line from to before the last rest ones, with
// as many more above it as make it match in one place.
func between(ctx context.Context, was, now *text.Text, from, rest text.Line) (*Merged, string, error) {
	end, newEnd := text.Line(was.LineCount())-rest, text.Line(now.LineCount())-rest
	if from >= end || from > newEnd || !slices.Equal(was.Lines(0, from), now.Lines(0, from)) ||
		!slices.Equal(was.Lines(end, end+rest), now.Lines(newEnd, newEnd+rest)) {
		return nil, sameLines, nil
	}
	above, ok, err := NewDraft(workspace.NewFile(was)).extend(ctx, from, was.Lines(from, end), nil)
	if err != nil {
		return nil, "", err
	}
	if !ok {
		return nil, noOnePlace, nil
	}
	from -= text.Line(len(above))
	old, new := was.Lines(from, end), now.Lines(from, newEnd)
	if slices.Equal(old, new) {
		return nil, noChange, nil
	}
	head, tail := shared(old, new)
	return &Merged{
		Leading: slices.Clip(old[:head]), Old: slices.Clip(old[head : len(old)-tail]),
		New: slices.Clip(new[head : len(new)-tail]), Trailing: old[len(old)-tail:],
	}, "", nil
}
