package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// A client with {"editLsp": {"confirms": true}} in its experimental capabilities asks its user by itself before an
// edit with risks, so it gets no annotated edits. Its commands answer with the question until they are sent with
// "confirmed", and a code action that asks is the command commandRunAction.

// confirms reports whether the client asks by itself.
func (c client) confirms() bool { return c.experimental().Confirms }

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
	var lines []string
	for _, f := range x.files {
		why := x.confirm
		switch {
		case f.Delete:
			why = deletesFile
		case f.NewTarget != nil:
			why = cmp.Or(why, renamesFile)
		case why == "":
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
