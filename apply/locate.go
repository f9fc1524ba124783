package apply

import (
	"context"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// checkEvery is how many steps of a loop go by between two looks at the context.
const checkEvery = 4096

// probe is a line of a needle by which its places are looked up.
type probe struct {
	// at is the index of the line in the needle.
	at int
	// base are the lines of the base with its hash, in an index.
	index *text.Index
	base  text.Hits
	// puts is the first of the put lines with its hash, or nil.
	puts *putLine
	// count is in how many places it stands, at most.
	count int
}

// probe looks up line i of a needle in an index of the base.
func (v *Virtual) probe(index *text.Index, needle []string, i int) probe {
	hash := text.Hash(needle[i])
	p := probe{at: i, index: index, base: index.Find(hash), puts: v.puts.find(hash)}
	p.count = p.base.Count() + int(p.puts.alike())
	return p
}

// rarest is the needle's line that stands in the fewest places.
func (v *Virtual) rarest(needle []string) probe {
	if v.chosen != nil {
		if best, known := v.rarestIn(v.chosen, needle); known {
			return best
		}
		v.chosen = nil // the others will need all lines as well
	}
	best, _ := v.rarestIn(v.file.Index(), needle)
	return best
}

// rarestIn is rarest with an index, if that knows any line of the needle. One place is
// few enough: the other lines are not looked up then. The longest line comes first, since
// braces and the like are short; but it may well be one of many.
func (v *Virtual) rarestIn(index *text.Index, needle []string) (best probe, known bool) {
	longest := 0
	for i, l := range needle {
		if len(l) > len(needle[longest]) {
			longest = i
		}
	}
	best = v.probe(index, needle, longest)
	known = best.base.Known()
	for i := 0; i < len(needle) && (best.count > 1 || !known); i++ {
		if i == longest || i > 0 && needle[i] == needle[i-1] {
			continue
		}
		if p := v.probe(index, needle, i); p.base.Known() && (!known || p.count < best.count) {
			best, known = p, true
		}
	}
	return best, known
}

// find calls visit with each place at which needle stands, in the order of the text,
// until it answers false. The needle must not be empty. It probes the needle's rarest
// line.
func (v *Virtual) find(ctx context.Context, needle []string, visit func(pos) bool) error {
	return v.findBy(ctx, needle, v.rarest(needle), visit)
}

// findBy is find with a probe that is known.
func (v *Virtual) findBy(ctx context.Context, needle []string, by probe, visit func(pos) bool) error {
	if by.count == 0 {
		return nil
	}
	puts, err := v.findPuts(ctx, needle, by)
	if err != nil {
		return err
	}
	stop := false
	err = v.findBase(ctx, needle, by, func(p pos) bool {
		for len(puts) > 0 && v.before(puts[0], p) && !stop {
			stop = !visit(puts[0])
			puts = puts[1:]
		}
		stop = stop || !visit(p)
		return !stop
	})
	for _, p := range puts {
		if stop || err != nil {
			break
		}
		stop = !visit(p)
	}
	return err
}

// Find is the first line of [Virtual.Text] at which lines stand, or -1. There must be
// some.
func (v *Virtual) Find(ctx context.Context, lines []string) (int, error) {
	found := -1
	err := v.find(ctx, lines, func(p pos) bool { found = v.number(p); return false })
	return found, err
}

// Places are the present lines of the first line of all places at which lines stand, at
// most 100 of them, and how many places there are. There must be some lines. The answer
// may stand in list.
func (v *Virtual) Places(ctx context.Context, lines []string, list []text.Line) ([]text.Line, int, error) {
	m := matches{near: text.None, present: list[:0]}
	_, err := v.locate(ctx, lines, false, &m)
	return m.present, m.count, err
}

// findBase finds the needle where the line by which it is looked up is one of the base.
func (v *Virtual) findBase(ctx context.Context, needle []string, by probe, visit func(pos) bool) error {
	var err error
	steps := 0
	by.index.Likely(by.base, func(l text.Line) bool {
		if steps++; steps%checkEvery == 0 {
			if err = ctx.Err(); err != nil {
				return false
			}
		}
		first := l - text.Line(by.at)
		if v.touched(first, first+text.Line(len(needle))) {
			if v.replaced(l) || v.base.Line(l) != needle[by.at] {
				return true
			}
			p, ok := v.standsAround(needle, by.at, pos{line: l})
			return !ok || visit(p)
		}
		return v.base.Agree(first, needle) < len(needle) || visit(pos{line: first})
	})
	return err
}

// findPuts finds the needle where the line by which it is looked up is one that a block
// has put in.
func (v *Virtual) findPuts(ctx context.Context, needle []string, by probe) ([]pos, error) {
	var found []pos
	steps := 0
	for l := by.puts; l != nil; l = l.next {
		if steps++; steps%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if l.in == nil || l.text != needle[by.at] {
			continue
		}
		if p, ok := v.standsAround(needle, by.at, pos{edit: l.in, at: int(l.at)}); ok {
			found = append(found, p)
		}
	}
	if len(found) > 1 {
		sort.Slice(found, func(i, j int) bool { return v.before(found[i], found[j]) })
	}
	return found, nil
}

// standsAround is the place where needle stands, if it stands so that line number i of
// it is the one at p.
func (v *Virtual) standsAround(needle []string, i int, p pos) (pos, bool) {
	c := v.cursor(p)
	for i--; i >= 0; i-- {
		if !c.back() || v.line(c.pos) != needle[i] {
			return pos{}, false
		}
	}
	return c.pos, v.stands(needle, c.pos)
}

// stands tells whether needle stands at p.
func (v *Virtual) stands(needle []string, p pos) bool { return v.agrees(needle, p) == len(needle) }

// agrees is how many of the first lines of needle stand from p on.
func (v *Virtual) agrees(needle []string, p pos) int {
	if p.edit == nil && !v.touched(p.line, p.line+text.Line(len(needle))) {
		return v.base.Agree(p.line, needle)
	}
	c := v.cursor(p)
	for n, want := range needle {
		if n > 0 {
			c.forward()
		}
		if c.end() || v.line(c.pos) != want {
			return n
		}
	}
	return len(needle)
}

// insideMatch is a place where text stands inside lines.
type insideMatch struct {
	pos
	// start and end are byte columns: of the first line, and of the last.
	start, end int
}

// findInside finds text inside lines: in one line, or from inside one line to inside
// another (seed 003).
func (v *Virtual) findInside(ctx context.Context, needle []string, visit func(insideMatch) bool) error {
	last := len(needle) - 1
	for i, p := range v.containing(needle[0]) {
		if i%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return ctx.Err()
		}
		line := v.line(p)
		if last == 0 {
			for col := 0; col <= len(line); {
				n := strings.Index(line[col:], needle[0])
				if n < 0 {
					break
				}
				if !visit(insideMatch{pos: p, start: col + n, end: col + n + len(needle[0])}) {
					return nil
				}
				col += n + 1
			}
			continue
		}
		if !strings.HasSuffix(line, needle[0]) {
			continue
		}
		c := v.cursor(p)
		stands := true
		for j := 1; j <= last && stands; j++ {
			c.forward()
			switch {
			case c.end():
				stands = false
			case j < last:
				stands = v.line(c.pos) == needle[j]
			default:
				stands = strings.HasPrefix(v.line(c.pos), needle[j])
			}
		}
		if stands && !visit(insideMatch{pos: p, start: len(line) - len(needle[0]), end: len(needle[last])}) {
			return nil
		}
	}
	return nil
}

// containing are the lines that contain s. The base is searched as a whole, which is
// much faster than line by line.
func (v *Virtual) containing(s string) []pos {
	var found []pos
	content := v.base.String()
	for from := 0; from < len(content); {
		n := strings.Index(content[from:], s)
		if n < 0 {
			break
		}
		l := v.base.LineAt(text.Offset(from + n))
		if !v.replaced(l) {
			found = append(found, pos{line: l})
		}
		from = int(v.base.Start(l + 1))
	}
	for _, e := range v.edits {
		for k := range e.lines {
			if strings.Contains(e.lines[k].text, s) {
				found = append(found, pos{edit: e, at: k})
			}
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return v.before(found[i], found[j]) })
	return found
}

// matches collects the matches of a needle.
type matches struct {
	present []text.Line
	count   int
	// chosen is the match that is meant.
	chosen insideMatch
	near   text.Line
	far    text.Line
}

// add takes a match that counts as present line l.
func (m *matches) add(p insideMatch, l text.Line) {
	m.count++
	if len(m.present) < mostMatches {
		m.present = append(m.present, l)
	}
	distance := max(l-m.near, m.near-l)
	if m.count == 1 || m.near != text.None && distance < m.far {
		m.chosen, m.far = p, distance
	}
}

// locate finds all matches of a needle, as whole lines and, if there are none and
// inside allows it, inside lines.
func (v *Virtual) locate(ctx context.Context, needle []string, inside bool, m *matches) (isInside bool, err error) {
	by := v.rarest(needle)
	if by.count >= crowded {
		if err = v.survey(ctx, needle, m); err != nil || m.count > 0 || !inside {
			return false, err
		}
	}
	err = v.findBy(ctx, needle, by, func(p pos) bool {
		m.add(insideMatch{pos: p}, v.present(p))
		return true
	})
	if err != nil || m.count > 0 || !inside {
		return false, err
	}
	err = v.findInside(ctx, needle, func(i insideMatch) bool {
		m.add(i, v.present(i.pos))
		return true
	})
	return m.count > 0, err
}

// longestAgreement is the occurrence of anchor after which the needle, which begins
// with it, agrees longest, and how many lines agree; none where the anchor does not
// stand. Of equals it is the first.
func (v *Virtual) longestAgreement(ctx context.Context, anchor, needle []string) (at pos, agreed int, err error) {
	err = v.find(ctx, anchor, func(p pos) bool {
		if n := v.agrees(needle, p); n > agreed {
			at, agreed = p, n
		}
		return true
	})
	return at, agreed, err
}
