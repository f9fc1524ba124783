package lsp

import (
	"context"
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// The changes of a code block are reviewed one by one in its target, as blocks are.

// changeLenses returns the lenses of a code block's changes in its target.
func changeLenses(_ context.Context, a *actions, p *apply.Proposal) ([]protocol.CodeLens, error) {
	l := &lenses{actions: a, text: p.Edit.Before}
	hunks := p.Hunks()
	for i, h := range hunks {
		l.line = h.Old.First
		argument := commandArgument{actionID: actionID{URI: a.document.uri, Proposal: &p.Index, Place: placeOfHunk(p, i)}}
		title, command := fmt.Sprintf("Change %d of %d from %s", i+1, len(hunks), a.chatName()), ""
		if a.client.applyEdit() && a.client.canWrite(p.Edit) {
			title, command = title+": Apply", commandWriteFile
		}
		l.add(title, command, argument)
		shown := argument
		shown.Show = true
		l.add("Preview", commandPreview, shown)
		if a.client.Window.ShowDocument.Support {
			l.add("Go to chat", commandShowInChat, argument)
		}
	}
	return l.list, nil
}

// changesAt returns the actions of a code block's changes on lines of its target.
func (a *actions) changesAt(ctx context.Context, p *apply.Proposal, first, last text.Line) ([]protocol.CodeAction, error) {
	var list []action
	hunks := p.Hunks()
	for i, h := range hunks {
		if last < h.Old.First || max(h.Old.First, h.Old.End-1) < first {
			continue
		}
		x, found, err := a.find(ctx, actionID{URI: a.document.uri, Kind: "writeHunk", Proposal: &p.Index, Place: placeOfHunk(p, i)})
		if err != nil {
			return nil, err
		}
		if found && x.title != "" {
			x.title = fmt.Sprintf("Apply change %d of %d from %s", i+1, len(hunks), a.chatName())
			list = append(list, x)
		}
	}
	return a.toProtocol(ctx, list, nil)
}

// placeOfHunk names one of the changes of a code block, as long as its file stays as it is.
func placeOfHunk(p *apply.Proposal, hunk int) string {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	p.Edit.Before.Each(0, text.Line(p.Edit.Before.LineCount()), func(_ text.Line, l string) bool {
		_, _ = h.WriteString(l)
		return h.WriteByte('\n') == nil // lines hold no newline
	})
	return fmt.Sprintf("%d of %x", hunk, h.Sum64())
}

// noHunks lists no changes in the chat: there, a code block is one thing.
func (a *actions) noHunks(context.Context, int) []string { return nil }

// writeHunk applies one change of a code block.
func (a *actions) writeHunk(_ context.Context, index int, place string) (action, string, error) {
	p := a.proposal(index)
	number, _, _ := strings.Cut(place, " ")
	hunk, err := strconv.Atoi(number)
	if p == nil || p.Edit == nil || err != nil || place != placeOfHunk(p, hunk) || hunk >= len(p.Hunks()) {
		return action{}, "the file has changed since the change was shown", nil //nolint:nilerr // the place is not ours
	}
	x := action{title: "Apply this change", proposal: p, confirm: riskOfCode(p)}
	return a.applying(x, p.Edit.Only(p.Hunks()[hunk]))
}
