package parse

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const maxPieceLines = 2048

// piece holds the tokens of some lines, numbered from 0. It depends only on their content and the turn
// patterns.
type piece struct {
	lines    text.Line
	markers  []token
	fences   []fence
	marks    []mark
	commands []text.Line
	// names are lines that may name a file from further above.
	names []text.Line
}

// Memo caches the pieces of a document's last two versions and what their lines say, so only lines around an edit are
// scanned again. It is not safe for concurrent use.
type Memo struct {
	patterns          turnPatterns
	current, previous map[string]*piece
	lines             lineMemo
}

// pieces splits along the text's pages, so an inserted line changes only one piece.
func (m *Memo) pieces(ctx context.Context, t *text.Text, patterns turnPatterns) ([]*piece, error) {
	if !slices.Equal(m.patterns.user, patterns.user) || !slices.Equal(m.patterns.assistant, patterns.assistant) {
		*m = Memo{patterns: patterns}
	}
	var pieces []*piece
	now := make(map[string]*piece, len(m.current))
	t.EachRun(0, text.Line(t.LineCount()), func(r text.Run) bool {
		for i := 0; i < len(r.Starts) && ctx.Err() == nil; i += maxPieceLines {
			part := r.Part(i, min(i+maxPieceLines, len(r.Starts)))
			content := part.Content[part.Starts[0]:]
			p := m.current[content]
			if p == nil {
				p = cmp.Or(now[content], m.previous[content])
			}
			if p == nil {
				p = newPiece(part, patterns)
			}
			now[content] = p
			pieces = append(pieces, p)
		}
		return ctx.Err() == nil
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.current, m.previous = now, m.current
	return pieces, nil
}

// lineMemo holds what the lines say that were read in a document's last two versions.
type lineMemo struct{ current, previous map[string]*lineRead }

type lineRead struct {
	// line is a copy, so that it keeps no older text in memory.
	line string
	path Path
	// said is nil if nobody asked.
	said *said
}

// turn ends a version that was read to its end.
func (m *lineMemo) turn() { m.current, m.previous = nil, m.current }

// path returns the path that line l of a text is, if it is one.
func (m *lineMemo) path(t *text.Text, l text.Line) (p Path, named bool) {
	p = m.at(t, l).path
	p.Line = l
	return p, p.Named()
}

// said returns what line l of a text says of the code below it.
func (m *lineMemo) said(t *text.Text, l text.Line) *said {
	known := m.at(t, l)
	if known.said == nil {
		known.said = readSaid(spaced(known.line))
	}
	return known.said
}

func (m *lineMemo) at(t *text.Text, l text.Line) *lineRead {
	line := t.Line(l)
	if m.current == nil {
		m.current = make(map[string]*lineRead, len(m.previous))
	}
	known := m.current[line]
	if known == nil {
		if known = m.previous[line]; known == nil {
			line = strings.Clone(line)
			known = &lineRead{line: line, path: pathLine(line)}
		}
		m.current[known.line] = known
	}
	return known
}

const (
	switchOff = "<!-- edit-lsp: off -->"
	// SwitchOn turns reading on again, and makes code blocks of a file offers.
	SwitchOn = "<!-- edit-lsp: on -->"
)

func newPiece(r text.Run, patterns turnPatterns) *piece {
	p := &piece{lines: text.Line(len(r.Starts))}
	for i := range r.Starts {
		l, line := text.Line(i), r.Line(i)
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			continue
		}
		p.markers = appendMarkers(p.markers, l, line, trimmed)
		if f, ok := parseFence(line); ok {
			f.line = l
			p.fences = append(p.fences, f)
		}
		if mayCommand(trimmed) {
			p.commands = append(p.commands, l)
		}
		if mayNameFar(line) {
			p.names = append(p.names, l)
		}
		switch trimmed {
		case switchOff:
			p.marks = append(p.marks, mark{line: l, who: offSwitch})
		case SwitchOn:
			p.marks = append(p.marks, mark{line: l, who: onSwitch})
		}
		if slices.Contains(copyButtons, trimmed) {
			p.marks = append(p.marks, mark{line: l, who: buttonToCopy})
		}
		p.marks = elementMarks(p.marks, l, trimmed)
		p.marks = patterns.appendMarks(p.marks, l, line)
		if isQuote(line) && (i+1 == len(r.Starts) || speaksOn(r.Line(i+1))) {
			p.marks = append(p.marks, mark{line: l, layout: layoutAider, who: aiderQuote})
		}
	}
	return p
}
