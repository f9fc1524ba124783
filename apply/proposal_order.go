package apply

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// The blocks of an answer come first, then its code blocks in their order: each is checked against its file as
// those before leave it.

// draftLines are a file as blocks and code blocks leave it.
type draftLines struct {
	lines []string
	// ofBlocks: a block changes it.
	ofBlocks bool
}

// drafts returns the files of proposals that the plan changes, and which are deleted or renamed.
func (p *Plan) drafts(of []*Proposal) (drafts map[string]*draftLines, moved map[string]bool) {
	drafts, moved = map[string]*draftLines{}, map[string]bool{}
	for _, f := range p.Files {
		if f.Delete || f.NewTarget != nil {
			moved[f.Target.Key] = true
		} else if slices.ContainsFunc(of, func(one *Proposal) bool { return one.Target.Key == f.Target.Key }) {
			drafts[f.Target.Key] = &draftLines{lines: linesOf(f.After()), ofBlocks: true}
		}
		if f.NewTarget != nil {
			moved[f.NewTarget.Key] = true
		}
	}
	return drafts, moved
}

// placeInOrder places the code blocks.
func (p *Plan) placeInOrder(ctx context.Context, all []*Proposal, o Options, cache *Cache) error {
	drafts, moved := p.drafts(all)
	applied := p.appliedTwins(all)
	for _, one := range all {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		key := one.Target.Key
		draft := drafts[key]
		one.locate(p.Document, o, draft, cache)
		if len(applied) > 0 && (one.Edit != nil || one.IsUnread()) {
			one.leaveChanged(draft, p.appliedOf(one, applied))
		}
		if one.Edit == nil || !o.takesPart(one.Index) {
			continue
		}
		why := ""
		if undone := p.undoes(one, draft, o); moved[key] {
			why = "A block of the answer deletes or renames the file"
		} else if undone != nil {
			why = fmt.Sprintf("It would undo the block at line %d", undone.Block.Start.Number())
		}
		if why != "" {
			one.Code, one.Why, one.Edit, one.NeedsConfirmation = codes.MergeSuggested, why, nil, false
			continue
		}
		drafts[key] = &draftLines{lines: one.now, ofBlocks: draft != nil && draft.ofBlocks}
	}
	replaced := map[string]bool{}
	for _, one := range slices.Backward(all) {
		if one.Edit == nil || !o.takesPart(one.Index) {
			continue
		}
		if replaced[one.Target.Key] {
			one.Code, one.Why, one.Edit, one.NeedsConfirmation = codes.StaleEdit, replacedByOther, nil, false
		}
		replaced[one.Target.Key] = replaced[one.Target.Key] || one.Kind == snippet.Whole // the last whole file wins
	}
	return nil
}

// undoes returns a block of the same answer whose change a code block would undo, or nil. A part may change again what a
// block above it does (code-blocks/whole-file-and-a-diff-on-it, code-blocks/block-and-the-function-changed-again), but
// not back (code-blocks/block-and-a-part-with-its-old-lines).
func (p *Plan) undoes(one *Proposal, draft *draftLines, o Options) *Outcome {
	var before, now string
	for _, b := range p.Outcomes {
		isDone := b.Status == AlreadyApplied || b.Status == Validated && draft != nil && draft.ofBlocks
		if !isDone || !b.Live || b.Target.Key != one.Target.Key || !o.takesPart(b.Block.Index) {
			continue
		}
		if now == "" {
			before, now = joined(one.before(draft)), joined(one.now)
		}
		isAgain := one.Kind != snippet.Whole && b.Block.Start < one.Start && !b.isBack(before, now)
		if !isAgain && b.isUndone(before, now) {
			return b
		}
	}
	return nil
}

// LeadsTo reports whether a block below whose old lines aren't in the file would fit once the code block is written.
func (p *Proposal) LeadsTo(b *Outcome) bool {
	return p.Edit != nil && p.Target.Key == b.Target.Key && p.Start < b.Block.Start &&
		strings.Count(joined(p.now), joined(b.Needle())) == 1
}

// before returns the lines of the file, or those that blocks and code blocks leave.
func (p *Proposal) before(draft *draftLines) []string {
	switch {
	case draft != nil:
		return draft.lines
	case p.Target.File != nil:
		return linesOf(p.Target.File.Text)
	}
	return nil
}

// moved returns the lines that a range of a file is in a draft of it: it's said of the file as it was
// (code-blocks/range-below-a-change).
func moved(r text.LineRange, was, draft []string) text.LineRange {
	if r.End == 0 {
		return r
	}
	by := 0
	for _, d := range DiffLines(was, draft) {
		if d.End > int(r.First) {
			break
		}
		by += d.ReplEnd - d.ReplStart - (d.End - d.Start)
	}
	return text.LineRange{First: r.First + text.Line(by), End: r.End + text.Line(by)}
}

// isUndone reports whether a text that has what the block says loses it.
func (o *Outcome) isUndone(was, now string) bool {
	if len(o.Replacement()) == 0 {
		return o.isBack(was, now)
	}
	by := o.within(o.Replacement())
	return strings.Contains(was, by) && !strings.Contains(now, by)
}

// isBack reports whether a text gets the old lines of a block again.
func (o *Outcome) isBack(was, now string) bool {
	sought := o.within(o.Needle())
	return !strings.Contains(was, sought) && strings.Contains(now, sought)
}

// within returns lines as they are looked for in a text.
func (o *Outcome) within(lines []string) string {
	if o.InsideLine {
		return strings.Trim(joined(lines), "\n")
	}
	return joined(lines)
}

// joined has a line break above the first line, too, so that lines are found whole.
func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}
