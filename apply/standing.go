package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// standing is what a target's text shows of its blocks' results, by block.
type standing []struct {
	// Whether the result is where the block means it, once the blocks below are reverted.
	stands bool
	// elsewhere: it is in another place than the first of several matches.
	elsewhere bool
	// lines are the current lines of a result that was reverted, or none.
	lines text.LineRange
}

// maxRounds limits how often the blocks are gone through. The first round leaves out blocks with several
// matches: what looks like their result may be another block's (twice/twice-beside-several-matches).
const maxRounds = 4

// standing finds blocks that were applied though their results can't be seen, because blocks below
// changed them: one adds a function, the next improves it (twice/twice-both-already-applied). It
// reverts the results of a plan's blocks, the last first, and looks which ones the text then has.
func (t *target) standing(ctx context.Context, p *targetPlan) standing {
	if len(t.names) > 1 || len(t.blocks) < 2 || t.names[0].File == nil {
		return nil
	}
	all, found := make(standing, len(t.blocks)), false
	d := draftOf(t.names[0], t.doc)
	d.some = p.files[0].present.some
	// Applied by hand, blocks may be in another order: then one shows once those above are reverted.
	again := true
	for round := range maxRounds {
		if !again && round > 1 || ctx.Err() != nil {
			break
		}
		again = false
		for i := len(t.blocks) - 1; i >= 0 && d.exists; i-- {
			if b := &t.blocks[i]; all[i].lines.End > 0 || b.copies > 0 && all[b.copyOf].lines.End == 0 {
				continue // a copy may not have been needed
			}
			if t.takeBack(ctx, i, p.fits[i].own(), d, all, round > 0) {
				again, found = true, found || p.fits[i].own().maySeem()
			}
		}
	}
	if !found {
		return nil
	}
	return all
}

// takeBack reverts the result of block i if the draft has it. unsure blocks are those with several matches.
func (t *target) takeBack(ctx context.Context, i int, f *Fit, d *Draft, all standing, unsure bool) bool {
	b := &t.blocks[i]
	several := f.Status == Validated && f.Ambiguous
	if b.alone || b.applied != nil || b.ofFile() || b.EmptyFind || f.NoChange {
		return false
	}
	r := t.requests[i]
	if f.Bare {
		bare, _ := t.doc.Bare(b.Block)
		r = newRequest(t.doc, bare, i)
	}
	if f.Ambiguous && (f.Status == Failed || !unsure) { // perhaps only since a block above was applied again
		alone, _ := locate(ctx, &r, draftOf(t.names[0], t.doc))
		if f = &alone; f.Ambiguous && several {
			return false
		}
	}
	if slices.Equal(r.needle, r.result) {
		return false // only how the file ends changes
	}
	m, ok := f.resultIn(ctx, &r, d)
	elsewhere := !ok && several && unsure
	if elsewhere {
		m, ok = f.resultApart(ctx, &r, d)
	}
	if !ok {
		return false
	}
	all[i].lines = text.LineRange{First: d.Present(m.n), End: d.Present(m.n+len(r.result)-1) + 1}
	all[i].stands, all[i].elsewhere = !elsewhere, elsewhere
	if d.exists = r.Operation != parse.Create; d.exists {
		d.apply(r.takenBack(d, m))
	}
	return true
}

// holds reports whether a plan that counts the standing results as applied agrees: each rests on results in
// its lines, which then are applied as well.
func (s standing) holds(p *targetPlan) bool {
	for i := range s {
		for j := range s {
			rests := s[j].lines.First < s[i].lines.End && s[i].lines.First < s[j].lines.End
			if rests && s[i].stands && p.fits[i].Status == AlreadyApplied && p.fits[j].Status != AlreadyApplied && !s[j].elsewhere {
				return false
			}
		}
	}
	return true
}

// maySeem reports whether a block may only seem not to be applied.
func (f *Fit) maySeem() bool {
	return f.Status == Validated || f.Miss != nil || f.Reason == codes.FileExists
}

// own returns how a block fits by itself.
func (f *Fit) own() *Fit {
	switch {
	case f.ByItself != nil:
		return f.ByItself
	case f.FitsAlone():
		alone := *f
		alone.Status = Validated
		return &alone
	}
	return f
}

// resultIn returns where a block's result is in a draft with the blocks below it reverted.
func (f *Fit) resultIn(ctx context.Context, r *request, d *Draft) (m match, ok bool) {
	switch {
	case r.Operation == parse.Create:
		return match{}, f.Reason == codes.FileExists && len(r.new) == d.count && d.agree(0, r.new) == len(r.new)
	case len(r.result) == 0, len(r.new) == 0 && (r.Leading.Len() == 0 || r.Trailing.Len() == 0) && f.DependsOn < 0:
		return match{}, false // a bare deletion, unless of lines that a block above brings in
	case f.Status != AlreadyApplied && (len(r.needle) == 0 || !f.maySeem()):
		return match{}, false
	case f.Status == Validated && f.DependsOn < 0:
		return f.resultOver(r, d)
	}
	return f.resultNearest(ctx, r, d)
}

// resultNearest returns where a block's result is nearest to where it was meant.
func (f *Fit) resultNearest(ctx context.Context, r *request, d *Draft) (m match, ok bool) {
	if len(r.result) == 0 {
		return match{}, false
	}
	var distance text.Line
	d.matches(ctx, r.result, r.InsideLines(), func(at match) bool {
		l := d.Present(at.n)
		if d.splitsWord(at, len(r.result)) {
			return true
		}
		if far := max(l-f.Estimated, f.Estimated-l); !ok || f.Estimated != text.None && far < distance {
			m, ok, distance = at, true, far
		}
		return f.Estimated != text.None
	})
	return m, ok
}

// resultApart returns the first place where a block's result is on other lines than its matches, and those of the same
// blocks.
func (f *Fit) resultApart(ctx context.Context, r *request, d *Draft) (found match, ok bool) {
	if strings.TrimSpace(strings.Join(r.result, "")) == "" {
		return match{}, false
	}
	d.matches(ctx, r.result, r.InsideLines(), func(m match) bool {
		first, last := d.Present(m.n), d.Present(m.n+len(r.result)-1)
		isOther := func(at text.LineRange) bool { return at.First <= last && first < at.End }
		i, _ := slices.BinarySearch(f.Matches, first)
		found, ok = m, (i == len(f.Matches) || f.Matches[i] > last) && !slices.ContainsFunc(r.taken, isOther)
		return !ok
	})
	return found, ok
}

// resultOver returns where a block's result covers its match. If a match is in reverted lines, only those
// lines are known.
func (f *Fit) resultOver(r *request, d *Draft) (m match, ok bool) {
	lowest, first := d.linesOf(f.First)
	end, _ := d.linesOf(f.Last)
	if f.InsideLine {
		for n := max(0, lowest); n <= min(first, lowest+maxTries); n++ {
			if m, ok := r.resultInside(d, n); ok {
				return m, true
			}
		}
		return match{}, false
	}
	for n := first; n >= max(0, end-len(r.result)+1, first-maxTries); n-- {
		if d.agree(n, r.result) == len(r.result) {
			undone := d.Present(n) == f.First && d.Present(n+len(r.result)-1) == f.Last // a block below undoes it
			return match{n: n}, !undone
		}
	}
	return match{}, false
}

// resultInside returns where a result that has the needle in it is found inside lines from n on.
func (r *request) resultInside(d *Draft, n int) (match, bool) {
	if !r.keepsNeedle() || n >= d.count {
		return match{}, false
	}
	if len(r.result) > 1 {
		m, ok := d.across(n, r.result)
		return m, ok && !d.splitsWord(m, len(r.result))
	}
	l := d.at(n)
	at := strings.Index(l.slice(0, l.size()), r.result[0])
	m := match{n, true, at, at + len(r.result[0])}
	return m, at >= 0 && !d.splitsWord(m, 1)
}

// splitsWord reports whether a match of so many lines begins or ends inside a word.
func (d *Draft) splitsWord(m match, lines int) bool {
	if !m.inside {
		return false
	}
	first, last := d.at(m.n), d.at(m.n+lines-1)
	return splitsWord(first.slice(0, first.size()), m.start) || splitsWord(last.slice(0, last.size()), m.end)
}

// linesOf returns the first and last draft line that a line of the current text may have become.
func (d *Draft) linesOf(l text.Line) (first, last int) {
	h := d.covering(l)
	if l < h.to {
		return h.first - 1, h.end()
	}
	n := h.end() + int(l-h.to)
	return n, n
}

// takenBack returns the change of a block's result into its needle.
func (r *request) takenBack(d *Draft, m match) change {
	if m.inside {
		end := m.n + len(r.result)
		return change{at: m.n, count: len(r.result), lines: join(d.at(m.n), m.start, r.needle, d.at(end-1), m.end, r.writer)}
	}
	return r.group(d, m.n+r.Leading.Len(), r.new, r.old)
}
