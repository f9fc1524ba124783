package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// A client can ask for the lenses and symbols of some lines only. The lens for all blocks is at the top.
func TestLensesAndSymbolsOfSomeLines(t *testing.T) {
	u := begin(t, files{
		"a.txt":   "one\ntwo\nthree\n",
		"chat.md": block("a.txt", "one\n", "uno\n") + "\n" + block("a.txt", "two\n", "dos\n") + "\n" + block("a.txt", "three\n", "tres\n"),
	})
	uri := u.open("chat.md")
	u.settled()
	params := map[string]any{"textDocument": map[string]any{"uri": uri}, "range": fromTo(7, 8)}
	var lenses []protocol.CodeLens
	u.do(u.Call(u.ctx, "textDocument/codeLens", params, &lenses))
	var titles []string
	for _, l := range lenses {
		titles = append(titles, l.Command.Title)
	}
	assert.Equal(t, []string{"Apply all 3 of 3 (1 file)", "Apply", "Preview", "a.txt:2"}, titles)
	var symbols []protocol.DocumentSymbol
	u.do(u.Call(u.ctx, "textDocument/documentSymbol", params, &symbols))
	if assert.Len(t, symbols, 1) {
		assert.Equal(t, "a.txt:2", symbols[0].Name)
	}
}
