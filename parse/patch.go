package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Hints are what a block of a patch says about its place and its result, beside its lines.
type Hints struct {
	// Scopes are lines of the file above the chunk, each below the one before, without
	// whitespace around them.
	Scopes []string
	// EndOfFile: the chunk is at the end of the file.
	EndOfFile bool
	// From and To are the lines of the old and the new file where the hunk begins, or
	// text.None. Where it has only new lines, From is the line before which they go.
	From, To text.Line
	// NoNewline: nothing ends the last new line.
	NoNewline bool
	// CRLF: the new lines end so, where the file has no line endings of its own.
	CRLF bool
	// Endings: the lines of the hunk end as those of the file do, since some end with CRLF below
	// an @@ line that ends with LF.
	Endings bool
	// Blob begins the name that git gives the content of the file before the diff; empty where
	// the diff doesn't say.
	Blob string
}

// Hints returns what a block says beside its lines. Only patches have any.
func (r *Result) Hints(b *Block) Hints {
	if b.Dialect.hints == nil || b.Incomplete {
		return Hints{From: text.None, To: text.None}
	}
	return b.Dialect.hints(r, b)
}

// NewPath returns the name that a block gives a file.
func (r *Result) NewPath(b *Block) string {
	if b.Operation != Rename || b.Incomplete {
		return ""
	}
	return b.Dialect.newPath(r, b)
}

// Bare returns the second reading of a patch's block: its kept lines have no sign. It is
// meant where the first is not found; false if it would be the same.
func (r *Result) Bare(b *Block) (*Block, bool) {
	if b.Old.cut != oldSide {
		return nil, false
	}
	bare := *b
	bare.Old.cut, bare.New.cut = oldSideBare, newSideBare
	for l := b.Old.First; l < b.Old.End; l++ {
		if line := r.bodyLine(b, l); line != "" && line[0] == keptSign {
			return &bare, true
		}
	}
	return nil, false
}

// patchText is where the lines of a patch are.
type patchText struct {
	*walk
	// limit is the line before which they end. open: it is not the end of a fence that
	// they are in, but that of the document, of the turn or of what may be read.
	limit text.Line
	open  bool
	// fence is the one that they are in, if fenced.
	fence  fence
	fenced bool
	// cutAs and indent are the line of the fence and its indentation, where it has some.
	cutAs  text.Line
	indent string
}

func (w *walk) patchText(start token, bound text.Line) *patchText {
	p := &patchText{walk: w, limit: min(bound, w.end), open: true, cutAs: text.None}
	p.fence, p.fenced = w.inside.top()
	if !p.fenced {
		return p
	}
	if p.fence.indent > 0 {
		p.cutAs, p.indent = p.fence.line, w.text.Line(p.fence.line)[:p.fence.indent]
	}
	if closed := w.patchClose(p.fence, start.line); closed < p.limit {
		p.limit, p.open = closed, false
	}
	return p
}

// patchClose is the line of the fence that closes one around a patch, below line l, or
// never. A fence of another indentation is a kept line.
func (w *walk) patchClose(f fence, l text.Line) text.Line {
	if w.closeOf == f.line && w.closeAt > l {
		return w.closeAt
	}
	w.closeOf, w.closeAt = f.line, never
	indent := text.Indentation(w.text.Line(f.line))
	for _, g := range w.fences[w.fenceAt(l+1):] {
		if g.closes(f) && text.Indentation(w.text.Line(g.line)) == indent {
			w.closeAt = g.line
			break
		}
	}
	return w.closeAt
}

// at is a line of a patch without the fence's indentation.
func (p *patchText) at(l text.Line) string { return unindent(p.text.Line(l), p.indent) }

// blockOf returns a block of a patch, in lines start to end, that has no signed lines.
func (p *patchText) blockOf(op Operation, path Path, start, end text.Line) Block {
	b := newBlock()
	b.Operation, b.Path, b.Start, b.End, b.cutAs = op, path, start, end, p.cutAs
	b.Leading, b.Old, b.New, b.Trailing = sectionAt(end+1), sectionAt(end+1), sectionAt(end+1), sectionAt(end+1)
	return b
}

// body gives a block its signed lines.
func (p *patchText) body(b *Block, first, end text.Line) {
	b.Leading, b.Trailing = sectionAt(first), sectionAt(end)
	switch b.Operation {
	case Create:
		b.Old, b.New = sectionAt(first), p.section(first, end, addedLines)
	case Delete:
		b.Old, b.New = p.section(first, end, oldSide), sectionAt(end)
	default:
		b.Old, b.New = p.section(first, end, oldSide), p.section(first, end, newSide)
	}
}

func (p *patchText) section(first, end text.Line, c cut) Section {
	s := Section{First: first, End: end, cut: c}
	for l := first; l < end; l++ {
		if _, ok := c.pick(p.at(l)); !ok {
			s.others++
		}
	}
	return s
}

// patchPath reads the name in a marker, which is meant as it is unless something is around
// it as in markdown.
func patchPath(name string, l text.Line) Path {
	readings, _ := accept(name)
	if clean := cleanPath(name); len(readings) > 0 && clean != name {
		if cleaned, _ := accept(clean); len(cleaned) > 0 {
			return Path{Readings: append(readings, clean), Fallback: clean, Line: l}
		}
	}
	return Path{Readings: readings, Fallback: name, Line: l}
}

// malformed is a problem of the lines from first to before end.
func (p *patchText) malformed(first, end text.Line, fault string) Problem {
	return Problem{Code: codes.MalformedBlock, Start: first, End: p.lastText(first, end), Detail: fault, Patch: true}
}

// trimEmpty is the end of lines without the empty ones at it.
func (p *patchText) trimEmpty(first, end text.Line) text.Line {
	for end > first && p.at(end-1) == "" {
		end--
	}
	return end
}

// isSigned reports whether a line begins as one of a patch does.
func isSigned(line string) bool {
	return line != "" && strings.IndexByte(" +-\t", line[0]) >= 0
}
