package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// The commands. Each takes one argument, an object with the chat's uri, and, where it
// is about one, the block's index (from 0) or the file's path relative to its root.
const (
	// commandApply applies one block: {uri, block}.
	commandApply = "editLsp.apply"
	// commandApplyAll applies all that apply: {uri}.
	commandApplyAll = "editLsp.applyAll"
	// commandApplyFile applies all edits of one file: {uri, path}.
	commandApplyFile = "editLsp.applyFile"
	// commandPreview answers with the diff of one block, or of all, and with the
	// contents that the files would have: {uri, block?, proposal?, show?}.
	commandPreview = "editLsp.preview"
	// commandWriteFile writes a whole file: {uri, proposal}, which counts on from the blocks.
	commandWriteFile = "editLsp.writeFile"
	// commandRevert undoes a block that is applied: {uri, block}.
	commandRevert = "editLsp.revert"
	// commandRetryPrompt answers with the prompt that asks for one failed block again,
	// or for all: {uri, block?}.
	commandRetryPrompt = "editLsp.retryPrompt"
	// commandAddToContext declares a file of the context in the chat: {uri, path}.
	commandAddToContext = "editLsp.addToContext"
	// commandShow shows the place of a block in its target: {uri, block}.
	commandShow = "editLsp.show"
	// commandShowInChat shows a block in its chat: {uri, block}.
	commandShowInChat = "editLsp.showInChat"
	// commandNextEdit and commandPreviousEdit show the next place where an edit changes a
	// target, and the one before: {uri, line} is where the cursor is, in a chat or a target,
	// lines counted from 0.
	commandNextEdit     = "editLsp.nextEdit"
	commandPreviousEdit = "editLsp.previousEdit"
	// commandFix makes a failed block name the lines that are in the file: {uri, block}.
	commandFix = "editLsp.fix"
	// commandChoosePlace asks at which of its places an ambiguous block is meant, and
	// applies it there: {uri, block}.
	commandChoosePlace = "editLsp.choosePlace"
	// commandInsertRetryPrompt puts the retry prompt at the end of the chat: {uri}.
	commandInsertRetryPrompt = "editLsp.insertRetryPrompt"
	// commandApplied says that the edit of a code action was applied. The actions
	// themselves bring it: {uri, kind, block?, place?}.
	commandApplied = "editLsp.applied"
	// commandStatus answers with the result document of the chat: {uri}.
	commandStatus = "editLsp.status"
)

// commands is the table of commands: a row each.
var commands = []struct {
	name     string
	ofABlock bool
	// run is nil for what is not about one chat.
	run func(*session, context.Context, *actions, commandArgument) (any, error)
}{
	{commandApply, true, applyAction("apply")},
	{commandApplyAll, false, applyAction("applyAll")},
	{commandApplyFile, false, applyAction("applyFile")},
	{commandPreview, false, (*session).runPreview},
	{commandWriteFile, false, (*session).runWriteFile},
	{commandRevert, true, applyAction("revert")},
	{commandRetryPrompt, false, (*session).runRetryPrompt},
	{commandAddToContext, false, (*session).runAddToContext},
	{commandShow, true, (*session).runShow},
	{commandShowInChat, true, (*session).runShowInChat},
	{commandFix, true, applyAction("fix")},
	{commandChoosePlace, true, (*session).runChoosePlace},
	{commandInsertRetryPrompt, false, applyAction("retry")},
	{commandNextEdit, false, nil},
	{commandPreviousEdit, false, nil},
	{commandApplied, false, (*session).runApplied},
	{commandStatus, false, (*session).runStatus},
}

// commandArgument is what all commands take.
type commandArgument struct {
	actionID
	Path string `json:"path,omitempty"`
	// Show asks for a preview to be shown as a message: a lens does, for clients that do
	// nothing with what a command answers.
	Show bool `json:"show,omitempty"`
	// Line is where the cursor is.
	Line int `json:"line,omitempty"`
	// Quiet leaves it to the client to show what was applied, which the answer says.
	Quiet bool `json:"quiet,omitempty"`
	// Message is what is to be shown once the edit of a code action was applied.
	Message string `json:"message,omitempty"`
}

// commandResult says what happened.
type commandResult struct {
	Applied bool   `json:"applied"`
	Reason  string `json:"reason,omitempty"`
	// Message says what was applied and what was left out, where that is several edits.
	Message string `json:"message,omitempty"`
	// URI and Line (from 0) are a place to show.
	URI  protocol.DocumentUri `json:"uri,omitempty"`
	Line int                  `json:"line,omitempty"`
}

func newCommand(title, name string, a commandArgument) *protocol.Command {
	encoded, _ := json.Marshal(a) // strings and numbers always encode
	return &protocol.Command{Title: title, Command: name, Arguments: []json.RawMessage{encoded}}
}

func commandNames() []string {
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	return names
}

// executeCommand runs a command for a lens or a key. What it applies is worked out from
// the current texts.
func (s *session) executeCommand(_ context.Context, p protocol.ExecuteCommandParams) (func(context.Context) (any, error), error) {
	for _, c := range commands {
		if c.name != p.Command {
			continue
		}
		var a commandArgument
		if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &a) != nil || a.URI == "" {
			return nil, wire.Errorf(wire.InvalidParams, "%s takes one argument, an object with the uri of a chat", c.name)
		}
		if c.run == nil {
			return s.walk(a, c.name == commandPreviousEdit), nil
		}
		work, err := inChat(s, a.URI, func(ctx context.Context, n *snapshot) (any, error) {
			r, err := n.report(ctx)
			switch {
			case err != nil:
				return nil, err
			case c.ofABlock && a.Block == nil:
				return nil, wire.Errorf(wire.InvalidParams, "%s takes the index of a block", c.name)
			case a.Block != nil && (*a.Block < 0 || *a.Block >= len(r.Blocks)):
				return nil, wire.Errorf(wire.InvalidParams, "there is no block %d; the document has %d", *a.Block, len(r.Blocks))
			}
			return c.run(s, ctx, n.actions(ctx, r), a)
		})
		if work == nil && err == nil {
			return nil, wire.Errorf(wire.InvalidParams, "%s is no open chat document", a.URI)
		}
		return work, err
	}
	return nil, wire.Errorf(wire.InvalidParams, "there is no command %s; there are %s", p.Command, strings.Join(commandNames(), ", "))
}

// applyAction returns the command that applies actions of a kind.
func applyAction(kind string) func(*session, context.Context, *actions, commandArgument) (any, error) {
	return func(s *session, ctx context.Context, n *actions, a commandArgument) (any, error) {
		return s.applyAction(ctx, n, actionID{Kind: kind, Block: a.Block, Place: a.Path}, a.Quiet)
	}
}

func (s *session) runAddToContext(ctx context.Context, n *actions, a commandArgument) (any, error) {
	outside := func(b diagnostics.Block) bool { return b.Reason == codes.NotInContext && b.Target.Path == a.Path }
	index := slices.IndexFunc(n.report.Blocks, outside)
	if index < 0 {
		return commandResult{Reason: "no block is held up because this file is not in the context"}, nil
	}
	return s.applyAction(ctx, n, actionID{Kind: "addToContext", Block: &index}, a.Quiet)
}

func (s *session) runApplied(ctx context.Context, n *actions, a commandArgument) (any, error) {
	if a.Message != "" {
		s.tell(protocol.MessageTypeInfo, "edit-lsp: "+a.Message)
	}
	if list := n.client.applied.offersFor(a.actionID); len(list) > 0 {
		s.noteApplied(n.client.applied, list)
		return commandResult{Applied: true}, nil
	}
	x, found, err := n.find(ctx, a.actionID)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return commandResult{Reason: noAction}, nil
	}
	s.noteApplied(n.client.applied, n.offersOf(x))
	return commandResult{Applied: true}, nil
}

// runChoosePlace asks by a message, since a lens can't open the menu of code actions.
func (s *session) runChoosePlace(ctx context.Context, n *actions, a commandArgument) (any, error) {
	b := &n.report.Blocks[*a.Block]
	places := n.matches(ctx, *a.Block)
	params := protocol.ShowMessageRequestParams{Type: protocol.MessageTypeInfo, Message: b.Headline}
	if len(places) == 0 {
		return commandResult{Reason: noSuchMatch}, nil
	}
	for i := range places {
		params.Actions = append(params.Actions, protocol.MessageActionItem{Title: capitalized(lineIn(b, b.Matches[i]))})
	}
	var chosen *protocol.MessageActionItem
	if err := s.wire.Call(ctx, "window/showMessageRequest", params, &chosen); err != nil {
		return nil, err
	}
	for i, p := range params.Actions {
		if chosen != nil && p.Title == chosen.Title {
			return s.applyAction(ctx, n, actionID{Kind: "applyAt", Block: a.Block, Place: places[i]}, a.Quiet)
		}
	}
	return commandResult{Reason: "no place was chosen"}, nil
}

func (s *session) runShowInChat(ctx context.Context, n *actions, a commandArgument) (any, error) {
	first, _ := extent(&n.report.Blocks[*a.Block])
	shown, err := s.showLine(ctx, n.document.uri, first)
	return commandResult{Applied: shown}, err
}

func (s *session) runRetryPrompt(ctx context.Context, n *actions, a commandArgument) (any, error) {
	failures := prompt.Failures(n.report)
	if a.Block != nil {
		failures = prompt.FailuresOf(n.report, *a.Block)
	}
	text, err := prompt.Retry(ctx, n.text, n.checkOptions().Parse, failures)
	if err != nil {
		return nil, err
	}
	return map[string]string{"prompt": text}, nil
}

func (s *session) runShow(ctx context.Context, n *actions, a commandArgument) (any, error) {
	b := &n.report.Blocks[*a.Block]
	if b.Target.File == nil {
		return commandResult{Reason: "there is no file to show"}, nil
	}
	shown, err := s.showLine(ctx, n.uri(b.Target.Abs), b.FirstChanged())
	return commandResult{Applied: shown}, err
}

func (s *session) runStatus(ctx context.Context, n *actions, _ commandArgument) (any, error) {
	r := *n.report
	var err error
	if r.Proposals, err = n.proposals(ctx, n.report); err != nil {
		return nil, err
	}
	status := chatStatus{Results: editlsp.NewResults(editlsp.NewReport(n.path, &r)), Summary: r.Summary(), Words: []string{}}
	for i := range n.report.Blocks {
		status.Words = append(status.Words, n.report.Blocks[i].InWords())
	}
	return status, nil
}

// chatStatus is the result document of a chat, with the words that people read.
type chatStatus struct {
	*editlsp.Results
	// Words are what the blocks are called, block by block, and Summary counts them.
	Words   []string `json:"words"`
	Summary string   `json:"summaryInWords"`
}
