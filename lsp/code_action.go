package lsp

import (
	"context"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/repair"
)

// codeAction offers what can be done with the blocks in a range. The edits are worked
// out from the texts as they are now, so that what is stale is never sent.
func (s *session) codeAction(_ context.Context, p protocol.CodeActionParams) (func(context.Context) ([]protocol.CodeAction, error), error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) ([]protocol.CodeAction, error) {
		r, err := n.report(ctx)
		if err != nil {
			return nil, err
		}
		q := question{URI: p.TextDocument.URI, Kinds: wantedKinds(p.Context)}
		first := n.text.LineAt(n.text.Offset(position(p.Range.Start), n.encoding))
		last := n.text.LineAt(n.text.Offset(position(p.Range.End), n.encoding))
		for i := range r.Blocks {
			if from, to := extent(&r.Blocks[i]); from <= last && first <= to {
				q.Blocks = append(q.Blocks, i)
			}
		}
		for i, f := range r.Shell {
			if first <= f.First && f.First <= last {
				q.Shell = append(q.Shell, i)
			}
		}
		list, err := n.actions(ctx, r, q)
		if err != nil {
			return nil, err
		}
		if p.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic {
			s.sayWhatIsUnsaved(n, list)
		}
		return n.wordActions(r, list, q, p.Context.Diagnostics)
	})
}

// sayWhatIsUnsaved says once of each file why its edits are not to be had: most editors
// hide what is disabled.
func (s *session) sayWhatIsUnsaved(n *snapshot, list []action) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range list {
		for _, f := range x.files {
			if x.disabled != "" && !n.client.unsaved.allows(f) {
				s.warnOnce(n.client.cannotWrite(f))
			}
		}
	}
}

// question is what a client asks the actions for. It goes with each action that is to
// be resolved, and is asked again then.
type question struct {
	URI protocol.DocumentUri `json:"uri"`
	// Blocks and Shell are the indexes of the blocks and suggestions that are met.
	Blocks []int                     `json:"blocks,omitempty"`
	Shell  []int                     `json:"shell,omitempty"`
	Kinds  []protocol.CodeActionKind `json:"kinds,omitempty"`
}

func (q question) wants(kind protocol.CodeActionKind) bool { return slices.Contains(q.Kinds, kind) }

// extent is the first and the last chat line of a block, with its path line.
func extent(b *diagnostics.Block) (first, last text.Line) {
	blk := b.Outcome.Block
	first = blk.Start
	if p := blk.Path.Line; p != text.None && p < first && p >= first-maxPathDistance {
		first = p
	}
	return first, blk.End
}

// maxPathDistance is how many lines a block's path may stand above it to count as a
// part of it: further up it is the path of other blocks too.
const maxPathDistance = 5

// action is a code action before it is worded for the client.
type action struct {
	title string
	kind  protocol.CodeActionKind
	edit  *protocol.WorkspaceEdit
	// files are those whose edits it applies.
	files []*apply.FileEdit
	// disabled is why it cannot be had, or empty.
	disabled string
	// blocks are the indexes of the blocks that it is about.
	blocks    []int
	preferred bool
	// command is run by the client when it has applied the edit, or nil.
	command *protocol.Command
}

// actions collects the code actions of a request.
type actions struct {
	*snapshot
	report  *diagnostics.Report
	repairs *repair.Repairs
	ask     question
	// alone are the indexes of the blocks that are offered to be applied by themselves.
	alone []int
	list  []action
}

// actions are all that answer a question.
func (n *snapshot) actions(ctx context.Context, r *diagnostics.Report, q question) ([]action, error) {
	a := &actions{snapshot: n, report: r, repairs: n.repairs(ctx, r), ask: q}
	steps := []func(context.Context) error{}
	if q.wants(protocol.CodeActionKindQuickFix) {
		steps = append(steps, a.forBlocks, a.forShell, a.forAll, a.forRetry)
	}
	if q.wants(protocol.CodeActionKindRefactorRewrite) {
		steps = append(steps, a.forConversion)
	}
	for _, step := range append(steps, a.forSource) {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return a.list, nil
}

// repairs rewrites blocks of a report.
func (n *snapshot) repairs(ctx context.Context, r *diagnostics.Report) *repair.Repairs {
	return &repair.Repairs{Report: r, Targets: n.targets.View(ctx, n.origin), Options: n.checkOptions(), Cache: n.cache}
}

// met are the blocks that the request is about.
func (a *actions) met() []*diagnostics.Block {
	list := make([]*diagnostics.Block, len(a.ask.Blocks))
	for i, index := range a.ask.Blocks {
		list[i] = &a.report.Blocks[index]
	}
	return list
}

// applies adds an action that applies edits of files, if the client can. confirm is why
// it shall ask first, or empty.
func (a *actions) applies(x action, edits []*apply.FileEdit, confirm string) {
	x.files = edits
	for _, f := range edits {
		if !a.client.canWrite(f) {
			x.disabled = a.client.cannotWrite(f)
			a.add(x)
			return
		}
	}
	x.edit = a.workspaceEdit(edits, confirm)
	a.add(x)
}

// rewrites adds an action that rewrites the chat itself.
func (a *actions) rewrites(title string, blocks []int, edits []text.Edit) {
	a.add(action{title: title, blocks: blocks, edit: a.chatEdit(edits)})
}

func (a *actions) add(x action) {
	if x.kind == "" {
		x.kind = protocol.CodeActionKindQuickFix
	}
	a.list = append(a.list, x)
}
