package repair

import (
	"slices"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// fixed are a block's sections with the file's lines where they differ.
type fixed struct{ leading, old, new, trailing []string }

// splice replaces the needle lines first to end (exclusive) with new.
type splice struct {
	first, end int
	new        []string
}

// fix transfers a block's change to the closest match, a three-way merge with the needle as base. It
// returns a reason if there is no match, if several are equally close, or if the changes of block and
// file touch: lines could be lost or duplicated.
//
// Kept lines become the file's; new lines get its indentation.
func fix(b *diagnostics.Block) (*fixed, string) {
	switch {
	case b.Nearest == nil:
		return nil, "nothing similar in the file"
	case len(b.Nearest.Others) > 0:
		return nil, "several places are equally similar"
	}
	blk := b.Outcome.Block
	needle := b.Needle()
	lines := b.Miss.File.Text().Lines(b.Match.Lines.First, b.Match.Lines.End)
	if slices.Contains(lines, apply.Masked) {
		return nil, "the closest match is a block of the chat"
	}
	p, ok := pairingOf(b.Match, len(needle))
	if !ok {
		return nil, "the file has these lines in another order"
	}
	if blk.InsideLines() && b.Cause == diagnostics.Near && !p.endsEqual(needle, lines) {
		// The text may match only part of a line.
		return nil, "the first or the last line differs"
	}
	if b.FixLine != nil {
		return mended(b), ""
	}
	splices := splicesOf(b.Outcome)
	for _, h := range splices {
		if b.Cause != diagnostics.BlankLines && p.touches(h) || b.Cause == diagnostics.Near && !p.resembles(h) {
			return nil, "the file has changed where the block changes it"
		}
	}
	fit := fitting(b.Nearest.Differs, indentationOf(needle, lines, p))
	m := &fixed{}
	for i := 0; i <= len(needle); i++ {
		for _, j := range p.before[i] {
			m.add(blk, min(i, len(needle)-1), lines[j], true)
		}
		kept := true
		for _, h := range splices {
			if h.end == i {
				for _, l := range h.new {
					m.new = append(m.new, fit(l))
				}
			}
			kept = kept && !(h.first <= i && i < h.end)
		}
		if i < len(needle) && p.partner[i] >= 0 {
			m.add(blk, i, lines[p.partner[i]], kept)
		}
	}
	return m, ""
}

// The mistake is undone in all sections of a block, so that a fix never leaves half of it in the new lines.
func mended(b *diagnostics.Block) *fixed {
	blk := b.Outcome.Block
	each := func(s parse.Section) []string {
		lines := slices.Clone(b.Lines(s))
		for i, l := range lines {
			lines[i] = b.FixLine(l)
		}
		return lines
	}
	return &fixed{leading: each(blk.Leading), old: each(blk.Old), new: each(blk.New), trailing: each(blk.Trailing)}
}

// fitting returns a function that adapts a new line to the file: the file's version of the line, or its
// indentation.
func fitting(differs []diagnostics.Difference, in indents) func(line string) string {
	found := map[string]string{}
	for _, d := range differs {
		if d.Index >= 0 {
			found[d.Wanted] = d.Found
		}
	}
	return func(line string) string {
		if found, ok := found[line]; ok {
			return found
		}
		return in.of(line)
	}
}

// add adds a file line at needle line i; kept old lines are new ones too.
func (m *fixed) add(b *parse.Block, i int, line string, kept bool) {
	switch {
	case i < b.Leading.Len():
		m.leading = append(m.leading, line)
	case i >= b.Leading.Len()+b.Old.Len():
		m.trailing = append(m.trailing, line)
	default:
		if m.old = append(m.old, line); kept {
			m.new = append(m.new, line)
		}
	}
}

func (m *fixed) needle() []string      { return slices.Concat(m.leading, m.old, m.trailing) }
func (m *fixed) replacement() []string { return slices.Concat(m.leading, m.new, m.trailing) }

type pairing struct {
	// partner is the index in the match for each needle line, or -1.
	partner  []int
	likeness []float64
	// before[i] are match lines that precede needle line i, which lacks them; the last element is for
	// those at the end.
	before [][]int
}

// pairingOf returns a match's pairing, or false if lines are out of order.
func pairingOf(m *nearest.Match, lines int) (p pairing, ok bool) {
	p = pairing{partner: make([]int, lines), likeness: make([]float64, lines), before: make([][]int, lines+1)}
	next, last := 0, text.None
	for _, pair := range m.Pairs {
		at := int(pair.Line - m.Lines.First)
		switch {
		case pair.Needle < 0:
			p.before[next] = append(p.before[next], at)
			continue
		case pair.Line == text.None:
			p.partner[pair.Needle] = -1
		case pair.Line < last:
			return p, false
		default:
			last = pair.Line
			p.partner[pair.Needle], p.likeness[pair.Needle] = at, pair.Likeness
		}
		next = pair.Needle + 1
	}
	return p, true
}

func (p pairing) endsEqual(needle, lines []string) bool {
	last := len(needle) - 1
	equal := func(i int) bool { return p.partner[i] >= 0 && needle[i] == lines[p.partner[i]] }
	return equal(0) && equal(last)
}

// touches reports whether the match lacks or adds lines in or right beside a splice.
func (p pairing) touches(h splice) bool {
	beside := p.partner[max(0, h.first-1):min(h.end+1, len(p.partner))]
	return slices.Contains(beside, -1) || len(slices.Concat(p.before[h.first:h.end+1]...)) > 0
}

func splicesOf(o *apply.Outcome) []splice {
	new, shift := o.Lines(o.Block.New), o.Block.Leading.Len()
	var splices []splice
	for _, d := range lcs.DiffLines(o.Lines(o.Block.Old), new) {
		splices = append(splices, splice{shift + d.Start, shift + d.End, new[d.ReplStart:d.ReplEnd]})
	}
	return splices
}

// resembles reports whether the match is similar where a splice replaces lines; the block doesn't know
// any others.
func (p pairing) resembles(h splice) bool {
	return !slices.ContainsFunc(p.likeness[h.first:h.end], func(l float64) bool { return l < diagnostics.NearEnough })
}
