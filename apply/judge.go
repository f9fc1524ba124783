package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// usual is the number of lines of a needle up to which it takes no memory of its own.
const usual = 24

// judge finds out whether the block of o applies to v, and where. It fills in
// status, reason and places; v is not changed. If the block is validated, the place is
// what it replaces.
func judge(ctx context.Context, o *Outcome, v *Virtual) (place, error) {
	b := o.Block
	switch {
	case b.EmptyFind:
		o.Status, o.Reason = Skipped, codes.EmptyFind
		return place{}, nil
	case b.Operation == parse.Create:
		return judgeCreate(o, v), nil
	case !v.exists:
		o.Status, o.Reason = Failed, codes.FileNotFound
		return place{}, nil
	}
	var buf [usual]string
	needle := o.Document.AppendNeedle(buf[:0], b)
	m := matches{near: b.NearLine, present: o.match[:0]}
	inside, err := v.locate(ctx, needle, b.Dialect.InsideLines, &m)
	if err != nil {
		return place{}, err
	}
	if m.count > 0 {
		o.Matches = m.present
	}
	o.MatchCount, o.InsideLine = m.count, inside
	old, new := o.Lines(b.Old), o.Lines(b.New)
	o.NoChange = slices.Equal(old, new)
	if m.count == 0 {
		return place{}, judgeMiss(ctx, o, v, needle)
	}
	o.Estimated = m.present[0]
	if !o.NoChange && !inside && onlyAdds(old, new) {
		done, err := isInserted(ctx, o, v, needle, &m)
		if err != nil {
			return place{}, err
		}
		if done {
			o.Status, o.Reason = AlreadyApplied, codes.AlreadyApplied
			return place{}, nil
		}
	}
	if m.count > 1 && !b.Dialect.FirstMatchWins {
		o.Status, o.Reason, o.Ambiguous = Failed, codes.AmbiguousMatch, true
		return place{}, nil
	}
	o.Status = Validated
	o.Ambiguous = m.count > 1 && b.NearLine == text.None
	o.Chosen = v.present(m.chosen.pos)
	if b.NearLine != text.None {
		o.Estimated = o.Chosen
	}
	return o.settle(v, m.chosen), nil
}

// settle works out which virtual lines the block replaces, where its needle stands at m.
func (o *Outcome) settle(v *Virtual, m insideMatch) place {
	b := o.Block
	if o.InsideLine {
		o.span(v, m.pos, b.Old.Len())
		return placeInside(o, v, m)
	}
	count := b.Leading.Len() + b.Old.Len() + b.Trailing.Len()
	o.span(v, m.pos, count)
	old, new := o.Lines(b.Old), o.Lines(b.New)
	stay := b.Leading.Len()
	// Lines that both share at their ends stay as they are, with their own endings.
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new = old[1:], new[1:]
		stay++
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	p := place{first: m.pos, count: len(old), lines: new}
	if stay < count && v.isPlain(m.pos, count) {
		p.first.line += text.Line(stay)
	} else if stay > 0 {
		c := v.cursor(m.pos)
		for range stay {
			c.forward()
		}
		p.first = c.pos
	}
	p.present = v.present(p.first)
	return p
}

// isPlain tells whether count lines from p on are lines of the base that follow one
// another there.
func (v *Virtual) isPlain(p pos, count int) bool {
	return p.edit == nil && !v.touched(p.line, p.line+text.Line(count))
}

// span notes which present lines the needle covers, and whose they are.
func (o *Outcome) span(v *Virtual, p pos, count int) {
	o.First = v.present(p)
	if v.isPlain(p, count) {
		o.Last = p.line + text.Line(count-1)
		return
	}
	c := v.cursor(p)
	for i := range count {
		if i > 0 {
			c.forward()
		}
		o.Last = v.present(c.pos)
		o.DependsOn = max(o.DependsOn, v.writer(c.pos))
	}
}

// placeInside replaces text inside lines: the rest of the lines stays, and so does
// the ending of the last of them.
func placeInside(o *Outcome, v *Virtual, m insideMatch) place {
	b := o.Block
	c := v.cursor(m.pos)
	for range b.Old.Len() - 1 {
		c.forward()
	}
	whole := v.line(m.pos)[:m.start] + strings.Join(o.Lines(b.New), text.LF) + v.line(c.pos)[m.end:]
	return place{
		first: m.pos, count: b.Old.Len(), present: v.present(m.pos),
		lines: strings.Split(whole, text.LF), ending: v.ending(c.pos),
	}
}

// judgeCreate follows formats, "Create, insert, delete".
func judgeCreate(o *Outcome, v *Virtual) place {
	created := o.Lines(o.Block.New)
	count := 0
	if v.exists {
		blank, equal := true, true
		for c := v.cursor(v.start()); !c.end(); c.forward() {
			line := v.line(c.pos)
			blank = blank && text.IsBlank(line)
			equal = equal && count < len(created) && line == created[count]
			if count++; !blank && !equal {
				break
			}
		}
		switch {
		case equal && count == len(created):
			o.Status, o.Reason = AlreadyApplied, codes.AlreadyApplied
			return place{}
		case !blank:
			o.Status, o.Reason = Failed, codes.FileExists
			return place{}
		}
	}
	o.Status = Validated
	return place{first: v.start(), count: count, lines: created}
}

// judgeMiss says which part of a needle is missing, unless its replacement stands
// in its place.
func judgeMiss(ctx context.Context, o *Outcome, v *Virtual, needle []string) error {
	b := o.Block
	if b.New.Len() > 0 || b.Leading.Len() > 0 && b.Trailing.Len() > 0 {
		at, ok, err := findApplied(ctx, o, v)
		if err != nil {
			return err
		}
		if ok {
			o.Status, o.Reason = AlreadyApplied, codes.AlreadyApplied
			o.Estimated = v.present(at)
			return nil
		}
	}
	o.Status = Failed
	o.Miss = &Miss{File: v, At: -1}
	anchor := o.Lines(b.Leading)
	switch {
	case len(anchor) > 0:
		o.Reason = codes.LeadingAnchorNotFound
	case b.Old.Len() > 0:
		anchor, o.Reason = o.Lines(b.Old), codes.OldLinesNotFound
	default:
		o.Reason = codes.TrailingAnchorNotFound
		return nil
	}
	at, agreed, err := v.longestAgreement(ctx, anchor, needle)
	if err != nil || agreed == 0 {
		return err
	}
	o.Miss.At, o.Miss.Agreed = v.number(at), agreed
	o.Estimated = v.Present(o.Miss.At + agreed)
	if agreed < b.Leading.Len()+b.Old.Len() {
		o.Reason = codes.OldLinesMismatch
	} else {
		o.Reason = codes.TrailingAnchorNotFound
	}
	return nil
}

// findApplied is the place where the block's result stands, if it does.
func findApplied(ctx context.Context, o *Outcome, v *Virtual) (at pos, ok bool, err error) {
	result := o.Replacement()
	if len(result) == 0 {
		return at, false, nil
	}
	err = v.find(ctx, result, func(p pos) bool { at, ok = p, true; return false })
	if err != nil || ok || !o.Block.Dialect.InsideLines {
		return at, ok, err
	}
	// Inside lines a short text stands in many places: a result that is part of the
	// text to find says nothing.
	if strings.Contains(strings.Join(o.Lines(o.Block.Old), text.LF), strings.Join(result, text.LF)) {
		return at, false, nil
	}
	err = v.findInside(ctx, result, func(m insideMatch) bool { at, ok = m.pos, true; return false })
	return at, ok, err
}

// isInserted tells whether a block that only adds lines has been applied before:
// its result stands so that it covers the match, or each of them where there are
// several and none is taken by itself (formats, "Already applied").
func isInserted(ctx context.Context, o *Outcome, v *Virtual, needle []string, m *matches) (bool, error) {
	b := o.Block
	added := b.New.Len() - b.Old.Len()
	var buf [usual]string
	result := o.Document.AppendLines(buf[:0], b, b.Leading, b.New, b.Trailing)
	covered := func(p pos) bool {
		c := v.cursor(p)
		for range added + 1 {
			if v.stands(result, c.pos) {
				return true
			}
			if !c.back() {
				break
			}
		}
		return false
	}
	if m.count == 1 || b.Dialect.FirstMatchWins {
		return covered(m.chosen.pos), nil
	}
	all := true
	err := v.find(ctx, needle, func(p pos) bool { all = all && covered(p); return all })
	return all, err
}

// onlyAdds tells whether new is old with lines put before it, after it or both.
func onlyAdds(old, new []string) bool {
	for at := 0; at+len(old) <= len(new) && len(old) < len(new); at++ {
		if slices.Equal(new[at:at+len(old)], old) {
			return true
		}
	}
	return false
}
