package parse

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/parallel"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// maxPieceLines is how many lines a piece has at most.
const maxPieceLines = 2048

// piece is what matters of some lines of a chat. It depends on nothing but their
// content and the turn patterns. Lines are counted from its first.
type piece struct {
	lines    text.Line
	markers  []token
	fences   []fence
	marks    []turnMark
	commands []text.Line
	events   []event
	// session: a line begins a session of an aider history.
	session bool
}

// event is a line at which the walk has something to do. index is its place among the
// markers, fences or turn marks.
type event struct {
	line  text.Line
	index int32
	kind  eventKind
}

type eventKind uint8

const (
	blockEvent eventKind = iota
	fenceEvent
	turnEvent
	offEvent
	onEvent
)

// Memo remembers the pieces of the last two versions of a document, so that only the
// lines around an edit are looked at again. It is not safe for concurrent use.
type Memo struct {
	patterns          []string
	current, previous map[string]*piece
}

// pieces looks at the lines of a text, in pieces along the borders of its own chunks: so
// an inserted line changes one of them. Those that are not known are looked at in
// parallel.
func (m *Memo) pieces(ctx context.Context, t *text.Text, patterns turnPatterns) ([]*piece, error) {
	if m == nil {
		m = &Memo{}
	}
	if sources := patterns.sources(); !slices.Equal(sources, m.patterns) {
		*m = Memo{patterns: sources}
	}
	var pieces []*piece
	var runs []text.Run // of the new pieces
	var new []*piece
	now := map[string]*piece{}
	t.EachRun(0, text.Line(t.LineCount()), func(r text.Run) bool {
		for i := 0; i < len(r.Starts); i += maxPieceLines {
			part := r.Part(i, min(i+maxPieceLines, len(r.Starts)))
			content := part.Content[part.Starts[0]:]
			p := now[content]
			if p == nil {
				p = m.current[content]
			}
			if p == nil {
				p = m.previous[content]
			}
			if p == nil {
				p = &piece{lines: text.Line(len(part.Starts))}
				runs, new = append(runs, part), append(new, p)
			}
			now[content] = p
			pieces = append(pieces, p)
		}
		return true
	})
	parallel.Each(len(new), func(i int) {
		if ctx.Err() == nil {
			new[i].look(runs[i], patterns)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.current, m.previous = now, m.current
	return pieces, nil
}

// sources are the patterns as texts, by which they are compared.
func (p turnPatterns) sources() []string {
	var all []string
	for _, list := range [][]*regexp.Regexp{p.user, p.assistant} {
		for _, re := range list {
			all = append(all, re.String())
		}
		all = append(all, "")
	}
	return all
}

const (
	switchOff = "<!-- edit-lsp: off -->"
	switchOn  = "<!-- edit-lsp: on -->"
)

// line takes a line that may matter. ticked: it holds a command in backticks.
func (p *piece) line(l text.Line, line string, ticked bool, patterns turnPatterns) {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		return
	}
	first := trimmed[0]
	for d, bits := 0, dialectsByFirst[first]; bits != 0; d, bits = d+1, bits>>1 {
		if bits&1 == 0 {
			continue
		}
		if tok, ok := dialects[d].marker(line, trimmed); ok {
			tok.line, tok.dialect = l, uint8(d)
			p.markers = append(p.markers, tok)
			if tok.role <= pathKeyword {
				p.event(l, blockEvent, len(p.markers)-1)
			}
		}
	}
	switch first {
	case '`', '~':
		if f, ok := parseFence(line); ok {
			f.line = l
			p.fences = append(p.fences, f)
			p.event(l, fenceEvent, len(p.fences)-1)
		}
	case '<':
		switch trimmed {
		case switchOff:
			p.event(l, offEvent, 0)
		case switchOn:
			p.event(l, onEvent, 0)
		}
	}
	patterns.mark(l, line, p.mark)
	if ticked || mayCommand(trimmed) {
		p.commands = append(p.commands, l)
	}
}

func (p *piece) mark(m turnMark) {
	p.marks = append(p.marks, m)
	p.session = p.session || m.who == aiderSession
	p.event(m.line, turnEvent, len(p.marks)-1)
}

func (p *piece) event(l text.Line, kind eventKind, index int) {
	p.events = append(p.events, event{line: l, kind: kind, index: int32(index)})
}
