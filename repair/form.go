package repair

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Convert rewrites a block that applies in another form, if that has the same effect.
func (r *Repairs) Convert(ctx context.Context, index int, f *parse.Form) (*Repair, string, error) {
	b := &r.Report.Blocks[index]
	blk := b.Outcome.Block
	switch {
	case b.Status != apply.Validated:
		return nil, "the block does not apply", nil
	case b.InsideLine:
		return nil, "it changes text inside a line", nil
	case f.Writes(blk):
		return nil, "it already has this form", nil
	}
	edit, ok := b.Document.Edit(blk)
	if !ok {
		return nil, "its lines don't describe the whole change", nil
	}
	deletes := blk.Operation == parse.Delete
	if file := b.Target.File; deletes && f.Dialect.Numbered && file != nil {
		edit.Old = file.Text.Lines(0, text.Line(file.Text.LineCount()))
	}
	content, err := f.Write(edit)
	if err != nil {
		return nil, err.Error(), nil
	}
	chat := r.Report.Plan.Document.Text
	reason := ""
	for _, region := range regions(chat, blk) {
		repair := Repair{Title: "Convert block to " + f.Name, Edits: []text.Edit{region.put(chat, content)}, Index: index}
		var done *Repair
		done, reason, err = r.tryBlock(ctx, repair, func(o *apply.Outcome) bool {
			return f.Writes(o.Block) && o.Target.Key == b.Target.Key && o.Status == apply.Validated && o.First == b.Outcome.First &&
				o.Chosen == b.Chosen && o.Ambiguous == b.Ambiguous && !o.InsideLine && o.Block.Operation == blk.Operation &&
				(deletes || slices.Equal(o.Needle(), b.Needle()) && slices.Equal(o.Replacement(), b.Replacement()))
		})
		// Only a diff can keep a last line without newline, and no other form has copies of a call.
		if done != nil && done.Plan != nil && !sameFiles(r.Report.Plan, done.Plan) {
			done, reason = nil, "the files would come out different"
		}
		if err != nil || done != nil {
			return done, "", err
		}
	}
	return nil, reason, nil
}

// Merge merges a block into the one above that suits it, if the files come out the same.
func (r *Repairs) Merge(ctx context.Context, index int, forms []*parse.Form) (*Repair, string, error) {
	first := r.Report.Blocks[index].MergesWith
	if first < 0 {
		return nil, "there is no block to merge it with", nil
	}
	m, reason, err := r.Report.Plan.Merge(ctx, first, index)
	if err != nil || m == nil {
		return nil, reason, err
	}
	doc := r.Report.Plan.Document
	one, two := &doc.Blocks[first], &doc.Blocks[index]
	i := slices.IndexFunc(forms, func(f *parse.Form) bool { return f.Writes(one) })
	if i < 0 {
		return nil, "the block above can't be written in another form", nil
	}
	content, err := forms[i].Write(parse.Edit{Path: one.Path.Fallback, Leading: m.Leading, Old: m.Old, New: m.New, Trailing: m.Trailing})
	if err != nil {
		return nil, err.Error(), nil
	}
	for _, put := range regions(doc.Text, one) {
		for _, cut := range regions(doc.Text, two) {
			if cut.first < put.end {
				continue
			}
			repair := Repair{
				Title: "Merge these blocks", Edits: []text.Edit{put.put(doc.Text, content), cut.cut(doc.Text)}, Index: first,
			}
			done, _, err := r.try(ctx, repair, func(now *apply.Plan) bool { return r.merged(now, index, m) })
			if err != nil || done != nil {
				return done, "", err
			}
		}
	}
	return nil, sideEffect, nil
}

// merged reports whether a plan is the chat's with both blocks merged.
func (r *Repairs) merged(now *apply.Plan, second int, m *apply.Merged) bool {
	before, first := r.Report.Plan, r.Report.Blocks[second].MergesWith
	was := before.Document
	if len(now.Document.Blocks) != len(was.Blocks)-1 {
		return false
	}
	others := slices.Delete(slices.Clone(was.Blocks), second, second+1)
	others = slices.Delete(others, first, first+1)
	o := now.Outcomes[first]
	if !same(was, others, now.Document, slices.Delete(slices.Clone(now.Document.Blocks), first, first+1)) || !sameRest(was, now.Document) ||
		o.Status != apply.Validated || o.Ambiguous || o.InsideLine || o.Target.Key != r.Report.Blocks[first].Target.Key ||
		!slices.Equal(o.Needle(), slices.Concat(m.Leading, m.Old, m.Trailing)) ||
		!slices.Equal(o.Replacement(), slices.Concat(m.Leading, m.New, m.Trailing)) {
		return false
	}
	if r.Report.Blocks[second].Status != apply.Validated {
		return true
	}
	// Both applied, so the files must come out the same.
	return sameFiles(before, now)
}

func sameFiles(before, now *apply.Plan) bool {
	return slices.EqualFunc(before.Files, now.Files, func(a, b *apply.FileEdit) bool {
		return a.Target.Key == b.Target.Key && (a.Before == b.Before && slices.Equal(a.Edits(), b.Edits()) ||
			string(a.After().Bytes()) == string(b.After().Bytes()))
	})
}
