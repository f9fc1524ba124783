package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// possible returns the files that "apply all" can write with this client, and the indexes of their
// blocks. total counts the edits of all files.
func (n *snapshot) possible(r *diagnostics.Report) (files []*apply.FileEdit, blocks []int, total int) {
	for _, f := range r.Plan.Files {
		total += edits(f)
		if n.client.canWrite(f) {
			files = append(files, f)
			blocks = append(blocks, f.Blocks...)
		}
	}
	return files, blocks, total
}

// edits counts the blocks of files. A code block counts as one edit.
func edits(files ...*apply.FileEdit) int {
	n := 0
	for _, f := range files {
		n += max(1, len(f.Blocks))
	}
	return n
}

// allOfBlocks offers "apply all" anywhere in a chat. Unasked requests get it only on a block, or
// the light bulb would be on every line. It isn't offered if the only edit is offered by itself.
func (a *actions) allOfBlocks(ctx context.Context, _ int) []string {
	if len(a.met[aBlock]) == 0 && a.unasked {
		return nil
	}
	if _, blocks, _ := a.possible(a.report); len(blocks) == 1 && slices.Contains(a.met[aBlock], blocks[0]) {
		if x, _, err := a.applyBlock(ctx, blocks[0], ""); err != nil || x.files != nil {
			return nil
		}
	}
	return []string{""}
}

const nothingToApply = "there is nothing to apply"

func (a *actions) applyAll(context.Context, int, string) (action, string, error) {
	files, blocks, total := a.possible(a.report)
	switch {
	case total == 0 && slices.ContainsFunc(a.proposals(a.report), func(p *apply.Proposal) bool { return p.Edit != nil }):
		return action{}, "no edit block applies; apply the code blocks one by one", nil
	case total == 0:
		return action{}, nothingToApply, nil
	case len(files) == 0:
		return action{}, a.client.cannotWrite(a.report.Plan.Files[0]), nil
	}
	x := action{title: a.applyAllTitle(edits(files...), total), blocks: blocks, message: a.appliedMessage(files, blocks)}
	return a.applying(x, files...)
}

func (a *actions) applyAllTitle(n, total int) string {
	where := "in this document"
	if len(a.report.Plan.Document.Turns) > 0 {
		where = "of this turn"
	}
	switch {
	case n < total:
		return fmt.Sprintf("Apply %d of %d edits %s", n, total, where)
	case n == 1:
		return "Apply the one edit " + where
	default:
		return fmt.Sprintf("Apply all %d edits %s", n, where)
	}
}

const maxLeftOut = 3

func (a *actions) appliedMessage(files []*apply.FileEdit, blocks []int) string {
	where := text.Count(len(files), "file")
	if len(files) == 1 {
		where = text.Escape(files[0].Target.Path)
	}
	var left []string
	for i := range a.report.Blocks {
		b := &a.report.Blocks[i]
		if b.Live && b.Status != apply.Incomplete && b.Word() != diagnostics.Applied && !b.NoChange && !slices.Contains(blocks, i) {
			left = append(left, fmt.Sprintf("line %d (%s)", b.Block.Start.Number(), a.leftOutReason(b)))
		}
	}
	message := fmt.Sprintf("Applied %s to %s", text.Count(edits(files...), "edit"), where)
	if n := len(left); n > 0 {
		more := ""
		if n > maxLeftOut {
			left, more = left[:maxLeftOut], fmt.Sprintf(" and %d more", n-maxLeftOut)
		}
		message += fmt.Sprintf("; left out: %s%s", strings.Join(left, ", "), more)
	}
	if n := a.codeLeft(files); n > 0 {
		message += "; left: " + text.Count(n, "code block")
	}
	if save := a.client.saveAll(); save != "" {
		message += "; save with " + save
	}
	return message
}

// codeLeft counts the code blocks that could be written, and that edits of files don't write.
func (a *actions) codeLeft(files []*apply.FileEdit) (n int) {
	for _, p := range a.proposals(a.report) {
		if p.Edit != nil && !slices.ContainsFunc(files, func(f *apply.FileEdit) bool { return slices.Contains(f.Code, p) }) {
			n++
		}
	}
	return n
}

func (a *actions) leftOutReason(b *diagnostics.Block) string {
	reason := cmp.Or(b.Headline, confirmation(b.Protected() != nil, b.Block.Operation, writingMarker(b)))
	if b.AsksFirst() && b.Ambiguous {
		reason = "several matches: choose a place"
	}
	for _, f := range a.report.Plan.Files {
		if reason == "" && slices.Contains(f.Blocks, b.Block.Index) {
			reason = a.client.cannotWrite(f)
		}
	}
	return text.Escape(reason)
}
