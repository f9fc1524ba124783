package apply

import (
	"context"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// checkEvery is how many steps of a loop go by between two looks at the context.
const checkEvery = 4096

// find calls visit with each virtual line at which needle stands, in rising order,
// until it answers false. The needle must not be empty.
func (v *Virtual) find(ctx context.Context, needle []string, visit func(int) bool) error {
	seams := v.findSeams(needle)
	stop := false
	err := v.findBase(ctx, needle, func(at int) bool {
		for len(seams) > 0 && seams[0] < at && !stop {
			stop = !visit(seams[0])
			seams = seams[1:]
		}
		stop = stop || !visit(at)
		return !stop
	})
	for _, at := range seams {
		if stop || err != nil {
			break
		}
		stop = !visit(at)
	}
	return err
}

// Find is the first virtual line at which lines stand, or -1. There must be some.
func (v *Virtual) Find(ctx context.Context, lines []string) (int, error) {
	found := -1
	err := v.find(ctx, lines, func(at int) bool { found = at; return false })
	return found, err
}

// findBase finds the needle where it stands in lines of the base that no block has
// touched. It probes the needle's rarest line.
func (v *Virtual) findBase(ctx context.Context, needle []string, visit func(int) bool) error {
	rarest, fewest := 0, int(^uint(0)>>1)
	for i, l := range needle {
		if n := v.index.Count(l); n < fewest {
			rarest, fewest = i, n
		}
	}
	if fewest == 0 {
		return nil
	}
	var err error
	p, steps := 0, 0
	v.index.Each(needle[rarest], func(l text.Line) bool {
		if steps++; steps%checkEvery == 0 {
			if err = ctx.Err(); err != nil {
				return false
			}
		}
		first := l - text.Line(rarest)
		end := first + text.Line(len(needle))
		if first < 0 || int(end) > v.base.LineCount() {
			return true
		}
		for p < len(v.pieces) && (v.pieces[p].put || v.pieces[p].to < end) {
			p++
		}
		if p == len(v.pieces) {
			return false
		}
		if first < v.pieces[p].from {
			return true
		}
		for i, want := range needle {
			if i != rarest && v.base.Line(first+text.Line(i)) != want {
				return true
			}
		}
		return visit(v.starts[p] + int(first-v.pieces[p].from))
	})
	return err
}

// findSeams finds the needle where it touches lines that blocks have put in, or
// crosses a place where they took lines away.
func (v *Virtual) findSeams(needle []string) []int {
	if !v.Edited() {
		return nil
	}
	var found []int
	next := 0
	for i, p := range v.pieces {
		if !p.put {
			continue
		}
		from := max(next, v.starts[i]-len(needle)+1)
		to := v.starts[i+1]
		if len(p.lines) == 0 {
			to = v.starts[i]
		}
		for at := from; at < to && at+len(needle) <= v.LineCount(); at++ {
			if v.stands(needle, at) {
				found = append(found, at)
			}
		}
		next = max(next, to)
	}
	return found
}

// stands tells whether needle stands at virtual line at.
func (v *Virtual) stands(needle []string, at int) bool {
	if at < 0 || at+len(needle) > v.LineCount() {
		return false
	}
	return v.agrees(needle, at) == len(needle)
}

// agrees is how many of the first lines of needle stand from virtual line at on.
func (v *Virtual) agrees(needle []string, at int) int {
	n := 0
	for n < len(needle) && at+n < v.LineCount() && v.Line(at+n) == needle[n] {
		n++
	}
	return n
}

// insideMatch is a place where text stands inside lines.
type insideMatch struct {
	line int
	// start and end are byte columns: of the first line, and of the last.
	start, end int
}

// findInside finds text inside lines: in one line, or from inside one line to
// inside another (seed 003).
func (v *Virtual) findInside(ctx context.Context, needle []string, visit func(insideMatch) bool) error {
	last := len(needle) - 1
	for _, at := range v.candidates(needle[0]) {
		if at%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line := v.Line(at)
		if last == 0 {
			for col := 0; col <= len(line); {
				n := strings.Index(line[col:], needle[0])
				if n < 0 {
					break
				}
				if !visit(insideMatch{line: at, start: col + n, end: col + n + len(needle[0])}) {
					return nil
				}
				col += n + 1
			}
			continue
		}
		if !strings.HasSuffix(line, needle[0]) || at+last >= v.LineCount() || !strings.HasPrefix(v.Line(at+last), needle[last]) {
			continue
		}
		if !v.stands(needle[1:last], at+1) {
			continue
		}
		if !visit(insideMatch{line: at, start: len(line) - len(needle[0]), end: len(needle[last])}) {
			return nil
		}
	}
	return nil
}

// candidates are the virtual lines that contain s. In a file without edits the
// content is searched as a whole, which is much faster than line by line.
func (v *Virtual) candidates(s string) []int {
	var found []int
	if v.Edited() {
		for at := range v.LineCount() {
			if strings.Contains(v.Line(at), s) {
				found = append(found, at)
			}
		}
		return found
	}
	content := v.base.String()
	for from := 0; from < len(content); {
		n := strings.Index(content[from:], s)
		if n < 0 {
			break
		}
		l := v.base.LineAt(text.Offset(from + n))
		found = append(found, int(l))
		from = int(v.base.Start(l + 1))
	}
	return found
}

// matches collects the matches of a needle.
type matches struct {
	present []text.Line
	count   int
	// chosen is the index of the match that is meant, at its virtual line.
	chosen int
	inside insideMatch
	near   text.Line
	far    text.Line
}

func newMatches(near text.Line) *matches { return &matches{chosen: -1, near: near} }

// add takes a match at virtual line at, which counts as present line l.
func (m *matches) add(at int, l text.Line, inside insideMatch) {
	m.count++
	if len(m.present) < mostMatches {
		m.present = append(m.present, l)
	}
	distance := max(l-m.near, m.near-l)
	if m.chosen < 0 || m.near != text.None && distance < m.far {
		m.chosen, m.inside, m.far = at, inside, distance
	}
}

// locate finds all matches of a needle, as whole lines and, if there are none and
// inside allows it, inside lines.
func (v *Virtual) locate(ctx context.Context, needle []string, inside bool, near text.Line) (_ *matches, isInside bool, err error) {
	m := newMatches(near)
	err = v.find(ctx, needle, func(at int) bool {
		m.add(at, v.Present(at), insideMatch{})
		return true
	})
	if err != nil || m.count > 0 || !inside {
		return m, false, err
	}
	err = v.findInside(ctx, needle, func(i insideMatch) bool {
		m.add(i.line, v.Present(i.line), i)
		return true
	})
	return m, m.count > 0, err
}

// longestAgreement is the virtual line of the occurrence of anchor after which the
// needle, which begins with it, agrees longest, and how many lines agree; -1 where
// the anchor does not stand. Of equals it is the first.
func (v *Virtual) longestAgreement(ctx context.Context, anchor, needle []string) (at, agreed int, err error) {
	at = -1
	err = v.find(ctx, anchor, func(i int) bool {
		if n := v.agrees(needle, i); n > agreed {
			at, agreed = i, n
		}
		return true
	})
	return at, agreed, err
}
