package parse

import (
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

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
