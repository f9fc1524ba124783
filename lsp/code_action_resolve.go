package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// actionData goes with an action that has no edit yet.
type actionData struct {
	// Asked is the question that the action answers.
	Asked question `json:"editLsp"`
	// Edit is the digest of the edit that was meant when the action was offered.
	Edit string `json:"edit"`
}

func (x action) data(q question) (actionData, error) {
	edit, err := digest(x.edit)
	return actionData{Asked: q, Edit: edit}, err
}

// appliedCommand is what a client runs when it has applied the edit of an action to
// files that this server does not see the buffers of.
func (n *snapshot) appliedCommand(x action, digest string) (*protocol.Command, error) {
	n.client.unsaved.offer(digest, x.files)
	argument, err := json.Marshal(commandArgument{URI: n.document.uri, Edit: digest})
	if err != nil {
		return nil, err
	}
	return &protocol.Command{Title: "Applied", Command: commandApplied, Arguments: []json.RawMessage{argument}}, nil
}

// digest tells edits apart by what they do. The versions of documents do not count: a
// chat that goes on below a block leaves its edit what it is.
func digest(edit *protocol.WorkspaceEdit) (string, error) {
	plain := *edit
	plain.DocumentChanges = make([]protocol.DocumentChange, len(edit.DocumentChanges))
	for i, c := range edit.DocumentChanges {
		if c.TextDocumentEdit != nil {
			t := *c.TextDocumentEdit
			t.TextDocument.Version = nil
			c.TextDocumentEdit = &t
		}
		plain.DocumentChanges[i] = c
	}
	encoded, err := json.Marshal(plain)
	sum := sha256.Sum256(encoded)
	return fmt.Sprintf("%x", sum[:12]), err
}

// resolveCodeAction works out the edit of an action anew, from the texts as they are
// now. Where it is not any more what it was when the action was offered, it says so.
//
// What is no action of ours, or needs nothing, is echoed: some clients ask for every
// action that lacks an edit or a command, and an error would keep them from running it.
func (s *session) resolveCodeAction(_ context.Context, item json.RawMessage) (func(context.Context) (json.RawMessage, error), error) {
	var a struct {
		Title string          `json:"title"`
		Edit  json.RawMessage `json:"edit"`
		Data  actionData      `json:"data"`
	}
	if json.Unmarshal(item, &a) != nil || a.Data.Asked.URI == "" || len(a.Edit) > 0 {
		return func(context.Context) (json.RawMessage, error) { return item, nil }, nil
	}
	work, err := inChat(s, a.Data.Asked.URI, func(ctx context.Context, n *snapshot) (json.RawMessage, error) {
		x, err := n.resolve(ctx, a.Title, a.Data)
		if err != nil {
			return nil, err
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(item, &members); err != nil {
			return nil, err
		}
		if members["edit"], err = json.Marshal(x.edit); err != nil {
			return nil, err
		}
		if n.tellsApplied(x) && n.client.resolvesCommands() {
			c, err := n.appliedCommand(x, a.Data.Edit)
			if err != nil {
				return nil, err
			}
			if members["command"], err = json.Marshal(c); err != nil {
				return nil, err
			}
		}
		return json.Marshal(members)
	})
	if work == nil && err == nil {
		return nil, wire.Errorf(wire.ContentModified, "the chat is not open any more")
	}
	return work, err
}

// resolve is the action that was offered, if it still means the same.
func (n *snapshot) resolve(ctx context.Context, title string, d actionData) (action, error) {
	none := action{}
	r, err := n.report(ctx)
	if err != nil {
		return none, err
	}
	for _, i := range d.Asked.Blocks {
		if i < 0 || i >= len(r.Blocks) {
			return none, wire.Errorf(wire.ContentModified, "the block is not there any more")
		}
	}
	for _, i := range d.Asked.Shell {
		if i < 0 || i >= len(r.Shell) {
			return none, wire.Errorf(wire.ContentModified, "the suggested command is not there any more")
		}
	}
	list, err := n.actions(ctx, r, d.Asked)
	if err != nil {
		return none, err
	}
	for _, x := range list {
		if x.title != title || x.edit == nil {
			continue
		}
		switch now, err := digest(x.edit); {
		case err != nil:
			return none, err
		case now == d.Edit:
			return x, nil
		}
	}
	return none, wire.Errorf(wire.ContentModified, "not applied: the block or its file has changed since this was offered; ask for the actions again")
}
