package ledger

import (
	"hash/crc32"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// nearby is how many lines around a place its lines are looked for.
const nearby = 200

// find places a block of a journal in a text. It reports whether the block is applied there.
func (p *place) find(d differences) bool {
	if d.to == nil || p.deleted {
		return p.isGone(d.to)
	}
	p.unknown, p.turned = false, false
	p.text = d.to
	count := text.Line(d.to.LineCount())
	p.lines.First = min(p.lines.First, count)
	p.lines.End = max(p.lines.First, min(p.lines.End, count))
	hash := hashOf(d.to)
	isSame := hash == p.hash
	if !isSame && p.before.has(hash) { // another checkout, for instance
		return false
	}
	if p.made == nil && p.old == nil { // of a protected file only the hash is known
		p.made = d.to.Lines(p.lines.First, p.lines.End)
		p.last = p.made
		return isSame
	}
	if isSame && !p.adrift {
		if !p.changed {
			p.last = d.to.Lines(p.lines.First, p.lines.End)
		}
		return true
	}
	p.changed = false
	now, isOver := p.made, !slices.Equal(p.last, p.made)
	here, old := p.nearest(now), p.nearest(p.old)
	if over := p.nearest(p.last); isOver && over.at >= 0 && (here.at < 0 || over.shared > here.shared) {
		now, here = p.last, over
	}
	if len(p.old) == 0 || len(now) == 0 && !old.both {
		old.at = -1 // what was deleted may be elsewhere, too (script/deleted_beside)
	}
	switch {
	case p.created:
		p.lines = text.LineRange{End: count}
		p.changed = !slices.Equal(d.to.Lines(0, count), p.made)
	case here.at >= 0 && (old.at < 0 || !old.both || old.shared <= here.shared || here.both && len(now) > 0):
		p.lines, p.last = text.LineRange{First: here.at, End: here.at + text.Line(len(now))}, now
	case old.at >= 0 && p.isBack(), !p.isLeft() && !(len(p.old) > 0 && p.isCut()):
		return false
	default:
		p.changed, p.exact = len(p.made) > 0, false
	}
	return true
}

// spot is where a file has some lines, how many of those that were around the place are there, and whether they are on
// both sides.
type spot struct {
	at     text.Line
	shared int
	both   bool
}

// nearest returns where the file has the lines, or -1; no lines are between those that were around the place. Of several,
// it is one with most of these, and the nearest to the place.
func (p *place) nearest(lines []string) spot {
	best := spot{at: -1}
	first, near := p.near(len(lines))
	for i := 0; i+len(lines) <= len(near); i++ {
		if !slices.Equal(near[i:i+len(lines)], lines) {
			continue
		}
		at := first + text.Line(i)
		one := p.spot(text.LineRange{First: at, End: at + text.Line(len(lines))})
		if len(lines) == 0 && !one.both {
			continue
		}
		if best.at < 0 || one.shared > best.shared || one.shared == best.shared && distance(at, p.lines.First) < distance(best.at, p.lines.First) {
			best = one
		}
	}
	return best
}

func (p *place) spot(r text.LineRange) spot {
	above, below := p.around.shared(aroundOf(p.text, r))
	isTop := len(p.around.Above) == 0 && r.First == 0
	isEnd := len(p.around.Below) == 0 && r.End == text.Line(p.text.LineCount())
	return spot{r.First, above + below, (above > 0 || isTop) && (below > 0 || isEnd)}
}

// around has checksums of the lines next to a place, which may be as long as a file.
type around struct {
	Above []uint32 `json:"above,omitempty"`
	Below []uint32 `json:"below,omitempty"`
}

func aroundOf(t *text.Text, r text.LineRange) around {
	const n = 3
	return around{sumsOf(t.Lines(max(0, r.First-n), r.First)), sumsOf(t.Lines(r.End, min(r.End+n, text.Line(t.LineCount()))))}
}

// blankSum is the checksum of an empty line.
const blankSum = 0

func sumsOf(lines []string) (list []uint32) {
	for _, l := range lines {
		list = append(list, crc32.ChecksumIEEE([]byte(l)))
	}
	return list
}

// shared counts the equal lines from the place on.
func (a around) shared(b around) (above, below int) {
	// The lines above are a suffix: what is put first differs, so that no prefix is shared.
	_, above = text.Shared(append([]uint32{0}, a.Above...), append([]uint32{1}, b.Above...))
	below, _ = text.Shared(a.Below, b.Below)
	return above, below
}

// near returns the lines around the place, with room for so many more, and the first one's number.
func (p *place) near(more int) (first text.Line, lines []string) {
	first = max(0, p.lines.First-nearby)
	return first, p.text.Lines(first, min(text.Line(p.text.LineCount()), p.lines.End+nearby+text.Line(more)))
}

// isLeft reports whether anything of what the block did is left near the place: one of its lines, or one like it. If
// the block only put lines in, that is between the lines that were next to them, since the file may have equal ones, or
// else it's the first of them. Of a deletion nothing can be seen.
func (p *place) isLeft() bool {
	_, near := p.near(0)
	made := slices.DeleteFunc(slices.Clone(p.made), text.IsBlank)
	switch {
	case len(p.made) == 0:
		return len(p.old) > 0
	case len(p.old) > 0 || len(made) == 0:
		return slices.ContainsFunc(near, p.isLike)
	}
	if between, _, known := p.around.between(near); known {
		return slices.ContainsFunc(between, p.isLike)
	}
	return slices.Contains(near, made[0])
}

// isLike reports whether a line is one that the block wrote, or like one and not what was there before.
func (p *place) isLike(line string) bool {
	return slices.ContainsFunc(p.made, func(made string) bool {
		return !text.IsBlank(made) && (line == made || isLike(line, made) && !slices.Contains(p.old, line))
	})
}

// isBack reports whether old lines near the place are those that were there. They aren't if more of the lines around it
// are next to something that the block wrote, or if it wrote all lines of the file (script/changed_beside).
func (p *place) isBack() bool {
	_, near := p.near(len(p.old))
	between, most, known := p.around.between(near)
	if !known || !slices.ContainsFunc(between, p.isLike) {
		return true
	}
	lines, old, a := said(near), said(p.old), p.around.said()
	for i := 0; i+len(old) <= len(lines); i++ {
		above, below := a.shared(around{sumsOf(lines[:i]), sumsOf(lines[i+len(old):])})
		if slices.Equal(lines[i:i+len(old)], old) && above+below >= most && (most > 0 || len(lines) == len(old)) {
			return true
		}
	}
	return false
}

// isCut reports whether the lines that were around the place are next to each other: what the block wrote was deleted.
func (p *place) isCut() bool {
	first, near := p.near(0)
	for i := 0; i <= len(near); i++ {
		at := first + text.Line(i)
		above, below := p.around.shared(aroundOf(p.text, text.LineRange{First: at, End: at}))
		if above == len(p.around.Above) && below == len(p.around.Below) && above+below > 0 {
			p.lines = text.LineRange{First: at, End: at}
			return true
		}
	}
	return false
}

// between returns the lines between those that were next to a place, blank lines aside, and how many of those are there,
// if both sides are known.
func (a around) between(lines []string) (between []string, most int, known bool) {
	lines = said(lines)
	sums := sumsOf(lines)
	a = a.said()
	from, above := 0, 0
	for i := 1; i <= len(sums) && len(a.Above) > 0; i++ {
		if n, _ := a.shared(around{Above: sums[:i]}); n > above {
			from, above = i, n
		}
	}
	to, below := len(lines), 0
	for i := from; i < len(sums) && len(a.Below) > 0; i++ {
		if _, n := a.shared(around{Below: sums[i:]}); n > below {
			to, below = i, n
		}
	}
	return lines[from:to], above + below, (above > 0 || len(a.Above) == 0) && (below > 0 || len(a.Below) == 0)
}

func said(lines []string) []string { return slices.DeleteFunc(slices.Clone(lines), text.IsBlank) }

// said returns the checksums without those of blank lines.
func (a around) said() around {
	without := func(sums []uint32) []uint32 {
		return slices.DeleteFunc(slices.Clone(sums), func(sum uint32) bool { return sum == blankSum })
	}
	return around{without(a.Above), without(a.Below)}
}

// isLike reports whether a line begins and ends with the same text as one that was written, which is at least half of the
// longer one, or all of the latter with a word in it.
func isLike(line, made string) bool {
	line, made = strings.TrimSpace(line), strings.TrimSpace(made)
	head, tail := text.Shared([]byte(line), []byte(made))
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return head+tail > 0 && 2*(head+tail) >= max(len(line), len(made)) || head+tail == len(made) && strings.ContainsFunc(made, isWord)
}

func distance(a, b text.Line) text.Line { return max(a-b, b-a) }
