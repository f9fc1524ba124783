package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// What is done to a file, as a client shows it. A workspace edit has these for single operations, too.
const (
	deletesFile    = "Deletes the file"
	renamesFile    = "Renames the file"
	changesGuarded = "Protected file"
)

// confirmation returns why an action needs confirmation, or "": what is done to a file counts most. other
// is what else the action knows against it, or "".
func confirmation(protected bool, operation parse.Operation, other string) string {
	switch {
	case protected:
		return changesGuarded
	case operation == parse.Delete:
		return deletesFile
	case operation == parse.Rename:
		return renamesFile
	}
	return other
}

// confirmationOf is the confirmation for the edit of a file.
func confirmationOf(f *apply.FileEdit, other string) string {
	operation := parse.Modify
	switch {
	case f.Delete:
		operation = parse.Delete
	case f.NewTarget != nil:
		operation = parse.Rename
	}
	return confirmation(f.Target.Protected || f.NewTarget != nil && f.NewTarget.Protected, operation, other)
}

// writingMarker is the reason of a block that writes an edit block's marker into its file, or "".
func writingMarker(b *diagnostics.Block) string {
	if slices.ContainsFunc(b.Warnings, func(f diagnostics.Finding) bool { return f.Code == codes.MarkerInContent }) {
		return "Writes an edit block marker"
	}
	return ""
}

// A client with {"editLsp": {"confirms": true}} in its experimental capabilities asks its user by itself before an
// edit with risks, so it gets no annotated edits. Its commands answer with the question until they are sent with
// "confirmed", and a code action that asks is the command commandRunAction.

// confirms reports whether the client asks by itself.
func (c client) confirms() bool { return c.runsCommands() && c.experimental().Confirms }

type experimental struct {
	Files    bool `json:"files"`
	Confirms bool `json:"confirms"`
}

func (c client) experimental() experimental {
	var e struct {
		EditLsp experimental `json:"editLsp"`
	}
	_ = json.Unmarshal(c.Experimental, &e) // other servers' members may have any form
	return e.EditLsp
}

// risks returns why an action needs confirmation, a line for each file, or "".
func (x *action) risks() string {
	other := x.confirm
	if x.reverts {
		other = "" // it is what is done to one of the files
	}
	var lines []string
	for _, f := range x.files {
		why := confirmationOf(f, other)
		if why == "" {
			continue
		}
		line := fmt.Sprintf("%s: %s", why, text.Escape(f.Target.Path))
		if f.Target.Protected && f.Target.ProtectedReason != "" {
			line += " (" + text.Escape(f.Target.ProtectedReason) + ")"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return x.confirm // the edit isn't made yet
	}
	return strings.Join(lines, text.LF)
}

// runAction applies the edit of a code action.
func (s *session) runAction(ctx context.Context, n *actions, a commandArgument) (any, error) {
	return s.applyAction(ctx, n, a.actionID, a)
}
