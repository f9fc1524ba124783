package apply

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// checkEvery is how many steps of a loop go by between two looks at the context.
const checkEvery = 4096

// keyed is how many bytes of a line its key depends on: a line may be as long as its file.
const keyed = 256

// key returns what an inserted line is looked up by.
func (l *line) key() uint32 {
	n := l.size()
	return text.Hash(l.slice(0, min(n, keyed))) + uint32(n)
}

// probe is a line of a needle by which its places are looked up.
type probe struct {
	// i is the index of the line in the needle, and lookup what it was looked up in.
	i        int
	lookup   *text.Index
	base     text.Hits
	inserted []text.Line
	// count is the number of lines to look at.
	count int
}

func (d *Draft) probe(lookup *text.Index, needle []string, i int) probe {
	p := probe{i: i, lookup: lookup, base: lookup.Find(text.Hash(needle[i]))}
	if d.Edited() {
		p.inserted = d.inserted[(&line{text: needle[i]}).key()]
	}
	p.count = p.base.Count() + len(p.inserted)
	return p
}

// rarest returns the needle's line that there are fewest of.
func (d *Draft) rarest(needle []string) probe {
	if d.some != nil {
		if best, known := d.rarestIn(d.some, needle); known {
			return best
		}
		d.some = nil // the other blocks will need all lines as well
	}
	best, _ := d.rarestIn(d.file.Text.Index(), needle)
	return best
}

// rarestIn is rarest in an index, if that knows of any line of the needle. The longest
// comes first, since braces and the like are short; one place is few enough.
func (d *Draft) rarestIn(lookup *text.Index, needle []string) (best probe, known bool) {
	longest := 0
	for i, l := range needle {
		if len(l) > len(needle[longest]) {
			longest = i
		}
	}
	best = d.probe(lookup, needle, longest)
	known = best.base.Known()
	for i := 0; i < len(needle) && (best.count > 1 || !known); i++ {
		if i == longest || i > 0 && needle[i] == needle[i-1] {
			continue
		}
		if p := d.probe(lookup, needle, i); p.base.Known() && (!known || p.count < best.count) {
			best, known = p, true
		}
	}
	return best, known
}

// find calls visit with each line at which the needle is found, in order, until it
// answers false. The needle must not be empty.
//
// A match contains the needle's rarest line, which is one of the base or was put in, so
// only those are looked at. Where that could take longer than to go through the draft
// once, because even the rarest line is frequent, that is what it does.
func (d *Draft) find(ctx context.Context, needle []string, visit func(n int) bool) error {
	p := d.rarest(needle)
	if p.count > 1 && p.count*len(needle) > d.LineCount() {
		return d.scan(ctx, needle, func(n, agreed int) bool { return agreed < len(needle) || visit(n) })
	}
	var found []int
	try := func(n int) {
		if n >= 0 && d.agree(n, needle) == len(needle) {
			found = append(found, n)
		}
	}
	p.lookup.Likely(p.base, func(l text.Line) bool {
		if h := d.covering(l); l >= h.to { // else it is replaced
			try(h.end() + int(l-h.to) - p.i)
		}
		return true
	})
	if len(p.inserted) > 0 {
		d.eachInserted(p.inserted, needle[p.i], func(n int) { try(n - p.i) })
		slices.Sort(found)
	}
	for _, n := range found {
		if !visit(n) {
			break
		}
	}
	return ctx.Err()
}

// eachInserted calls visit with the lines of this content in the hunks that cover some
// lines of the base.
func (d *Draft) eachInserted(covered []text.Line, content string, visit func(n int)) {
	var seen []text.Line
	for _, l := range covered {
		seen = append(seen, d.covering(l).from)
	}
	slices.Sort(seen)
	for _, l := range slices.Compact(seen) {
		h := d.covering(l)
		for i := range h.lines {
			if h.lines[i].is(content) {
				visit(h.first + i)
			}
		}
	}
}

// agree returns how many of the first lines of a needle are found from line n on.
func (d *Draft) agree(n int, needle []string) int {
	agreed := 0
	for h, next := d.above(n); ; next++ {
		for ; agreed < len(needle) && n+agreed < h.end(); agreed++ {
			if !h.lines[n+agreed-h.first].is(needle[agreed]) {
				return agreed
			}
		}
		rest := needle[agreed:]
		if next < len(d.hunks) {
			rest = rest[:min(len(rest), d.hunks[next].first-n-agreed)]
		}
		more := d.base.Agree(h.to+text.Line(n+agreed-h.end()), rest)
		agreed += more
		if more < len(rest) || agreed == len(needle) || next == len(d.hunks) {
			return agreed
		}
		h = &d.hunks[next]
	}
}

// scan goes through the draft once (Knuth, Morris and Pratt). For each line that the first
// lines of the needle end with, it calls visit with the longest such run: where it begins,
// and how many lines agree. It ends when visit answers false.
func (d *Draft) scan(ctx context.Context, needle []string, visit func(n, agreed int) bool) error {
	p := newPattern(needle)
	return d.each(ctx, func(n int, l *line) bool {
		agreed := p.next(l.is)
		return agreed == 0 || visit(n-agreed+1, agreed)
	})
}

// pattern is a needle that lines are compared with one after another.
type pattern struct {
	needle []string
	// borders says, for each number of the needle's first lines, with how many of its
	// first lines these also end, not counting all of them.
	borders []int
	agreed  int
}

func newPattern(needle []string) *pattern {
	p := &pattern{needle: needle, borders: make([]int, len(needle)+1)}
	for i, l := range needle[1:] {
		p.borders[i+2] = p.next(func(s string) bool { return s == l })
	}
	p.agreed = 0
	return p
}

// next returns how many of the needle's first lines the last lines agree with, the newest
// of which is the one that is answers true for.
func (p *pattern) next(is func(s string) bool) int {
	if p.agreed == len(p.needle) {
		p.agreed = p.borders[p.agreed]
	}
	for !is(p.needle[p.agreed]) {
		if p.agreed == 0 {
			return 0
		}
		p.agreed = p.borders[p.agreed]
	}
	p.agreed++
	return p.agreed
}

// longest returns the first line from which on most lines of the needle are found, and how
// many; none where fewer than least are.
func (d *Draft) longest(ctx context.Context, needle []string, least int) (at, agreed int, err error) {
	if d.rarest(needle[:least]).count == 0 {
		return 0, 0, nil
	}
	err = d.scan(ctx, needle, func(n, a int) bool {
		if a >= least && a > agreed {
			at, agreed = n, a
		}
		return true
	})
	return at, agreed, err
}

// Find returns the first line at which lines are found, or -1. There must be some.
func (d *Draft) Find(ctx context.Context, lines []string) (int, error) {
	found := -1
	err := d.find(ctx, lines, func(n int) bool { found = n; return false })
	return found, err
}

// insideMatch is a place where text is found inside lines: from byte column start of line
// n to before column end of the last line.
type insideMatch struct{ n, start, end int }

// findInside calls visit with each place at which text is found inside lines, in order,
// until it answers false: in one line, or from inside one line to inside another.
func (d *Draft) findInside(ctx context.Context, needle []string, visit func(insideMatch) bool) error {
	steps := 0
	next := func() bool { steps++; return steps%checkEvery != 0 || ctx.Err() == nil }
	checked := func(m insideMatch) bool { return visit(m) && next() }
	content := d.base.String()
	for s := range d.segments() {
		more := ctx.Err() == nil
		// The base is searched as a whole, which is much faster than line by line.
		for l := s.from; l < s.to && more; l++ {
			at := d.base.Start(l)
			k := strings.Index(content[at:d.base.Start(s.to)], needle[0])
			if k < 0 {
				break
			}
			l = d.base.LineAt(at + text.Offset(k))
			more = d.eachInside(s.n+int(l-s.from), needle, checked) && next()
		}
		for i := 0; i < len(s.lines) && more; i++ {
			more = d.eachInside(s.n+int(s.to-s.from)+i, needle, checked) && next()
		}
		if !more {
			break
		}
	}
	return ctx.Err()
}

// eachInside calls visit with the matches that begin in line n, and reports whether it
// always answered true.
func (d *Draft) eachInside(n int, needle []string, visit func(insideMatch) bool) bool {
	l, first, last := d.at(n), needle[0], len(needle)-1
	if last == 0 {
		return l.search(first, func(col int) bool { return visit(insideMatch{n, col, col + len(first)}) })
	}
	size, end := l.size(), d.at(n+last)
	if size < len(first) || l.slice(size-len(first), size) != first || n+last >= d.LineCount() ||
		d.agree(n+1, needle[1:last]) < last-1 ||
		end.size() < len(needle[last]) || end.slice(0, len(needle[last])) != needle[last] {
		return true
	}
	return visit(insideMatch{n, size - len(first), len(needle[last])})
}
