package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Hints are what a patch's block says besides its lines.
type Hints struct {
	// Scopes are trimmed lines of the file above the chunk, in order.
	Scopes []string
	// EndOfFile means that the chunk is at the end of the file.
	EndOfFile bool
	// From and To are the 0-based lines where the hunk begins in the old and new file, or text.None.
	// New lines alone go before From.
	From, To text.Line
	// NoNewline means that the last new line has no line ending.
	NoNewline bool
	// CRLF means that the new lines end with CRLF, for a file without line endings.
	CRLF bool
	// Endings means that the hunk's lines show the file's line endings: some are CRLF below an @@ line
	// with LF.
	Endings bool
	// Blob abbreviates the git blob hash of the old file, or is empty.
	Blob string
}

// Hints returns a block's hints. Only patches have any.
func (r *Result) Hints(b *Block) Hints {
	if b.Dialect.hints == nil || b.Incomplete {
		return Hints{From: text.None, To: text.None}
	}
	return b.Dialect.hints(r, b)
}

// NewPath returns the new name in a rename, or "".
func (r *Result) NewPath(b *Block) string {
	if b.Operation != Rename || b.Incomplete {
		return ""
	}
	return b.row().newPath(r, b)
}

// Bare returns a patch block's second reading, used if the first isn't found: context lines have no
// sign. It returns false if both readings are the same (apply-patch/kept-lines-read-a-second-time).
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

type patchText struct {
	here
	// limit is the line after the patch. open means that it isn't a closing fence but the end of the
	// document, turn or bound.
	limit  text.Line
	open   bool
	fence  fence
	fenced bool
	cutAs  text.Line
	indent string
}

func (h here) patchText(start token) *patchText {
	p := &patchText{here: h, limit: min(h.bound, h.end), open: true}
	p.cutAs, p.indent = h.fenceIndent()
	p.fence, p.fenced = h.inside.top()
	if !p.fenced {
		return p
	}
	// A fence left open ends with its turn, whatever closes another one later.
	if h.closing(p.fence, never) == never {
		p.limit = min(p.limit, h.nextTurn(start.line))
	}
	if closed := h.patchClose(p.fence, start.line); closed < p.limit {
		p.limit, p.open = closed, false
	}
	return p
}

// patchFence is what a fence must match to close the one around a patch.
type patchFence struct {
	char   byte
	length int32
	indent string
}

// patchClose returns the line below l of the fence that closes f, or never. A fence with another
// indentation is content.
func (o *outline) patchClose(f fence, l text.Line) text.Line {
	kind := patchFence{char: f.char, length: f.length, indent: text.Indentation(o.text.Line(f.line))}
	if known := o.patchCloses[kind]; known.First <= l && l < known.End {
		return known.End
	}
	closed := never
	for _, g := range o.fences[o.fenceAt(l+1):] {
		if g.closes(f) && text.Indentation(o.text.Line(g.line)) == kind.indent {
			closed = g.line
			break
		}
	}
	o.patchCloses[kind] = text.LineRange{First: l, End: closed}
	return closed
}

// at returns line l without the fence's indentation.
func (p *patchText) at(l text.Line) string { return unindent(p.text.Line(l), p.indent) }

// blockOf returns a patch's block on lines start to end, without signed lines.
func (p *patchText) blockOf(op Operation, path Path, start, end text.Line) Block {
	b := newBlock(end + 1)
	b.Operation, b.Path, b.Start, b.End, b.cutAs = op, path, start, end, p.cutAs
	return b
}

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

// patchPath reads the name in a marker, literally unless it has markdown around it.
func patchPath(name string, l text.Line) Path {
	readings, _ := accept(name)
	if clean := cleanPath(name); len(readings) > 0 && clean != name {
		if cleaned, _ := accept(clean); len(cleaned) > 0 {
			return Path{Readings: append(readings, clean), Fallback: clean, Line: l}
		}
	}
	return Path{Readings: readings, Fallback: name, Line: l}
}

func (p *patchText) malformed(first, end text.Line, fault string) Problem {
	return Problem{Code: codes.MalformedBlock, Start: first, End: p.lastText(first, end), Detail: fault, Quiet: true}
}

// headerMarks begin the lines of a diff that say what is done to a file.
var headerMarks = []string{
	gitMark, oldMark, newMark, "index ", "old mode ", "new mode ", "new file mode ", "deleted file mode ",
	"similarity index ", "dissimilarity index ", "rename from ", "rename to ",
}

// IsPatchHeader reports whether a line between the chunks of a patch says what file the next
// ones are of.
func IsPatchHeader(line string) bool {
	switch patchMarker(strings.TrimSpace(line)) {
	case addFile, deleteFile, updateFile, moveTo:
		return true
	}
	line = strings.TrimLeft(line, " \t")
	return slices.ContainsFunc(headerMarks, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// HeaderLines returns the lines of the file header with a patch block's path line: they name its file
// and its new path. The range is empty if the path isn't in one.
func (r *Result) HeaderLines(b *Block) text.LineRange {
	line := func(l text.Line) string { return strings.TrimLeft(r.Text.Line(l), " \t") }
	isHeader := func(l text.Line) bool {
		return l >= 0 && int(l) < r.Text.LineCount() && IsPatchHeader(line(l))
	}
	// Above --- may be a line of the hunk before that only looks like a header's.
	isFirst := func(l text.Line) bool {
		return strings.HasPrefix(line(l), gitMark) || !isHeader(l-1) ||
			strings.HasPrefix(line(l), oldMark) && (strings.HasPrefix(line(l-1), oldMark) || strings.HasPrefix(line(l-1), newMark))
	}
	lines := text.LineRange{First: b.Path.Line, End: b.Path.Line}
	if !b.Dialect.Patch || !isHeader(b.Path.Line) {
		return lines
	}
	for !isFirst(lines.First) {
		lines.First--
	}
	for lines.End++; isHeader(lines.End) && !isFirst(lines.End); lines.End++ {
	}
	return lines
}

// trimEmpty returns end without preceding empty lines.
func (p *patchText) trimEmpty(first, end text.Line) text.Line {
	for end > first && p.at(end-1) == "" {
		end--
	}
	return end
}

func isSigned(line string) bool {
	return line != "" && strings.IndexByte(" +-\t", line[0]) >= 0
}
