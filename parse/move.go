package parse

import "github.com/edit-lsp/edit-lsp/internal/text"

// move says where lines of a document went when it was edited: those from line from on
// went down by delta lines; those above stayed.
type move struct {
	from  text.Line
	delta text.Line
}

// line is where line l of the document before the edit stands after it.
func (m move) line(l text.Line) text.Line {
	if l >= m.from && l != never {
		return l + m.delta
	}
	return l
}

func (m move) lines(lines []text.Line) []text.Line {
	moved := make([]text.Line, len(lines))
	for i, l := range lines {
		moved[i] = m.line(l)
	}
	return moved
}

func (m move) section(s Section) Section {
	s.First = m.line(s.First)
	return s
}

func (m move) path(p Path) Path {
	p.Line = m.line(p.Line)
	return p
}

// block is the same block where it stands after the edit.
func (m move) block(b *Block) *Block {
	if m.delta == 0 {
		return b
	}
	n := *b
	n.Path = m.path(b.Path)
	n.Leading, n.Old = m.section(b.Leading), m.section(b.Old)
	n.New, n.Trailing = m.section(b.New), m.section(b.Trailing)
	n.Markers = m.lines(b.Markers)
	n.Start, n.End = m.line(b.Start), m.line(b.End)
	n.sealed = false
	return &n
}

func (m move) problem(p Problem) Problem {
	if m.delta == 0 {
		return p
	}
	p.Start, p.End = m.line(p.Start), m.line(p.End)
	p.detail = p.detail.moved(m)
	p.Detail = p.detail.String()
	return p
}
