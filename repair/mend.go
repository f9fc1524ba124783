package repair

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/nearest"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// mended are the sections of a block with the file's own lines where the block's differ
// from them. What it does to the lines that it changes is as before.
type mended struct{ leading, old, new, trailing []string }

// hunk is a change that a block makes: it puts new lines in the place of the lines
// from first to before end of its needle.
type hunk struct {
	first, end int
	new        []string
}

// mend carries what a block changes over to the nearest run of lines, as a merge of
// three does: the needle is the base, and the block and the file each differ from it in
// their way. It returns why not where there is no run, where several are as near, and where the
// two changes touch: a line that only one of them has could be lost, or come twice.
//
// Lines that the block keeps are the file's; new lines are indented as the file is.
func mend(b *diagnostics.Block) (*mended, string) {
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
		// The text may be inside the lines, the rest of which it doesn't name.
		return nil, "the first or the last line differs"
	}
	hunks := hunksOf(b.Outcome)
	for _, h := range hunks {
		if p.touches(h) || b.Cause == diagnostics.Near && !p.alike(h) {
			return nil, "the file has changed where the block changes it"
		}
	}
	fit := newLines{indents: indentationOf(needle, lines, p), found: map[string]string{}}
	for _, d := range b.Nearest.Differs {
		if d.Index >= 0 {
			fit.found[d.Wanted] = d.Found
		}
	}
	m := &mended{}
	for i := 0; i <= len(needle); i++ {
		old, new := m.section(blk, min(i, len(needle)-1))
		for _, j := range p.before[i] {
			*old = append(*old, lines[j])
			if new != nil {
				*new = append(*new, lines[j])
			}
		}
		kept := true
		for _, h := range hunks {
			if h.end == i {
				m.new = append(m.new, fit.of(h.new)...)
			}
			kept = kept && !(h.first <= i && i < h.end)
		}
		if i == len(needle) || p.partner[i] < 0 {
			continue
		}
		old, new = m.section(blk, i)
		*old = append(*old, lines[p.partner[i]])
		if new != nil && kept {
			*new = append(*new, lines[p.partner[i]])
		}
	}
	return m, ""
}

// section is where line i of the needle goes; new is nil for an anchor.
func (m *mended) section(b *parse.Block, i int) (old, new *[]string) {
	switch {
	case i < b.Leading.Len():
		return &m.leading, nil
	case i < b.Leading.Len()+b.Old.Len():
		return &m.old, &m.new
	default:
		return &m.trailing, nil
	}
}

// needle and replacement are what the mended block looks for and what it leaves.
func (m *mended) needle() []string      { return slices.Concat(m.leading, m.old, m.trailing) }
func (m *mended) replacement() []string { return slices.Concat(m.leading, m.new, m.trailing) }

// pairing says which line of a run stands in the place of which line of a needle.
type pairing struct {
	// partner is the index in the run for each line of the needle, or -1.
	partner  []int
	likeness []float64
	// before are the lines of the run that the needle lacks, by the line of the needle
	// before which they stand; those behind the last are at the needle's length.
	before [][]int
}

// pairingOf is the pairing of a match of a needle with so many lines; false if lines are
// in another order.
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

// touches tells whether the run lacks or adds lines where a hunk changes some, or right
// beside.
func (p pairing) touches(h hunk) bool {
	for i := max(0, h.first-1); i <= h.end && i < len(p.partner); i++ {
		if p.partner[i] < 0 {
			return true
		}
	}
	for i := h.first; i <= h.end; i++ {
		if len(p.before[i]) > 0 {
			return true
		}
	}
	return false
}

// hunksOf are the changes that a block makes, in order, by the lines of its needle.
func hunksOf(o *apply.Outcome) []hunk {
	old, new := o.Lines(o.Block.Old), o.Lines(o.Block.New)
	shift := o.Block.Leading.Len()
	var hunks []hunk
	i, j := 0, 0
	add := func(toOld, toNew int) {
		if i < toOld || j < toNew {
			hunks = append(hunks, hunk{shift + i, shift + toOld, new[j:toNew]})
		}
	}
	for _, p := range commonLines(old, new) {
		add(p[0], p[1])
		i, j = p[0]+1, p[1]+1
	}
	add(len(old), len(new))
	return hunks
}

// alike tells whether the lines that a hunk takes away are like those of the run in
// their place: of what is quite another line the block knows nothing.
func (p pairing) alike(h hunk) bool {
	for i := h.first; i < h.end; i++ {
		if p.likeness[i] < diagnostics.NearEnough {
			return false
		}
	}
	return true
}

// newLines makes new lines fit for the file.
type newLines struct {
	indents indents
	// found is what stands in the file for a line that the block has otherwise.
	found map[string]string
}

func (n newLines) of(lines []string) []string {
	fit := make([]string, len(lines))
	for i, l := range lines {
		found, same := n.found[l]
		switch {
		case same:
			fit[i] = found
		default:
			fit[i] = n.indents.of(l)
		}
	}
	return fit
}
