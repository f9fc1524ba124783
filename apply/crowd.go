package apply

import (
	"context"
	"slices"
	"sort"
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
	// What of the base stands as it is, each stretch cut where an edit touches it.
	var whole []stretch
	cuts := v.cuts(text.Line(len(needle)))
	for _, s := range base {
		i := sort.Search(len(cuts), func(i int) bool { return cuts[i].last >= s.first })
		for ; i < len(cuts) && cuts[i].first <= s.last; i++ {
			if cuts[i].first > s.first {
				whole = append(whole, stretch{s.first, cuts[i].first - 1})
			}
			s.first = cuts[i].last + 1
		}
		if s.first <= s.last {
			whole = append(whole, s)
		}
	}
	m.count = len(touching)
	for _, s := range whole {
		m.count += int(s.last - s.first + 1)
	}
	if m.count == 0 {
		return nil
	}
	m.chosen = insideMatch{pos: v.nearest(whole, touching, m.near)}
	for len(m.present) < min(m.count, mostMatches) {
		var p pos
		switch {
		case len(whole) == 0, len(touching) > 0 && v.before(touching[0], pos{line: whole[0].first}):
			p, touching = touching[0], touching[1:]
		default:
			p = pos{line: whole[0].first}
			if whole[0].first++; whole[0].first > whole[0].last {
				whole = whole[1:]
			}
		}
		m.present = append(m.present, v.present(p))
	}
	return nil
}

// nearest is the match that counts as the line nearest to near, of equals the first; with
// no such line it is the first of all.
func (v *Virtual) nearest(whole []stretch, touching []pos, near text.Line) pos {
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
	if near == text.None {
		whole, touching = whole[:min(1, len(whole))], touching[:min(1, len(touching))]
	}
	for _, s := range whole {
		take(pos{line: max(s.first, min(s.last, near))})
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
	own := map[string]bool{}
	for _, l := range needle {
		own[l] = true
	}
	for i, e := range v.edits {
		if i%64 == 63 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// Lines that the needle has not keep it from standing across them.
		if len(e.lines) > 0 && !slices.ContainsFunc(e.lines, func(l *putLine) bool { return own[l.text] }) {
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
	if isUniform(needle) {
		return v.uniform(ctx, needle[0], len(needle))
	}
	key := strings.Join(needle, text.LF)
	if s, ok := v.crowd[key]; ok {
		return s, nil
	}
	var found []stretch
	bare := &Virtual{base: v.base, index: v.index, exists: v.exists}
	err := bare.find(ctx, needle, func(p pos) bool {
		found = joined(found, p.line)
		return true
	})
	if err != nil {
		return nil, err
	}
	return v.remember(key, found), nil
}

// uniform is where n lines like line stand, one behind the other.
func (v *Virtual) uniform(ctx context.Context, line string, n int) ([]stretch, error) {
	runs, ok := v.crowd[line]
	if !ok {
		steps := 0
		v.index.Each(line, func(l text.Line) bool {
			runs = joined(runs, l)
			steps++
			return steps%checkEvery != 0 || ctx.Err() == nil
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.remember(line, runs)
	}
	if n == 1 {
		return runs, nil
	}
	var found []stretch
	for _, r := range runs {
		if r.last -= text.Line(n - 1); r.first <= r.last {
			found = append(found, r)
		}
	}
	return found, nil
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
