package parse

import (
	"context"
	"slices"
	"sort"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// walk is a scan that can be taken up again: it keeps what it has found, and what held
// at some of the lines.
type walk struct {
	*scan
	// all is what is found in the whole document.
	all findings
	// points are the lines at which the scan can be taken up; the first is the beginning.
	points []point
	// reaches holds, for each point, the line behind the last one that the scan looked
	// at from there to the next point.
	reaches []text.Line
	// history: this is an aider history, as is known at the document's end.
	history bool
	// stopped is the line before which the scan stopped, since the layout of turns was
	// all that it was to find out; or 0.
	stopped text.Line
	// turns are those of the layout.
	turns []Turn
	// given are the blocks of the last result, if it was made of this walk.
	given []*Block
	// anew is the line from which on the document was scanned anew; since that of the
	// fence which was open there, or anew.
	anew, since text.Line
	// fixed is the line before which no turn has changed; sameTurns: none has.
	fixed     text.Line
	sameTurns bool
	// moved is the index of the first block behind those that were read anew if they
	// are as they were, else the number of blocks.
	moved int
}

// point is what held before the events of a line, and how much had been found.
type point struct {
	line text.Line
	state
	counts
}

// counts are numbers of findings.
type counts struct{ blocks, problems, spans, offs, seen int32 }

func (f *findings) counts() counts {
	return counts{int32(len(f.blocks)), int32(len(f.problems)), int32(len(f.spans)), int32(len(f.offs)), int32(len(f.seen))}
}

func (c counts) plus(o counts) counts {
	return counts{c.blocks + o.blocks, c.problems + o.problems, c.spans + o.spans, c.offs + o.offs, c.seen + o.seen}
}

func (c counts) minus(o counts) counts {
	return counts{c.blocks - o.blocks, c.problems - o.problems, c.spans - o.spans, c.offs - o.offs, c.seen - o.seen}
}

// pointEvery is how many lines with events go by between two points at most.
const pointEvery = 16

func newWalk(s *scan) *walk {
	s.state = beginning(s.options, s.frontMatter)
	s.near = make([]int, len(dialects))
	return &walk{scan: s}
}

// point is the present state, as it stands before the events of line.
func (w *walk) point(line text.Line, base point) point {
	p := point{line: line, state: w.state, counts: base.plus(w.found.counts())}
	p.fences = slices.Clone(w.fences)
	return p
}

// takeUp is the index of the last point before line first at which nothing was known
// of the lines from there on.
func (w *walk) takeUp(first text.Line) int {
	last := sort.Search(len(w.points), func(i int) bool { return w.points[i].line > first }) - 1
	for k, reach := range w.reaches[:max(0, last)] {
		if reach > first {
			return k
		}
	}
	return max(0, last)
}

// again scans the document after the lines from first on have changed, up to newEnd;
// those behind have moved. settles: what is said of the document's end changes too. It
// ends where it knows the same as before.
func (w *walk) again(ctx context.Context, first, newEnd text.Line, by move, settles bool) error {
	if len(w.points) == 0 {
		w.points, w.reaches = []point{{state: w.state}}, []text.Line{0}
		settles = true
	}
	if w.stopped > 0 {
		last := len(w.points) - 1
		if first >= w.stopped && w.takeUp(first) == last && w.reaches[last] <= first && w.decided(w.all.seen) != noLayout {
			return nil
		}
		w.stopped, settles = 0, true
	}
	k := w.takeUp(first)
	base := w.points[k]
	w.state, w.found, w.anew, w.since = base.state, findings{}, base.line, base.line
	if w.fences = slices.Clone(base.fences); len(w.fences) > 0 {
		w.since = w.fences[0].line
	}
	events := w.tokens.events
	anew := base.counts == counts{}
	var points []point
	var reaches []text.Line
	if len(w.points) == 1 && anew {
		points, reaches = w.prepare()
	}
	points, reaches = append(points, base), append(reaches, 0)
	i := sort.Search(len(events), func(i int) bool { return events[i].line >= base.line })
	q, since, marks, line := k+1, 0, 0, text.None
	block := false // since the last point
	defer func() { w.room = room{} }()
	for n := 0; i < len(events); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if e := events[i]; e.line != line && e.line >= w.resume {
			line = e.line
			if !settles && line >= newEnd {
				was := line - by.delta
				for q < len(w.points) && w.points[q].line < was {
					q++
				}
				if q < len(w.points) && w.points[q].line == was && w.knows(&w.points[q], line, first, newEnd, by) {
					w.splice(k, q, points, reaches, by)
					return nil
				}
			}
			// Between two blocks there is a point, outside all fences if possible. Deep in
			// fences, which each point keeps, points are as rare as that is deep.
			between := block && (len(w.fences) == 0 || e.kind == blockEvent) && since >= len(w.fences)-1
			if since++; line > base.line && (between || since >= pointEvery+len(w.fences)) {
				points, reaches = append(points, w.point(line, base)), append(reaches, 0)
				since, block = 0, false
			}
			block = block || e.kind == blockEvent
		}
		w.reach = 0
		i = w.event(i)
		last := &reaches[len(reaches)-1]
		*last = max(*last, w.reach)
		if e := events[i-1]; e.kind == turnEvent && w.layout == noLayout {
			// Now and then, so that many marks cost no more than once each.
			if marks++; marks&(marks-1) == 0 && w.decided(slices.Concat(w.all.seen[:base.seen], w.found.seen)) != noLayout {
				w.stopped = e.line + 1
				break
			}
		}
	}
	if w.stopped == 0 {
		w.finish()
	}
	w.history = w.aider
	if anew {
		w.all = w.found
	} else {
		w.cut(base)
		w.add(w.found)
	}
	w.moved = len(w.all.blocks)
	if k == 0 {
		w.points, w.reaches = points, reaches
	} else {
		w.points, w.reaches = append(w.points[:k], points...), append(w.reaches[:k], reaches...)
	}
	return nil
}

// prepare makes room for what a walk over the whole document finds, and for its points,
// so that no list is copied as it grows. A walk that may stop early needs none.
func (w *walk) prepare() ([]point, []text.Line) {
	if w.layout == noLayout && w.tokens.hasMarks() {
		return nil, nil
	}
	starts, line := 0, text.None
	events := w.tokens.events
	for i := range events {
		if e := &events[i]; e.kind == blockEvent && e.line != line {
			starts, line = starts+1, e.line
		}
	}
	w.room.many = true
	w.found.blocks = make([]*Block, 0, starts)
	w.found.spans = make([]fenceSpan, 0, len(w.tokens.fences)/2)
	most := 1 + starts + len(events)/pointEvery
	return make([]point, 0, most), make([]text.Line, 0, most)
}

// decided is the layout of the document if no mark that is still to come can lead to
// another one; else noLayout.
func (w *walk) decided(marks []turnMark) layout {
	for _, l := range layoutOrder {
		if hasTurns(w.text, marks, w.frontMatter.End, l, false) && (l != layoutAider || w.aider) {
			return l
		}
		var roles [2]bool
		history := w.aider
		for _, m := range w.tokens.turns[l] {
			roles[0], roles[1] = roles[0] || m.role == User, roles[1] || m.role == Assistant
			history = history || m.role == session
		}
		if l == layoutAider && history && roles[0] || roles[0] && roles[1] {
			return noLayout
		}
	}
	return noLayout
}

// cut forgets what was found behind a point.
func (w *walk) cut(at point) {
	a := &w.all
	a.blocks, a.problems, a.spans = a.blocks[:at.blocks], a.problems[:at.problems], a.spans[:at.spans]
	a.offs, a.seen = a.offs[:at.offs], a.seen[:at.seen]
}

func (w *walk) add(f findings) {
	a := &w.all
	a.blocks, a.problems, a.spans = append(a.blocks, f.blocks...), append(a.problems, f.problems...), append(a.spans, f.spans...)
	a.offs, a.seen = append(a.offs, f.offs...), append(a.seen, f.seen...)
}

// splice puts what was found anew in place of what had been found between the points k
// and q, and moves what follows.
func (w *walk) splice(k, q int, points []point, reaches []text.Line, by move) {
	from, to, a, f := w.points[k], w.points[q], &w.all, &w.found
	if by.delta != 0 {
		for i := int(to.blocks); i < len(a.blocks); i++ {
			a.blocks[i] = by.block(a.blocks[i])
		}
		for i := int(to.problems); i < len(a.problems); i++ {
			a.problems[i] = by.problem(a.problems[i])
		}
		for i := int(to.spans); i < len(a.spans); i++ {
			s := &a.spans[i]
			s.open.line, s.end = by.line(s.open.line), by.line(s.end)
		}
		for i := int(to.offs); i < len(a.offs); i++ {
			o := &a.offs[i]
			o[0], o[1] = by.line(o[0]), by.line(o[1])
		}
		for i := int(to.seen); i < len(a.seen); i++ {
			a.seen[i].line = by.line(a.seen[i].line)
		}
	}
	more := f.counts().minus(to.minus(from.counts))
	a.blocks = slices.Replace(a.blocks, int(from.blocks), int(to.blocks), f.blocks...)
	if w.moved = len(a.blocks); by.delta == 0 && more.blocks == 0 {
		w.moved = int(from.blocks) + len(f.blocks)
	}
	a.problems = slices.Replace(a.problems, int(from.problems), int(to.problems), f.problems...)
	a.spans = slices.Replace(a.spans, int(from.spans), int(to.spans), f.spans...)
	a.offs = slices.Replace(a.offs, int(from.offs), int(to.offs), f.offs...)
	a.seen = slices.Replace(a.seen, int(from.seen), int(to.seen), f.seen...)
	for i := q; i < len(w.points) && (by.delta != 0 || more != counts{}); i++ {
		p := &w.points[i]
		p.line, p.state, p.counts = by.line(p.line), by.state(p.state), p.plus(more)
		w.reaches[i] = by.line(w.reaches[i])
	}
	w.points = slices.Replace(w.points, k, q, points...)
	w.reaches = slices.Replace(w.reaches, k, q, reaches...)
}

// knows tells whether the scan, at the events of line, knows what it knew at point p, so
// that it will find there what it found.
func (w *walk) knows(p *point, line, first, newEnd text.Line, by move) bool {
	now, was := &w.state, by.state(p.state)
	// A line above counts only if it may still be looked at; none that has changed may.
	above := line - nameReach
	var floor bool
	switch {
	case above >= newEnd:
		floor = now.floor <= above && was.floor <= above || now.floor == was.floor && (p.floor < first || p.floor >= by.from)
	default:
		floor = now.floor == was.floor && now.floor >= newEnd && p.floor >= by.from && line-roleReach >= newEnd
	}
	behind := func(a, b text.Line) bool { return a == b || a <= line && b <= line }
	return len(now.fences) == 0 && len(was.fences) == 0 &&
		floor &&
		behind(now.resume, was.resume) && behind(now.suppress, was.suppress) && behind(now.reopens+1, was.reopens+1) &&
		now.off == was.off && (!now.off || now.offSince == was.offSince) &&
		now.user == was.user && now.aider == was.aider &&
		now.inForce.same(was.inForce) && now.file.same(was.file.namedPath)
}

// state is what holds after lines have moved.
func (m move) state(s state) state {
	if m.delta == 0 {
		return s
	}
	s.fences = slices.Clone(s.fences)
	for i := range s.fences {
		s.fences[i].line = m.line(s.fences[i].line)
	}
	s.outermost.line, s.aboutFirst = m.line(s.outermost.line), m.line(s.aboutFirst)
	s.resume, s.floor, s.suppress = m.line(s.resume), m.line(s.floor), m.line(s.suppress)
	s.reopens, s.offSince, s.fencePathOf = m.line(s.reopens), m.line(s.offSince), m.line(s.fencePathOf)
	s.cutBy = m.line(s.cutBy)
	s.inForce.line, s.fencePath.line, s.file.line = m.line(s.inForce.line), m.line(s.fencePath.line), m.line(s.file.line)
	return s
}

// makeTurns cuts the document at the marks of the layout: as before up to where it was
// scanned anew, and anew from there. The header ends before line header.
func (w *walk) makeTurns(header text.Line) {
	marks := w.all.seen
	m := turnMaker{text: w.text, layout: w.layout, at: header}
	// The turns of the mark above, and of the one above that, may grow.
	next := max(0, searchMarks(marks, w.anew)-1)
	kept := 0
	w.fixed = 0
	if j := next - 1; j >= 0 {
		w.fixed = marks[j].line
		m.at = w.fixed + 1
		kept = sort.Search(len(w.turns), func(i int) bool { return w.turns[i].First > w.fixed })
		if kept > 0 {
			kept--
			m.turns = []Turn{w.turns[kept]}
			if w.layout == layoutAider {
				m.turns[0].End = min(m.turns[0].End, w.fixed+1)
			}
		}
	}
	for _, mark := range marks[next:] {
		m.mark(mark)
	}
	m.end()
	if w.sameTurns = slices.Equal(w.turns[kept:], m.turns); !w.sameTurns {
		w.turns = slices.Concat(w.turns[:kept], m.turns)
	}
}

// give puts what was found into a result. What has been given out before is not changed:
// a block that has another index or turn now is another block.
func (w *walk) give(r *Result) {
	blocks, problems := w.all.blocks, w.all.problems
	from := 0
	if w.given != nil {
		fixed := min(w.anew, w.fixed)
		if w.layout == noLayout {
			fixed = w.anew
		}
		from = sort.Search(len(blocks), func(i int) bool { return blocks[i].Start >= fixed })
	}
	end := len(blocks)
	if w.given != nil && (w.sameTurns || w.layout == noLayout) {
		end = w.moved // those behind are as they were
	}
	for i := from; i < end; i++ {
		b, turn := blocks[i], turnAt(r.Turns, blocks[i].Start)
		if b.Index == i && b.Turn == turn && b.sealed {
			continue
		}
		if b.sealed {
			moved := *b
			b = &moved
			blocks[i] = b
		}
		b.Index, b.Turn, b.sealed = i, turn, true
	}
	for i := range problems {
		problems[i].Turn = turnAt(r.Turns, problems[i].Start)
	}
	r.Problems = slices.Clone(problems)
	if w.given == nil || from < end || len(blocks) != len(w.given) {
		w.given = slices.Clone(blocks)
	}
	r.Blocks = w.given
}
