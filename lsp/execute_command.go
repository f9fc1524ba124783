package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
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
	// contents that the files would have: {uri, block?, show?}.
	commandPreview = "editLsp.preview"
	// commandRevert undoes a block that is applied: {uri, block}.
	commandRevert = "editLsp.revert"
	// commandRetryPrompt answers with the prompt that asks for one failed block again,
	// or for all: {uri, block?}.
	commandRetryPrompt = "editLsp.retryPrompt"
	// commandAddToContext declares a file of the context in the chat: {uri, path}.
	commandAddToContext = "editLsp.addToContext"
	// commandShow shows the place of a block in its target: {uri, block}.
	commandShow = "editLsp.show"
	// commandApplied says that the edit of a code action was applied. The actions
	// themselves bring it: {uri, edit}.
	commandApplied = "editLsp.applied"
	// commandStatus answers with the result document of the chat: {uri}.
	commandStatus = "editLsp.status"
)

// commands is the table of commands: a row each.
var commands = []struct {
	name string
	run  func(*session, context.Context, *snapshot, *diagnostics.Report, commandArgument) (any, error)
}{
	{commandApply, (*session).runApply},
	{commandApplyAll, (*session).runApplyAll},
	{commandApplyFile, (*session).runApplyFile},
	{commandPreview, (*session).runPreview},
	{commandRevert, (*session).runRevert},
	{commandRetryPrompt, (*session).runRetryPrompt},
	{commandAddToContext, (*session).runAddToContext},
	{commandShow, (*session).runShow},
	{commandApplied, (*session).runApplied},
	{commandStatus, (*session).runStatus},
}

// commandArgument is what all commands take.
type commandArgument struct {
	URI   protocol.DocumentUri `json:"uri"`
	Block *int                 `json:"block,omitempty"`
	Path  string               `json:"path,omitempty"`
	// Show asks for a preview to be shown as a message: a lens does, for clients that do
	// nothing with what a command answers.
	Show bool `json:"show,omitempty"`
	// Edit is the digest of an edit that was applied.
	Edit string `json:"edit,omitempty"`
}

// commandResult says what happened.
type commandResult struct {
	Applied bool   `json:"applied"`
	Reason  string `json:"reason,omitempty"`
}

func commandNames() []string {
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	return names
}

// executeCommand runs a command for a lens or a key. What it applies is worked out from
// the texts as they are now.
func (s *session) executeCommand(_ context.Context, p protocol.ExecuteCommandParams) (func(context.Context) (any, error), error) {
	for _, c := range commands {
		if c.name != p.Command {
			continue
		}
		var a commandArgument
		if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &a) != nil || a.URI == "" {
			return nil, wire.Errorf(wire.InvalidParams, "%s takes one argument, an object with the uri of a chat", c.name)
		}
		work, err := inChat(s, a.URI, func(ctx context.Context, n *snapshot) (any, error) {
			r, err := n.report(ctx)
			if err != nil {
				return nil, err
			}
			if a.Block != nil && (*a.Block < 0 || *a.Block >= len(r.Blocks)) {
				return nil, wire.Errorf(wire.InvalidParams, "there is no block %d; the document has %d", *a.Block, len(r.Blocks))
			}
			return c.run(s, ctx, n, r, a)
		})
		if work == nil && err == nil {
			return nil, wire.Errorf(wire.InvalidParams, "%s is no open chat document", a.URI)
		}
		return work, err
	}
	return nil, wire.Errorf(wire.InvalidParams, "there is no command %s; there are %s", p.Command, strings.Join(commandNames(), ", "))
}

func (s *session) runApply(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	if a.Block == nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s takes the index of a block", commandApply)
	}
	b := &r.Blocks[*a.Block]
	edit, reason, err := r.Plan.Single(ctx, *a.Block, text.None)
	switch {
	case err != nil:
		return nil, err
	case (edit == nil || b.Status != apply.Validated) && b.Headline != "":
		return commandResult{Reason: b.Headline}, nil
	case edit == nil:
		return commandResult{Reason: reason}, nil
	}
	return s.send(ctx, n, "Apply edit", []*apply.FileEdit{edit}, risk(b))
}

func (s *session) runApplyAll(ctx context.Context, n *snapshot, r *diagnostics.Report, _ commandArgument) (any, error) {
	return s.send(ctx, n, "Apply all edits", r.Plan.Files, "")
}

func (s *session) runApplyFile(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	var files []*apply.FileEdit
	for _, f := range r.Plan.Files {
		if f.Target.Path == a.Path {
			files = append(files, f)
		}
	}
	return s.send(ctx, n, "Apply all edits to "+a.Path, files, "")
}

func (s *session) runApplied(_ context.Context, n *snapshot, _ *diagnostics.Report, a commandArgument) (any, error) {
	n.noteApplied(n.client.unsaved.offered(a.Edit))
	return commandResult{Applied: true}, nil
}

func (s *session) runRevert(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	if a.Block == nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s takes the index of a block", commandRevert)
	}
	b := &r.Blocks[*a.Block]
	edit, reason, err := r.Plan.Revert(ctx, *a.Block)
	switch {
	case err != nil:
		return nil, err
	case edit == nil:
		return commandResult{Reason: reason}, nil
	}
	return s.send(ctx, n, "Revert edit", []*apply.FileEdit{edit}, revertRisk(b, edit))
}

func (s *session) runRetryPrompt(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	failures := r.Failures()
	if a.Block != nil {
		failures = r.FailuresOf(*a.Block)
	}
	text, err := n.retryPrompt(ctx, failures)
	if err != nil {
		return nil, err
	}
	return map[string]string{"prompt": text}, nil
}

func (s *session) runAddToContext(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	outside := func(b diagnostics.Block) bool { return b.Reason == codes.NotInContext && b.Target.Path == a.Path }
	if !slices.ContainsFunc(r.Blocks, outside) {
		return commandResult{Reason: "no block is held up because this file is not in the context"}, nil
	}
	repair, _, err := n.repairs(ctx, r).AddToContext(ctx, a.Path)
	switch {
	case err != nil:
		return nil, err
	case repair == nil:
		return commandResult{Reason: "the header of the chat cannot be added to; write the file into its context_files by hand"}, nil
	}
	return s.sendEdit(ctx, n, repair.Title, n.chatEdit(repair.Edits))
}

func (s *session) runShow(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	if a.Block == nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s takes the index of a block", commandShow)
	}
	b := &r.Blocks[*a.Block]
	if b.Target.File == nil {
		return commandResult{Reason: "there is no file to show"}, nil
	}
	focus := true
	selection := lineRange(max(0, b.Estimated))
	selection.End = selection.Start
	params := protocol.ShowDocumentParams{URI: n.uri(b.Target.Abs), TakeFocus: &focus, Selection: &selection}
	var answer protocol.ShowDocumentResult
	if err := s.wire.Call(ctx, "window/showDocument", params, &answer); err != nil {
		return nil, err
	}
	return commandResult{Applied: answer.Success}, nil
}

func (s *session) runStatus(_ context.Context, n *snapshot, r *diagnostics.Report, _ commandArgument) (any, error) {
	return editlsp.NewResults(editlsp.NewReport(n.path, r)), nil
}
