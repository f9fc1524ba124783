package lsp

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// places returns where each block of an edit puts its lines, in the text that the edit makes.
// Blocks that change lines next to each other are told apart by what they write. There are
// none where a file only gets another name: that shows without any memory.
func (o *offer) places() []place {
	hunks := o.hunks()
	switch {
	case len(hunks) == 0:
		return nil
	case len(o.blocks) == 1:
		return hunks[:1]
	}
	list, users := make([]int, len(o.blocks)), make([]int, len(hunks))
	for i, b := range o.blocks {
		list[i] = hunkOf(hunks, b)
		users[list[i]]++
	}
	places := make([]place, len(o.blocks))
	for i, b := range o.blocks {
		p := hunks[list[i]]
		if users[list[i]] > 1 {
			p = p.partOf(b, places[:i])
		}
		// Each block waits by itself until its edit is seen.
		own := *p.unseen
		p.unseen = &own
		places[i] = p
	}
	return places
}

// partOf returns what a block has put into lines that several change: the lines that it
// writes, or, if it only takes lines away, the place after what those above have written.
func (p place) partOf(b *apply.Outcome, above []place) place {
	p.exact, p.created, p.base = false, false, p.old
	old, new := changedLines(b)
	whole := p.made
	if len(new) == 0 {
		end := p.lines.First
		for i := range above {
			if above[i].lines.End <= p.lines.End {
				end = max(end, above[i].lines.End)
			}
		}
		p.lines = text.LineRange{First: end, End: end}
	} else if at := find(whole, new); at >= 0 {
		p.lines.First += text.Line(at)
		p.lines.End = p.lines.First + text.Line(len(new))
	} else { // others have changed it again
		p.made, p.old, p.shared = new, old, true
		return p
	}
	p.made, p.last, p.old = new, new, old
	return p
}

// hunks returns the places that an edit changes.
func (o *offer) hunks() []place {
	before, after := o.file.Before, o.file.After()
	count := text.Line(after.LineCount())
	if o.file.Delete {
		return []place{{deleted: true, unseen: &unseen{lines: text.LineRange{End: text.Line(before.LineCount())}}}}
	}
	if o.file.Create {
		made := after.Lines(0, count)
		return []place{{
			text: after, lines: text.LineRange{End: count}, made: made, last: made,
			exact: true, intact: true, created: true, unseen: &unseen{},
		}}
	}
	var list []place
	shift := text.Line(0)
	for _, e := range o.file.Edits() {
		first, end, made := lineSpan(before, e)
		was := text.LineRange{First: first, End: end}
		now := text.LineRange{First: min(first+shift, count), End: min(first+shift+text.Line(made), count)}
		new := after.Lines(now.First, now.End)
		list = append(list, place{
			text: after, lines: now, made: new, last: new, old: before.Lines(first, end), content: linesOf(before, was),
			exact: true, intact: true, unseen: &unseen{lines: was},
		})
		shift += text.Line(made) - (end - first)
	}
	return list
}

// hunkOf returns the index of the place that a block changes: the last of those that its
// needle covers, since the anchor of a block may have been written by others.
func hunkOf(hunks []place, b *apply.Outcome) int {
	_, new := changedLines(b)
	best := 0
	for i := range hunks {
		was := hunks[i].unseen.lines
		if was.First > b.Last+1 || was.End < b.First {
			continue
		}
		best = i
		if find(hunks[i].made, new) >= 0 {
			break
		}
	}
	return best
}

// changedLines returns the old and the new lines of a block without those that both begin or
// end with.
func changedLines(b *apply.Outcome) (old, new []string) {
	old, new = b.Lines(b.Block.Old), b.Lines(b.Block.New)
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new = old[1:], new[1:]
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	return slices.Clip(old), slices.Clip(new)
}
