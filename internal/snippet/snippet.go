package snippet

import (
	"errors"
	"slices"
	"strings"
	"unicode"
)

// Kind is what a fence is of its file.
type Kind string

// The kinds.
const (
	Whole   Kind = "whole"
	Part    Kind = "part"
	Unclear Kind = ""
)

// Range is the lines that a fence says it replaces, 0-based, the end excluded.
type Range struct {
	First, End int
	// Suggested: a person put the fence at these lines, whatever they hold.
	Suggested bool
}

// Place returns which kind a fence is of a file with this name and lines, and the file's lines with it in
// its place. The error is a [Refusal]. lines and block aren't changed.
func Place(name string, lines, block []string) (Kind, []string, error) {
	kind, p := classify(name, lines, block)
	switch kind {
	case Whole:
		return Whole, block, nil
	case Unclear:
		return Unclear, nil, NotClear
	}
	now, err := p.part()
	return Part, now, err
}

// PlaceAs is [Place] for a fence of a kind that somebody chose.
func PlaceAs(kind Kind, name string, lines, block []string) ([]string, error) {
	if kind == Whole {
		return block, nil
	}
	return newPlacer(name, lines, block).part()
}

func (p *placer) part() ([]string, error) {
	now, err := p.byItems()
	if err == nil && p.isThere() {
		return nil, ChangesNothing
	}
	if err == nil {
		err = p.breaks(now)
	}
	if err == nil && p.isDoubled(now) || err != nil && !p.talks && mayAnchor(err) { // [comment-in-a-decorator]
		there, other := p.anchored()
		if other == nil && (err != nil && !(p.file.css && dropsToo(there, err)) || err == nil && !p.isDoubled(there) && p.keepsAll(there, now)) {
			now, err = there, nil
		}
	}
	if err == nil && slices.ContainsFunc(now, p.elidesInLine) {
		err = LeavesLinesOut
	}
	if err != nil {
		return nil, err
	}
	p.restore(now)
	if p.file.language == json {
		now = withCommas(p.file.lines, now)
	}
	if slices.Equal(now, p.file.lines) {
		return nil, ChangesNothing
	}
	return now, nil
}

// byItems returns the lines of the file with the fence's items for the file's.
func (p *placer) byItems() ([]string, error) {
	switch {
	case p.file.open || p.block.open:
		return nil, OpenString
	case p.elidesInString():
		return nil, ElidedString
	case p.block.unclear:
		return nil, InsideBlock // [left-open-above-another]
	case len(p.fence.items) == 0:
		return nil, OnlyElisions
	}
	now, err := p.place()
	if err == nil && p.dropsImports(now) {
		now, err = p.place()
	}
	return now, err
}

// restore keeps whitespace at the ends of lines that are otherwise equal. Both are compared from their ends.
func (p *placer) restore(now []string) {
	was := p.file.lines
	for i := 0; i < min(len(now), len(was)) && strings.TrimRight(now[i], " \t") == strings.TrimRight(was[i], " \t"); i++ {
		now[i] = was[i]
	}
	for i, j := len(now)-1, len(was)-1; i >= 0 && j >= 0 && strings.TrimRight(now[i], " \t") == strings.TrimRight(was[j], " \t"); i, j = i-1, j-1 {
		now[i] = was[j]
	}
}

func newPlacer(name string, lines, block []string) *placer {
	l := languageOf(name)
	p := &placer{file: read(lines, l, nil), lines: block}
	p.file.index()
	if p.block = read(block, l, p); p.cutsDecorators() {
		p.file = readAs(lines, l, nil, true)
		p.file.index()
		p.block = readAs(block, l, p, true)
	}
	p.fileStyle, p.blockStyle = p.file.style(), p.block.style()
	p.asWritten = p.isAsWritten()
	p.root = p.file.tree()
	p.block.decorated = map[string]bool{}
	p.root.decorated(p.block.decorated)
	p.fence = p.block.tree()
	p.block.leaveOpen(&p.fence)
	p.setting = p.settingAlone()
	return p
}

// isElision reports whether a line of the fence stands for others. One that is in the file doesn't.
func (p *placer) isElision(line string) bool {
	return (IsElision(line) || p.isNote(line)) && len(p.file.at[strings.TrimSpace(line)]) == 0
}

// maxPairs limits the lines of the file that a row is compared with.
const maxPairs = 64

// elidesInString reports whether a line within a string or comment of the fence seems to leave lines out.
func (p *placer) elidesInString() bool {
	for i := range p.block.rows {
		r := &p.block.rows[i]
		if r.filled || r.cut || r.role == elision {
			continue
		}
		for l := r.first + 1; l < r.end; l++ {
			if p.isElision(p.block.lines[l]) {
				return true
			}
		}
	}
	return false
}

// The shares of a file's code that decide what a fence is.
const (
	wholeCover, endingCover = 0.9, 0.5
	partCover, otherCover   = 0.7, 0.95
)

// classify decides whether a fence is a whole file or a part.
func classify(name string, lines, block []string) (Kind, *placer) {
	p := newPlacer(name, lines, block)
	if p.fence.elides() || slices.ContainsFunc(block, p.isElision) {
		return Part, p
	}
	cover := p.cover()
	first := p.fence.outermost().firstCode()
	sameFirst := p.root.outermost().firstCode() == first
	switch {
	case sameFirst && (cover >= wholeCover || cover >= endingCover && p.sameLast()):
		if p.losesDefinitions(cover) || p.losesImport(p.lines) != "" { // [whole-file-without-an-import]
			return p.same(), p
		}
		if p.endsAbove() {
			return Part, p
		}
		if p.leavesFirstCommentOut() {
			return Part, p // so that it stays [leading-comment-left-out] [first-of-two-comments-left-out]
		}
		switch _, err := p.part(); {
		case err != nil && p.talks:
			return Unclear, p // [comment-for-code-in-a-file]
		case p.isThereBelow(err):
			return Part, p
		}
		return Whole, p
	case cover < partCover || !sameFirst && (cover < otherCover || len(p.file.at[first]) > 0): // [all-but-the-first-line] [another-first-line]
		return Part, p
	}
	return p.same(), p
}

// leavesFirstCommentOut reports whether a file begins with a comment that the fence has no line of, perhaps below
// "use client" [comment-below-the-first-line].
func (p *placer) leavesFirstCommentOut() bool {
	first := &p.file.rows[0]
	if isDocstring(&item{row: first}) && len(p.file.rows) > 1 {
		first = &p.file.rows[1]
	}
	return first.role == comment && !slices.ContainsFunc(p.file.lines[first.first:first.end], func(l string) bool {
		return slices.ContainsFunc(p.block.lines, func(shown string) bool { return strings.TrimSpace(shown) == strings.TrimSpace(l) })
	})
}

// same returns [Part] if a fence gives the same as a part and as a whole file [same-as-a-part], or is there as a part,
// else [Unclear].
func (p *placer) same() Kind {
	if now, err := p.part(); err == nil && slices.Equal(now, p.lines) || p.isThereBelow(err) {
		return Part
	}
	return Unclear
}

// isThereBelow reports whether a fence changes nothing as a part, and as a whole file would drop the lines above it. It
// was a smaller part before it was applied [has-most-of-the-file-then] [has-all-but-the-first-line].
func (p *placer) isThereBelow(asPart error) bool {
	return errors.Is(asPart, ChangesNothing) && p.file.rows[0].text != p.block.rows[0].text
}

// firstCode returns the first line of a level that isn't a comment, or "".
func (l *level) firstCode() string {
	for i := range l.items {
		for _, above := range l.items[i].above {
			if above.row.role != comment {
				return above.row.text
			}
		}
		if l.items[i].row.role != comment {
			return l.items[i].row.text
		}
	}
	return ""
}

// cover returns the share of the file's code lines that are in the fence.
func (p *placer) cover() float64 {
	in := map[string]int{}
	for i := range p.block.rows {
		in[p.block.rows[i].text]++
	}
	all, found := 0, 0
	for i := range p.file.rows {
		r := &p.file.rows[i]
		if r.role == comment {
			continue
		}
		n := r.end - r.first
		all += n
		if in[r.text] > 0 {
			in[r.text]--
			found += n
		}
	}
	if all == 0 {
		return 0
	}
	return float64(found) / float64(all)
}

// sameLast reports whether file and fence end with the same item, perhaps another version of it
// [other-selector-at-the-end] (script/code_blocks).
func (p *placer) sameLast() bool {
	last := func(l *level) *item {
		for i := len(l.items) - 1; i >= 0; i-- {
			if l.items[i].row.role == code {
				return &l.items[i]
			}
		}
		return &item{row: &row{}}
	}
	a, b := last(p.root.outermost()), last(p.fence.outermost())
	return a.row.text == b.row.text || a.definition != "" && a.definition == b.definition && p.isRule(b, a) || a.key != "" && a.key == b.key
}

// endsAbove reports whether the last item of a fence is one of the file that has others below, which would be lost
// [ends-above-the-last-line].
func (p *placer) endsAbove() bool {
	s, f := p.fence.outermost(), p.root.outermost()
	if p.sameLast() || len(s.items) == 0 {
		return false
	}
	last := &s.items[len(s.items)-1]
	return slices.ContainsFunc(f.items, func(it item) bool {
		return last.definition != "" && it.definition == last.definition || it.row.text == last.row.text
	})
}

// PlaceRange returns the lines of a file with those of a range replaced by the fence. Where the fence was put
// already, nothing changes, however many lines it has.
func PlaceRange(name string, lines, block []string, r Range) ([]string, error) {
	if r.First < 0 || r.First >= r.End || r.End > len(lines) {
		return nil, OtherLines
	}
	if r.First+len(block) <= len(lines) && slices.Equal(lines[r.First:r.First+len(block)], block) {
		if r.First+len(block) < r.End {
			return nil, OtherLines // it was put there, or the lines below it go: who can tell
		}
		return nil, ChangesNothing
	}
	if !r.Suggested && !fitsRange(lines, block, r) {
		says := func(l string) bool { return !isTrivial(strings.TrimSpace(l)) }
		if one := slices.IndexFunc(block, says); one >= 0 && slices.ContainsFunc(block[one+1:], says) && len(placesOf(lines, block)) == 1 {
			return nil, ChangesNothing // it was put there, and lines above it came or went since
		}
		return nil, OtherLines
	}
	now := slices.Concat(lines[:r.First], block, lines[r.End:])
	if !r.Suggested && isElsewhere(name, lines, block, r, now) {
		return nil, OtherLines
	}
	return now, nil
}

// near is by how many lines a range that is miscounted is off.
const near = 3

// isElsewhere reports whether a fence begins with a definition that the file has close to the beginning of a range, but
// not there, and would replace other lines as a part.
func isElsewhere(name string, lines, block []string, r Range, now []string) bool {
	p := newPlacer(name, lines, block)
	if len(p.fence.items) == 0 || p.fence.items[0].definition == "" {
		return false
	}
	it := &p.fence.items[0]
	p.collect(&p.root)
	elsewhere := false
	for _, l := range p.levels {
		for i := range l.items {
			f := &l.items[i]
			if f.definition != it.definition {
				continue
			}
			if first := r.First + it.first; first == f.first || first == f.row.first || r.First+it.row.first == f.row.first {
				return false
			}
			elsewhere = elsewhere || f.row.first >= r.First-near && f.row.first < r.End+near
		}
	}
	if !elsewhere {
		return false
	}
	part, err := newPlacer(name, lines, block).part()
	return err == nil && !slices.Equal(part, now)
}

// fitsRange reports whether lines of a range are in the fence, and the fence's ends aren't just outside
// of it.
func fitsRange(lines, block []string, r Range) bool {
	in := map[string]bool{}
	var code []string
	for _, l := range block {
		if l = strings.TrimSpace(l); l != "" {
			code = append(code, l)
			in[l] = true
		}
	}
	if len(code) == 0 {
		return false
	}
	outside := func(i int, end string, first bool) bool {
		if i < 0 || i >= len(lines) || isTrivial(end) {
			return false
		}
		edge := lines[r.First]
		if !first {
			edge = lines[r.End-1]
		}
		return strings.TrimSpace(lines[i]) == end && strings.TrimSpace(edge) != end
	}
	if outside(r.First-1, code[0], true) || outside(r.End, code[len(code)-1], false) {
		return false
	}
	return slices.ContainsFunc(lines[r.First:r.End], func(l string) bool {
		l = strings.TrimSpace(l)
		return in[l] && !trivial[l] && strings.ContainsFunc(l, func(r rune) bool { return r == '_' || unicode.IsLetter(r) })
	})
}
