package apply

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// before is what the plan of the document's last version knew.
type before struct {
	plan *Plan
	doc  *parse.Result
	// head blocks are the same at the beginning of both versions, and tail at the end.
	head, tail int
}

// newBefore compares two versions of a document; without a last one it knows nothing.
func newBefore(last *Plan, doc *parse.Result, o Options) *before {
	w := &before{plan: last, doc: doc}
	if last == nil || last.options.Scope != o.Scope || last.options.Only != nil || o.Only != nil || last.options.Confirmed != o.Confirmed {
		return w
	}
	was, now := last.Document.Blocks, doc.Blocks
	for w.head < len(was) && w.head < len(now) && parse.SameBlock(last.Document, &was[w.head], doc, &now[w.head]) {
		w.head++
	}
	most := min(len(was), len(now)) - w.head
	for w.tail < most && parse.SameBlock(last.Document, &was[len(was)-1-w.tail], doc, &now[len(now)-1-w.tail]) {
		w.tail++
	}
	return w
}

// outcome of the block with that index, as it was, or nil.
func (w *before) outcome(index int) *Outcome {
	switch now := len(w.doc.Blocks); {
	case index < w.head:
		return w.plan.Outcomes[index]
	case index >= now-w.tail:
		return w.plan.Outcomes[len(w.plan.Outcomes)-(now-index)]
	}
	return nil
}

// keeps tells whether what became of the block b, which is the outcome's own in another
// version, is what it was, as far as that depends on the block and its target only. A
// block that is judged together with others is kept if those are too ([before.together]).
func (o *Outcome) keeps(b *parse.Block, at *aim, live bool) bool {
	if o.Live != live || o.Status == Incomplete || b.Incomplete || !sameTarget(o.Target, &at.target) {
		return false
	}
	outside := !at.inside && b.Operation == parse.Modify
	if o.Target.Refusal == nil && b.Path.Named() && outside != (o.Reason == codes.NotInContext) {
		return false
	}
	// What is masked in a chat that is its own target depends on all its blocks.
	return !at.target.Own
}

// together is what the blocks of a file did in the last version, if the file and all of
// them are as they were, and at the same places in the document's list, which outcomes
// name.
func (w *before) together(f *file) *file {
	if w.plan == nil || f.kept != len(f.sequence) {
		return nil
	}
	was := w.plan.files[f.target.Key]
	if was == nil || len(was.sequence) != len(f.sequence) {
		return nil
	}
	for i, o := range f.sequence {
		if p := was.sequence[i]; p.Block.Index != o.Block.Index || w.outcome(o.Block.Index) != p {
			return nil
		}
	}
	return was
}

// as is the outcome for the same block of another version.
func (o *Outcome) as(doc *parse.Result, b *parse.Block) *Outcome {
	if o.Block == b {
		return o
	}
	n := *o
	n.Document, n.Block = doc, b
	return &n
}

// sameTarget tells whether two looks at a target saw the same.
func sameTarget(a, b *workspace.Target) bool {
	switch {
	case a.Name != b.Name, a.Path != b.Path, a.Key != b.Key, a.Abs != b.Abs, a.Why != b.Why,
		a.Exists != b.Exists, a.Protected != b.Protected, a.Own != b.Own, a.ParentExists != b.ParentExists,
		(a.Refusal == nil) != (b.Refusal == nil),
		!slices.Equal(a.Candidates, b.Candidates):
		return false
	case a.Refusal != nil && *a.Refusal != *b.Refusal:
		return false
	}
	return a.File.Same(b.File)
}
