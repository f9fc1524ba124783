package lsptest

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// CodeActions requests the code actions at a 0-based line, with the diagnostics shown there,
// optionally of some kinds only.
func (e *Editor) CodeActions(ctx context.Context, uri protocol.DocumentUri, line int, only ...protocol.CodeActionKind) ([]protocol.CodeAction, error) {
	at := protocol.Position{Line: protocol.UInteger(line)}
	here := []protocol.Diagnostic{}
	for _, d := range e.Shown(uri) {
		if int(d.Range.Start.Line) <= line && line <= int(d.Range.End.Line) {
			here = append(here, d)
		}
	}
	about := map[string]any{"diagnostics": here, "triggerKind": 1}
	if len(only) > 0 {
		about["only"] = only
	}
	var list []protocol.CodeAction
	err := e.Call(ctx, "textDocument/codeAction", map[string]any{
		"textDocument": named(uri),
		"range":        protocol.Range{Start: at, End: at},
		"context":      about,
	}, &list)
	e.mu.Lock()
	e.checkActions(list)
	e.mu.Unlock()
	return list, err
}

// CodeAction requests the code action with a title at a 0-based line.
func (e *Editor) CodeAction(ctx context.Context, uri protocol.DocumentUri, line int, title string) (protocol.CodeAction, error) {
	list, err := e.CodeActions(ctx, uri, line)
	if err != nil {
		return protocol.CodeAction{}, err
	}
	var titles []string
	for _, a := range list {
		titles = append(titles, a.Title)
		if a.Title != title {
			continue
		}
		if a.Disabled != nil {
			return a, fmt.Errorf("%q is disabled: %s", title, a.Disabled.Reason)
		}
		return e.Resolve(ctx, a)
	}
	return protocol.CodeAction{}, fmt.Errorf("no code action %q among %q", title, titles)
}

// Resolve requests the edit of an action without one.
func (e *Editor) Resolve(ctx context.Context, a protocol.CodeAction) (protocol.CodeAction, error) {
	if a.Edit != nil {
		return a, nil
	}
	var resolved protocol.CodeAction
	if err := e.Call(ctx, "codeAction/resolve", a, &resolved); err != nil {
		return a, err
	}
	if resolved.Edit == nil {
		return a, fmt.Errorf("%q has no edit", a.Title)
	}
	return resolved, nil
}

// Choose applies the code action with a title at a 0-based line, and runs its command.
func (e *Editor) Choose(ctx context.Context, uri protocol.DocumentUri, line int, title string) error {
	a, err := e.CodeAction(ctx, uri, line, title)
	if err != nil {
		return err
	}
	if err := e.Apply(ctx, *a.Edit); err != nil || a.Command == nil {
		return err
	}
	return e.Call(ctx, "workspace/executeCommand", a.Command, nil)
}
