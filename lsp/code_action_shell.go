package lsp

import (
	"context"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// forShell offers suggested commands as operations of the editor (formats, "Shell
// suggestions"): `git rm` and `git mv` of plain paths. Nothing is ever executed, and all
// of them are to be confirmed.
func (a *actions) forShell(ctx context.Context) error {
	if len(a.report.Blocks) == 0 {
		return nil // a document without edits shows nothing
	}
	view := a.targets.View(ctx, a.origin)
	for _, i := range a.ask.Shell {
		if !a.report.Shell[i].Counts {
			continue // of an earlier turn
		}
		verb, paths := plainCommand(a.report.Plan.Document.Shell[i].Command)
		switch {
		case verb == "rm" && len(paths) > 0:
			a.forRemoval(ctx, view, paths)
		case verb == "mv" && len(paths) == 2:
			a.forMove(ctx, view, paths[0], paths[1])
		}
	}
	return ctx.Err()
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

// forRemoval offers to delete files.
func (a *actions) forRemoval(ctx context.Context, view *workspace.View, paths []string) {
	if !a.client.canDelete() {
		return
	}
	edit := &protocol.WorkspaceEdit{}
	annotation := a.annotate(edit, "Deletes the file")
	var names []string
	for _, name := range paths {
		t := view.Target(ctx, name)
		if t.Refusal != nil || !t.Exists {
			return
		}
		names = append(names, shownTarget(t))
		edit.DocumentChanges = append(edit.DocumentChanges, protocol.DocumentChange{
			DeleteFile: &protocol.DeleteFile{URI: a.uri(t.Abs), AnnotationID: annotation},
		})
	}
	a.add(action{title: "Delete " + strings.Join(names, ", "), edit: edit})
}

// forMove offers to rename a file, to a name that is free in a folder that stands.
func (a *actions) forMove(ctx context.Context, view *workspace.View, from, to string) {
	if !a.client.canRename() {
		return
	}
	was, now := view.Target(ctx, from), view.Target(ctx, to)
	if was.Refusal != nil || !was.Exists || now.Refusal != nil || now.Exists || !now.ParentExists {
		return
	}
	edit := &protocol.WorkspaceEdit{}
	annotation := a.annotate(edit, "Renames the file")
	edit.DocumentChanges = []protocol.DocumentChange{{
		RenameFile: &protocol.RenameFile{OldURI: a.uri(was.Abs), NewURI: a.uri(now.Abs), AnnotationID: annotation},
	}}
	a.add(action{title: "Rename " + shownTarget(was) + " to " + shownTarget(now), edit: edit})
}

// shownTarget names a file in a title.
func shownTarget(t workspace.Target) string {
	if t.Protected {
		return workspace.Visible(t.Path) + " (protected)"
	}
	return workspace.Visible(t.Path)
}
