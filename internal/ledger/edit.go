package ledger

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// placed is what an edit is made of, a block or one change of a code block, with its place in the edit's result.
type placed struct {
	place
	outcome *apply.Outcome
	// code is the code block whose change is at line in the file before, else nil; line is text.None then.
	code *apply.Proposal
	line text.Line
	// of counts the changes of the code block if nothing of it is left, else it's 0. all is what it would change.
	of  int
	all *[]apply.Change
}

// placed returns what the edit is made of.
func (e *Edit) placed() (list []placed) {
	var blocks []*apply.Outcome
	for _, o := range e.Blocks {
		if o.Block.Operation == parse.Rename {
			list = append(list, placed{place: place{deleted: true, renamed: true}, outcome: o, line: text.None})
		} else {
			blocks = append(blocks, o)
		}
	}
	if len(blocks) > 0 {
		for i, p := range places(e.hunks(), blocks) {
			list = append(list, placed{place: p, outcome: blocks[i], line: text.None})
		}
	}
	return append(list, e.changes(list)...)
}

// changes returns the changes of the edit's code blocks: those that none of its blocks makes.
func (e *Edit) changes(blocks []placed) (list []placed) {
	switch {
	case len(e.File.Code) == 0 || e.File.Delete:
		return nil
	case e.File.Create && len(blocks) == 0:
		return []placed{{place: e.hunks()[0], code: e.File.Code[0]}}
	}
	before, after := e.File.Before, e.after()
	for _, h := range e.File.HunksTo(after) {
		made := after.Lines(h.New.First, h.New.End)
		p := place{
			text: after, lines: h.New, made: made, last: made, old: before.Lines(h.Old.First, h.Old.End), content: linesOf(before, h.Old),
			exact: true, unseen: &unseen{lines: h.Old},
		}
		if slices.ContainsFunc(blocks, p.isMadeBy) {
			continue
		}
		makes := func(c *apply.Proposal) bool {
			return slices.ContainsFunc(c.Hunks(), func(o apply.Hunk) bool { return o.Old.First <= h.Old.End && h.Old.First <= o.Old.End })
		}
		code := e.File.Code[max(0, slices.IndexFunc(e.File.Code, makes))]
		list = append(list, placed{place: p, code: code, line: h.Old.First})
	}
	made, all := map[*apply.Proposal]int{}, map[*apply.Proposal]*[]apply.Change{}
	for i := range list {
		c := list[i].code
		if made[c]++; all[c] == nil {
			all[c] = new(c.Changes())
		}
	}
	for i := range list {
		c := list[i].code
		if list[i].all = all[c]; made[c] == len(*all[c]) {
			list[i].of = made[c] + len(c.Applied)
		}
	}
	return list
}

// blockOf returns a block, or a change of a code block, of the edit.
func (e *Edit) blockOf(p placed) block {
	if c := p.code; c != nil {
		return block{
			chat: e.Chat, hash: e.Document.HashOfProposal(c.Proposal), number: c.Index, shape: shape{size: c.End - c.Start},
			line: c.Start, name: c.Path.Fallback, path: e.path(), change: p.line, of: p.of, all: p.all, place: p.place,
		}
	}
	// Not the outcome's block: that may be the second reading of a chunk (apply-patch/kept-lines-read-a-second-time).
	o := &e.Document.Blocks[p.outcome.Block.Index]
	b := block{
		chat: e.Chat, hash: e.Document.Hash(o), number: o.Index, shape: shapeOf(o), line: o.Start, name: o.Path.Fallback,
		path: e.path(), change: text.None, place: p.place,
	}
	if p.renamed {
		b.path = e.File.Target.Abs
	}
	return b
}

// places returns where each of an edit's blocks puts its lines; nil if no lines change. If blocks change adjacent
// lines, their order in the file and what they write tell them apart.
func places(hunks []place, blocks []*apply.Outcome) []place {
	if len(hunks) == 0 {
		return nil
	}
	if len(blocks) == 1 { // code blocks may make hunks, too
		_, new := changedLines(blocks[0])
		i := slices.IndexFunc(hunks, func(p place) bool { return p.isOf(blocks[0]) && find(p.made, new) >= 0 })
		if i < 0 {
			i = max(0, slices.IndexFunc(hunks, func(p place) bool { return p.isOf(blocks[0]) }))
		}
		return hunks[i : i+1]
	}
	list, users, inFile := make([]int, len(blocks)), make([]int, len(hunks)), make([]int, len(blocks))
	for i, b := range blocks {
		inFile[i], list[i] = i, hunkOf(hunks, b)
		users[list[i]]++
	}
	slices.SortStableFunc(inFile, func(i, j int) int { return int(firstOld(blocks[i]) - firstOld(blocks[j])) })
	places, ends := make([]place, len(blocks)), make([]text.Line, len(hunks))
	for _, i := range inFile {
		h := list[i]
		p := hunks[h]
		if users[h] > 1 {
			p = p.partOf(blocks[i], max(p.lines.First, ends[h]))
			ends[h] = max(ends[h], p.lines.First)
			if !p.shared {
				ends[h] = max(ends[h], p.lines.End)
			}
		}
		// Each block waits for its own edit to be seen.
		own := *p.unseen
		p.unseen = &own
		places[i] = p
	}
	return places
}

// firstOld returns the first line of the file that a block changes.
func firstOld(b *apply.Outcome) text.Line {
	head, _ := text.Shared(b.Lines(b.Block.Old), b.Lines(b.Block.New))
	return b.First + text.Line(b.Block.Leading.Len()+head)
}

// partOf returns a block's share of lines that several blocks change: the lines it writes, after the
// blocks above it in the file if they are there, or the empty range after those if it only deletes.
func (p place) partOf(b *apply.Outcome, after text.Line) place {
	p.exact, p.created, p.base = false, false, p.old
	old, new := changedLines(b)
	from := after
	at := find(p.made[after-p.lines.First:], new)
	if at < 0 {
		from, at = p.lines.First, find(p.made, new)
	}
	switch {
	case len(new) == 0:
		p.lines = text.LineRange{First: after, End: after}
	case at >= 0:
		p.lines.First = from + text.Line(at)
		p.lines.End = p.lines.First + text.Line(len(new))
	default: // other blocks have changed it again
		p.shared = true
	}
	p.made, p.old = new, old
	if !p.shared {
		p.last = new
	}
	return p
}

func (e *Edit) hunks() []place {
	before, after := e.File.Before, e.after()
	count := text.Line(after.LineCount())
	if e.File.Delete {
		return []place{{deleted: true, exact: true, content: string(before.Bytes()), unseen: &unseen{lines: text.LineRange{End: text.Line(before.LineCount())}}}}
	}
	if e.File.Create {
		made := after.Lines(0, count)
		return []place{{
			text: after, lines: text.LineRange{End: count}, made: made, last: made,
			exact: true, created: true, unseen: &unseen{},
		}}
	}
	var list []place
	shift := text.Line(0)
	for _, x := range e.File.Edits() {
		first, end, made := lineSpan(before, x)
		was := text.LineRange{First: first, End: end}
		now := text.LineRange{First: min(first+shift, count), End: min(first+shift+text.Line(made), count)}
		new := after.Lines(now.First, now.End)
		list = append(list, place{
			text: after, lines: now, made: new, last: new, old: before.Lines(first, end), content: linesOf(before, was),
			exact: true, unseen: &unseen{lines: was},
		})
		shift += text.Line(made) - (end - first)
	}
	return list
}

// hunkOf returns the index of the hunk that a block changes: the last one that its old lines cover,
// since other blocks may have written its anchor.
func hunkOf(hunks []place, b *apply.Outcome) int {
	_, new := changedLines(b)
	best := 0
	for i := range hunks {
		if !hunks[i].isOf(b) {
			continue
		}
		best = i
		if find(hunks[i].made, new) >= 0 {
			break
		}
	}
	return best
}

// isOf reports whether a hunk's old lines are among those of a block, or next to them.
func (p *place) isOf(b *apply.Outcome) bool {
	was := p.unseen.lines
	return was.First <= b.Last+1 && was.End >= b.First
}

// isMadeBy reports whether lines of a hunk are those that a block made, or next to those that it deleted.
func (p *place) isMadeBy(b placed) bool {
	if b.renamed {
		return false
	}
	if length(b.lines) == 0 || length(p.lines) == 0 {
		return p.isOf(b.outcome)
	}
	return b.lines.First < p.lines.End && p.lines.First < b.lines.End
}

// changedLines returns a block's old and new lines without their common prefix and suffix.
func changedLines(b *apply.Outcome) (old, new []string) {
	old, new = b.Lines(b.Block.Old), b.Lines(b.Block.New)
	prefix, suffix := text.Shared(old, new)
	return slices.Clip(old[prefix : len(old)-suffix]), slices.Clip(new[prefix : len(new)-suffix])
}
