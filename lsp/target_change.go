package lsp

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// The changes of a code block are reviewed one by one in its target, as blocks are.

// changeLenses returns the lenses of a code block's changes in its target.
func changeLenses(_ context.Context, a *actions, p *apply.Proposal) ([]protocol.CodeLens, error) {
	l := &lenses{actions: a, text: p.Target.File.Text}
	changes := a.changesOf(p)
	for i, c := range changes {
		l.line = c.lines.First
		argument := commandArgument{actionID: actionID{URI: a.document.uri, Proposal: &p.Index, Place: c.place}}
		title, command := fmt.Sprintf("Change %d of %d", i+1, len(changes)), ""
		if c.applied != nil {
			l.add(title+" "+appliedInWords(c.applied), "", argument)
			if edit, _ := p.Revert([]*apply.AppliedAt{c.applied}); edit != nil && a.client.applyEdit() && a.client.canWrite(edit) {
				l.add("Revert", commandRevert, argument)
			}
			continue
		}
		title += " from " + a.chatName()
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
	changes := a.changesOf(p)
	for i, c := range changes {
		if last < c.lines.First || max(c.lines.First, c.lines.End-1) < first {
			continue
		}
		kind, verb := "writeHunk", "Apply"
		if c.applied != nil {
			kind, verb = "revertCode", "Revert"
		}
		x, found, err := a.find(ctx, actionID{URI: a.document.uri, Kind: kind, Proposal: &p.Index, Place: c.place})
		if err != nil {
			return nil, err
		}
		if found && x.title != "" {
			x.title = fmt.Sprintf("%s change %d of %d from %s", verb, i+1, len(changes), a.chatName())
			list = append(list, x)
		}
	}
	return a.toProtocol(ctx, list, nil)
}

// codeChange is one change of a code block. place is its name, lines are those of the target.
type codeChange struct {
	lines text.LineRange
	place string
	// applied is nil for one that can be applied.
	applied *apply.AppliedAt
}

// changesOf returns a code block's changes, in the order of its target.
func (a *actions) changesOf(p *apply.Proposal) (all []codeChange) {
	place := a.placesOfHunks(p)
	for i, h := range p.Hunks() {
		all = append(all, codeChange{lines: h.Old, place: place(i)})
	}
	for _, at := range p.Applied {
		all = append(all, codeChange{lines: at.Lines, place: a.placeOfApplied(p, at), applied: at})
	}
	slices.SortStableFunc(all, func(a, b codeChange) int { return int(a.lines.First - b.lines.First) })
	return all
}

// placeOfApplied returns the name of a change that is applied. It is good as long as the code block and the change's
// lines stay as they are.
func (a *actions) placeOfApplied(p *apply.Proposal, at *apply.AppliedAt) string {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	writeLines(&h, a.text, p.Start, p.End+1)
	if p.Target.File != nil {
		writeLines(&h, p.Target.File.Text, at.Lines.First, at.Lines.End)
	}
	return fmt.Sprintf("applied at %d, %x", at.Lines.First, h.Sum64())
}

// placesOfHunks returns the names of a code block's changes. They are good as long as it and its file stay as they are.
func (a *actions) placesOfHunks(p *apply.Proposal) func(hunk int) string {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	writeLines(&h, a.text, p.Start, p.End+1)
	if p.Edit != nil {
		writeText(&h, p.Edit.Before)
	}
	sum := h.Sum64()
	return func(hunk int) string { return fmt.Sprintf("%d of %x", hunk, sum) }
}

const changedSinceShown = "the file or the code block has changed since the change was shown"

// noHunks lists no changes in the chat: there, a code block is one thing.
func (a *actions) noHunks(context.Context, int) []string { return nil }

// writeHunk applies one change of a code block.
func (a *actions) writeHunk(_ context.Context, index int, place string) (action, string, error) {
	p := a.proposal(index)
	number, _, _ := strings.Cut(place, " ")
	hunk, err := strconv.Atoi(number)
	if p == nil || p.Edit == nil || err != nil || place != a.placesOfHunks(p)(hunk) {
		return action{}, changedSinceShown, nil //nolint:nilerr // the place is not ours
	}
	hunks := p.Hunks()
	if hunk < 0 || hunk >= len(hunks) {
		return action{}, noCodeBlock, nil
	}
	x := action{title: "Apply this change", proposal: p, confirm: hidingCharacters(p)}
	return a.applying(x, p.Edit.Only(hunks[hunk]))
}
