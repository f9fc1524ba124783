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
	o.Chosen = v.Present(m.chosen)
	if b.NearLine != text.None {
		o.Estimated = o.Chosen
	}
	o.settle(v, m.chosen, m.inside)
	return nil
}

// settle works out which virtual lines the block replaces where its needle stands
// at virtual line at.
func (o *Outcome) settle(v *Virtual, at int, inside insideMatch) {
	if o.InsideLine {
		o.span(v, at, at+len(o.Block.Old.Lines))
		o.place = placeInside(o.Block, v, inside)
		return
	}
	o.span(v, at, at+len(o.Block.Needle()))
	old, new := o.Block.Old.Lines, o.Block.New.Lines
	first := at + len(o.Block.Leading.Lines)
	// Lines that both share at their ends stay as they are, with their own endings.
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new, first = old[1:], new[1:], first+1
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	o.place = place{first: first, end: first + len(old), match: at}
	present := v.Present(first)
	for _, l := range new {
		o.place.lines = append(o.place.lines, newLine{text: l, present: present, block: o.Block.Index})
	}
}

// span notes which present lines the needle covers, and whose they are.
func (o *Outcome) span(v *Virtual, at, end int) {
	o.First, o.Last = v.Present(at), v.Present(end-1)
	if !v.Edited() {
		return
	}
	for i := at; i < end; i++ {
		o.DependsOn = max(o.DependsOn, v.writer(i))
	}
}

// placeInside replaces text inside lines: the rest of the lines stays, and so does
// the ending of the last of them.
func placeInside(b *parse.Block, v *Virtual, m insideMatch) place {
	last := m.line + len(b.Old.Lines) - 1
	whole := v.Line(m.line)[:m.start] + strings.Join(b.New.Lines, text.LF) + v.Line(last)[m.end:]
	p := place{first: m.line, end: last + 1, match: m.line}
	for _, l := range strings.Split(whole, text.LF) {
		p.lines = append(p.lines, newLine{text: l, present: v.Present(m.line), block: b.Index})
	}
	p.lines[len(p.lines)-1].ending = v.ending(last)
	return p
}

// judgeCreate follows formats, "Create, insert, delete".
func judgeCreate(o *Outcome, v *Virtual) {
	b := o.Block
	if v.exists {
		blank, equal := true, v.LineCount() == len(b.New.Lines)
		for i := 0; i < v.LineCount() && (blank || equal); i++ {
			line := v.Line(i)
			blank = blank && text.IsBlank(line)
			equal = equal && line == b.New.Lines[i]
		}
		switch {
		case equal:
			o.Status, o.Reason = AlreadyApplied, IsApplied
			return
		case !blank:
			o.Status, o.Reason = Failed, FileExists
			return
		}
	}
	o.Status = Validated
	o.place = place{first: 0, end: v.LineCount()}
	for _, l := range b.New.Lines {
		o.place.lines = append(o.place.lines, newLine{text: l, block: b.Index})
	}
}

// judgeMiss says which part of a needle is missing, unless its replacement stands
// in its place.
func judgeMiss(ctx context.Context, o *Outcome, v *Virtual, needle []string) error {
	b := o.Block
	if len(b.New.Lines) > 0 || len(b.Leading.Lines) > 0 && len(b.Trailing.Lines) > 0 {
		at, err := findApplied(ctx, b, v)
		if err != nil {
			return err
		}
		if at >= 0 {
			o.Status, o.Reason = AlreadyApplied, IsApplied
			o.Estimated = v.Present(at)
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
	if err != nil || at < 0 {
		return err
	}
	o.Miss.At, o.Miss.Agreed = at, agreed
	o.Estimated = v.Present(at + agreed)
	if agreed < len(b.Leading.Lines)+len(b.Old.Lines) {
		o.Reason = OldLinesMismatch
	} else {
		o.Reason = TrailingAnchorNotFound
	}
	return nil
}

// findApplied is the virtual line at which the block's result stands, or -1.
func findApplied(ctx context.Context, b *parse.Block, v *Virtual) (int, error) {
	result, at := b.Replacement(), -1
	if len(result) == 0 {
		return at, nil
	}
	err := v.find(ctx, result, func(i int) bool { at = i; return false })
	if err != nil || at >= 0 || !b.InsideLines {
		return at, err
	}
	// Inside lines a short text stands in many places: a result that is part of the
	// text to find says nothing.
	if strings.Contains(strings.Join(b.Old.Lines, text.LF), strings.Join(result, text.LF)) {
		return at, nil
	}
	err = v.findInside(ctx, result, func(m insideMatch) bool { at = m.line; return false })
	return at, err
}

// isInserted tells whether a block that only adds lines has been applied before:
// its result stands so that it covers the match, or each of them where there are
// several and none is taken by itself (formats, "Already applied").
func isInserted(ctx context.Context, b *parse.Block, v *Virtual, m *matches) (bool, error) {
	old, new := b.Old.Lines, b.New.Lines
	added := len(new) - len(old)
	if added <= 0 || !slices.Equal(new[:len(old)], old) && !slices.Equal(new[added:], old) {
		return false, nil
	}
	needle, result := b.Needle(), b.Replacement()
	covered := func(at int) bool {
		for from := at - added; from <= at; from++ {
			if v.stands(result, from) {
				return true
			}
		}
		return false
	}
	if m.count == 1 || b.FirstMatchWins {
		return covered(m.chosen), nil
	}
	all := true
	err := v.find(ctx, needle, func(at int) bool { all = all && covered(at); return all })
	return all, err
}
