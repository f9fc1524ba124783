package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// Every guarantee of docs/trust.md has a list, and every list has its cases.
func TestEveryPromiseHasTests(t *testing.T) {
	lists := trustTests(top)
	shown := map[string]bool{}
	for _, l := range trust.Lists {
		if assert.Contains(t, lists, l.ID, "no test runs the list") {
			assert.GreaterOrEqual(t, lists[l.ID].Cases, l.AtLeast, "cases of %s", l.ID)
		}
		for _, p := range l.Promises {
			shown[p] = true
		}
		delete(lists, l.ID)
	}
	assert.Empty(t, lists, "lists that tools/trust does not name")
	for _, p := range trust.Promises {
		assert.True(t, shown[p.ID], "no list shows %s", p.ID)
		delete(shown, p.ID)
	}
	assert.Empty(t, shown, "promises that tools/trust does not name")
}
