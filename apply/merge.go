package apply

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Merged is the one edit that does what two do. Without leading, old and trailing lines
// it creates its file.
type Merged struct{ Leading, Old, New, Trailing []string }

// Merge makes one edit of two blocks of a target, to be written in the place of the
// first: what the second does comes after the first, or, where the first spoils it,
// beside it. It is nil where the two cannot be one: they change the same lines without
// knowing of each other, say.
func (p *Plan) Merge(ctx context.Context, first, second int) (*Merged, error) {
	a, b := p.Outcomes[first], p.Outcomes[second]
	if first >= second || a.Target.Key == "" || a.Target.Key != b.Target.Key || !a.writes() || b.Held || !b.Live {
		return nil, nil
	}
	v := virtualOf(a.Target, p.Document)
	for _, o := range p.Outcomes[:first] {
		if o.Target.Key != a.Target.Key || !o.writes() {
			continue
		}
		if _, err := replay(ctx, o, v); err != nil {
			return nil, err
		}
	}
	before := workspace.NewFile(v.Text())
	w := newVirtual(before, v.exists)
	one, two, err := both(ctx, a, b, w)
	if err != nil || one == nil {
		return nil, err
	}
	was, now := before.Text, w.Text()
	if a.Block.Operation == parse.Create {
		return &Merged{New: now.Lines(0, text.Line(now.LineCount()))}, nil
	}
	from := min(one.First, two.First)
	behind := text.Line(was.LineCount()) - 1 - max(one.Last, two.Last)
	return between(ctx, was, now, from, behind)
}

// writes tells whether the block's lines are in the virtual file of its target.
func (o *Outcome) writes() bool {
	return o.Live && o.Status == Validated && !o.NoChange && !o.Held && !o.InsideLine
}

// replay judges the block of an outcome on v, and writes it there if it applies. The
// outcome is nil if it does not.
func replay(ctx context.Context, was *Outcome, v *Virtual) (*Outcome, error) {
	o := newOutcome(was.Document, was.Block, was.Target)
	p, err := judge(ctx, o, v)
	if err != nil || o.Status != Validated || o.InsideLine {
		return nil, err
	}
	v.apply(p, o.Block.Index)
	return o, nil
}

// both writes two blocks to a virtual file that has no edits yet. The outcomes are nil
// where that cannot be.
func both(ctx context.Context, a, b *Outcome, w *Virtual) (one, two *Outcome, err error) {
	if b.SpoiledBy < 0 {
		if one, err = replay(ctx, a, w); err == nil && one != nil {
			two, err = replay(ctx, b, w)
		}
		if two == nil {
			one = nil
		}
		return one, two, err
	}
	one, two = newOutcome(a.Document, a.Block, a.Target), newOutcome(b.Document, b.Block, b.Target)
	type placed struct {
		place
		block int
	}
	var order []placed
	for _, o := range []*Outcome{one, two} {
		p, err := judge(ctx, o, w)
		if err != nil || o.Status != Validated || o.InsideLine || o.NoChange {
			return nil, nil, err
		}
		order = append(order, placed{p, o.Block.Index})
	}
	// From the end of the file to its start, so that places stay what they are.
	slices.SortFunc(order, func(x, y placed) int {
		if d := y.first.line - x.first.line; d != 0 {
			return int(d)
		}
		return x.count - y.count
	})
	later, sooner := order[0], order[1]
	end := sooner.first.line + text.Line(sooner.count)
	if later.first.line < end && later.count > 0 || later.first.line < end && later.first.line > sooner.first.line ||
		later.first == sooner.first && sooner.count == 0 {
		return nil, nil, nil
	}
	for _, p := range order {
		w.apply(p.place, p.block)
	}
	return one, two, nil
}

// between is the edit of the lines from line from to before the last behind ones, with
// as many more above it as make it stand in one place.
func between(ctx context.Context, was, now *text.Text, from, behind text.Line) (*Merged, error) {
	end, newEnd := text.Line(was.LineCount())-behind, text.Line(now.LineCount())-behind
	if from >= end || from > newEnd || !slices.Equal(was.Lines(0, from), now.Lines(0, from)) ||
		!slices.Equal(was.Lines(end, end+behind), now.Lines(newEnd, newEnd+behind)) {
		return nil, nil
	}
	v := newVirtual(workspace.NewFile(was), true)
	for n := 0; ; n++ {
		_, ok, err := v.only(ctx, was.Lines(from, end), false)
		if err != nil {
			return nil, err
		}
		if ok {
			break
		}
		if n == mostContext || from == 0 {
			return nil, nil
		}
		from--
	}
	m := &Merged{Old: was.Lines(from, end), New: now.Lines(from, newEnd)}
	if slices.Equal(m.Old, m.New) {
		return nil, nil
	}
	for len(m.Old) > 0 && len(m.New) > 0 && m.Old[0] == m.New[0] {
		m.Leading, m.Old, m.New = append(m.Leading, m.Old[0]), m.Old[1:], m.New[1:]
	}
	last := func(lines []string) int { return len(lines) - 1 }
	for len(m.Old) > 0 && len(m.New) > 0 && m.Old[last(m.Old)] == m.New[last(m.New)] {
		m.Trailing = slices.Insert(m.Trailing, 0, m.Old[last(m.Old)])
		m.Old, m.New = m.Old[:last(m.Old)], m.New[:last(m.New)]
	}
	return m, nil
}
