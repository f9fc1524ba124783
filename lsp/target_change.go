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
	hunks, place := p.Hunks(), a.placesOfHunks(p)
	for i, h := range hunks {
		l.line = h.Old.First
		argument := commandArgument{actionID: actionID{URI: a.document.uri, Proposal: &p.Index, Place: place(i)}}
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
	hunks, place := p.Hunks(), a.placesOfHunks(p)
	for i, h := range hunks {
		if last < h.Old.First || max(h.Old.First, h.Old.End-1) < first {
			continue
		}
		x, found, err := a.find(ctx, actionID{URI: a.document.uri, Kind: "writeHunk", Proposal: &p.Index, Place: place(i)})
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

// placesOfHunks returns the names of a code block's changes. They are good as long as it and its file stay as they are.
func (a *actions) placesOfHunks(p *apply.Proposal) func(hunk int) string {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	writeLines(&h, a.text, p.Start, p.End+1)
	writeText(&h, p.Edit.Before)
	sum := h.Sum64()
	return func(hunk int) string { return fmt.Sprintf("%d of %x", hunk, sum) }
}

// noHunks lists no changes in the chat: there, a code block is one thing.
func (a *actions) noHunks(context.Context, int) []string { return nil }

// writeHunk applies one change of a code block.
func (a *actions) writeHunk(_ context.Context, index int, place string) (action, string, error) {
	p := a.proposal(index)
	number, _, _ := strings.Cut(place, " ")
	hunk, err := strconv.Atoi(number)
	if p == nil || p.Edit == nil || err != nil || place != a.placesOfHunks(p)(hunk) {
		return action{}, "the file or the code block has changed since the change was shown", nil //nolint:nilerr // the place is not ours
	}
	hunks := p.Hunks()
	if hunk < 0 || hunk >= len(hunks) {
		return action{}, noCodeBlock, nil
	}
	x := action{title: "Apply this change", proposal: p, confirm: hidingCharacters(p)}
	return a.applying(x, p.Edit.Only(hunks[hunk]))
}
