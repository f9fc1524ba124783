package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// appliedBlocks offers "revert all" anywhere in a chat, as "apply all" is. It isn't offered if "revert" of the
// only block is.
func (a *actions) appliedBlocks(context.Context, int) []string {
	if a.unasked { // a light bulb would be on every line, and looking at all blocks takes time
		return nil
	}
	for i := range a.report.Blocks {
		b := &a.report.Blocks[i]
		if b.Status == apply.AlreadyApplied && b.Outcome.Applied != nil && !slices.Contains(a.met[aBlock], i) {
			return []string{""}
		}
	}
	if slices.ContainsFunc(a.report.Proposals, func(p *apply.Proposal) bool { return len(p.Applied) > 0 && !slices.Contains(a.met[aProposal], p.Index) }) {
		return []string{""}
	}
	return nil
}

const nothingToRevert = "nothing that was applied is known"

// revertAll undoes what the chat has applied, of all its turns, in one edit.
func (a *actions) revertAll(ctx context.Context, _ int, _ string) (action, string, error) {
	all, left, err := a.report.Plan.RevertAll(ctx, a.report.Proposals)
	if err != nil {
		return action{}, "", err
	}
	x := action{title: "Revert all edits of this document", reverts: true}
	var files []*apply.FileEdit
	n := 0
	for _, f := range all {
		if !a.client.canWrite(f) {
			left = append(left, a.stays(f)...)
			continue
		}
		files, x.blocks, n = append(files, f), append(x.blocks, f.Blocks...), n+len(f.Blocks)+len(f.Code)
	}
	switch {
	case len(files) == 0 && len(left) == 0:
		return action{}, nothingToRevert, nil
	case len(files) == 0:
		return x, a.notReverted(left[0]), nil
	}
	x.message = fmt.Sprintf("Reverted %s in %s", text.Count(n, "edit"), text.Count(len(files), "file"))
	if len(left) > 0 {
		var reasons []string
		for _, n := range left[:min(len(left), maxLeftOut)] {
			reasons = append(reasons, fmt.Sprintf("line %d (%s)", n.Line.Number(), a.notReverted(n)))
		}
		x.message += "; left: " + strings.Join(reasons, ", ")
		if more := len(left) - maxLeftOut; more > 0 {
			x.message += fmt.Sprintf(" and %d more", more)
		}
	}
	if save := a.client.saveAll(); save != "" {
		x.message += "; save with " + save
	}
	return a.applying(x, files...)
}

// stays returns what a file keeps that the client can't write.
func (a *actions) stays(f *apply.FileEdit) (left []apply.NotReverted) {
	reason := a.client.cannotWrite(f)
	for _, i := range f.Blocks {
		left = append(left, apply.NotReverted{Line: a.report.Blocks[i].Block.Start, Target: &f.Target, Reason: reason})
	}
	for _, p := range f.Code {
		left = append(left, apply.NotReverted{Line: p.Start, Target: &f.Target, Reason: reason})
	}
	return left
}

func (a *actions) notReverted(n apply.NotReverted) string {
	if a.client.ledger.IsUnsaved(n.Target) {
		return saveFirst(n.Target)
	}
	return n.Reason
}
