package neovim_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/tools/scenario"
	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// A chosen place is remembered: "all" doesn't apply the block at its other place too, and it can't be
// applied again.
func TestChoice(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		s := beginSession(t, nvim, "choice", scenario.Choice)
		s.term.Await(t, golden.Words("{ambiguous-match}"))
		s.picture(t, "before")
		s.choose(t, 3, "Apply at line 17")
		s.term.Await(t, golden.Words("{already-applied}"))
		s.choose(t, 11, "Apply at line 16")
		s.term.AwaitTimes(t, golden.Words("{already-applied}"), 2)
		for _, line := range []int{3, 11} {
			assert.NotContains(t, s.menu(t, line, "Revert this edit"), "Apply at line")
			s.answer(t, "")
		}
		s.term.Type(t, "\\A")
		s.term.Await(t, "Applied 1 edit to web/app.js; ") // written from 0.10 on
		s.term.Type(t, ":wall\r")
		scenario.Choice.AwaitSaved(t, s.root)
		s.picture(t, "after")
	})
}

// An applied block whose result is improved by hand stays applied, and the next one still applies.
func TestImproved(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		s := beginSession(t, nvim, "improved", scenario.Improved)
		s.choose(t, 3, "Apply edit")
		s.term.Await(t, golden.Words("{already-applied}"))
		s.picture(t, "before")
		s.term.Type(t, ":wincmd w | 4\rA // whole cents")
		s.term.Press(t, "Escape")
		s.term.Await(t, "Applied; changed since")
		s.term.Type(t, ":wincmd w\r")
		s.choose(t, 10, "Apply edit")
		s.term.Await(t, golden.Words("{already-applied}"))
		s.term.Type(t, ":wall\r")
		scenario.Improved.AwaitSaved(t, s.root)
		s.picture(t, "after")
		assert.NotContains(t, s.term.Screen(t), "Old lines not found")
	})
}

// If all blocks are ready, there are no diagnostics. A new ready block changes that as little, but it's
// counted.
func TestReadyBlocks(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		s := beginSession(t, nvim, "ready", scenario.Improved)
		s.term.Await(t, "Edit 2 of 2 from")
		s.term.Type(t, ":call append(0, ['styles/page.css', '««« EDIT', '  --ink: #222;', '═══════ REPL', '  --ink: #333;', '»»» EDIT END', ''])\r")
		s.term.Await(t, "Edit 3 of 3 from")
	})
}

type session struct {
	term       *terminal.Terminal
	root, name string
}

// beginSession opens the chat with its target to the right.
func beginSession(t *testing.T, nvim, name string, of scenario.Session) session {
	t.Helper()
	tmux := scenario.Editor(t, "tmux", "tmux", "tmux")
	b := newBox(t, nvim)
	of.Write(t, b.root)
	term := terminal.Start(t, tmux, b.root, b.env, nvim, "-n", "-O", "-c", "set number signcolumn=yes",
		"-c", "lua vim.diagnostic.config({ virtual_text = true })", scenario.SessionChat, of.Target)
	// The live blocks also show in the target.
	term.Await(t, "from "+scenario.SessionChat)
	version := strings.Split(t.Name(), "/")[1]
	return session{term: term, root: b.root, name: "neovim-" + version + "-" + name}
}

// menu opens the list of code actions on a 1-based line of the chat, until it has a title, and returns
// the screen.
func (s session) menu(t *testing.T, line int, title string) string {
	t.Helper()
	s.term.Type(t, fmt.Sprintf(":%d\r:lua vim.lsp.buf.code_action()\r", line))
	return s.term.Await(t, ": "+title)
}

func (s session) choose(t *testing.T, line int, title string) {
	t.Helper()
	found := regexp.MustCompile(`(\d+): ` + regexp.QuoteMeta(title)).FindStringSubmatch(s.menu(t, line, title))
	require.NotEmpty(t, found)
	s.answer(t, found[1])
}

// answer answers the list's question, and waits until the list is gone.
func (s session) answer(t *testing.T, number string) {
	t.Helper()
	s.term.Type(t, number+"\r")
	s.term.Until(t, "no list", func(screen string) bool { return !strings.Contains(screen, "Type number") })
}

func (s session) picture(t *testing.T, when string) {
	t.Helper()
	s.term.Picture(t, scenario.Screens(t), s.name+"-"+when)
}
