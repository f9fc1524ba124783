package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// judge finds out whether the block of o applies to v, and where. It fills in
// status, reason and places; v is not changed.
func judge(ctx context.Context, o *Outcome, v *Virtual) error {
	b := o.Block
	switch {
	case b.EmptyFind:
		o.Status, o.Reason = Skipped, EmptyFind
		return nil
	case b.Operation == parse.Create:
		judgeCreate(o, v)
		return nil
	case !v.exists:
		o.Status, o.Reason = Failed, FileNotFound
		return nil
	}
	needle := b.Needle()
	m, inside, err := v.locate(ctx, needle, b.InsideLines, b.NearLine)
	if err != nil {
		return err
	}
	o.Matches, o.MatchCount, o.InsideLine = m.present, m.count, inside
	o.NoChange = slices.Equal(b.Old.Lines, b.New.Lines)
	if m.count == 0 {
		return judgeMiss(ctx, o, v, needle)
	}
	o.Estimated = m.present[0]
	if !o.NoChange && !inside {
		done, err := isInserted(ctx, b, v, m)
		if err != nil {
			return err
		}
		if done {
			o.Status, o.Reason = AlreadyApplied, IsApplied
			return nil
		}
	}
	if m.count > 1 && !b.FirstMatchWins {
		o.Status, o.Reason, o.Ambiguous = Failed, AmbiguousMatch, true
		return nil
	}
	o.Status = Validated
	o.Ambiguous = m.count > 1 && b.NearLine == text.None
	o.Chosen = v.present(m.chosen.pos)
	if b.NearLine != text.None {
		o.Estimated = o.Chosen
	}
	o.settle(v, m.chosen)
	return nil
}

// settle works out which virtual lines the block replaces, where its needle stands at m.
func (o *Outcome) settle(v *Virtual, m insideMatch) {
	if o.InsideLine {
		o.span(v, m.pos, len(o.Block.Old.Lines))
		o.place = placeInside(o.Block, v, m)
		return
	}
	o.span(v, m.pos, len(o.Block.Leading.Lines)+len(o.Block.Old.Lines)+len(o.Block.Trailing.Lines))
	old, new := o.Block.Old.Lines, o.Block.New.Lines
	c := v.cursor(m.pos)
	for range o.Block.Leading.Lines {
		c.forward()
	}
	// Lines that both share at their ends stay as they are, with their own endings.
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new = old[1:], new[1:]
		c.forward()
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	o.place = place{first: c.pos, count: len(old)}
	o.place.lines = putLines(new, v.present(c.pos), o.Block.Index)
}

// putLines are lines that a block brings in, which count as one present line.
func putLines(lines []string, present text.Line, block int) []*putLine {
	made, list := make([]putLine, len(lines)), make([]*putLine, len(lines))
	for i, l := range lines {
		made[i] = putLine{text: l, present: present, block: block}
		list[i] = &made[i]
	}
	return list
}

// span notes which present lines the needle covers, and whose they are.
func (o *Outcome) span(v *Virtual, p pos, count int) {
	o.First = v.present(p)
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
func placeInside(b *parse.Block, v *Virtual, m insideMatch) place {
	c := v.cursor(m.pos)
	for range len(b.Old.Lines) - 1 {
		c.forward()
	}
	whole := v.line(m.pos)[:m.start] + strings.Join(b.New.Lines, text.LF) + v.line(c.pos)[m.end:]
	p := place{first: m.pos, count: len(b.Old.Lines)}
	p.lines = putLines(strings.Split(whole, text.LF), v.present(m.pos), b.Index)
	p.lines[len(p.lines)-1].ending = v.ending(c.pos)
	return p
}

// judgeCreate follows formats, "Create, insert, delete".
func judgeCreate(o *Outcome, v *Virtual) {
	b := o.Block
	count := 0
	if v.exists {
		blank, equal := true, true
		for c := v.cursor(v.start()); !c.end(); c.forward() {
			line := v.line(c.pos)
			blank = blank && text.IsBlank(line)
			equal = equal && count < len(b.New.Lines) && line == b.New.Lines[count]
			if count++; !blank && !equal {
				break
			}
		}
		switch {
		case equal && count == len(b.New.Lines):
			o.Status, o.Reason = AlreadyApplied, IsApplied
			return
		case !blank:
			o.Status, o.Reason = Failed, FileExists
			return
		}
	}
	o.Status = Validated
	o.place = place{first: v.start(), count: count}
	o.place.lines = putLines(b.New.Lines, 0, b.Index)
}

// judgeMiss says which part of a needle is missing, unless its replacement stands
// in its place.
func judgeMiss(ctx context.Context, o *Outcome, v *Virtual, needle []string) error {
	b := o.Block
	if len(b.New.Lines) > 0 || len(b.Leading.Lines) > 0 && len(b.Trailing.Lines) > 0 {
		at, ok, err := findApplied(ctx, b, v)
		if err != nil {
			return err
		}
		if ok {
			o.Status, o.Reason = AlreadyApplied, IsApplied
			o.Estimated = v.present(at)
			return nil
		}
	}
	o.Status = Failed
	o.Miss = &Miss{File: v, At: -1}
	anchor := b.Leading.Lines
	switch {
	case len(anchor) > 0:
		o.Reason = LeadingAnchorNotFound
	case len(b.Old.Lines) > 0:
		anchor, o.Reason = b.Old.Lines, OldLinesNotFound
	default:
		o.Reason = TrailingAnchorNotFound
		return nil
	}
	at, agreed, err := v.longestAgreement(ctx, anchor, needle)
	if err != nil || agreed == 0 {
		return err
	}
	o.Miss.At, o.Miss.Agreed = v.number(at), agreed
	o.Estimated = v.Present(o.Miss.At + agreed)
	if agreed < len(b.Leading.Lines)+len(b.Old.Lines) {
		o.Reason = OldLinesMismatch
	} else {
		o.Reason = TrailingAnchorNotFound
	}
	return nil
}

// findApplied is the place where the block's result stands, if it does.
func findApplied(ctx context.Context, b *parse.Block, v *Virtual) (at pos, ok bool, err error) {
	result := b.Replacement()
	if len(result) == 0 {
		return at, false, nil
	}
	err = v.find(ctx, result, func(p pos) bool { at, ok = p, true; return false })
	if err != nil || ok || !b.InsideLines {
		return at, ok, err
	}
	// Inside lines a short text stands in many places: a result that is part of the
	// text to find says nothing.
	if strings.Contains(strings.Join(b.Old.Lines, text.LF), strings.Join(result, text.LF)) {
		return at, false, nil
	}
	err = v.findInside(ctx, result, func(m insideMatch) bool { at, ok = m.pos, true; return false })
	return at, ok, err
}

// isInserted tells whether a block that only adds lines has been applied before:
// its result stands so that it covers the match, or each of them where there are
// several and none is taken by itself (formats, "Already applied").
func isInserted(ctx context.Context, b *parse.Block, v *Virtual, m *matches) (bool, error) {
	old, new := b.Old.Lines, b.New.Lines
	added := len(new) - len(old)
	if !onlyAdds(old, new) {
		return false, nil
	}
	needle, result := b.Needle(), b.Replacement()
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
	if m.count == 1 || b.FirstMatchWins {
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
