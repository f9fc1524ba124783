package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// The kinds of actions that are offered besides quick fixes and rewriting.
const (
	kindApplyEdits = protocol.CodeActionKind("source.applyEdits")
	kindFixAll     = protocol.CodeActionKindSourceFixAll + ".editLsp"
)

// announcedKinds are the kinds of code actions that clients are told of.
var announcedKinds = []protocol.CodeActionKind{
	protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite, kindApplyEdits, kindFixAll,
}

// subject is what an action is about; its index counts the ones of that sort.
type subject int

const (
	aBlock subject = iota
	aCommand
	aProposal
	theChat
)

// actionKind is a row of the table of actions.
type actionKind struct {
	name string
	kind protocol.CodeActionKind
	// places returns where the action may be offered: one subject may have several places,
	// or none. Nil stands for one place without a name.
	places func(a *actions, ctx context.Context, index int) []string
	// make returns the action, or why it can't be had. An action that has a title even so is
	// shown as disabled, with the reason.
	make func(a *actions, ctx context.Context, index int, place string) (action, string, error)
}

// actionGroup are kinds of actions that are offered together, subject by subject.
type actionGroup struct {
	about subject
	kinds []actionKind
}

// actionTable is the table of actions, in the order in which they're offered.
var actionTable = []actionGroup{
	{aBlock, []actionKind{
		{"apply", protocol.CodeActionKindQuickFix, nil, (*actions).applyBlock},
		{"revert", protocol.CodeActionKindQuickFix, nil, (*actions).revertBlock},
		{"goTo", protocol.CodeActionKindQuickFix, nil, (*actions).goToApplied},
		{"fix", protocol.CodeActionKindQuickFix, nil, (*actions).fixBlock},
		{"applyNearest", protocol.CodeActionKindQuickFix, nil, (*actions).applyNearest},
		{"overwrite", protocol.CodeActionKindQuickFix, nil, (*actions).overwriteFile},
		{"append", protocol.CodeActionKindQuickFix, nil, (*actions).appendToFile},
		{"rename", protocol.CodeActionKindQuickFix, (*actions).otherPaths, (*actions).renamePath},
		{"applyAt", protocol.CodeActionKindQuickFix, (*actions).matches, (*actions).applyAt},
		{"extend", protocol.CodeActionKindQuickFix, (*actions).matches, (*actions).extendAnchor},
		{"merge", protocol.CodeActionKindQuickFix, nil, (*actions).mergeBlocks},
		{"delete", protocol.CodeActionKindQuickFix, nil, (*actions).deleteFile},
		{"addToContext", protocol.CodeActionKindQuickFix, nil, (*actions).addToContext},
	}},
	{aProposal, []actionKind{
		{"writeFile", protocol.CodeActionKindQuickFix, nil, (*actions).writeFile},
	}},
	{aCommand, []actionKind{
		{"shell", protocol.CodeActionKindQuickFix, (*actions).commandLine, (*actions).fileOperation},
	}},
	{theChat, []actionKind{
		{"applyAll", protocol.CodeActionKindQuickFix, (*actions).allOfBlocks, (*actions).applyAll},
		{"applyFile", protocol.CodeActionKindQuickFix, (*actions).filesOfBlocks, (*actions).applyFile},
		{"retry", protocol.CodeActionKindQuickFix, (*actions).failedBlocks, (*actions).insertRetryPrompt},
	}},
	{aBlock, []actionKind{
		{"convert", protocol.CodeActionKindRefactorRewrite, (*actions).otherForms, (*actions).convertBlock},
	}},
	{theChat, []actionKind{
		{"applyEdits", kindApplyEdits, nil, (*actions).applyAll},
		{"fixAll", kindFixAll, nil, (*actions).applyAll},
	}},
}

// actionID identifies an action. It goes with the action, and comes back to have its edit.
type actionID struct {
	URI  protocol.DocumentUri `json:"uri"`
	Kind string               `json:"kind,omitempty"`
	// Block is the index of what the action is about, and Place one of its places.
	Block *int   `json:"block,omitempty"`
	Place string `json:"place,omitempty"`
	// Proposal is the index of a whole file, which counts on from those of the blocks.
	Proposal *int `json:"proposal,omitempty"`
}

func (id actionID) String() string {
	index := -1
	switch {
	case id.Block != nil:
		index = *id.Block
	case id.Proposal != nil:
		index = *id.Proposal
	}
	return fmt.Sprint(id.URI, " ", id.Kind, " ", index, " ", id.Place)
}

// action is a code action before it is put in the words of the protocol.
type action struct {
	id        actionID
	kind      protocol.CodeActionKind
	title     string
	preferred bool
	// disabled is why it can't be had, or empty.
	disabled string
	// blocks are the indexes of the blocks that it's made from.
	blocks []int
	// proposal is the whole file that it writes, or nil.
	proposal *apply.Proposal
	// files are the edits of targets that it applies, and confirm is why the client should
	// ask first, or empty.
	files   []*apply.FileEdit
	confirm string
	// reverts: the edits undo what the blocks did.
	reverts bool
	edit    func(context.Context) (*protocol.WorkspaceEdit, error)
	// message says what was applied, once it is, where that is several edits.
	message string
	// command is run by the client when it has applied the edit, or nil.
	command *protocol.Command
}

// actions makes the code actions of a chat.
type actions struct {
	*snapshot
	report  *diagnostics.Report
	view    *workspace.View
	repairs *repair.Repairs
	// unasked: the client wants to know whether to show that there are any.
	unasked bool
	// met are the indexes of what a request is about.
	met map[subject][]int
}

func (n *snapshot) actions(ctx context.Context, r *diagnostics.Report) *actions {
	view := n.targets.View(ctx, n.origin)
	return &actions{
		snapshot: n, report: r, view: view,
		repairs: &repair.Repairs{Report: r, Targets: view, Options: n.checkOptions(), Cache: n.cache},
		met:     map[subject][]int{theChat: {0}},
	}
}

// codeAction offers what can be done with the blocks in a range.
//
// At each move of the cursor an editor asks whether to show a light bulb. To answer, no
// repair is tried: that reads the whole chat again. It is tried when its edit is asked for.
func (s *session) codeAction(_ context.Context, p protocol.CodeActionParams) (func(context.Context) ([]protocol.CodeAction, error), error) {
	inTarget := s.targetActions(p)
	work, err := inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) ([]protocol.CodeAction, error) {
		r, err := n.report(ctx)
		if err != nil {
			return nil, err
		}
		unasked := p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic
		a := n.actions(ctx, r)
		a.unasked = unasked
		a.repairs.Untried = unasked && n.client.resolvesEdits()
		first, last := n.text.LineAt(n.text.Offset(position(p.Range.Start), n.encoding)), n.text.LineAt(n.text.Offset(position(p.Range.End), n.encoding))
		a.meet(first, last)
		if err := a.meetProposals(ctx, first, last); err != nil {
			return nil, err
		}
		list, err := a.list(ctx, wantedKinds(p.Context))
		if err != nil {
			return nil, err
		}
		if !unasked {
			s.warnOfUnsaved(n, list)
		}
		found, err := a.toProtocol(ctx, list, p.Context.Diagnostics)
		if err != nil || inTarget == nil {
			return found, err
		}
		more, err := inTarget(ctx)
		return append(found, more...), err
	})
	if work == nil && err == nil {
		return inTarget, nil
	}
	return work, err
}

// meet notes which blocks and suggested commands are on the lines from first to last.
func (a *actions) meet(first, last text.Line) {
	for i := range a.report.Blocks {
		if from, to := extent(&a.report.Blocks[i]); from <= last && first <= to {
			a.met[aBlock] = append(a.met[aBlock], i)
		}
	}
	for i, f := range a.report.Shell {
		if first <= f.First && f.First <= last {
			a.met[aCommand] = append(a.met[aCommand], i)
		}
	}
}

// extent is the first and the last chat line of a block, with its path line.
func extent(b *diagnostics.Block) (first, last text.Line) {
	blk := b.Outcome.Block
	first = blk.Start
	if p := blk.Path.Line; p != text.None && p < first && p >= first-maxPathDistance {
		first = p
	}
	return first, blk.End
}

// headLine is the line of a chat that says what a block is about: that of its path, but of
// a rename, which has it in common with the other changes of the file, its own.
func headLine(b *diagnostics.Block) text.Line {
	if b.Outcome.Block.Operation == parse.Rename {
		return b.Outcome.Block.Start
	}
	first, _ := extent(b)
	return first
}

// maxPathDistance is how many lines a block's path may be above it to count as a part of
// it: further up it is the path of other blocks too.
const maxPathDistance = 5

// list returns the actions for what was met.
func (a *actions) list(ctx context.Context, kinds []protocol.CodeActionKind) ([]action, error) {
	var list []action
	for _, group := range actionTable {
		for _, index := range a.met[group.about] {
			found, err := a.listFor(ctx, group, index, kinds)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
	}
	return list, nil
}

// listFor returns the actions of a group for one subject.
func (a *actions) listFor(ctx context.Context, group actionGroup, index int, kinds []protocol.CodeActionKind) ([]action, error) {
	var list []action
	for _, k := range group.kinds {
		places := []string{""}
		switch {
		case !slices.Contains(kinds, k.kind):
			continue
		case k.places != nil:
			places = k.places(a, ctx, index)
		}
		for _, place := range places {
			x, err := a.action(ctx, k, group.about, index, place)
			if err != nil {
				return nil, err
			}
			if x.title != "" {
				list = append(list, x)
			}
		}
	}
	return list, nil
}

// action returns one action; without a title it isn't to be offered.
func (a *actions) action(ctx context.Context, k actionKind, about subject, index int, place string) (action, error) {
	x, reason, err := k.make(a, ctx, index, place)
	x.id, x.kind, x.disabled = actionID{URI: a.document.uri, Kind: k.name, Place: place}, k.kind, reason
	switch about {
	case theChat:
	case aProposal:
		x.id.Proposal = &index
	default:
		x.id.Block = &index
	}
	if about == aBlock && x.blocks == nil {
		x.blocks = []int{index}
	}
	if err == nil {
		err = ctx.Err()
	}
	return x, err
}

// toProtocol returns actions as the client takes them. It has its own diagnostics back with
// the actions of their blocks.
func (a *actions) toProtocol(ctx context.Context, list []action, shown []protocol.Diagnostic) ([]protocol.CodeAction, error) {
	answer := []protocol.CodeAction{}
	for _, x := range list {
		c := protocol.CodeAction{
			Title: x.title, Kind: &x.kind, Diagnostics: diagnosticsOf(a.report, x.blocks, shown), Command: x.command,
		}
		var err error
		switch {
		case x.disabled != "" && !a.client.disabledActions():
			continue
		case x.disabled != "":
			c.Disabled = &protocol.CodeActionDisabled{Reason: x.disabled}
			answer = append(answer, c)
			continue
		case x.edit == nil: // its command is all there is
		case a.client.resolvesEdits():
			c.Data, err = json.Marshal(actionData{x.id, a.fingerprint(x)})
		default:
			c.Edit, err = x.edit(ctx)
			a.offered(x)
		}
		if err != nil {
			return nil, err
		}
		if a.tellsApplied(x) && !a.client.resolvesCommands() {
			c.Command = appliedCommand(x)
		}
		if x.preferred && a.client.preferredActions() {
			c.IsPreferred = &x.preferred
		}
		answer = append(answer, c)
	}
	return answer, nil
}

// diagnosticsOf returns those of the request's own diagnostics that the blocks have.
func diagnosticsOf(r *diagnostics.Report, blocks []int, shown []protocol.Diagnostic) []protocol.Diagnostic {
	var list []protocol.Diagnostic
	for _, d := range shown {
		line := lineOf(d.Range.Start.Line)
		here := func(i int) bool {
			from, to := extent(&r.Blocks[i])
			return from <= line && line <= to
		}
		if d.Source == source && slices.ContainsFunc(blocks, here) {
			list = append(list, d)
		}
	}
	return list
}

// wantedKinds returns those of our kinds that a client asks for.
//
// Editors can be told to run all actions of the kind source.fixAll whenever a file is
// saved. A model's edits must not be applied by that: the kinds that apply all of them
// are offered only to who asks for one of them by its name, or for all source actions,
// as a menu does.
func wantedKinds(c protocol.CodeActionContext) []protocol.CodeActionKind {
	return slices.DeleteFunc(slices.Clone(announcedKinds), func(kind protocol.CodeActionKind) bool {
		switch kind {
		case kindApplyEdits:
			return !slices.Contains(c.Only, kind) && !slices.Contains(c.Only, protocol.CodeActionKindSource)
		case kindFixAll:
			return !slices.Contains(c.Only, kind)
		case protocol.CodeActionKindRefactorRewrite:
			// No block needs to be rewritten: a light bulb isn't for that.
			return !wants(c.Only, kind) || len(c.Only) == 0 && c.TriggerKind == protocol.CodeActionTriggerKindAutomatic
		}
		return !wants(c.Only, kind)
	})
}

// wants reports whether a client that asks for only these kinds wants kind.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}
