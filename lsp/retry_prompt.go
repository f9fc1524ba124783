package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

const unfinishedEnd = "The chat ends in an unclosed block, and the prompt would become part of it: close or remove the block"

func (a *actions) failedBlocks(context.Context, int) []string {
	if slices.ContainsFunc(a.met[aBlock], a.wantsRetry) {
		return []string{""}
	}
	return nil
}

func (a *actions) wantsRetry(index int) bool {
	b := &a.report.Blocks[index]
	return b.Live && !b.FitsAlone() && (b.Status == apply.Failed || b.Status == apply.Skipped)
}

// insertRetryPrompt adds the prompt that asks for all failed blocks to the end of the chat.
func (a *actions) insertRetryPrompt(ctx context.Context, _ int, _ string) (action, string, error) {
	x := action{title: "Insert retry prompt"}
	for i := range a.report.Blocks {
		if a.wantsRetry(i) {
			x.blocks = append(x.blocks, i)
		}
	}
	switch {
	case x.blocks == nil:
		return action{}, "no edit has failed", nil
	case a.readOnly:
		return action{}, chatIsReadOnly, nil
	}
	x.edit = func(ctx context.Context) (*protocol.WorkspaceEdit, error) {
		edit, _, err := a.retryEdit(ctx)
		return a.chatEdit([]text.Edit{edit}), err
	}
	if !a.mayBeUnfinished() {
		return x, "", nil // the edit is made when the action is chosen
	}
	_, reason, err := a.retryEdit(ctx)
	return x, reason, err
}

// retryEdit returns the edit that inserts the retry prompt, or why it can't be inserted.
func (a *actions) retryEdit(ctx context.Context) (text.Edit, string, error) {
	failures := prompt.Failures(a.report)
	s, err := prompt.Retry(ctx, a.text, a.checkOptions().Parse, failures)
	if err != nil {
		return text.Edit{}, "", err
	}
	heading, err := prompt.Heading(ctx, a.text, a.checkOptions().Parse)
	if err != nil {
		return text.Edit{}, "", err
	}
	end := text.Line(a.text.LineCount())
	edit := a.promptAt(end, headed(heading, s))
	if !a.mayBeUnfinished() {
		return edit, "", nil
	}
	unfinished, err := a.unfinished(ctx, end, edit)
	if err == nil && unfinished != text.None {
		edit, unfinished, err = a.promptAbove(ctx, unfinished, s, failures)
	}
	if err != nil || unfinished == text.None {
		return edit, "", err
	}
	return text.Edit{}, unfinishedEnd, nil
}

// headed returns a prompt under the heading of the user's turn, if there is one.
func headed(heading, s string) string {
	if heading == "" {
		return s
	}
	return heading + text.LF + text.LF + s
}

// promptAt inserts a prompt above line l or at the end of the chat, with an empty line between.
func (a *actions) promptAt(l text.Line, s string) text.Edit {
	eol := a.text.DominantEnding()
	s = strings.ReplaceAll(s, text.LF, eol)
	if int(l) < a.text.LineCount() {
		return text.Edit{Start: a.text.Start(l), End: a.text.Start(l), New: s + eol}
	}
	s = eol + s
	if !a.text.EndsWithNewline() {
		s = eol + s
	}
	return text.Edit{Start: a.text.Len(), End: a.text.Len(), New: s}
}

// promptAbove inserts a prompt above an unclosed block and its path. marker is the line of its
// start marker; unfinished is as in [actions.unfinished].
func (a *actions) promptAbove(ctx context.Context, marker text.Line, s string, failures []prompt.Failure) (edit text.Edit, unfinished text.Line, err error) {
	first := marker
	for first > 0 && first > marker-maxPathDistance && strings.TrimSpace(a.text.Line(first-1)) != "" {
		first--
	}
	// The prompt names chat lines. Those below it move down by its own length.
	moved := strings.Count(a.promptAt(first, s).New, text.LF)
	failures = slices.Clone(failures)
	for i := range failures {
		if failures[i].Line > int(first) {
			failures[i].Line += moved
		}
	}
	if s, err = prompt.Retry(ctx, a.text, a.checkOptions().Parse, failures); err != nil {
		return edit, text.None, err
	}
	edit = a.promptAt(first, s)
	unfinished, err = a.unfinished(ctx, first, edit)
	return edit, unfinished, err
}

// unfinished returns the line of the start marker of an unclosed block that would absorb what edit
// inserts above line l, or None if the edit is safe.
func (a *actions) unfinished(ctx context.Context, l text.Line, edit text.Edit) (text.Line, error) {
	o := a.checkOptions().Parse
	o.Growing = false
	before, err := parse.Document(ctx, a.text, o, nil)
	if err != nil {
		return text.None, err
	}
	after, err := parse.Document(ctx, a.text.Apply([]text.Edit{edit}), o, nil)
	if err != nil {
		return text.None, err
	}
	moved := text.Line(strings.Count(edit.New, text.LF))
	where := func(at text.Line) text.Line {
		if at >= l {
			at += moved
		}
		return at
	}
	for i, p := range before.Problems {
		if i >= len(after.Problems) || after.Problems[i].Start != where(p.Start) || after.Problems[i].End != where(p.End) {
			return p.Start, nil
		}
	}
	for i, b := range before.Blocks {
		if i >= len(after.Blocks) || after.Blocks[i].Start != where(b.Start) || after.Blocks[i].End != where(b.End) {
			return b.Start, nil
		}
	}
	if len(after.Problems) > len(before.Problems) || len(after.Blocks) > len(before.Blocks) {
		return l, nil // the inserted text would be parsed as a block
	}
	return text.None, nil
}

// mayBeUnfinished reports whether the chat may end in an unclosed block: it is still growing, or
// there is a problem after the last block.
func (a *actions) mayBeUnfinished() bool {
	doc := a.report.Plan.Document
	end := text.Line(-1)
	if n := len(doc.Blocks); n > 0 {
		end = doc.Blocks[n-1].End
	}
	return a.growing || slices.ContainsFunc(doc.Problems, func(p parse.Problem) bool { return p.End > end })
}
