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
	edit, err := r.Plan.Single(ctx, *a.Block, text.None)
	switch {
	case err != nil:
		return nil, err
	case (edit == nil || b.Status != apply.Validated) && b.Message != "":
		return commandResult{Reason: b.Message}, nil
	case edit == nil:
		return commandResult{Reason: "the block does not apply by itself; apply all edits to the file"}, nil
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

// send asks the client to apply edits, and says what it answered: nothing is called
// applied on our word alone.
func (s *session) send(ctx context.Context, n *snapshot, label string, files []*apply.FileEdit, confirm string) (any, error) {
	var possible []*apply.FileEdit
	for _, f := range files {
		if n.client.canWrite(f) {
			possible = append(possible, f)
		}
	}
	switch {
	case len(files) == 0:
		return commandResult{Reason: "there is nothing to apply"}, nil
	case len(possible) == 0:
		return commandResult{Reason: n.client.cannotWrite(files[0])}, nil
	}
	result, err := s.sendEdit(ctx, n, label, n.workspaceEdit(possible, confirm))
	if result.Applied {
		n.noteApplied(possible)
	}
	return result, err
}

// noteApplied notes that the client has applied the edits of files.
func (n *snapshot) noteApplied(files []*apply.FileEdit) {
	for _, f := range files {
		n.client.unsaved.add(f)
	}
}

func (s *session) runApplied(_ context.Context, n *snapshot, _ *diagnostics.Report, a commandArgument) (any, error) {
	n.noteApplied(n.client.unsaved.offered(a.Edit))
	return commandResult{Applied: true}, nil
}

// sendEdit asks the client to apply one edit.
func (s *session) sendEdit(ctx context.Context, n *snapshot, label string, edit *protocol.WorkspaceEdit) (commandResult, error) {
	if !n.client.applyEdit() {
		return commandResult{}, wire.Errorf(wire.RequestFailed, "the editor takes no edits from a command; use the code actions")
	}
	params := protocol.ApplyWorkspaceEditParams{Label: label, Edit: *edit}
	var answer protocol.ApplyWorkspaceEditResult
	if err := s.wire.Call(ctx, "workspace/applyEdit", params, &answer); err != nil {
		return commandResult{}, err
	}
	if answer.Applied {
		return commandResult{Applied: true}, nil
	}
	reason := "the editor did not say why"
	if answer.FailureReason != nil && *answer.FailureReason != "" {
		reason = *answer.FailureReason
	}
	s.showMessage("not applied: " + reason)
	return commandResult{Reason: reason}, nil
}

// preview is what a block or all blocks would do.
type preview struct {
	// Diff is for people and for `git apply`.
	Diff  string        `json:"diff"`
	Files []previewFile `json:"files"`
}

// mostTold is how many lines of a preview a message has.
const mostTold = 100

func (p preview) message() string {
	lines := strings.Split(strings.TrimSuffix(p.Diff, "\n"), "\n")
	switch {
	case p.Diff == "":
		return "there is nothing to apply"
	case len(lines) > mostTold:
		return fmt.Sprintf("%s\n… and %d more lines", strings.Join(lines[:mostTold], "\n"), len(lines)-mostTold)
	}
	return strings.Join(lines, "\n")
}

// previewFile is one file of a preview.
type previewFile struct {
	URI  protocol.DocumentUri `json:"uri"`
	Path string               `json:"path"`
	// Operation is edit, create or delete.
	Operation string `json:"operation"`
	// Text is the whole content afterwards; empty for one that goes.
	Text string `json:"text"`
}

func (s *session) runPreview(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	files := r.Plan.Files
	if a.Block != nil {
		edit, err := r.Plan.Single(ctx, *a.Block, text.None)
		if edit == nil && err == nil {
			edit, err = r.Plan.Revert(ctx, *a.Block)
		}
		if err != nil {
			return nil, err
		}
		files = nil
		if edit != nil {
			files = []*apply.FileEdit{edit}
		}
	}
	p := preview{Files: []previewFile{}}
	for _, f := range files {
		p.Diff += f.Diff()
		operation := "edit"
		switch {
		case f.Create:
			operation = "create"
		case f.Delete:
			operation = "delete"
		}
		p.Files = append(p.Files, previewFile{
			URI: n.uri(f.Target.Abs), Path: f.Target.Path, Operation: operation, Text: f.After().String(),
		})
	}
	if a.Show {
		s.tell(protocol.MessageTypeInfo, p.message())
	}
	return p, nil
}

func (s *session) runRevert(ctx context.Context, n *snapshot, r *diagnostics.Report, a commandArgument) (any, error) {
	if a.Block == nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s takes the index of a block", commandRevert)
	}
	b := &r.Blocks[*a.Block]
	edit, err := r.Plan.Revert(ctx, *a.Block)
	switch {
	case err != nil:
		return nil, err
	case b.Status != apply.AlreadyApplied:
		return commandResult{Reason: "the block is not applied"}, nil
	case edit == nil:
		return commandResult{Reason: "it cannot be told which lines the block has put there; undo it in the editor"}, nil
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
	outside := func(b diagnostics.Block) bool { return b.Reason == apply.OutsideContext && b.Target.Path == a.Path }
	if !slices.ContainsFunc(r.Blocks, outside) {
		return commandResult{Reason: "no block is held up because this file is not in the context"}, nil
	}
	repair, err := n.repairs(ctx, r).AddToContext(ctx, a.Path)
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
	j := diagnostics.NewJSON()
	j.Add(n.path, r)
	return j, nil
}
