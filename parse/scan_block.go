package parse

import (
	"github.com/edit-lsp/edit-lsp/internal/text"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

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
		s.problem(codes.UnclosedBlock, named, line, s.lastText(line, stop), r.detail)
		s.suppress, s.floor = bound, stop
		s.reopens = s.fenceBetween(stop, bound)
		s.force(path, named)
	default:
		s.problem(codes.MalformedBlock, named, line, r.end, r.detail)
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
	if !b.EmptyFind && !b.Incomplete && len(b.Leading.lines)+len(b.Old.lines)+len(b.Trailing.lines) == 0 {
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

func (s *scan) problem(code codes.Code, named bool, start, end text.Line, d detail) {
	if !named {
		code = codes.MissingPath
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
