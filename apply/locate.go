package apply

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// checkEvery is how many steps of a loop go by between two looks at the context.
const checkEvery = 4096

// match is a place where some lines are found: whole lines from line n on or, where inside
// is set, text from byte column start of line n to before column end of the last line.
type match struct {
	n          int
	inside     bool
	start, end int
}

// matches calls visit with the places of a needle, in order, until it answers false: as
// whole lines and, if there are none and inside is set, inside lines. The needle must not be
// empty. Like all lookups here it ends early with its context, so callers look at that
// afterwards.
func (d *Draft) matches(ctx context.Context, needle []string, inside bool, visit func(match) bool) {
	whole := d.find(ctx, needle)
	for _, n := range whole {
		if !visit(match{n: n}) {
			return
		}
	}
	if inside && len(whole) == 0 {
		d.findInside(ctx, needle, visit)
	}
}

// keyed is how many bytes of a line its key depends on: a line may be as long as its file.
const keyed = 256

// key returns what an inserted line is looked up by.
func (l *line) key() uint32 {
	head := l.parts[0]
	if len(l.parts) > 1 {
		head = l.slice(0, keyed)
	}
	return text.Hash(head[:min(len(head), keyed)]) + uint32(l.size())
}

// index returns what lines of the base are looked up in.
func (d *Draft) index() *text.Index {
	if d.some != nil {
		return d.some
	}
	return d.base.Index()
}

// candidates returns where a line may be: lines of the base, those at which the hunks
// begin that may hold it, and how many there are of both.
func (d *Draft) candidates(l string) (base text.Hits, hunks []text.Line, count int) {
	base = d.index().Find(text.Hash(l))
	if d.Edited() {
		one := line{parts: []string{l}}
		hunks = d.inserted[one.key()]
	}
	return base, hunks, base.Count() + len(hunks)
}

// rarest returns the index of the needle's line that there are fewest candidates for, and
// their number. The longest comes first, since braces and the like are short; one place is
// few enough.
func (d *Draft) rarest(needle []string) (rarest, fewest int) {
	for i, l := range needle {
		if len(l) > len(needle[rarest]) {
			rarest = i
		}
	}
	base, _, fewest := d.candidates(needle[rarest])
	known := base.Known()
	for i := 0; i < len(needle) && (fewest > 1 || !known); i++ {
		base, _, count := d.candidates(needle[i])
		if base.Known() && (!known || count < fewest) {
			rarest, fewest, known = i, count, true
		}
	}
	if !known {
		d.some = nil // the other blocks will need all lines as well
		return d.rarest(needle)
	}
	return rarest, fewest
}

// find returns the lines at which the needle is found as whole lines, in order.
//
// A match contains the needle's rarest line, which is one of the base or was put in, so
// only those are looked at. Where that could take longer than to go through the draft
// once, because even the rarest line is frequent, that is what it does.
func (d *Draft) find(ctx context.Context, needle []string) (found []int) {
	rarest, count := d.rarest(needle)
	if count > 1 && count*len(needle) > d.count {
		found = make([]int, 0, count)
		for n, agreed := range d.scan(ctx, needle) {
			if agreed == len(needle) {
				found = append(found, n)
			}
		}
		return found
	}
	try := func(n int) {
		if n -= rarest; n >= 0 && d.agree(n, needle) == len(needle) {
			found = append(found, n)
		}
	}
	base, hunks, _ := d.candidates(needle[rarest])
	d.index().Likely(base, func(l text.Line) bool {
		if h := d.covering(l); l >= h.to { // else it is replaced
			try(h.end() + int(l-h.to))
		}
		return true
	})
	hunks = slices.Clone(hunks)
	slices.Sort(hunks)
	last := text.None
	for _, l := range hunks {
		h := d.covering(l)
		for i := 0; i < len(h.lines) && h.from != last; i++ {
			if h.lines[i].is(needle[rarest]) {
				try(h.first + i)
			}
		}
		last = h.from
	}
	slices.Sort(found)
	return found
}

// agree returns how many of the first lines of a needle are found from line n on.
func (d *Draft) agree(n int, needle []string) int {
	agreed := 0
	for agreed < len(needle) && n+agreed < d.count {
		s := d.segment(n + agreed)
		base := min(len(needle)-agreed, int(s.to-s.from))
		more := d.base.Agree(s.from, needle[agreed:agreed+base])
		if agreed += more; more < base {
			break
		}
		for i := 0; i < len(s.lines) && agreed < len(needle); i++ {
			if !s.lines[i].is(needle[agreed]) {
				return agreed
			}
			agreed++
		}
	}
	return agreed
}

// scan goes through the draft once (Knuth, Morris and Pratt). For each line that the first
// lines of the needle end with, it yields the longest such run: where it begins, and how
// many lines agree.
func (d *Draft) scan(ctx context.Context, needle []string) iter.Seq2[int, int] {
	return func(yield func(n, agreed int) bool) {
		// For each number of the needle's first lines, with how many of its first lines
		// these also end, not counting all of them.
		borders := make([]int, len(needle)+1)
		for i, l := range needle[1:] {
			borders[i+2] = step(needle, borders, borders[i+1], func(s string) bool { return s == l })
		}
		agreed := 0
		for n, l := range d.lines(ctx) {
			if agreed = step(needle, borders, agreed, l.is); agreed > 0 && !yield(n-agreed+1, agreed) {
				return
			}
		}
	}
}

// step returns how many of the needle's first lines are found up to the line that is
// answers true for, where agreed were found up to the line above.
func step(needle []string, borders []int, agreed int, is func(s string) bool) int {
	if agreed == len(needle) {
		agreed = borders[agreed]
	}
	for !is(needle[agreed]) {
		if agreed == 0 {
			return 0
		}
		agreed = borders[agreed]
	}
	return agreed + 1
}

// longest returns the first line from which on most lines of the needle are found, and how
// many; none where fewer than least are.
func (d *Draft) longest(ctx context.Context, needle []string, least int) (at, agreed int) {
	if _, count := d.rarest(needle[:least]); count == 0 {
		return 0, 0
	}
	for n, a := range d.scan(ctx, needle) {
		if a >= least && a > agreed {
			at, agreed = n, a
		}
	}
	return at, agreed
}

// Find returns the first line at which lines are found, or -1. There must be some.
func (d *Draft) Find(ctx context.Context, lines []string) (int, error) {
	found := append(d.find(ctx, lines), -1)
	return found[0], ctx.Err()
}

// findInside calls visit with each place at which text is found inside lines, in order,
// until it answers false: in one line, or from inside one line to inside another.
func (d *Draft) findInside(ctx context.Context, needle []string, visit func(match) bool) {
	first := needle[0]
	for n, l := range d.holding(ctx, first) {
		if len(needle) > 1 {
			if m, ok := d.across(n, needle); ok && !visit(m) {
				return
			}
			continue
		}
		for col := range l.search(first) {
			if !visit(match{n, true, col, col + len(first)}) || ctx.Err() != nil {
				return
			}
		}
	}
}

// across returns the match from inside line n to inside another, if there is one.
func (d *Draft) across(n int, needle []string) (match, bool) {
	last := len(needle) - 1
	l, end := d.at(n), d.at(n+last)
	size, start := l.size(), l.size()-len(needle[0])
	return match{n, true, start, len(needle[last])},
		start >= 0 && l.slice(start, size) == needle[0] && n+last < d.count &&
			d.agree(n+1, needle[1:last]) == last-1 &&
			end.size() >= len(needle[last]) && end.slice(0, len(needle[last])) == needle[last]
}

// holding yields the lines in which some text is, and those of hunks whether it is or not.
func (d *Draft) holding(ctx context.Context, s string) iter.Seq2[int, *line] {
	return func(yield func(int, *line) bool) {
		next := func(n int) bool {
			l := d.at(n)
			return yield(n, &l) && ctx.Err() == nil
		}
		content := d.base.String()
		for n := 0; n < d.count; {
			seg := d.segment(n)
			// The base is searched as a whole, which is much faster than line by line.
			for l := seg.from; l < seg.to; l++ {
				at := d.base.Start(l)
				k := strings.Index(content[at:d.base.Start(seg.to)], s)
				if k < 0 {
					break
				}
				if l = d.base.LineAt(at + text.Offset(k)); !next(n + int(l-seg.from)) {
					return
				}
			}
			for n = seg.hunkLines(); n < seg.end(); n++ {
				if !next(n) {
					return
				}
			}
		}
	}
}
