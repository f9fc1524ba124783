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
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

const (
	kindApplyEdits = protocol.CodeActionKind("source.applyEdits")
	kindFixAll     = protocol.CodeActionKindSourceFixAll + ".editLsp"
)

var announcedKinds = []protocol.CodeActionKind{
	protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite, kindApplyEdits, kindFixAll,
}

// subject is what an action is about. An index selects one of its kind.
type subject int

const (
	aBlock subject = iota
	aCommand
	aProposal
	theChat
)

type actionKind struct {
	name string
	// places returns the places of one subject where the action may be offered. Nil means one
	// unnamed place.
	places func(a *actions, ctx context.Context, index int) []string
	// make returns the action, or a reason why it isn't available. An action with both a title and
	// a reason is shown as disabled.
	make func(a *actions, ctx context.Context, index int, place string) (action, string, error)
}

type actionGroup struct {
	about   subject
	kind    protocol.CodeActionKind
	actions []actionKind
}

// actionTable lists all actions in the order in which they're offered.
var actionTable = []actionGroup{
	{aBlock, protocol.CodeActionKindQuickFix, []actionKind{
		{"apply", nil, (*actions).applyBlock},
		{"revert", nil, (*actions).revertBlock},
		{"goTo", nil, (*actions).goToApplied},
		{"applyAnyway", nil, (*actions).applyAnyway},
		{"fix", nil, (*actions).fixBlock},
		{"applyNearest", nil, (*actions).applyNearest},
		{"overwrite", nil, (*actions).overwriteFile},
		{"append", nil, (*actions).appendToFile},
		{"rename", (*actions).otherPaths, (*actions).renamePath},
		{"applyAt", (*actions).matches, (*actions).applyAt},
		{"extend", (*actions).matches, (*actions).extendAnchor},
		{"merge", nil, (*actions).mergeBlocks},
		{"delete", nil, (*actions).deleteFile},
		{"addToContext", nil, (*actions).addToContext},
	}},
	{aProposal, protocol.CodeActionKindQuickFix, []actionKind{
		{"writeFile", nil, (*actions).writeFile},
		{"writeHunk", (*actions).noHunks, (*actions).writeHunk},
		{"writeAs", (*actions).kindsOfCode, (*actions).writeAs},
		{"revertCode", nil, (*actions).revertCode},
	}},
	{aCommand, protocol.CodeActionKindQuickFix, []actionKind{
		{"shell", (*actions).commandLine, (*actions).fileOperation},
	}},
	{theChat, protocol.CodeActionKindQuickFix, []actionKind{
		{"applyAll", (*actions).allOfBlocks, (*actions).applyAll},
		{"applyFile", (*actions).filesOfBlocks, (*actions).applyFile},
		{"revertAll", (*actions).appliedBlocks, (*actions).revertAll},
		{"fixPaths", (*actions).wrongPaths, (*actions).fixPaths},
		{"retry", (*actions).failedBlocks, (*actions).insertRetryPrompt},
	}},
	{aBlock, protocol.CodeActionKindRefactorRewrite, []actionKind{
		{"convert", (*actions).otherForms, (*actions).convertBlock},
		{"split", nil, (*actions).splitBlock},
	}},
	{aProposal, protocol.CodeActionKindRefactorRewrite, []actionKind{
		{"splitCode", nil, (*actions).splitCode},
	}},
	{theChat, protocol.CodeActionKindRefactorRewrite, []actionKind{
		{"offerCode", (*actions).examplesHere, (*actions).offerCode},
	}},
	{theChat, kindApplyEdits, []actionKind{
		{"applyEdits", nil, (*actions).applyAll},
	}},
	{theChat, kindFixAll, []actionKind{
		{"fixAll", nil, (*actions).applyAll},
	}},
}

// actionID identifies an action. Clients send it back to resolve the edit.
type actionID struct {
	URI  protocol.DocumentUri `json:"uri"`
	Kind string               `json:"kind,omitempty"`
	// Block is the index of the action's subject, Place one of its places.
	Block *int   `json:"block,omitempty"`
	Place string `json:"place,omitempty"`
	// Proposal is the index of a code block. These indexes continue those of the blocks.
	Proposal *int `json:"proposal,omitempty"`
}

// index returns the index of what the action is about, or 0.
func (id actionID) index() int {
	switch {
	case id.Block != nil:
		return *id.Block
	case id.Proposal != nil:
		return *id.Proposal
	}
	return 0
}

func (id actionID) String() string {
	return fmt.Sprint(id.URI, " ", id.Kind, " ", id.index(), " ", id.Place)
}

type action struct {
	id        actionID
	kind      protocol.CodeActionKind
	title     string
	preferred bool
	// disabled is the reason why it isn't available, or "".
	disabled string
	blocks   []int
	// proposal is the code block that an action without files rewrites, or nil.
	proposal *apply.Proposal
	// files are the edits of targets. confirm is why the client should ask first, or "".
	files   []*apply.FileEdit
	confirm string
	reverts bool
	edit    func(context.Context) (*protocol.WorkspaceEdit, error)
	// message says what was applied, for actions with several edits.
	message string
	// command runs in the client after the edit. It may be nil.
	command *protocol.Command
}

type actions struct {
	*snapshot
	report  *diagnostics.Report
	view    *workspace.View
	repairs *repair.Repairs
	// unasked means that the editor only wants to know whether to show a light bulb.
	unasked bool
	// ticket is that of a command that applies an edit, else nil.
	ticket *ticket
	// first and last are the lines of the requested range, and met holds the indexes of the subjects in it.
	first, last text.Line
	met         map[subject][]int
}

func (n *snapshot) actions(ctx context.Context, r *diagnostics.Report) *actions {
	view := n.view(ctx)
	return &actions{
		snapshot: n, report: r, view: view,
		repairs: &repair.Repairs{Report: r, Targets: view, Options: n.checkOptions(), Cache: n.cache},
		met:     map[subject][]int{theChat: {0}},
	}
}

// codeAction returns the actions for the blocks in a range.
//
// Editors ask at each cursor movement whether to show a light bulb. A repair would read the whole
// chat again, so it is tried only when its edit is requested.
func (s *session) codeAction(_ context.Context, p protocol.CodeActionParams) (wire.Answer[[]protocol.CodeAction], error) {
	s.askedAbout(p.TextDocument.URI)
	inTarget := s.targetActions(p)
	inChat := inReport(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot, r *diagnostics.Report) ([]protocol.CodeAction, error) {
		unasked := p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic
		a := n.actions(ctx, r)
		a.unasked = unasked
		a.repairs.Untried = unasked && n.client.resolvesEdits()
		a.first, a.last = n.text.LineAt(n.text.Offset(position(p.Range.Start), n.encoding)), n.text.LineAt(n.text.Offset(position(p.Range.End), n.encoding))
		a.meet(a.first, a.last)
		a.meetProposals(a.first, a.last)
		list, err := a.list(ctx, wantedKinds(p.Context))
		if err != nil {
			return nil, err
		}
		if !unasked {
			s.warnOfUnsaved(n, list)
		}
		return a.toProtocol(ctx, list, p.Context.Diagnostics)
	})
	return both(inChat, inTarget), nil
}

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

// extent returns the first and last chat line of a block, including its path line.
func extent(b *diagnostics.Block) (first, last text.Line) {
	blk := b.Block
	first = blk.Start
	if p := blk.Path.Line; p != text.None && p < first && p >= first-maxPathDistance {
		first = p
	}
	return first, blk.End
}

// headLine returns the chat line for a block's hint and lens: the path line, except for a rename, which
// shares its path line with the file's other changes.
func headLine(b *diagnostics.Block) text.Line {
	if b.Block.Operation == parse.Rename {
		return b.Block.Start
	}
	first, _ := extent(b)
	return first
}

// maxPathDistance is how far above a block its path line may be to count as part of it. Farther up,
// it is the path of other blocks too.
const maxPathDistance = 5

func (a *actions) list(ctx context.Context, kinds []protocol.CodeActionKind) ([]action, error) {
	var list []action
	for _, group := range actionTable {
		if !slices.Contains(kinds, group.kind) {
			continue
		}
		for _, index := range a.met[group.about] {
			found, err := a.listFor(ctx, group, index)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
	}
	return list, nil
}

func (a *actions) listFor(ctx context.Context, group actionGroup, index int) ([]action, error) {
	var list []action
	for _, k := range group.actions {
		places := []string{""}
		if k.places != nil {
			places = k.places(a, ctx, index)
		}
		for _, place := range places {
			x, err := a.action(ctx, group, k, index, place)
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

// action returns one action. One without a title isn't offered.
func (a *actions) action(ctx context.Context, group actionGroup, k actionKind, index int, place string) (action, error) {
	x, reason, err := k.make(a, ctx, index, place)
	x.id, x.kind, x.disabled = actionID{URI: a.document.uri, Kind: k.name, Place: place}, group.kind, reason
	switch group.about {
	case theChat:
	case aProposal:
		x.id.Proposal = &index
	default:
		x.id.Block = &index
	}
	if group.about == aBlock && x.blocks == nil {
		x.blocks = []int{index}
	}
	if err == nil {
		err = ctx.Err()
	}
	return x, err
}

// toProtocol converts actions, each with the client's diagnostics of its blocks.
func (a *actions) toProtocol(ctx context.Context, list []action, shown []protocol.Diagnostic) ([]protocol.CodeAction, error) {
	answer := []protocol.CodeAction{}
	for _, x := range list {
		c := protocol.CodeAction{
			Title: x.title, Kind: &x.kind, Diagnostics: diagnosticsOf(a.report, x.blocks, shown), Command: x.command,
		}
		var err error
		switch {
		case x.disabled != "" && !a.client.TextDocument.CodeAction.DisabledSupport:
			continue
		case x.disabled != "":
			c.Disabled = &protocol.CodeActionDisabled{Reason: x.disabled}
			answer = append(answer, c)
			continue
		case x.edit == nil: // it has only a command
		case a.client.confirms() && x.risks() != "":
			c.Title += "…"
			c.Command = newCommand(c.Title, commandRunAction, commandArgument{actionID: x.id})
		case a.client.resolvesEdits():
			c.Data, err = json.Marshal(actionData{x.id, a.fingerprint(x)})
		default:
			c.Edit, err = x.edit(ctx)
			a.offered(x)
		}
		if err != nil {
			return nil, err
		}
		if c.Command == nil && a.tellsApplied(x) && !a.client.resolvesCommands() {
			c.Command = appliedCommand(x)
		}
		if x.preferred && a.client.TextDocument.CodeAction.IsPreferredSupport {
			c.IsPreferred = &x.preferred
		}
		answer = append(answer, c)
	}
	return answer, nil
}

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

// wantedKinds returns our kinds that a client asks for.
//
// Editors can run all source.fixAll actions on save. That must not apply a model's edits, so the
// kinds that apply all of them must be requested by name or, as from a menu, with all source
// actions.
func wantedKinds(c protocol.CodeActionContext) []protocol.CodeActionKind {
	return slices.DeleteFunc(slices.Clone(announcedKinds), func(kind protocol.CodeActionKind) bool {
		switch kind {
		case kindApplyEdits:
			return !slices.Contains(c.Only, kind) && !slices.Contains(c.Only, protocol.CodeActionKindSource)
		case kindFixAll:
			return !slices.Contains(c.Only, kind)
		case protocol.CodeActionKindRefactorRewrite:
			// Rewriting a block is never urgent enough for a light bulb.
			return !wants(c.Only, kind) || len(c.Only) == 0 && c.TriggerKind == protocol.CodeActionTriggerKindAutomatic
		}
		return !wants(c.Only, kind)
	})
}

// wants reports whether kind is in only, or only is empty.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}
