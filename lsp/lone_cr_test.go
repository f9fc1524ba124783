package lsp

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
)

// Editors end lines at lone carriage returns, as the protocol does. The text stays theirs, and no edit is sent
// that they would make elsewhere.
func loneCarriageReturns(t *testing.T) {
	chat := block("a.txt", "two\n", "2\n") + block("a.txt", "zero\n", "0\n") + block("b.txt", "x\n", "y\n")
	all := files{"chat.md": chat, "a.txt": "zero\none\rmore\ntwo\nthree\n", "b.txt": "x\n\rz\n"}
	const refusal = "a.txt has a carriage return without a line feed on line 2, which this editor takes for a line ending: apply the edit with edit-lsp apply"
	var lines []int
	for i, l := range strings.Split(chat, "\n") {
		if l == "««« EDIT" {
			lines = append(lines, i)
		}
	}
	t.Run("the protocol's lines", func(t *testing.T) {
		u := begin(t, all)
		uri := u.open("chat.md")
		assert.Equal(t, refusal, u.offered(uri, lines[0], "Apply edit").Disabled.Reason)
		assert.Nil(t, u.offered(uri, lines[1], "Apply edit").Disabled, "the edit is above it")
		assert.Nil(t, u.offered(uri, lines[2], "Apply edit").Disabled, "the edit is above it")
		target := u.open("a.txt")
		u.do(u.Change(u.ctx, target, fromTo(3, 3), "TWO\n"))
		u.do(u.Change(u.ctx, target, from(at(1, 3), at(2, 1)), ""))
		require.Equal(t, "zero\noneore\nTWO\ntwo\nthree\n", u.Text(target))
		u.do(u.Choose(u.ctx, uri, lines[0], "Apply edit"))
		assert.Equal(t, "zero\noneore\nTWO\n2\nthree\n", u.Text(target))
	})
	t.Run("Neovim's lines", func(t *testing.T) {
		u := beginWith(t, all, Options{}, lsptest.Options{
			Params: map[string]any{"clientInfo": map[string]any{"name": "Neovim"}}, Behaviour: lsptest.Behaviour{EndsLinesAtLF: true},
		})
		uri := u.open("chat.md")
		target := u.open("a.txt")
		u.do(u.Change(u.ctx, target, fromTo(2, 2), "TWO\n"))
		u.do(u.Choose(u.ctx, uri, lines[0], "Apply edit"))
		assert.Equal(t, "zero\none\rmore\nTWO\n2\nthree\n", u.Text(target))
	})
}
