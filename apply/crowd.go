package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// crowded is the number of lines from which those that may begin a match are not looked
// at one by one for each block: a file of identical lines would cost as much again for
// every one of its blocks (performance, P9).
const crowded = 2048

// stretch is a run of base lines, from first to last, at each of which a needle stands.
type stretch struct{ first, last text.Line }

// crowd holds the places of needles that stand in very many, by needle, in the order of
// the text. It belongs to a base and knows of no edits.
type crowd map[string][]stretch

// survey finds all matches of a needle whose every line stands in very many places: those
// of the base once for all blocks, and those that touch an edit each time.
func (v *Virtual) survey(ctx context.Context, needle []string, m *matches) error {
	base, err := v.crowdOf(ctx, needle)
	if err != nil {
		return err
	}
	touching, err := v.touching(ctx, needle)
	if err != nil {
		return err
	}
	cuts := v.cuts(text.Line(len(needle)))
	m.count = len(touching)
	eachUncut(base, cuts, func(s stretch) bool { m.count += s.lines(); return true })
	if m.count == 0 {
		return nil
	}
	m.chosen = insideMatch{pos: v.nearest(base, cuts, touching, m.near)}
	m.present = make([]text.Line, 0, min(m.count, mostMatches))
	list := func(p pos) bool {
		m.present = append(m.present, v.present(p))
		return len(m.present) < cap(m.present)
	}
	eachUncut(base, cuts, func(s stretch) bool {
		for l := s.first; l <= s.last; l++ {
			for len(touching) > 0 && v.before(touching[0], pos{line: l}) {
				if !list(touching[0]) {
					return false
				}
				touching = touching[1:]
			}
			if !list(pos{line: l}) {
				return false
			}
		}
		return true
	})
	for len(touching) > 0 && len(m.present) < cap(m.present) {
		list(touching[0])
		touching = touching[1:]
	}
	return nil
}

// lines is how many there are in a stretch.
func (s stretch) lines() int { return int(s.last-s.first) + 1 }

// eachUncut calls visit with what of the base stands as it is: each stretch, less where
// an edit touches it, until it answers false.
func eachUncut(base, cuts []stretch, visit func(stretch) bool) {
	for _, s := range base {
		for len(cuts) > 0 && cuts[0].last < s.first {
			cuts = cuts[1:]
		}
		for len(cuts) > 0 && cuts[0].first <= s.last {
			if above := (stretch{s.first, cuts[0].first - 1}); above.lines() > 0 && !visit(above) {
				return
			}
			s.first = cuts[0].last + 1
			if s.first > s.last {
				break
			}
			cuts = cuts[1:]
		}
		if s.lines() > 0 && !visit(s) {
			return
		}
	}
}

// nearest is the match that counts as the line nearest to near, of equals the first; with
// no such line it is the first of all.
func (v *Virtual) nearest(base, cuts []stretch, touching []pos, near text.Line) pos {
	var best pos
	far, found := text.Line(0), false
	take := func(p pos) {
		l := v.present(p)
		distance := max(l-near, near-l)
		if near == text.None {
			distance = 0
		}
		if !found || distance < far || distance == far && v.before(p, best) {
			best, far, found = p, distance, true
		}
	}
	eachUncut(base, cuts, func(s stretch) bool {
		take(pos{line: max(s.first, min(s.last, near))})
		return near != text.None
	})
	if near == text.None {
		touching = touching[:min(1, len(touching))]
	}
	for _, p := range touching {
		take(p)
	}
	return best
}

// cuts are the base lines at which a needle of n lines would touch an edit, as stretches.
func (v *Virtual) cuts(n text.Line) []stretch {
	var cuts []stretch
	for _, e := range v.edits {
		c := stretch{e.from - n + 1, e.to - 1}
		if c.first > c.last {
			continue
		}
		if k := len(cuts); k > 0 && c.first <= cuts[k-1].last+1 {
			cuts[k-1].last = max(cuts[k-1].last, c.last)
			continue
		}
		cuts = append(cuts, c)
	}
	return cuts
}

// touching are the matches with a line that a block has put in, or with lines that were
// apart before, in the order of the text.
func (v *Virtual) touching(ctx context.Context, needle []string) ([]pos, error) {
	var found []pos
	var last pos
	any := false
	var own []uint32 // hashes
	for i, l := range needle {
		if i == 0 || l != needle[i-1] {
			own = append(own, text.Hash(l))
		}
	}
	for i, e := range v.edits {
		if i%64 == 63 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// Lines that the needle has not keep it from standing across them.
		if len(e.lines) > 0 && !slices.ContainsFunc(e.lines, func(l putLine) bool { return slices.Contains(own, l.hash) }) {
			continue
		}
		// From so far above the edit that the needle's last line stands in it or right
		// behind it, to the last line that the edit puts.
		c := v.settle(e.from, i)
		for range len(needle) - 1 {
			if !c.back() {
				break
			}
		}
		for ; !c.end(); c.forward() {
			if c.edit == nil && c.line >= e.to {
				break
			}
			if any && !v.before(last, c.pos) {
				continue
			}
			last, any = c.pos, true
			if c.edit == nil && !v.touched(c.line, c.line+text.Line(len(needle))) {
				continue
			}
			if v.stands(needle, c.pos) {
				found = append(found, c.pos)
			}
		}
	}
	return found, nil
}

// crowdOf is where a needle stands in the base.
func (v *Virtual) crowdOf(ctx context.Context, needle []string) ([]stretch, error) {
	key := strings.Join(needle, text.LF)
	if s, ok := v.crowd[key]; ok {
		return s, nil
	}
	if isUniform(needle) && len(needle) > 1 {
		lines, err := v.crowdOf(ctx, needle[:1])
		if err != nil {
			return nil, err
		}
		return v.remember(key, shortened(lines, len(needle)-1)), nil
	}
	var found []stretch
	bare := newVirtual(v.file, v.exists)
	err := bare.find(ctx, needle, func(p pos) bool {
		found = joined(found, p.line)
		return true
	})
	if err != nil {
		return nil, err
	}
	return v.remember(key, found), nil
}

// shortened are stretches without their last n lines each.
func shortened(list []stretch, n int) []stretch {
	short := make([]stretch, 0, len(list))
	for _, s := range list {
		if s.last -= text.Line(n); s.lines() > 0 {
			short = append(short, s)
		}
	}
	return short
}

func (v *Virtual) remember(key string, places []stretch) []stretch {
	if v.crowd == nil {
		v.crowd = crowd{}
	}
	v.crowd[key] = places
	return places
}

// joined adds line l, which is behind them, to stretches.
func joined(list []stretch, l text.Line) []stretch {
	if n := len(list); n > 0 && list[n-1].last+1 == l {
		list[n-1].last = l
		return list
	}
	return append(list, stretch{l, l})
}

func isUniform(lines []string) bool {
	for _, l := range lines[1:] {
		if l != lines[0] {
			return false
		}
	}
	return true
}
