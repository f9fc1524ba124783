package lsp

import (
	"context"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// commandLine returns a suggested command as its own place:
// a later file there may be another one.
func (a *actions) commandLine(_ context.Context, index int) []string {
	return []string{a.report.Plan.Document.Shell[index].Command}
}

// fileOperation offers a suggested command as operations of the editor: `git rm` and
// `git mv` of plain paths. Nothing is ever executed, and all of them are to be confirmed.
func (a *actions) fileOperation(ctx context.Context, index int, place string) (action, string, error) {
	// A document without edits shows nothing, and an earlier turn is done with.
	if command := a.report.Plan.Document.Shell[index].Command; command != place || len(a.report.Blocks) == 0 || !a.report.Shell[index].Counts {
		return action{}, "the command is not suggested any more", nil
	}
	switch verb, paths := plainCommand(place); {
	case verb == "rm":
		return a.removeFiles(ctx, paths)
	case verb == "mv" && len(paths) == 2:
		return a.moveFile(ctx, paths[0], paths[1])
	}
	return action{}, "the editor can't do what the command does", nil
}

// plainCommand takes a command of git apart whose words all stand for themselves; the
// verb is empty for any other.
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
	if !a.client.canDelete() {
		return action{}, "the editor can't delete files", nil
	}
	edit := &protocol.WorkspaceEdit{}
	annotation := a.annotate(edit, "Deletes the file")
	var names []string
	for _, name := range paths {
		t := a.view.Target(ctx, name)
		if t.Refusal != nil || !t.Exists {
			return action{}, "there is no file " + text.Escape(name), nil
		}
		names = append(names, shownTarget(t))
		edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
			DeleteFile: &protocol.DeleteFile{URI: a.uri(t.Abs), AnnotationID: annotation},
		})
	}
	return action{title: "Delete " + strings.Join(names, ", "), edit: later(func() *protocol.WorkspaceEdit { return edit })}, "", nil
}

// moveFile renames a file, to a name that is free in a folder that is there.
func (a *actions) moveFile(ctx context.Context, from, to string) (action, string, error) {
	if !a.client.canRename() {
		return action{}, "the editor can't rename files", nil
	}
	was, now := a.view.Target(ctx, from), a.view.Target(ctx, to)
	switch {
	case was.Refusal != nil || !was.Exists:
		return action{}, "there is no file " + text.Escape(from), nil
	case now.Refusal != nil || now.Exists || !now.ParentExists:
		return action{}, text.Escape(to) + " can't be made", nil
	}
	edit := &protocol.WorkspaceEdit{}
	annotation := a.annotate(edit, "Renames the file")
	edit.DocumentChanges = []protocol.DocumentChange{{
		RenameFile: &protocol.RenameFile{OldURI: a.uri(was.Abs), NewURI: a.uri(now.Abs), AnnotationID: annotation},
	}}
	return action{title: "Rename " + shownTarget(was) + " to " + shownTarget(now), edit: later(func() *protocol.WorkspaceEdit { return edit })}, "", nil
}

// shownTarget names a file in a title.
func shownTarget(t workspace.Target) string {
	if t.Protected {
		return text.Escape(t.Path) + " (protected)"
	}
	return text.Escape(t.Path)
}
