package lsp

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// The kinds of actions that are offered beside quick fixes.
const (
	kindApplyEdits = protocol.CodeActionKind("source.applyEdits")
	kindFixAll     = protocol.CodeActionKindSourceFixAll + ".editLsp"
)

// actionKinds are those that are announced.
var actionKinds = []protocol.CodeActionKind{
	protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite, kindApplyEdits, kindFixAll,
}

// wantedKinds are those of our kinds that a client asks for.
//
// Editors can be told to run all actions of the kind source.fixAll whenever a file is
// saved. A model's edits must not be applied by that: the kinds that apply all of them
// are offered only to who asks for one of them by its name, or for all source actions,
// as a menu does.
func wantedKinds(c protocol.CodeActionContext) []protocol.CodeActionKind {
	asked := func(kind protocol.CodeActionKind) bool { return slices.Contains(c.Only, kind) }
	var kinds []protocol.CodeActionKind
	for _, kind := range actionKinds {
		switch kind {
		case kindApplyEdits:
			if asked(kind) || asked(protocol.CodeActionKindSource) {
				kinds = append(kinds, kind)
			}
		case kindFixAll:
			if asked(kind) {
				kinds = append(kinds, kind)
			}
		case protocol.CodeActionKindRefactorRewrite:
			// What is asked for at every move of the cursor, to show a light bulb, must be
			// cheap, and no block needs to be rewritten.
			if wants(c.Only, kind) && (len(c.Only) > 0 || c.TriggerKind != protocol.CodeActionTriggerKindAutomatic) {
				kinds = append(kinds, kind)
			}
		default:
			if wants(c.Only, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// wants tells whether a client that asks for only these kinds wants kind.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	if len(only) == 0 {
		return true
	}
	for _, o := range only {
		if o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".") {
			return true
		}
	}
	return false
}
