package parse

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// scan walks the tokens of a document, for one layout of turns.
type scan struct {
	text        *text.Text
	options     Options
	frontMatter FrontMatter
	tokens      *tokens
	layout      layout
	state
	// found is what the scan has found since it began or was taken up again.
	found findings
	// reach is the line behind the last one that the present event has looked at to
	// find out what it means; never, where it looked for what the document has not.
	reach text.Line
	// group are the markers of one line.
	group []token
	// near holds, by dialect, where among its markers the scan looked last, and nearNamed
	// where among the named start markers.
	near      []int
	nearNamed int
	// quiet: nobody asks what was expected where a block is not closed, as with all grammars
	// but one of those that share a start marker.
	quiet bool
	// room is where what is found is put.
	room room
}

// never is a line behind all others.
const never = text.Line(math.MaxInt)

// state is what holds at a line.
type state struct {
	fences fenceStack
	// outermost is the fence that all open ones stand in. about: it shows a
	// format; aboutFirst is its first line.
	outermost  fence
	about      bool
	aboutFirst text.Line
	// resume is the line behind the last block: what stands before it is used up.
	// floor bounds the lines that may name a path.
	resume, floor text.Line
	// suppress: start markers before this line belong to an unclosed block.
	suppress text.Line
	// reopens is the line of the fence in which a block begins that ended an
	// unclosed one: it opens a fence, whatever was left open.
	reopens text.Line
	// cutBy is the line of the turn mark that has cut a block in the open fences; or None.
	cutBy text.Line
	// off: the scan is switched off, since offSince.
	off      bool
	offSince text.Line
	user     bool
	// inForce is the path in force; fencePath the one in the fence of line fencePathOf.
	inForce, fencePath namedPath
	fencePathOf        text.Line
	file               namedFile
	// aider: a turn mark, or the file's name, says that this is an aider history.
	aider bool
}

// findings are what a scan finds, in the order of the lines.
type findings struct {
	blocks   []*Block
	problems []Problem
	// spans are the outermost fences, for the shell suggestions.
	spans []fenceSpan
	// offs are the runs of lines where the scan was switched off, each from a first
	// line to before an end.
	offs [][2]text.Line
	// seen are the turn marks that stand outside blocks.
	seen []turnMark
}

type fenceSpan struct {
	open fence
	end  text.Line
}

// beginning is the state behind the header of a document.
func beginning(o Options, front FrontMatter) state {
	return state{
		aider: isAiderHistory(o.FileName), resume: front.End, floor: front.End,
		fencePathOf: text.None, reopens: text.None, cutBy: text.None,
	}
}

// namedAbove is the line right above a start marker, or above the fence that it
// begins, that names a path; or None. It is looked for as the dialect looks for it.
func (s *scan) namedAbove(start token) text.Line {
	far := dialects[start.dialect].name == searchReplace.name
	blanks, fences, seen := 0, 0, 0
	for l := start.line - 1; l >= s.floor && seen < linesAbove; l-- {
		line := s.text.Line(l)
		trimmed := trim(line)
		if trimmed == "" {
			if blanks++; blanks > 1 && !far {
				return text.None
			}
			seen++
			continue
		}
		if _, ok := parseFence(line); ok {
			if fences++; fences > 1 {
				return text.None
			}
			seen = 0
			continue
		}
		if isMarker(line, trimmed) {
			return text.None
		}
		if p := s.pathIn(line, trimmed); p.ok {
			return l
		}
		// Prose may stand between only for search-replace; the others take the
		// nearest line.
		if !far {
			return text.None
		}
		seen++
	}
	return text.None
}

// beginsFence tells whether the fence that a start marker stands in, by its indentation,
// begins with it or with the path above it.
func (s *scan) beginsFence(start token, path text.Line) bool {
	for l := start.line - 1; l >= max(path-2, s.floor); l-- {
		line := s.text.Line(l)
		if f, ok := parseFence(line); ok && line[:f.indent] == start.value {
			return true
		}
		if l < path && !text.IsBlank(line) {
			break
		}
	}
	return false
}

// mostIndented is how many start markers of any indentation are looked at for one of the
// fence's, so that each block of a fence full of others costs no more.
const mostIndented = 64

// bound is where a block that begins at line must have ended: at the next start
// marker with a path above it. path is that path's line.
func (s *scan) bound(line text.Line) (at, path text.Line) {
	named := s.tokens.named
	i := s.nearNamed
	if i > len(named) || i > 0 && named[i-1].line > line || i+8 < len(named) && named[i+8].line <= line {
		i = sort.Search(len(named), func(i int) bool { return named[i].line > line })
	}
	for i < len(named) && named[i].line <= line {
		i++
	}
	s.nearNamed = i
	at = text.Line(s.text.LineCount())
	path = at
	for ; i < len(named); i++ {
		if named[i].path > line {
			at, path = named[i].line, named[i].path
			break
		}
	}
	if f, ok := s.fences.top(); ok && f.indent > 0 && len(s.tokens.indented) > 0 {
		limit := s.closing(f, at)
		all := s.tokens.indented
		behind := sort.Search(len(all), func(i int) bool { return all[i].line > line })
		for i, n := range all[behind:] {
			if n.line >= limit || i == mostIndented {
				break
			}
			if n.path > line && indentOf(s.text.Line(n.line)) == indentOf(s.text.Line(f.line)) {
				return n.line, n.path
			}
		}
	}
	return at, path
}

// indentOf are the blanks that a line begins with.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// look notes that what is before line end has been looked at.
func (s *scan) look(end text.Line) {
	if s.atEnd(end) {
		end = never // more text might have been found there
	}
	s.reach = max(s.reach, end)
}

// event takes the events of one line, from index i on, and gives the next one's index.
func (s *scan) event(i int) int {
	events := s.tokens.events
	e := events[i]
	i++
	if e.line < s.resume {
		return i
	}
	switch e.kind {
	case fenceEvent:
		s.fence(int(e.index))
	case turnEvent:
		s.turn(s.tokens.turns[e.list][e.index])
	case offEvent:
		s.switchTo(e.line, true)
	case onEvent:
		s.switchTo(e.line, false)
	case blockEvent:
		s.group = append(s.group[:0], s.tokens.markers[e.list][e.index])
		for ; i < len(events) && events[i].kind == blockEvent && events[i].line == e.line; i++ {
			s.group = append(s.group, s.tokens.markers[events[i].list][events[i].index])
		}
		if !s.off && !s.user && e.line >= s.suppress {
			s.block(s.group)
		}
	}
	return i
}

// finish ends what is open at the end of the document.
func (s *scan) finish() {
	end := text.Line(s.text.LineCount())
	s.endFences(end)
	s.switchTo(end, false)
}

// switchTo turns the scan off or on at line l.
func (s *scan) switchTo(l text.Line, off bool) {
	if s.off && !off {
		s.found.offs = append(s.found.offs, [2]text.Line{s.offSince, l})
	}
	if off && !s.off {
		s.offSince = l
	}
	s.off = off
}

func (s *scan) fence(index int) {
	f := s.tokens.fences[index]
	s.look(f.line + roleReach)
	if top, ok := s.fences.top(); ok && f.line == s.reopens {
		if len(s.fences) == 1 {
			s.endFences(f.line)
		} else if f.closes(top) {
			s.fences = s.fences[:len(s.fences)-1]
		}
		if len(s.fences) > 0 {
			s.fences = append(s.fences, f)
			return
		}
	}
	before := len(s.fences)
	s.fences, _ = s.fences.next(f)
	switch {
	case before == 0 && len(s.fences) > 0:
		s.about = s.tokens.aboutFormat(index, s.nextTurn(f.line), s.options.Growing)
		if f.shows() {
			s.closed(f)
		}
		s.aboutFirst = f.line + 1
		s.outermost = f
	case before > 0 && len(s.fences) == 0:
		s.found.spans = append(s.found.spans, fenceSpan{open: s.outermost, end: f.line})
		s.about, s.cutBy = false, text.None
	}
}

// closed tells whether an open fence is closed.
func (s *scan) closed(f fence) bool {
	at := s.closing(f, never)
	if at == never {
		s.look(never)
		return false
	}
	s.look(at + roleReach)
	return true
}

// hides tells whether a line in an open fence is code, and no turn mark: whether the fence
// is closed, and by what begins no block of its own, as the fences of the turns behind an
// answer that was cut off do.
func (s *scan) hides(f fence) bool {
	fences, ends := s.tokens.fences, s.tokens.fenceEnds
	open := fenceAt(fences, f.line)
	if !s.closed(f) || ends[open].torn {
		s.look(never)
		return false
	}
	at := int(ends[open].behind) - 1
	closing := fences[at]
	if closing.role == anyFence || s.isMarkerLine(closing.line-1) {
		return true
	}
	// It opens a fence if that is closed right behind a block.
	s.look(never)
	end := ends[at].closed
	return end == text.None || !s.isMarkerLine(end-1)
}

func (s *scan) isMarkerLine(l text.Line) bool {
	line := s.text.Line(l)
	trimmed := strings.TrimSpace(line)
	return trimmed != "" && isMarker(line, trimmed)
}

// endFences ends all fences before line end, though nothing closes them.
func (s *scan) endFences(end text.Line) {
	if len(s.fences) > 0 {
		s.found.spans = append(s.found.spans, fenceSpan{open: s.fences[0], end: end})
	}
	s.fences, s.about, s.cutBy = nil, false, text.None
}

// markBehind is the index of the first of the layout's own marks behind line.
func (s *scan) markBehind(line text.Line) int { return searchMarks(s.marks(), line+1) }

// marks are the turn marks of the layout.
func (s *scan) marks() []turnMark { return s.tokens.turns[s.layout] }

// nextTurn is the first line behind line that may begin a turn, or the end of the
// document.
func (s *scan) nextTurn(line text.Line) text.Line {
	if i := s.markBehind(line); i < len(s.marks()) {
		return s.marks()[i].line
	}
	return text.Line(s.text.LineCount())
}

// turn notes a mark, and begins a turn if it is of the document's layout.
func (s *scan) turn(m turnMark) {
	if m.layout != layoutAider && len(s.fences) > 0 && m.line != s.cutBy {
		if s.hides(s.fences[0]) {
			return // a heading in a code fence is code
		}
	}
	s.aider = s.aider || m.role == session
	if s.layout == noLayout || m.layout == s.layout {
		s.found.seen = append(s.found.seen, m)
	}
	if s.layout == noLayout || m.layout != s.layout {
		return
	}
	// An aider user's turn is the line itself.
	s.user = m.role == User && m.layout != layoutAider
	s.endFences(m.line)
	s.inForce, s.fencePath, s.fencePathOf = namedPath{}, namedPath{}, text.None
	s.file = namedFile{}
	s.floor = m.line + 1
}

// block reads what begins at a line, by each dialect that has a marker there.
func (s *scan) block(group []token) {
	line := group[0].line
	bound, nextPath := s.bound(line)
	end := text.Line(s.text.LineCount())
	if nextPath < end {
		nextPath = min(nextPath, bound)
	}
	r, start := s.best(group, bound)
	s.looked(r, bound)
	if r.outcome == noBlock {
		return
	}
	if cut := s.cut(start, r, bound); cut < bound && !s.mayGoOn(cut, r, bound) {
		bound, nextPath = cut, cut
		if len(s.fences) > 0 && r.outcome == unclosed {
			s.cutBy = cut
		}
		if r, start = s.best(group, bound); r.outcome == noBlock {
			return
		}
	}
	if r.outcome == passOver {
		s.used(r.end + 1)
		return
	}
	d := dialects[start.dialect]
	path, layout, named := d.path(s, start)
	if s.about && path.line != s.aboutFirst {
		return
	}
	if s.options.Growing && s.open(r, bound) {
		if named {
			s.add(d, Block{Incomplete: true, Markers: []text.Line{line}}, start, path, layout, end-1)
		}
		s.used(end)
		return
	}
	switch {
	case r.outcome == complete && named:
		s.add(d, r.block, start, path, layout, r.end)
		s.used(r.end + 1)
	case r.outcome == unclosed:
		stop := nextPath
		if r.restart > 0 {
			bound, stop = r.restart, r.restart
		}
		s.problem(UnclosedBlock, named, line, s.lastText(line, stop), r.detail)
		s.suppress, s.floor = bound, stop
		s.reopens = s.fenceBetween(stop, bound)
		s.force(path, named)
	default:
		s.problem(MalformedBlock, named, line, r.end, r.detail)
		s.force(path, named)
		s.used(r.end + 1)
	}
}

// looked notes how far the reading of a group of markers has looked. A whole block of
// one grammar depends on nothing behind its end, since the first end marker counts;
// what is not whole depends on all lines before the bound, on the bound, and on what
// tells the role of a fence there.
func (s *scan) looked(r reading, bound text.Line) {
	switch {
	case r.looked == never:
		s.look(never)
	case r.looked > 0:
		s.look(r.looked + roleReach)
	case r.outcome == complete, r.outcome == passOver:
		s.look(r.end + 1)
	default:
		s.look(bound + roleReach)
	}
}

// best reads a group of markers of one line: the first grammar that completes is
// meant; where none does, the one that came furthest says what is wrong.
func (s *scan) best(group []token, bound text.Line) (reading, token) {
	if len(group) == 1 {
		return dialects[group[0].dialect].read(s, group[0], bound), group[0]
	}
	best, start := reading{outcome: noBlock}, group[0]
	open := false
	s.quiet = true
	for i, tok := range group {
		r := dialects[tok.dialect].read(s, tok, bound)
		open = open || r.outcome == unclosed && s.open(r, bound)
		if i == 0 || better(r, best) {
			best, start = r, tok
		}
	}
	s.quiet = false
	if best.outcome == malformed || best.outcome == unclosed {
		best.detail = dialects[start.dialect].read(s, start, bound).detail
	}
	// What one grammar finds malformed another may yet complete.
	best.open = best.open || open && best.outcome == malformed
	return best, start
}

func better(r, than reading) bool {
	switch {
	case than.outcome == noBlock:
		return r.outcome != noBlock
	case r.outcome == noBlock:
		return false
	case r.outcome == complete && than.outcome == complete:
		return r.end < than.end
	case r.outcome == complete:
		// A broken block that ends before this one's first separator is a block of
		// its own, not this one's content.
		return than.outcome != malformed || than.progress == 0 || r.block.Markers[1] < than.end
	case than.outcome == complete:
		return r.outcome == malformed && r.progress > 0 && r.end < than.block.Markers[1]
	case r.progress != than.progress:
		return r.progress > than.progress
	default:
		return r.outcome == malformed && than.outcome == unclosed
	}
}

// mayGoOn tells whether the block that a turn cuts may go on behind it, since its
// document grows and the line that begins the turn may be its content.
func (s *scan) mayGoOn(cut text.Line, r reading, bound text.Line) bool {
	if !s.options.Growing || !s.open(r, bound) {
		return false
	}
	i := s.markBehind(cut - 1)
	return i < len(s.marks()) && s.marks()[i].line == cut && !s.marks()[i].typed
}

// open tells whether what is wrong with a reading may be mended by the text that
// is still to come.
func (s *scan) open(r reading, bound text.Line) bool {
	switch {
	case r.restart > 0:
		return false
	case r.open:
		return true
	default:
		return r.outcome == unclosed && s.atEnd(bound)
	}
}

// cut is where a turn, or a block of keywords, ends the block that begins at start;
// or the bound.
func (s *scan) cut(start token, r reading, bound text.Line) text.Line {
	line := start.line
	whole := r.outcome == complete || r.outcome == passOver
	end := bound
	switch {
	case whole || r.outcome == malformed:
		end = r.end + 1
	case r.restart > 0:
		end = r.restart
	}
	if s.layout != noLayout {
		if m := s.turnBetween(line, end, whole); m < end {
			return m
		}
	}
	if whole {
		return bound
	}
	// A block of keywords has those of its own letter case only.
	broken := r.outcome == unclosed && start.role == startMarker && !(s.options.Growing && s.open(r, bound))
	if at := s.keywordBlock(line, end, broken); at < end {
		return at
	}
	return bound
}

// turnBetween is the first line from behind line to before end that begins a turn.
// A whole block is cut only by what cannot be its content: a line that a person
// typed into aider, or a user's heading with an assistant's behind it.
func (s *scan) turnBetween(line, end text.Line, whole bool) text.Line {
	user := end
	for _, m := range s.marks()[s.markBehind(line):] {
		switch {
		case m.line >= end:
			return end
		case !whole || m.typed:
			return m.line
		case m.role == User:
			user = min(user, m.line)
		case m.role == Assistant && user < end:
			return user
		}
	}
	return end
}

// keywordBlock is the line where a block of a dialect without start markers begins,
// before bound: it ends a block that is broken. It must be complete, but inOpen, a block
// that is not closed, where it is enough that it has a file.
func (s *scan) keywordBlock(line, bound text.Line, inOpen bool) text.Line {
	s.quiet = true
	defer func() { s.quiet = false }()
	for d := range dialects {
		var file token
		for _, tok := range s.between(token{dialect: uint8(d)}, line+1, bound) {
			if tok.role != keyword || tok.set < 0 {
				continue
			}
			if tok.kind == fileKeyword {
				file = tok
				continue
			}
			own := file.line > line && file.set == tok.set
			was := s.file
			if own {
				dialects[d].read(s, file, bound)
			}
			r := dialects[d].read(s, tok, bound)
			s.file = was
			switch {
			case r.outcome == complete && file.line > line, r.outcome != noBlock && inOpen && own:
				return file.line
			case r.outcome == complete, r.outcome != noBlock && inOpen:
				return tok.line
			}
		}
	}
	return bound
}

func (s *scan) add(d dialect, b Block, start token, path namedPath, layout Layout, end text.Line) {
	b.Dialect, b.Layout, b.Path = d.name, layout, path.whole()
	b.Start, b.End = start.line, end
	b.FirstMatchWins, b.InsideLines = d.firstMatchWins, d.insideLines
	if !d.insideLines {
		b.NearLine = text.None
	}
	b.Operation = Modify
	if !b.EmptyFind && !b.Incomplete && len(b.Leading.Lines)+len(b.Old.Lines)+len(b.Trailing.Lines) == 0 {
		b.Operation = Create
	}
	s.found.blocks = append(s.found.blocks, s.room.block(b))
	s.force(path, true)
}

// force puts a path in force for the blocks that follow without one.
func (s *scan) force(path namedPath, named bool) {
	if !named || !path.named() {
		return
	}
	s.inForce = path
	if f, ok := s.fences.top(); ok {
		s.fencePath, s.fencePathOf = path, f.line
	}
}

func (s *scan) problem(code ProblemCode, named bool, start, end text.Line, d detail) {
	if !named {
		code = MissingPath
		d = say("expected a line with the path of the file to edit above the start marker")
	}
	s.found.problems = append(s.found.problems, Problem{Code: code, Start: start, End: end, Detail: d.String(), detail: d})
}

// used says that the lines before resume belong to a block.
func (s *scan) used(resume text.Line) { s.resume, s.floor = resume, resume }

// fenceBetween is the last fence line between the path line of a block and its
// start marker, or None.
func (s *scan) fenceBetween(path, start text.Line) text.Line {
	for l := start - 1; l > path; l-- {
		if _, ok := parseFence(s.text.Line(l)); ok {
			return l
		}
	}
	return text.None
}

// lastText is the last line before end that is not blank.
func (s *scan) lastText(first, end text.Line) text.Line {
	for end-1 > first && text.IsBlank(s.text.Line(end-1)) {
		end--
	}
	return max(first, end-1)
}

// What the dialects ask:

// between are the tokens of start's dialect in lines first to before end.
func (s *scan) between(start token, first, end text.Line) []token {
	list := s.tokens.markers[start.dialect]
	lo := seekTokens(list, first, s.near[start.dialect])
	s.near[start.dialect] = lo
	return list[lo:max(lo, seekTokens(list, end, lo))]
}

// end is the line of the first end marker of start's dialect and set behind it,
// before bound, or None.
func (s *scan) end(start token, bound text.Line) text.Line {
	lines := s.tokens.ends[endList(start.dialect, start.set)]
	i, _ := slices.BinarySearch(lines, start.line+1)
	if i < len(lines) && lines[i] < bound {
		return lines[i]
	}
	return text.None
}

// first is the line of the first of them for which own holds, or None.
func (s *scan) first(start token, r role, first, end text.Line, own func(token) bool) text.Line {
	for _, t := range s.between(start, first, end) {
		if t.role == r && own(t) {
			return t.line
		}
	}
	return text.None
}

// mostSections is how many sections a block has at most.
const mostSections = 4

// last is the line of the last of them for which own holds, or None.
func (s *scan) last(start token, r role, first, end text.Line, own func(token) bool) text.Line {
	tokens := s.between(start, first, end)
	for i := len(tokens) - 1; i >= 0; i-- {
		if tokens[i].role == r && own(tokens[i]) {
			return tokens[i].line
		}
	}
	return text.None
}

// sections makes the sections between the markers of a block, less indent.
func (s *scan) sections(markers []text.Line, indent string) (all [mostSections]Section) {
	first, end := markers[0]+1, markers[len(markers)-1]
	lines := s.text.AppendLines(s.room.linesFor(int(end-first)), first, end)
	if indent != "" {
		for i, l := range lines {
			lines[i] = unindent(l, indent)
		}
	}
	at := 0
	for i, end := range markers[1:] {
		all[i].First = first
		if n := int(end - first); n > 0 {
			all[i].Lines = lines[at : at+n : at+n]
			at += n
		}
		at++ // the marker
		first = end + 1
	}
	return all
}

// unindent takes off as much of indent as the line has.
func unindent(line, indent string) string {
	n := 0
	for n < len(indent) && n < len(line) && line[n] == indent[n] {
		n++
	}
	return line[n:]
}

func (s *scan) trimmed(l text.Line) string { return strings.TrimSpace(s.text.Line(l)) }

// place names the line where something was expected.
func (s *scan) place(l text.Line) any {
	if s.atEnd(l) {
		return "the end of the document"
	}
	return place(l)
}

func (s *scan) atEnd(l text.Line) bool { return int(l) >= s.text.LineCount() }

// closing is the line of the fence that closes open, or limit.
func (s *scan) closing(open fence, limit text.Line) text.Line {
	if closed := s.tokens.fenceEnds[fenceAt(s.tokens.fences, open.line)].closed; closed != text.None {
		return min(closed, limit)
	}
	return limit
}

// fenceAt is the index of the fence in a line.
func fenceAt(fences []fence, line text.Line) int {
	return sort.Search(len(fences), func(i int) bool { return fences[i].line >= line })
}

// pathAt reads line l as a path line, if it may be one.
func (s *scan) pathAt(l text.Line) (namedPath, bool) {
	if l < s.floor {
		return namedPath{}, false
	}
	line := s.text.Line(l)
	trimmed := trim(line)
	if trimmed == "" || isMarker(line, trimmed) {
		return namedPath{}, false
	}
	if _, ok := parseFence(line); ok {
		return namedPath{}, false
	}
	p := s.pathIn(line, trimmed)
	if p == noPath {
		return namedPath{}, false
	}
	return namedPath{says: p, line: l}, p.ok
}

// noPath is what a line says that names nothing.
var noPath = &pathLine{}

// pathIn reads a line that is neither blank nor a marker nor a fence.
func (s *scan) pathIn(line, trimmed string) *pathLine {
	if isTagFence(trimmed) {
		return noPath
	}
	return s.tokens.readPath(line)
}

// isMarker tells whether a line, which is trimmed not empty, is a marker of some block.
func isMarker(line, trimmed string) bool {
	for d, bits := 0, dialectsByFirst[trimmed[0]]; bits != 0; d, bits = d+1, bits>>1 {
		if bits&1 == 0 {
			continue
		}
		if tok, ok := dialects[d].marker(line, trimmed); ok && tok.role != keyword {
			return true
		}
	}
	return trimmed == switchOff || trimmed == switchOn
}

// pathAbove is the nearest of the lines above l that is a path. A lone word that
// may be prose counts, but where a better name is near, or in force, and the word
// names no file, that is meant.
func (s *scan) pathAbove(l text.Line) (namedPath, bool) {
	var weak namedPath
	for above := l - 1; above >= l-linesAbove && above >= s.floor; above-- {
		p, ok := s.pathAt(above)
		if !ok {
			continue
		}
		if !weak.named() && isWeakName(s.text.Line(above), p.says.fallback) {
			weak = p
			continue
		}
		return preferred(weak, p), true
	}
	if weak.named() {
		return preferred(weak, s.inForce), true
	}
	return namedPath{}, false
}

func preferred(weak, p namedPath) namedPath {
	switch {
	case !weak.named():
		return p
	case !p.named():
		return weak
	}
	readings := slices.Concat(weak.says.readings, p.says.readings)
	return namedPath{says: &pathLine{readings: readings, fallback: p.says.fallback, ok: true}, line: p.line}
}

// nearestPath is the path of the dialects with guillemets: the nearest line above
// that is not blank, with at most one blank line and one opening fence between.
func nearestPath(s *scan, start token) (namedPath, Layout, bool) {
	f, fenced := s.fences.top()
	blanks := 0
	for l := start.line - 1; l >= s.floor; l-- {
		switch {
		case text.IsBlank(s.text.Line(l)):
			if blanks++; blanks > 1 {
				return namedPath{}, "", false
			}
		case fenced && l == f.line:
			// The fence that the block stands in.
		default:
			p, ok := s.pathAt(l)
			return p, "", ok
		}
	}
	return namedPath{}, "", false
}
