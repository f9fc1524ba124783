package lsp

import (
	"encoding/json"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// wordActions words actions for the client.
func (n *snapshot) wordActions(r *diagnostics.Report, list []action, q question, context []protocol.Diagnostic) ([]protocol.CodeAction, error) {
	worded := []protocol.CodeAction{}
	for _, x := range list {
		if x.disabled != "" && !n.client.disabledActions() {
			continue
		}
		c := protocol.CodeAction{
			Title: x.title, Kind: &x.kind, Diagnostics: diagnosticsOf(r, x.blocks, context), Edit: x.edit, Command: x.command,
		}
		if x.disabled != "" {
			c.Disabled = &protocol.CodeActionDisabled{Reason: x.disabled}
			worded = append(worded, c)
			continue
		}
		data, err := x.data(q)
		if err != nil {
			return nil, err
		}
		if n.client.resolvesEdits() {
			if c.Data, err = json.Marshal(data); err != nil {
				return nil, err
			}
			c.Edit = nil
		}
		if n.tellsApplied(x) && !n.client.resolvesCommands() {
			if c.Command, err = n.appliedCommand(x, data.Edit); err != nil {
				return nil, err
			}
		}
		if x.preferred && n.client.preferredActions() {
			c.IsPreferred = &x.preferred
		}
		worded = append(worded, c)
	}
	return worded, nil
}

// tellsApplied: the client is to tell when it has applied the edit, since it is of a file
// whose buffer this server does not see.
func (n *snapshot) tellsApplied(x action) bool {
	return n.client.runsCommands() && slices.ContainsFunc(x.files, func(f *apply.FileEdit) bool { return !f.Delete && !isOpen(f) })
}

// diagnosticsOf are those of the request's own diagnostics that the blocks have.
func diagnosticsOf(r *diagnostics.Report, blocks []int, context []protocol.Diagnostic) []protocol.Diagnostic {
	var list []protocol.Diagnostic
	for _, d := range context {
		if d.Source != source {
			continue
		}
		line := lineOf(d.Range.Start.Line)
		for _, i := range blocks {
			if from, to := extent(&r.Blocks[i]); from <= line && line <= to {
				list = append(list, d)
				break
			}
		}
	}
	return list
}
