package diagnostics

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Convert writes a block in another form. It is nil for a block that does not apply, or
// matches inside a line, and where the form does not hold the same change.
func (r *Repairs) Convert(ctx context.Context, index int, f *parse.Form) (*Repair, error) {
	b := &r.Report.Blocks[index]
	blk := b.Outcome.Block
	if b.Status != apply.Validated || b.InsideLine || f.Writes(blk) {
		return nil, nil
	}
	edit, _ := b.Document.Edit(blk)
	content, err := f.Write(edit)
	if err != nil {
		return nil, nil // the form cannot hold it
	}
	chat := r.Report.Plan.Document.Text
	for _, region := range regions(chat, blk) {
		repair, err := r.try(ctx, index, "Convert block to "+f.Name, []text.Edit{region.put(chat, content)}, func(o *apply.Outcome) bool {
			return f.Writes(o.Block) && o.Target.Key == b.Target.Key && o.Status == apply.Validated && o.First == b.Outcome.First &&
				o.Chosen == b.Chosen && o.Ambiguous == b.Ambiguous && !o.InsideLine &&
				slices.Equal(o.Needle(), b.Needle()) && slices.Equal(o.Replacement(), b.Replacement())
		})
		if err != nil || repair != nil {
			return repair, err
		}
	}
	return nil, nil
}

// MergesWith is the index of the block with which this one is better merged
// (merge-suggested), or -1.
func (r *Report) MergesWith(index int) int { return r.Blocks[index].mergesWith }

// Merge writes a block and the one above it with which it is better merged as one, in
// the place of the first. It is nil where the two cannot be one, or the files would not
// become what they do.
func (r *Repairs) Merge(ctx context.Context, index int, forms []*parse.Form) (*Repair, error) {
	first := r.Report.MergesWith(index)
	if first < 0 {
		return nil, nil
	}
	m, _, err := r.Report.Plan.Merge(ctx, first, index)
	if err != nil || m == nil {
		return nil, err
	}
	doc := r.Report.Plan.Document
	one, two := &doc.Blocks[first], &doc.Blocks[index]
	i := slices.IndexFunc(forms, func(f *parse.Form) bool { return f.Writes(one) })
	if i < 0 {
		return nil, nil
	}
	content, err := forms[i].Write(parse.Edit{Path: one.Path.Fallback, Leading: m.Leading, Old: m.Old, New: m.New, Trailing: m.Trailing})
	if err != nil {
		return nil, nil // the form cannot hold it
	}
	for _, put := range regions(doc.Text, one) {
		for _, cut := range regions(doc.Text, two) {
			if cut.first < put.end {
				continue
			}
			edits := []text.Edit{put.put(doc.Text, content), cut.cut(doc.Text)}
			was, now, err := r.plans(ctx, edits)
			if err != nil {
				return nil, err
			}
			if r.merged(was, now, first, index, m) {
				return &Repair{Title: "Merge these blocks", Edits: edits, Plan: now, Index: first}, nil
			}
		}
	}
	return nil, nil
}

// merged tells whether a plan is that of the chat with two blocks merged; before is the chat's.
func (r *Repairs) merged(before, now *apply.Plan, first, second int, m *apply.Merged) bool {
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
	// The two did apply one after the other: every file becomes what it would have.
	return slices.EqualFunc(before.Files, now.Files, func(a, b *apply.FileEdit) bool {
		return a.Target.Key == b.Target.Key && (a.Before == b.Before && slices.Equal(a.Edits(), b.Edits()) ||
			string(a.After().Bytes()) == string(b.After().Bytes()))
	})
}
