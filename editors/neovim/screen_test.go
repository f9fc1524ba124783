package neovim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/tools/scenario"
	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// The picture shows a failing and a good block, and the list of actions.
func TestPicture(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		tmux := scenario.Editor(t, "tmux", "tmux", "tmux")
		b := newBox(t, nvim)
		term := terminal.Start(t, tmux, b.root, b.env, nvim, "-n", "-c", "set number signcolumn=yes",
			"-c", "lua vim.diagnostic.config({ virtual_text = true })", scenario.Chat)
		term.Await(t, "Please make the cart")
		term.Type(t, fmt.Sprintf(":%d\r", b.sample.Good(t)))
		term.Type(t, "zz")
		term.Await(t, golden.Words("{old-lines-not-found}"))
		if !strings.HasSuffix(t.Name(), "/neovim") {
			// Debian's Neovim 0.7 has no hints.
			term.Await(t, "→ new file, +5")
		}
		name := strings.Split(t.Name(), "/")[1]
		term.Picture(t, scenario.Screens(t), "neovim-"+name)
		term.Type(t, ":lua vim.lsp.buf.code_action()\r")
		term.Await(t, "1: Apply edit")
		term.Picture(t, scenario.Screens(t), "neovim-"+name+"-actions")
	})
}
