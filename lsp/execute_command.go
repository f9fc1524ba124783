package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// The commands. Each takes one object with the chat's uri and, if it needs one, a 0-based block
// index or a file's path relative to its root.
const (
	// {uri, block}
	commandApply = "editLsp.apply"
	// {uri}
	commandApplyAll = "editLsp.applyAll"
	// {uri, path}: applies all edits of a file
	commandApplyFile = "editLsp.applyFile"
	// {uri, block?, proposal?, show?}: returns the diff of one block or all, and the resulting file
	// contents
	commandPreview = "editLsp.preview"
	// {uri, proposal, place?}: writes a code block, or one of its changes; proposal indexes continue those
	// of the blocks
	commandWriteFile = "editLsp.writeFile"
	// {uri, block?, proposal?, place?}: undoes an applied block, what is applied of a code block, or one change
	// of it
	commandRevert = "editLsp.revert"
	// {uri}: undoes all that was applied
	commandRevertAll = "editLsp.revertAll"
	// {uri, block?, proposal?, show?}: returns the prompt that asks again for one failed block, for one
	// code block as edit blocks, or for all
	commandRetryPrompt = "editLsp.retryPrompt"
	// {uri, path}: adds a file to the chat's context
	commandAddToContext = "editLsp.addToContext"
	// {uri, block?, proposal?}: shows the place of a block or code block in its target
	commandShow = "editLsp.show"
	// {uri, block?, proposal?}: shows a block or code block in its chat
	commandShowInChat = "editLsp.showInChat"
	// {uri, line}: show the next and previous place where an edit changes a target; line is the
	// 0-based line of the cursor in a chat or target
	commandNextEdit     = "editLsp.nextEdit"
	commandPreviousEdit = "editLsp.previousEdit"
	// {uri, block}: changes a failed block's old lines to the closest ones in the file
	commandFix = "editLsp.fix"
	// {uri, block?, proposal?}: rewrites a block or a code block as one edit block for each of its changes
	commandSplit = "editLsp.split"
	// {uri, block}: asks which match of an ambiguous block to use, and applies it there
	commandChoosePlace = "editLsp.choosePlace"
	// {uri}: appends the retry prompt to the chat
	commandInsertRetryPrompt = "editLsp.insertRetryPrompt"
	// {uri, kind, block?, place?}: reports that a code action's edit was applied; the actions carry
	// this command
	commandApplied = "editLsp.applied"
	// {uri, kind, block?, proposal?, place?, confirmed?}: applies a code action that needs confirmation, or that of a lens
	commandRunAction = "editLsp.runAction"
	// {dialect?}: returns instructions that teach a model a dialect
	commandFormatPrompt = "editLsp.formatPrompt"
	// {uri}: returns the result document of the chat
	commandStatus = "editLsp.status"
)

type command struct {
	name string
	is   commandTraits
	// run is nil for commands that aren't about a single chat.
	run func(*session, context.Context, *actions, commandArgument) (any, error)
}

type commandTraits int

const (
	ofABlock commandTraits = 1 << iota
	// queued means that the command applies an edit as soon as it can.
	queued
	// alone means that the command needs nothing but a chat.
	alone
)

func (c command) has(trait commandTraits) bool { return c.is&trait != 0 }

var commands = []command{
	{commandApply, ofABlock | queued, applyAction("apply")},
	{commandApplyAll, queued | alone, applyAction("applyAll")},
	{commandApplyFile, queued, applyAction("applyFile")},
	{commandPreview, 0, (*session).runPreview},
	{commandWriteFile, queued, (*session).runWriteFile},
	{commandRevert, queued, (*session).runRevert},
	{commandRevertAll, queued | alone, applyAction("revertAll")},
	{commandRetryPrompt, 0, (*session).runRetryPrompt},
	{commandAddToContext, queued, (*session).runAddToContext},
	{commandShow, 0, (*session).runShow},
	{commandShowInChat, 0, (*session).runShowInChat},
	{commandFix, ofABlock | queued, applyAction("fix")},
	{commandSplit, queued, (*session).runSplit},
	{commandChoosePlace, ofABlock, (*session).runChoosePlace},
	{commandInsertRetryPrompt, queued | alone, applyAction("retry")},
	{commandNextEdit, 0, nil},
	{commandPreviousEdit, 0, nil},
	{commandApplied, 0, (*session).runApplied},
	{commandRunAction, queued, (*session).runAction},
	{commandFormatPrompt, 0, nil},
	{commandStatus, alone, (*session).runStatus},
}

type commandArgument struct {
	actionID
	Path string `json:"path,omitempty"`
	// Show shows the result as a message, for clients that ignore a command's result.
	Show bool `json:"show,omitempty"`
	Line int  `json:"line,omitempty"`
	// Confirmed means that the user was asked.
	Confirmed bool `json:"confirmed,omitempty"`
	// Quiet means that the client shows Message itself.
	Quiet   bool   `json:"quiet,omitempty"`
	Message string `json:"message,omitempty"`
}

type commandResult struct {
	Applied bool   `json:"applied"`
	Reason  string `json:"reason,omitempty"`
	// Message says what several edits applied and skipped.
	Message string `json:"message,omitempty"`
	// Question is what the client must ask before the edit, and Risks why. Then nothing was applied.
	Question string `json:"question,omitempty"`
	Risks    string `json:"risks,omitempty"`
	// URI and Line (0-based) are the place to show.
	URI  protocol.DocumentUri `json:"uri,omitempty"`
	Line *int                 `json:"line,omitempty"`
	// shown means that the user has seen Reason.
	shown bool
}

func newCommand(title, name string, a commandArgument) *protocol.Command {
	encoded, _ := json.Marshal(a) // strings and numbers always encode
	return &protocol.Command{Title: title, Command: name, Arguments: []json.RawMessage{encoded}}
}

// commandNames returns the commands to announce: all, or those that users can choose from a list.
func commandNames(listed bool) (names []string) {
	for _, c := range commands {
		if !listed || c.has(alone) {
			names = append(names, c.name)
		}
	}
	return names
}

func (s *session) executeCommand(ctx context.Context, p protocol.ExecuteCommandParams) (wire.Answer[any], error) {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == p.Command })
	if i < 0 {
		return nil, wire.Errorf(wire.InvalidParams, "unknown command %s; want one of %s", p.Command, strings.Join(commandNames(false), ", "))
	}
	c := commands[i]
	if c.name == commandFormatPrompt {
		return s.formatPrompt(p)
	}
	a, err := s.argumentOf(p)
	if err != nil {
		return nil, err
	}
	s.askedAbout(a.URI)
	if c.run == nil {
		return s.walk(a, c.name == commandPreviousEdit), nil
	}
	var t *ticket
	if c.has(queued) {
		t = s.join(ctx)
	}
	work := inChat(s, a.URI, func(ctx context.Context, n *snapshot) (any, error) {
		if t != nil {
			var err error
			if n, err = s.whenFirst(ctx, t, n, a.Block); err != nil {
				return nil, err
			}
		}
		r, err := n.report(ctx)
		switch {
		case err != nil:
			return nil, err
		case c.has(ofABlock) && a.Block == nil:
			return nil, wire.Errorf(wire.InvalidParams, "%s takes the index of a block", c.name)
		case a.Block != nil && (*a.Block < 0 || *a.Block >= len(r.Blocks)):
			return nil, wire.Errorf(wire.InvalidParams, "there is no block %d; the document has %d", *a.Block, len(r.Blocks))
		}
		x := n.actions(ctx, r)
		x.ticket = t
		result, err := c.run(s, ctx, x, a)
		if r, ok := result.(commandResult); ok && a.Show && r.Reason != "" && !r.shown {
			s.warn(r.Reason)
		}
		return result, err
	})
	if work == nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s is not an open chat document", a.URI)
	}
	return work, nil
}

func applyAction(kind string) func(*session, context.Context, *actions, commandArgument) (any, error) {
	return func(s *session, ctx context.Context, n *actions, a commandArgument) (any, error) {
		return s.applyAction(ctx, n, actionID{Kind: kind, Block: a.Block, Place: a.Path}, a)
	}
}

func (s *session) runAddToContext(ctx context.Context, n *actions, a commandArgument) (any, error) {
	outside := func(b diagnostics.Block) bool { return b.Reason == codes.NotInContext && b.Target.Path == a.Path }
	index := slices.IndexFunc(n.report.Blocks, outside)
	if index < 0 {
		return commandResult{Reason: "no block changes this file from outside the context"}, nil
	}
	return s.applyAction(ctx, n, actionID{Kind: "addToContext", Block: &index}, a)
}

func (s *session) runApplied(ctx context.Context, n *actions, a commandArgument) (any, error) {
	if a.Message != "" {
		s.showMessage(protocol.MessageTypeInfo, "edit-lsp: "+a.Message)
	}
	if list := n.client.ledger.Offers(a.String()); len(list) > 0 {
		s.reported(list)
		return commandResult{Applied: true}, nil
	}
	x, found, err := n.find(ctx, a.actionID)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return commandResult{Reason: noAction}, nil
	}
	s.reported(n.editsOf(x))
	return commandResult{Applied: true}, nil
}

// runChoosePlace asks with a message, since a lens can't open the code action menu.
func (s *session) runChoosePlace(ctx context.Context, n *actions, a commandArgument) (any, error) {
	b := &n.report.Blocks[*a.Block]
	places := n.matches(ctx, *a.Block)
	params := protocol.ShowMessageRequestParams{Type: protocol.MessageTypeInfo, Message: b.Headline}
	if len(places) == 0 {
		return commandResult{Reason: cmp.Or(b.Headline, "the block matches only one place")}, nil
	}
	for i := range places {
		params.Actions = append(params.Actions, protocol.MessageActionItem{Title: capitalized(lineIn(b, b.Matches[i]))})
	}
	var answer *protocol.MessageActionItem
	if err := s.wire.Call(ctx, "window/showMessageRequest", params, &answer); err != nil {
		return nil, err
	}
	for i, p := range params.Actions {
		if answer != nil && p.Title == answer.Title {
			return s.applyChosen(ctx, n, a, places[i])
		}
	}
	return commandResult{Reason: "no place was chosen"}, nil
}

// applyChosen applies a block at a match that was shown, unless the matches have changed since.
func (s *session) applyChosen(ctx context.Context, shown *actions, a commandArgument, place string) (any, error) {
	t := s.join(ctx)
	t.waited = true // the user took time to choose
	n, err := s.whenFirst(ctx, t, shown.snapshot, a.Block)
	if err != nil {
		return nil, err
	}
	r, err := n.report(ctx)
	if err != nil {
		return nil, err
	}
	if !r.Blocks[*a.Block].Target.File.Same(shown.report.Blocks[*a.Block].Target.File) {
		return nil, wire.Errorf(wire.RequestFailed, "not applied: the file has changed since the places were shown")
	}
	x := n.actions(ctx, r)
	x.ticket = t
	return s.applyAction(ctx, x, actionID{Kind: "applyAt", Block: a.Block, Place: place}, a)
}

func (s *session) runShowInChat(ctx context.Context, n *actions, a commandArgument) (any, error) {
	switch {
	case a.Block != nil:
		first, _ := extent(&n.report.Blocks[*a.Block])
		return s.show(ctx, n.document.uri, first)
	case a.Proposal != nil:
		if p := n.proposal(*a.Proposal); p != nil {
			first, _ := proposalExtent(p.Proposal)
			return s.show(ctx, n.document.uri, first)
		}
		return commandResult{Reason: noCodeBlock}, nil
	}
	return nil, wire.Errorf(wire.InvalidParams, "%s takes the number of a block or a code block", commandShowInChat)
}

func (s *session) runRetryPrompt(ctx context.Context, n *actions, a commandArgument) (any, error) {
	failures := prompt.Failures(n.report)
	switch {
	case a.Block != nil:
		failures = prompt.FailuresOf(n.report, *a.Block)
	case a.Proposal != nil:
		failures = nil
		if p := n.proposal(*a.Proposal); p != nil && p.IsUnread() {
			failures = []prompt.Failure{prompt.Unread(p)}
		}
	}
	text, err := prompt.Retry(ctx, n.text, n.checkOptions().Parse, failures)
	if err != nil {
		return nil, err
	}
	if a.Show {
		s.showMessage(protocol.MessageTypeInfo, text)
	}
	heading, err := prompt.Heading(ctx, n.text, n.checkOptions().Parse)
	return map[string]string{"prompt": text, "heading": heading}, err
}

func (s *session) runShow(ctx context.Context, n *actions, a commandArgument) (any, error) {
	var target *workspace.Target
	var line text.Line
	switch {
	case a.Block != nil:
		b := &n.report.Blocks[*a.Block]
		target, line = b.Target, b.FirstChanged()
	case a.Proposal == nil:
		return nil, wire.Errorf(wire.InvalidParams, "%s takes the number of a block or a code block", commandShow)
	default:
		p := n.proposal(*a.Proposal)
		if p == nil {
			return commandResult{Reason: noCodeBlock}, nil
		}
		target, line = p.Target, max(0, p.FirstChanged())
	}
	if target.File == nil {
		return commandResult{Reason: "there is no file to show"}, nil
	}
	return s.show(ctx, n.uri(target.Abs), line)
}

func (s *session) runStatus(ctx context.Context, n *actions, a commandArgument) (any, error) {
	r := *n.report
	r.Proposals = n.proposals(n.report)
	status := chatStatus{Results: editlsp.NewResults(editlsp.NewReport(n.path, &r)), Summary: r.Summary(), Words: []string{}, ProposalWords: []string{}}
	if a.Show {
		s.showMessage(protocol.MessageTypeInfo, "edit-lsp: "+status.Summary)
	}
	for i := range n.report.Blocks {
		status.Words = append(status.Words, n.report.Blocks[i].InWords())
	}
	for _, p := range r.Proposals {
		status.ProposalWords = append(status.ProposalWords, string(diagnostics.WordOfCode(p)))
	}
	return status, nil
}

// chatStatus is a chat's result document with its display texts.
type chatStatus struct {
	*editlsp.Results
	// Words are the blocks' status texts. Summary counts them.
	Words []string `json:"words"`
	// ProposalWords are those of the code blocks.
	ProposalWords []string `json:"proposalWords"`
	Summary       string   `json:"summaryInWords"`
}
