package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Section is the chat lines First to End (exclusive) that its cut picks. An empty section's First is
// where it would begin.
type Section struct {
	First, End text.Line
	// others counts the lines that the cut doesn't pick.
	others int32
	cut    cut
	// from and to are the byte columns where the part of the first line begins, and that of the last one ends, or 0:
	// the whole line counts.
	from, to int32
}

// Len returns the number of lines picked.
func (s Section) Len() int { return int(s.End-s.First) - int(s.others) }

func span(first, end text.Line) Section { return Section{First: first, End: end} }

func sectionAt(l text.Line) Section { return span(l, l) }

// cut selects lines of a range, and the part of each.
type cut uint8

const (
	allLines cut = iota
	// oldSide and newSide: a patch's context lines and its old or new lines, without signs.
	oldSide
	newSide
	// oldSideBare and newSideBare: the same, but context lines have no sign.
	oldSideBare
	newSideBare
	// addedLines: a new file's lines without their plus signs; empty lines may lack it.
	addedLines
	// someText is text from a column to another.
	someText
	// jsonText is a string in JSON with its quotes, on one line of the chat. innerJSON is one in JSON that is itself a
	// string.
	jsonText
	innerJSON
)

// picksLines reports whether the cut picks lines by their signs.
func (c cut) picksLines() bool { return c != allLines && c < someText }

const (
	keptSign = ' '
	oldSign  = '-'
	newSign  = '+'
)

// signOf returns a patch line's sign: context if it has none, 0 if the line isn't part of the file.
func signOf(line string) byte {
	switch {
	case line == "":
		return keptSign
	case line[0] == oldSign || line[0] == newSign:
		return line[0]
	case strings.HasPrefix(line, `\ `):
		return 0
	}
	return keptSign
}

// pick returns the part of a line in the section, or false.
func (c cut) pick(line string) (string, bool) {
	sign := signOf(line)
	switch {
	case !c.picksLines():
		return line, true
	case line == "":
		return "", true
	case c == addedLines:
		return line[1:], sign == newSign || line == string(keptSign)
	case sign == keptSign && (line[0] != keptSign || c >= oldSideBare):
		return line, true
	case sign == keptSign, sign == oldSign && (c == oldSide || c == oldSideBare), sign == newSign && (c == newSide || c == newSideBare):
		return line[1:], true
	}
	return "", false
}

// AppendLines appends lines of a block as they go into the target: without line endings, fence
// indentation, patch signs and escaping backslashes. A byte order mark before a section's first line is
// the file's, so it is dropped.
func (r *Result) AppendLines(lines []string, b *Block, sections ...Section) []string {
	for _, s := range sections {
		at := len(lines)
		if s.cut > someText {
			lines = append(lines, r.decoded(s)...)
		} else {
			lines = r.appendSection(lines, b, s)
		}
		if len(lines) > at {
			lines[at] = strings.TrimPrefix(lines[at], bom)
		}
	}
	return lines
}

// appendSection appends the lines of a section that isn't encoded.
func (r *Result) appendSection(lines []string, b *Block, s Section) []string {
	at := len(lines)
	lines = r.Text.AppendLines(lines, s.First, s.End)
	if s.cut == someText {
		indent := r.Indent(b)
		for i, l := range lines[at:] {
			lines[at+i] = s.part(s.First+text.Line(i), l, indent)
		}
		return lines[:at+s.Len()]
	}
	if indent := r.Indent(b); indent != "" {
		for i, l := range lines[at:] {
			lines[at+i] = unindent(l, indent)
		}
	}
	if b.escaped {
		for i, l := range lines[at:] {
			lines[at+i] = r.unescape(b, l)
		}
	}
	if s.cut.picksLines() {
		lines = lines[:at+len(s.cut.filter(lines[at:]))]
	}
	return lines
}

const bom = "\uFEFF"

func (c cut) filter(lines []string) []string {
	n := 0
	for _, l := range lines {
		if picked, ok := c.pick(l); ok {
			lines[n] = picked
			n++
		}
	}
	return lines[:n]
}

// Lines returns the lines of a section (see [Result.AppendLines]).
func (r *Result) Lines(b *Block, s Section) []string {
	return r.AppendLines(make([]string, 0, s.End-s.First), b, s)
}

// LineOf returns the chat line of line i of the sections together, or the block's first line if they
// have fewer.
func (r *Result) LineOf(b *Block, i int, sections ...Section) text.Line {
	for _, s := range sections {
		all := r.linesOf(b, s)
		if i < len(all) {
			return all[i]
		}
		i -= len(all)
	}
	return b.Start
}

// linesOf returns the chat line of each line of a section.
func (r *Result) linesOf(b *Block, s Section) []text.Line {
	if s.cut > someText { // a string in JSON is on one line of the chat
		return slices.Repeat([]text.Line{s.First}, s.Len())
	}
	var all []text.Line
	for l := s.First; l < s.End; l++ {
		if _, picked := s.cut.pick(r.bodyLine(b, l)); picked {
			all = append(all, l)
		}
	}
	return all
}

// IndexOf returns the index of chat line l in a section or, if it isn't there, the number of lines
// above it and false.
func (r *Result) IndexOf(b *Block, s Section, l text.Line) (int, bool) {
	return slices.BinarySearch(r.linesOf(b, s), l)
}

// Indent returns the indentation of the block's fence.
func (r *Result) Indent(b *Block) string {
	if b.cutAs == text.None {
		return ""
	}
	return text.Indentation(r.Text.Line(b.cutAs))
}

// part returns the part of line l in a section of some text. The fence's indentation is stripped only at the
// start of a line.
func (s Section) part(l text.Line, line, indent string) string {
	if s.to > 0 && l == s.End-1 {
		line = line[:s.to]
	}
	if s.from > 0 && l == s.First {
		return line[s.from:]
	}
	return unindent(line, indent)
}

// bodyLine returns chat line l without the indentation of the block's fence.
func (r *Result) bodyLine(b *Block, l text.Line) string { return unindent(r.Text.Line(l), r.Indent(b)) }

// Part is a run of lines in a block with the same role.
type Part struct {
	Kind       PartKind
	First, End text.Line
	// From and To are the byte columns where it begins in its first line and ends in its last one, or 0: the whole line.
	From, To int
}

// PartKind is the role of a part's lines.
type PartKind uint8

// The roles of parts.
const (
	LeadingAnchor PartKind = iota
	OldLines
	// RepeatedAnchor is the leading anchor repeated above the new lines.
	RepeatedAnchor
	NewLines
	TrailingAnchor
	// KeptLines are the context lines of a patch.
	KeptLines
)

// String returns the name of a part.
func (k PartKind) String() string {
	return [...]string{"leading anchor", "old lines", "repeated anchor", "new lines", "trailing anchor", "kept lines"}[k]
}

// Parts returns a block's parts in chat order, without markers.
func (r *Result) Parts(b *Block) []Part {
	var parts []Part
	if !b.Dialect.Patch {
		again := sectionAt(b.New.First)
		if b.Dialect.AnchorTwice {
			again.First -= text.Line(b.Leading.Len())
		}
		for kind, s := range []Section{b.Leading, b.Old, again, b.New, b.Trailing} {
			if s.First < s.End {
				parts = append(parts, Part{PartKind(kind), s.First, s.End, int(s.from), int(s.to)})
			}
		}
		return parts
	}
	body := b.body()
	for l := body.First; l < body.End; l++ {
		kind := KeptLines
		switch sign := signOf(r.bodyLine(b, l)); {
		case sign == oldSign:
			kind = OldLines
		case sign == newSign, body.cut == addedLines && sign != 0:
			kind = NewLines
		case sign == 0:
			continue
		}
		if n := len(parts) - 1; n >= 0 && parts[n].Kind == kind && parts[n].End == l {
			parts[n].End++
			continue
		}
		parts = append(parts, Part{Kind: kind, First: l, End: l + 1})
	}
	return parts
}

func (b *Block) edges() []text.Line {
	var lines []text.Line
	body := b.body()
	for l := b.Start; l <= b.End; l++ {
		if l < body.First || l >= body.End {
			lines = append(lines, l)
		}
	}
	return lines
}

// body returns the span of a patch block's signed lines.
func (b *Block) body() Section {
	if b.Old.First == b.Old.End {
		return b.New
	}
	return b.Old
}

// Needle returns the lines that the target must have.
func (r *Result) Needle(b *Block) []string {
	n := make([]string, 0, b.Leading.Len()+b.Old.Len()+b.Trailing.Len())
	return r.AppendLines(n, b, b.Leading, b.Old, b.Trailing)
}

// Replacement returns the lines that replace the needle.
func (r *Result) Replacement(b *Block) []string {
	n := make([]string, 0, b.Leading.Len()+b.New.Len()+b.Trailing.Len())
	return r.AppendLines(n, b, b.Leading, b.New, b.Trailing)
}

// unindent strips as much of indent as the line has.
func unindent(line, indent string) string {
	n := 0
	for n < len(indent) && n < len(line) && line[n] == indent[n] {
		n++
	}
	return line[n:]
}
