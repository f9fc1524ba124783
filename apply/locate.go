package apply

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// checkEvery is the number of steps between context checks.
const checkEvery = 4096

// match is whole lines from line n on or, with inside, the text from byte column start of line n to
// column end (exclusive) of its last line.
type match struct {
	n          int
	inside     bool
	start, end int
}

// matches calls visit with each match of a non-empty needle until it returns false: whole lines or, if
// there are none and inside is set, text inside lines. Like all searches here it stops when the context
// is cancelled, which callers check afterwards.
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

// keyed limits the bytes that a key depends on, since a line may be as long as its file.
const keyed = 256

func (l *line) key() uint32 {
	head := l.parts[0]
	if len(l.parts) > 1 {
		head = l.slice(0, keyed)
	}
	return text.Hash(head[:min(len(head), keyed)]) + uint32(l.size())
}

// candidates returns where a line may be: base lines, if known, and splices.
func (d *Draft) candidates(l string) (base []text.Hit, known bool, splices []text.Line) {
	index := d.some
	if index == nil {
		index = d.base.Index()
	}
	base, known = index.Find(l)
	if d.Edited() {
		one := line{parts: []string{l}}
		splices = d.inserted[one.key()]
	}
	return base, known, splices
}

// rarest returns the needle line with the fewest candidates, and their number. It tries the longest
// first, since short lines such as braces are frequent, and stops at one candidate.
func (d *Draft) rarest(needle []string) (rarest, fewest int) {
	for i, l := range needle {
		if len(l) > len(needle[rarest]) {
			rarest = i
		}
	}
	base, known, splices := d.candidates(needle[rarest])
	if !known {
		d.some = nil // other blocks will need all lines too
		return d.rarest(needle)
	}
	fewest = len(base) + len(splices)
	for i := 0; i < len(needle) && fewest > 1 && d.some == nil; i++ {
		base, _, splices := d.candidates(needle[i])
		if count := len(base) + len(splices); count < fewest {
			rarest, fewest = i, count
		}
	}
	return rarest, fewest
}

// find returns where the needle begins as whole lines, in order.
//
// Every match contains the needle's rarest line, so it checks that line's candidates; if there are too
// many, scanning the draft is faster.
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
	base, _, splices := d.candidates(needle[rarest])
	for _, hit := range base {
		l := hit.Line()
		if h := d.covering(l); l >= h.to { // otherwise the line is replaced
			try(h.end() + int(l-h.to))
		}
	}
	splices = slices.Clone(splices)
	slices.Sort(splices)
	last := text.None
	for _, l := range splices {
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

// agree returns how many leading needle lines match from line n on.
func (d *Draft) agree(n int, needle []string) int {
	for i, want := range needle {
		if n+i >= d.count || !d.is(n+i, want) {
			return i
		}
	}
	return len(needle)
}

// is reports whether line n has this content.
func (d *Draft) is(n int, content string) bool {
	l, base := d.written(n)
	return l != nil && l.is(content) || l == nil && d.base.Line(base) == content
}

// scan runs Knuth-Morris-Pratt over the draft. For each line it yields the longest run of leading
// needle lines that ends there: first line and length.
func (d *Draft) scan(ctx context.Context, needle []string) iter.Seq2[int, int] {
	return func(yield func(n, agreed int) bool) {
		// borders[i] is the length of the longest proper prefix of the first i needle lines that is
		// also their suffix.
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

// step advances the automaton by a line, which is compares, from agreed matching lines.
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

// longest returns the longest run of leading needle lines, first line and length, or 0 if shorter than
// least.
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

// Find returns the first line where lines, which must not be empty, begin, or -1.
func (d *Draft) Find(ctx context.Context, lines []string) (int, error) {
	found := append(d.find(ctx, lines), -1)
	return found[0], ctx.Err()
}

// findInside calls visit with each match inside one or several lines until it returns false.
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

// across returns a multi-line needle's match that begins inside line n, if any.
func (d *Draft) across(n int, needle []string) (match, bool) {
	last := len(needle) - 1
	l, end := d.at(n), d.at(n+last)
	size, start := l.size(), l.size()-len(needle[0])
	return match{n, true, start, len(needle[last])},
		start >= 0 && l.slice(start, size) == needle[0] && n+last < d.count &&
			d.agree(n+1, needle[1:last]) == last-1 &&
			end.size() >= len(needle[last]) && end.slice(0, len(needle[last])) == needle[last]
}

// holding yields the lines that contain s, and all splice lines.
func (d *Draft) holding(ctx context.Context, s string) iter.Seq2[int, *line] {
	return func(yield func(int, *line) bool) {
		next := func(n int) bool {
			l := d.at(n)
			return yield(n, &l) && ctx.Err() == nil
		}
		content := d.base.String()
		for n := 0; n < d.count; {
			seg := d.segment(n)
			// This is much faster than line by line.
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
			for n = seg.spliceStart(); n < seg.end(); n++ {
				if !next(n) {
					return
				}
			}
		}
	}
}

// around returns the text before and after a match of so many lines, size bytes each if the draft has
// them.
func (d *Draft) around(m match, lines, size int) (before, after string) {
	l := d.at(m.n)
	pieces := []string{l.slice(max(0, m.start-size), m.start)}
	for n, left := m.n-1, size-m.start; n >= 0 && left > 0; n-- {
		l := d.at(n)
		pieces = append(pieces, l.slice(max(0, l.size()+1-left), l.size())+text.LF)
		left -= l.size() + 1
	}
	slices.Reverse(pieces)
	before = strings.Join(pieces, "")
	n := m.n + lines - 1
	l = d.at(n)
	pieces = append(pieces[:0], l.slice(m.end, min(l.size(), m.end+size)))
	for left := size - (l.size() - m.end); left > 0 && n+1 < d.count; {
		n++
		l := d.at(n)
		pieces = append(pieces, text.LF+l.slice(0, min(l.size(), left)))
		left -= l.size() + 1
	}
	return before, strings.Join(pieces, "")
}

// linesPerBlock: with fewer lines per block, indexing the whole file is faster than only the lines that
// blocks search for.
const linesPerBlock = 32

// someLines returns an index of the lines that blocks search for, or nil if all should be indexed. A
// session reuses the full index; for one command, building it would be half the work.
func (t *target) someLines(d *Draft) *text.Index {
	if !t.once || d.base.IsIndexed() || len(t.blocks)*linesPerBlock > d.base.LineCount() {
		return nil
	}
	var chosen []string
	for i := range t.requests {
		// If the needle isn't found, its result is searched for.
		chosen = append(chosen, longest(t.requests[i].needle), longest(t.requests[i].new))
	}
	return text.Choose(d.base, chosen)
}

func longest(lines []string) string {
	best := ""
	for _, l := range lines {
		if len(l) > len(best) {
			best = l
		}
	}
	return best
}
