package lsp

import (
	"context"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// commandLine returns a suggested command as its own place, since later the same index may be
// another command.
func (a *actions) commandLine(_ context.Context, index int) []string {
	return []string{a.report.Plan.Document.Shell[index].Command}
}

// fileOperation offers a suggested `git rm` or `git mv` of plain paths as file operations of the
// editor. Nothing is executed, and each operation asks for confirmation.
func (a *actions) fileOperation(ctx context.Context, index int, place string) (action, string, error) {
	// Ignore documents without blocks, and earlier turns.
	if command := a.report.Plan.Document.Shell[index].Command; command != place || len(a.report.Blocks) == 0 || !a.report.Shell[index].Counts {
		return action{}, "the command is no longer suggested", nil
	}
	switch verb, paths := plainCommand(place); {
	case verb == "rm":
		return a.removeFiles(ctx, paths)
	case verb == "mv" && len(paths) == 2:
		return a.moveFile(ctx, paths[0], paths[1])
	}
	return action{}, "the editor can't run this command's operation", nil
}

// plainCommand splits a git command whose words need no shell. The verb is empty for other
// commands.
func plainCommand(command string) (verb string, paths []string) {
	words := strings.Fields(command)
	if len(words) < 3 || words[0] != "git" {
		return "", nil
	}
	for _, w := range words {
		if strings.HasPrefix(w, "-") || strings.ContainsAny(w, "*?[]{}$\"'\\`~!;&|<>()#=:") {
			return "", nil
		}
	}
	return words[1], words[2:]
}

func (a *actions) removeFiles(ctx context.Context, paths []string) (action, string, error) {
	if !a.client.can(protocol.ResourceOperationKindDelete) {
		return action{}, "the editor can't delete files", nil
	}
	edit := &protocol.WorkspaceEdit{}
	annotation := a.annotate(edit, confirmed, deletesFile)
	var names []string
	for _, name := range paths {
		t := a.view.Target(ctx, name)
		if why := cannotMove(t); why != "" {
			return action{}, why, nil
		}
		names = append(names, shownTarget(t))
		edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
			DeleteFile: deleteFile(a.uri(t.Abs), annotation),
		})
	}
	return action{title: "Delete " + strings.Join(names, ", "), edit: later(func() *protocol.WorkspaceEdit { return edit })}, "", nil
}

func (a *actions) moveFile(ctx context.Context, from, to string) (action, string, error) {
	if !a.client.can(protocol.ResourceOperationKindRename) {
		return action{}, "the editor can't rename files", nil
	}
	was, now := a.view.Target(ctx, from), a.view.Target(ctx, to)
	if why := cannotMove(was); why != "" {
		return action{}, why, nil
	}
	if now.Refusal != nil || now.Exists || !now.ParentExists {
		return action{}, text.Escape(to) + " can't be created", nil
	}
	edit := &protocol.WorkspaceEdit{}
	annotation := a.annotate(edit, confirmed, renamesFile)
	edit.DocumentChanges = []protocol.DocumentChange{{
		RenameFile: &protocol.RenameFile{OldURI: a.uri(was.Abs), NewURI: a.uri(now.Abs), AnnotationID: annotation},
	}}
	return action{title: "Rename " + shownTarget(was) + " to " + shownTarget(now), edit: later(func() *protocol.WorkspaceEdit { return edit })}, "", nil
}

// cannotMove says why a file can't be deleted or renamed, or returns "".
func cannotMove(t workspace.Target) string {
	if t.Refusal != nil || !t.Exists {
		return "there is no file " + text.Escape(t.Name)
	}
	if r := t.Movable().Refusal; r != nil {
		return r.Error()
	}
	return ""
}

func shownTarget(t workspace.Target) string {
	if t.Protected {
		return text.Escape(t.Path) + " (protected)"
	}
	return text.Escape(t.Path)
}
