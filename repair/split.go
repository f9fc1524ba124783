package repair

import (
	"context"
	"fmt"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// maxSplit limits the blocks that something is split into.
const maxSplit = 100

// SplitBlock rewrites a block with several changes as one search-replace block for each of them.
func (r *Repairs) SplitBlock(ctx context.Context, index int) (*Repair, string, error) {
	b := &r.Report.Blocks[index]
	if b.Status != apply.Validated || b.Outcome.Block.Operation != parse.Modify {
		return nil, "the block does not apply, or is for a whole file", nil
	}
	edit, reason, err := r.Report.Plan.Single(ctx, index, text.None)
	if edit == nil {
		return nil, reason, err
	}
	if len(apply.DiffLines(linesOf(edit.Before), linesOf(edit.After()))) < 2 {
		return nil, "the block has one change", nil
	}
	return r.split(ctx, edit, regions(r.Report.Plan.Document.Text, b.Outcome.Block), b.Outcome.Block.Path.Fallback, index)
}

// SplitCode rewrites a code block as one search-replace block for each of its changes.
func (r *Repairs) SplitCode(ctx context.Context, p *apply.Proposal) (*Repair, string, error) {
	if p.Edit == nil {
		return nil, p.Message(), nil
	}
	chat := r.Report.Plan.Document.Text
	fence := region{p.Start, p.End + 1}
	named := fence
	if l := p.Path.Line; l < p.Start && isPathLine(chat.Line(l), p.Path.Fallback) && isNext(chat, l+1, fence.first) {
		named.first = l
	}
	return r.split(ctx, p.Edit, slices.Compact([]region{named, fence}), p.Path.Fallback, -1)
}

// split puts blocks with the hunks of an edit in one of the regions. index is that of the block that they
// replace, or -1.
func (r *Repairs) split(ctx context.Context, edit *apply.FileEdit, in []region, path string, index int) (*Repair, string, error) {
	edits, reason := hunksOf(edit, path)
	if edits == nil {
		return nil, reason, nil
	}
	content := ""
	for i, e := range edits {
		block, err := diff().Write(e)
		if err != nil {
			return nil, err.Error(), nil
		}
		if i > 0 {
			content += text.LF
		}
		content += block
	}
	title := "Convert to an edit block"
	if len(edits) > 1 {
		title = fmt.Sprintf("Split into %d edit blocks", len(edits))
	}
	was := r.Report.Plan
	for _, region := range in {
		repair := Repair{Title: title, Edits: []text.Edit{region.put(was.Document.Text, content)}, Index: -1}
		done, _, err := r.try(ctx, repair, func(now *apply.Plan) bool { return r.isSplit(now, edit, edits, region, index) })
		if err != nil || done != nil {
			return done, "", err
		}
	}
	return nil, sideEffect, nil
}

// diff is the form to split into.
func diff() *parse.Form {
	forms := parse.Forms()
	return forms[slices.IndexFunc(forms, func(f *parse.Form) bool { return f.Name == "diff" })]
}

// hunksOf returns the changes of a file one by one. Each has as many lines of the file around it as make its
// place unique, once those above are made.
func hunksOf(edit *apply.FileEdit, path string) ([]parse.Edit, string) {
	was, now := linesOf(edit.Before), linesOf(edit.After())
	hunks := apply.DiffLines(was, now)
	switch {
	case edit.Delete || edit.NewTarget != nil:
		return nil, "it deletes or renames the file"
	case edit.Create:
		return []parse.Edit{{Path: path, New: now}}, ""
	case len(was) == 0:
		return nil, "the file is empty"
	case len(hunks) > maxSplit:
		return nil, fmt.Sprintf("it has more than %d changes", maxSplit)
	}
	var edits []parse.Edit
	for _, h := range hunks {
		file := slices.Concat(now[:h.ReplStart], was[h.Start:])
		first, end := h.ReplStart, h.ReplStart+h.End-h.Start
		at := text.LineRange{First: text.Line(first), End: text.Line(end)}
		for up := true; !isUnique(file, at); up = !up {
			switch {
			case at.First > 0 && (up || int(at.End) == len(file)):
				at.First--
			case int(at.End) < len(file):
				at.End++
			default:
				return nil, "the file is blank"
			}
		}
		edits = append(edits, parse.Edit{
			Path: path, Leading: file[at.First:first], Old: file[first:end], New: now[h.ReplStart:h.ReplEnd], Trailing: file[end:at.End],
		})
	}
	return edits, ""
}

func linesOf(t *text.Text) []string { return t.Lines(0, text.Line(t.LineCount())) }

// isUnique reports whether the lines of a range are in the file once, and not all blank.
func isUnique(file []string, r text.LineRange) bool {
	needle := file[r.First:r.End]
	if !slices.ContainsFunc(needle, func(l string) bool { return !text.IsBlank(l) }) {
		return false
	}
	found := 0
	for i := 0; i+len(needle) <= len(file) && found < 2; i++ {
		if slices.Equal(file[i:i+len(needle)], needle) {
			found++
		}
	}
	return found == 1
}

// isSplit reports whether a plan is the chat's with a region replaced by blocks that make its edit.
func (r *Repairs) isSplit(now *apply.Plan, edit *apply.FileEdit, edits []parse.Edit, at region, index int) bool {
	was := r.Report.Plan
	first := slices.IndexFunc(was.Document.Blocks, func(b parse.Block) bool { return b.Start >= at.first })
	if first < 0 {
		first = len(was.Document.Blocks)
	}
	others := slices.Clone(was.Document.Blocks)
	if index >= 0 {
		others = slices.Delete(others, index, index+1)
	}
	blocks := now.Document.Blocks
	if len(blocks) != len(others)+len(edits) || !same(was.Document, others, now.Document, slices.Delete(slices.Clone(blocks), first, first+len(edits))) ||
		!sameRest(was.Document, now.Document) {
		return false
	}
	alone := true
	for i, o := range now.Outcomes {
		isNew := i >= first && i < first+len(edits)
		if isNew && (o.Status != apply.Validated || o.Ambiguous || o.Target.Key != edit.Target.Key) {
			return false
		}
		alone = alone && (isNew || o.Target.Key != edit.Target.Key)
	}
	made := slices.IndexFunc(now.Files, func(f *apply.FileEdit) bool { return f.Target.Key == edit.Target.Key })
	return !alone || made >= 0 && string(now.Files[made].After().Bytes()) == string(edit.After().Bytes())
}
