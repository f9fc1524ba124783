package fake

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// CodeActions asks for the code actions at a line of a document (0-based), with the
// diagnostics that are shown there.
func (e *Editor) CodeActions(ctx context.Context, uri protocol.DocumentUri, line int) ([]protocol.CodeAction, error) {
	at := protocol.Position{Line: protocol.UInteger(line)}
	e.mu.Lock()
	here := []protocol.Diagnostic{}
	for _, d := range e.shown[uri].Diagnostics {
		if int(d.Range.Start.Line) <= line && line <= int(d.Range.End.Line) {
			here = append(here, d)
		}
	}
	e.mu.Unlock()
	var list []protocol.CodeAction
	err := e.Call(ctx, "textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri},
		"range":        protocol.Range{Start: at, End: at},
		"context":      map[string]any{"diagnostics": here, "triggerKind": 1},
	}, &list)
	return list, err
}

// Choose applies the code action of that title at a line of a document (0-based).
func (e *Editor) Choose(ctx context.Context, uri protocol.DocumentUri, line int, title string) error {
	list, err := e.CodeActions(ctx, uri, line)
	if err != nil {
		return err
	}
	var titles []string
	for _, a := range list {
		titles = append(titles, a.Title)
		if a.Title != title {
			continue
		}
		if a.Disabled != nil {
			return fmt.Errorf("%q is disabled: %s", title, a.Disabled.Reason)
		}
		return e.Apply(ctx, *a.Edit)
	}
	return fmt.Errorf("no code action %q among %q", title, titles)
}
