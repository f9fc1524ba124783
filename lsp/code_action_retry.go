package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// unfinishedEnd is why no prompt is put at the end of a chat.
const unfinishedEnd = "The chat ends in a block that is not closed, and a prompt behind it would be read as a part of that: close the block, or take it out"

// forRetry offers to put the prompt that asks for what failed at the end of the chat,
// where a person can read, change and send it.
func (a *actions) forRetry(ctx context.Context) error {
	var blocks []int
	for _, b := range a.met() {
		if b.Live && (b.Status == apply.Failed || b.Status == apply.Skipped) {
			blocks = append(blocks, b.Outcome.Block.Index)
		}
	}
	if len(blocks) == 0 {
		return nil
	}
	s, err := a.retryPrompt(ctx, a.report.Failures())
	if err != nil || s == "" {
		return err
	}
	eol := a.text.DominantEnding()
	s = eol + strings.ReplaceAll(s, text.LF, eol)
	if !a.text.EndsWithNewline() {
		s = eol + s
	}
	x := action{title: "Insert retry prompt", blocks: blocks}
	edits := []text.Edit{{Start: a.text.Len(), End: a.text.Len(), New: s}}
	switch apart, err := a.standsApart(ctx, edits); {
	case err != nil:
		return err
	case apart:
		x.edit = a.chatEdit(edits)
	default:
		x.disabled = unfinishedEnd
	}
	a.add(x)
	return nil
}

// standsApart tells whether the chat means the same with what edits put at its end. It
// does not where it ends in the middle of a block.
func (a *actions) standsApart(ctx context.Context, edits []text.Edit) (bool, error) {
	if doc := a.report.Plan.Document; !a.growing && !endsUnfinished(doc) {
		return true, nil
	}
	o := a.parseOptions()
	o.Growing = false
	before, err := parse.Document(ctx, a.text, o)
	if err != nil {
		return false, err
	}
	after, err := parse.Document(ctx, a.text.Apply(edits), o)
	if err != nil {
		return false, err
	}
	sameBlock := func(x, y *parse.Block) bool { return x.Start == y.Start && x.End == y.End }
	sameProblem := func(x, y parse.Problem) bool { return x.Code == y.Code && x.Start == y.Start && x.End == y.End }
	return slices.EqualFunc(before.Blocks, after.Blocks, sameBlock) && slices.EqualFunc(before.Problems, after.Problems, sameProblem), nil
}

// endsUnfinished tells whether something stands behind the last block that is none.
func endsUnfinished(doc *parse.Result) bool {
	end := text.Line(-1)
	if n := len(doc.Blocks); n > 0 {
		end = doc.Blocks[n-1].End
	}
	return slices.ContainsFunc(doc.Problems, func(p parse.Problem) bool { return p.End > end })
}

// retryPrompt is the prompt that asks for what failed again.
func (n *snapshot) retryPrompt(ctx context.Context, failures []diagnostics.Failure) (string, error) {
	list := make([]prompt.Failure, len(failures))
	for i, f := range failures {
		list[i] = prompt.Failure(f)
	}
	return prompt.Retry(ctx, n.text, n.parseOptions(), list)
}
