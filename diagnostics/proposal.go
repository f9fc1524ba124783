package diagnostics

import (
	"context"
	"fmt"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
)

// CodeBlocks is what to do with code blocks, as the setting of that name says.
type CodeBlocks string

// The choices. The zero value ignores them too.
const (
	CodeBlocksOff CodeBlocks = "off"
	// CodeBlocksOffer finds them in answers and in documents without a file.
	CodeBlocksOffer CodeBlocks = "offer"
	// CodeBlocksApply makes them part of the plan.
	CodeBlocksApply CodeBlocks = "apply"
)

// propose adds the code blocks to a report, and to its plan if the options ask for that.
func (r *Report) propose(ctx context.Context, targets apply.Targets, o Options, c *Cache) (err error) {
	doc := r.Plan.Document
	switch o.CodeBlocks {
	case CodeBlocksApply:
	case CodeBlocksOffer:
		if !doc.IsAnswer(r.examples) && !o.IsAnswer && !o.Offers && o.Parse.FileName != "" {
			return nil
		}
	default:
		return nil
	}
	options := o.planOptions(doc)
	if r.Proposals, err = r.Plan.Propose(ctx, targets, options, c.forPlans()); err != nil {
		return err
	}
	meanOthers(ctx, doc, r.Proposals, targets)
	r.explainOrder()
	for _, p := range r.Proposals {
		if p.Edit != nil {
			r.Offered++
		}
		if p.IsUnread() {
			r.NotRead++
		}
	}
	if o.CodeBlocks == CodeBlocksApply {
		r.Plan = r.Plan.With(r.Proposals, options)
	}
	return nil
}

// explainOrder says which blocks need a code block above them that isn't written yet: blocks are placed first
// (code-blocks/block-on-a-code-block).
func (r *Report) explainOrder() {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if !b.Live || !b.isMissed() || b.Code != b.Reason {
			continue
		}
		for _, p := range slices.Backward(r.Proposals) {
			if p.LeadsTo(b.Outcome) {
				b.Notes = append(slices.Clip(b.Notes), fmt.Sprintf("it would fit once code block %d is applied", p.Index+1))
				break
			}
		}
	}
}
