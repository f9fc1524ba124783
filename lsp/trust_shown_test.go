package lsp_test

import (
	"testing"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// The cases of docs/trust.md that see the server from outside.
func TestTrustFromOutside(t *testing.T) {
	trust.Run(t, "C", 3, trust.Named(map[string]func(*testing.T){
		"a place other than the shown one": aBlockIsNotAppliedElsewhereThanShown,
		"applyEdit refused with a reason":  aRefusedEditIsShownWithItsReason,
		"reverted":                         anAppliedBlockIsReverted,
	}))
	trust.Run(t, "H", 1, trust.Named(map[string]func(*testing.T){"a fence in a hover": hoverKeepsHostileTextInItsFence}))
}
