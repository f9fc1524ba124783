package apply

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// request is what a block asks of its target.
type request struct {
	*parse.Block
	leading, old, trailing, new []string
	// needle is leading, old and trailing, which are parts of it.
	needle []string
	// writer is the block's index in the list of its target's blocks.
	writer int
	// lines are all of them; the next block that is read takes their place.
	lines []string
}

func newRequest(doc *parse.Result, b *parse.Block, writer int) *request {
	r := &request{}
	r.read(doc, b, writer)
	return r
}

// read makes r the request of another block.
func (r *request) read(doc *parse.Result, b *parse.Block, writer int) {
	all := doc.AppendLines(r.lines[:0], b, b.Leading, b.Old, b.Trailing, b.New)
	old := b.Leading.Len()
	trailing := old + b.Old.Len()
	new := trailing + b.Trailing.Len()
	*r = request{
		Block: b, writer: writer, lines: all, needle: all[:new:new],
		leading: all[:old:old], old: all[old:trailing:trailing], trailing: all[trailing:new:new], new: all[new:],
	}
}

// result returns the lines that take the needle's place.
func (r *request) result() []string { return slices.Concat(r.leading, r.new, r.trailing) }

// change is what a block does to a draft: lines take the place of count lines from at on.
type change struct {
	at, count int
	lines     []line
}

func (d *Draft) apply(c change) { d.replace(c.at, c.count, c.lines) }

// locate finds out whether a block applies to a draft, and where. If it is validated, the
// change is what it does.
func locate(ctx context.Context, r *request, d *Draft) (Fit, change, error) {
	f := newFit()
	c, err := f.locate(ctx, r, d)
	return f, c, err
}

func (f *Fit) locate(ctx context.Context, r *request, d *Draft) (change, error) {
	switch {
	case r.EmptyFind:
		f.Status, f.Reason = Skipped, codes.EmptyFind
		return change{}, nil
	case r.Operation == parse.Create:
		return f.create(ctx, r, d)
	case !d.exists:
		f.Status, f.Reason = Failed, codes.FileNotFound
		return change{}, nil
	case len(r.needle) == 0:
		f.Status, f.Reason = Failed, codes.AmbiguousMatch // the lines say nothing about the place
		return change{}, nil
	}
	m, err := d.matches(ctx, r)
	if err != nil {
		return change{}, err
	}
	f.Matches, f.MatchCount, f.InsideLine = m.present, m.count, m.inside
	f.NoChange = slices.Equal(r.old, r.new)
	if m.count == 0 {
		return change{}, f.miss(ctx, r, d)
	}
	f.Estimated = m.present[0]
	if !f.NoChange && !m.inside && onlyAdds(r.old, r.new) {
		done, err := isInserted(ctx, r, d, m)
		if err != nil {
			return change{}, err
		}
		if done {
			f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
			return change{}, nil
		}
	}
	if m.count > 1 && !r.Dialect.FirstMatchWins {
		f.Status, f.Reason, f.Ambiguous = Failed, codes.AmbiguousMatch, true
		return change{}, nil
	}
	f.Status = Validated
	f.Ambiguous = m.count > 1 && !m.hinted
	f.Chosen = d.Present(m.chosen.n)
	if m.hinted {
		f.Estimated = f.Chosen
	}
	return f.settle(r, d, m.chosen), nil
}

// mostMatches is how many matches are listed; all are counted.
const mostMatches = 100

// matches are the places of a needle.
type matches struct {
	// present are the present lines of the first matches, and count how many there are.
	present []text.Line
	count   int
	// chosen is the match that is meant: the first, or the one that a line hint says.
	// hinted: there is such a hint, and it decides.
	chosen insideMatch
	hinted bool
	// inside: they are inside lines.
	inside bool
}

// matches finds the needle of a block: as whole lines and, if there are none and the block
// allows it, inside lines.
func (d *Draft) matches(ctx context.Context, r *request) (m matches, err error) {
	var distance text.Line
	m.hinted = r.NearLine != text.None && !r.ExactLine
	add := func(at insideMatch) bool {
		m.count++
		if m.count > mostMatches && r.NearLine == text.None {
			return true
		}
		l := d.Present(at.n)
		if len(m.present) < mostMatches {
			m.present = append(m.present, l)
		}
		far := max(l-r.NearLine, r.NearLine-l)
		if m.count == 1 || m.hinted && far < distance || r.ExactLine && !m.hinted && far == 0 {
			m.chosen, distance = at, far
		}
		m.hinted = m.hinted || r.ExactLine && far == 0
		return true
	}
	err = d.find(ctx, r.needle, func(n int) bool { return add(insideMatch{n: n}) })
	if err == nil && m.count == 0 && r.InsideLines() {
		err = d.findInside(ctx, r.needle, add)
		m.inside = m.count > 0
	}
	return m, err
}

// settle works out what a block does where its needle is at m.
func (f *Fit) settle(r *request, d *Draft, m insideMatch) change {
	if f.InsideLine {
		f.span(d, m.n, len(r.old))
		return change{m.n, len(r.old), d.insideLines(r, m)}
	}
	f.span(d, m.n, len(r.needle))
	// Lines that both share at their ends stay as they are, with their own endings.
	head, tail := shared(r.old, r.new)
	at := m.n + len(r.leading) + head
	return change{at, len(r.old) - head - tail, newLines(r.new[head:len(r.new)-tail], d.Present(at), r.writer)}
}

// shared returns how many lines two runs of lines share at their beginning, and how many of
// the others at their end.
func shared(old, new []string) (head, tail int) {
	most := min(len(old), len(new))
	for head < most && old[head] == new[head] {
		head++
	}
	for tail < most-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	return head, tail
}

// insideLines returns the lines of a match inside lines with the block's text in its place.
func (d *Draft) insideLines(r *request, m insideMatch) []line {
	first, last := d.at(m.n), d.at(m.n+len(r.old)-1)
	ending := ""
	switch {
	case last.inside != nil:
		ending = last.inside.ending
	case last.writer < 0:
		ending = d.base.Ending(text.Line(last.present))
	}
	return joined(cut(first.parts(), 0, m.start), r.new, cut(last.parts(), m.end, math.MaxInt), ending, text.Line(first.present), r.writer)
}

// span notes which present lines the needle covers, and which block wrote them.
func (f *Fit) span(d *Draft, n, count int) {
	f.First, f.Last, f.DependsOn = d.Present(n), d.Present(n+count-1), d.lastWriter(n, count)
}

// create locates a block that makes a file or fills an empty one.
func (f *Fit) create(ctx context.Context, r *request, d *Draft) (change, error) {
	count := 0
	if d.exists {
		blank, equal := true, true
		err := d.each(ctx, func(n int, l *line) bool {
			blank = blank && text.IsBlank(l.String())
			equal = equal && n < len(r.new) && l.is(r.new[n])
			count++
			return blank || equal
		})
		switch {
		case err != nil:
			return change{}, err
		case equal && count == len(r.new):
			f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
			return change{}, nil
		case !blank:
			f.Status, f.Reason = Failed, codes.FileExists
			return change{}, nil
		}
	}
	f.Status = Validated
	return change{0, count, newLines(r.new, 0, r.writer)}, nil
}

// miss says which part of a needle is missing, unless its result is there instead.
func (f *Fit) miss(ctx context.Context, r *request, d *Draft) error {
	if len(r.new) > 0 || len(r.leading) > 0 && len(r.trailing) > 0 {
		n, ok, err := findApplied(ctx, r, d)
		if err != nil {
			return err
		}
		if ok {
			f.Status, f.Reason, f.Estimated = AlreadyApplied, codes.AlreadyApplied, d.Present(n)
			return nil
		}
	}
	f.Status = Failed
	f.Miss = &Miss{File: d, At: -1}
	anchor := len(r.leading)
	switch {
	case anchor > 0:
		f.Reason = codes.LeadingAnchorNotFound
	case len(r.old) > 0:
		anchor, f.Reason = len(r.old), codes.OldLinesNotFound
	default:
		f.Reason = codes.TrailingAnchorNotFound
		return nil
	}
	at, agreed, err := d.longest(ctx, r.needle, anchor)
	if err != nil || agreed == 0 {
		return err
	}
	f.Miss.At, f.Miss.Agreed = at, agreed
	f.Estimated = d.Present(at + agreed)
	if f.Reason = codes.TrailingAnchorNotFound; agreed < len(r.leading)+len(r.old) {
		f.Reason = codes.OldLinesMismatch
	}
	return nil
}

// findApplied returns the line at which the block's result is, if it is there.
func findApplied(ctx context.Context, r *request, d *Draft) (at int, ok bool, err error) {
	result := r.result()
	if len(result) == 0 {
		return 0, false, nil
	}
	err = d.find(ctx, result, func(n int) bool { at, ok = n, true; return false })
	if err != nil || ok || !r.InsideLines() {
		return at, ok, err
	}
	// Inside lines a short text is in many places: a result that is part of the text to
	// find says nothing.
	if strings.Contains(strings.Join(r.old, text.LF), strings.Join(result, text.LF)) {
		return 0, false, nil
	}
	err = d.findInside(ctx, result, func(m insideMatch) bool { at, ok = m.n, true; return false })
	return at, ok, err
}

// isInserted reports whether a block that only adds lines has been applied before: its
// result covers the match, or each of them where there are several and none is taken by
// itself.
func isInserted(ctx context.Context, r *request, d *Draft, m matches) (bool, error) {
	result := r.result()
	var results []int
	if err := d.find(ctx, result, func(n int) bool { results = append(results, n); return true }); err != nil {
		return false, err
	}
	covered := func(n int) bool {
		// Matches come in order: results that end above this one end above all others.
		for len(results) > 0 && results[0]+len(result) < n+len(r.needle) {
			results = results[1:]
		}
		return len(results) > 0 && results[0] <= n
	}
	if m.count == 1 || r.Dialect.FirstMatchWins {
		return covered(m.chosen.n), nil
	}
	all := len(results) > 0
	err := d.find(ctx, r.needle, func(n int) bool { all = all && covered(n); return all })
	return all, err
}

// onlyAdds reports whether new is old with lines before it, after it or both.
func onlyAdds(old, new []string) bool {
	if len(old) == 0 || len(old) >= len(new) || !slices.Contains(new, old[0]) {
		return len(old) == 0 && len(new) > 0
	}
	whole := func(lines []string) string { return text.LF + strings.Join(lines, text.LF) + text.LF }
	return strings.Contains(whole(new), whole(old))
}
