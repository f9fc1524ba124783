package lsp

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"math"
	"slices"
	"strconv"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// actionData identifies an action without an edit until it is resolved.
type actionData struct {
	ID   actionID `json:"editLsp"`
	Edit string   `json:"edit"`
}

var fingerprintSeed = maphash.MakeSeed()

// fingerprint returns a hash of an action's blocks and of their targets' texts. Line numbers and
// the rest of the chat don't count, so actions stay valid while the chat grows.
func (a *actions) fingerprint(x action) string {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	code := func(p *apply.Proposal, before *text.Text) {
		writeLines(&h, a.text, p.Start, p.End+1)
		_, _ = h.WriteString(p.Target.Abs + text.LF)
		writeText(&h, before)
	}
	if p := x.proposal; p != nil {
		code(p, p.Edit.Before)
	}
	for _, f := range x.files {
		for _, p := range f.Code {
			code(p, f.Before)
		}
	}
	seen := map[string]bool{}
	for _, i := range x.blocks {
		b := &a.report.Blocks[i]
		writeLines(&h, a.text, b.Block.Start, b.Block.End+1)
		_, _ = h.WriteString(b.Target.Abs + text.LF)
		if b.Target.File != nil && !seen[b.Target.Abs] {
			seen[b.Target.Abs] = true
			writeText(&h, b.Target.File.Text)
		}
	}
	return strconv.FormatUint(h.Sum64(), 16)
}

func writeLines(h *maphash.Hash, t *text.Text, first, end text.Line) {
	t.Each(first, end, func(_ text.Line, l string) bool {
		_, _ = h.WriteString(l)
		return h.WriteByte('\n') == nil // lines hold no newline
	})
}

func writeText(h *maphash.Hash, t *text.Text) { writeLines(h, t, 0, text.Line(t.LineCount())) }

const noAction = "the block is gone"

// find returns the action with an id, if its kind is known and its subject exists.
func (a *actions) find(ctx context.Context, id actionID) (x action, found bool, err error) {
	index := id.index()
	group, k, known := kindOf(id)
	// The action itself finds out whether the block exists.
	count := map[subject]int{aBlock: len(a.report.Blocks), aCommand: len(a.report.Shell), aProposal: math.MaxInt, theChat: 1}[group.about]
	if !known || index < 0 || index >= count {
		return x, false, nil
	}
	x, err = a.action(ctx, group, k, index, id.Place)
	return x, true, err
}

func kindOf(id actionID) (group actionGroup, k actionKind, known bool) {
	for _, group := range actionTable {
		for _, k := range group.actions {
			if k.name == id.Kind {
				return group, k, true
			}
		}
	}
	return group, k, false
}

// resolveCodeAction makes the edit of an action from the current texts. It fails if they have
// changed since the action was offered.
//
// Items that aren't ours or need nothing are echoed: some clients resolve every action that lacks
// an edit or a command, and an error would stop them from running it.
func (s *session) resolveCodeAction(_ context.Context, item json.RawMessage) (wire.Answer[json.RawMessage], error) {
	var c struct {
		Edit json.RawMessage `json:"edit"`
		Data actionData      `json:"data"`
	}
	err := json.Unmarshal(item, &c)
	if _, _, known := kindOf(c.Data.ID); err != nil || !known || len(c.Edit) > 0 {
		return func(context.Context) (json.RawMessage, error) { return item, nil }, nil
	}
	work := inReport(s, c.Data.ID.URI, func(ctx context.Context, n *snapshot, r *diagnostics.Report) (json.RawMessage, error) {
		a := n.actions(ctx, r)
		x, err := a.resolve(ctx, c.Data)
		if err != nil {
			return nil, err
		}
		return a.complete(ctx, item, x)
	})
	if work == nil {
		return nil, wire.Errorf(wire.ContentModified, "the chat is no longer open")
	}
	return work, nil
}

// resolve returns the action that was offered, or an error if its sources changed.
func (a *actions) resolve(ctx context.Context, d actionData) (action, error) {
	x, found, err := a.find(ctx, d.ID)
	switch {
	case err != nil:
		return x, err
	case !found:
		return x, wire.Errorf(wire.ContentModified, noAction)
	case a.fingerprint(x) != d.Edit:
		return x, wire.Errorf(wire.ContentModified, "not applied: the block or its file has changed since this was offered; ask for the actions again")
	case x.disabled != "":
		return x, wire.Errorf(wire.ContentModified, "not applied: %s", x.disabled)
	}
	return x, nil
}

func (a *actions) complete(ctx context.Context, item json.RawMessage, x action) (json.RawMessage, error) {
	edit, err := x.edit(ctx)
	if err != nil {
		return nil, err
	}
	a.offered(x)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(item, &members); err != nil {
		return nil, err
	}
	if members["edit"], err = json.Marshal(edit); err != nil {
		return nil, err
	}
	if a.tellsApplied(x) && a.client.resolvesCommands() {
		if members["command"], err = json.Marshal(appliedCommand(x)); err != nil {
			return nil, err
		}
	}
	return json.Marshal(members)
}

// tellsApplied reports whether the client must say when it has applied an action, because the
// server doesn't see the buffer that it edits.
func (n *snapshot) tellsApplied(x action) bool {
	return n.client.runsCommands() && (x.message != "" || slices.ContainsFunc(x.files, func(f *apply.FileEdit) bool { return !f.Delete && !isOpen(f) }))
}

func appliedCommand(x action) *protocol.Command {
	return newCommand("Applied", commandApplied, commandArgument{actionID: x.id, Message: x.message})
}
