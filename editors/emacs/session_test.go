package emacs_test

import (
	"fmt"
	"os"
	"path/filepath"
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
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			s := beginSession(t, v.name, v.system, "choice", scenario.Choice)
			s.term.Await(t, "Flymake[1 2")
			s.picture(t, "before")
			s.choose(t, 3, "Apply at line 17")
			s.term.AwaitTimes(t, "table.replaceChildren();", 2)
			s.choose(t, 11, "Apply at line 16")
			s.term.AwaitTimes(t, "table.hidden = false;", 2)
			for _, line := range []int{3, 11} {
				s.ask(t, line)
				s.term.Type(t, "\t\t")
				assert.NotContains(t, s.term.Await(t, "Revert this edit"), "Apply at line")
				s.term.Press(t, "C-]")
				s.term.AwaitTimes(t, "Pick an action", 0)
			}
			s.choose(t, 11, "Apply the one edit")
			s.term.Await(t, "Applied 1 edit")
			s.hinted(t, "→ applied", 3)
			s.save(t, scenario.Choice)
			s.diagnostics(t)
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 3)
			s.picture(t, "after")
		})
	}
}

// An applied block whose result is improved by hand stays applied, and the next one still applies.
func TestImproved(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			s := beginSession(t, v.name, v.system, "improved", scenario.Improved)
			s.choose(t, 3, "Apply edit")
			s.term.AwaitTimes(t, "return Math.round(sum);", 2)
			s.hinted(t, "→ applied", 1)
			s.picture(t, "before")
			s.term.Press(t, "C-x", "o")
			s.goTo(t, 4)
			s.term.Press(t, "C-e")
			s.term.Type(t, " // whole cents")
			s.term.Press(t, "C-x", "o")
			s.choose(t, 10, "Apply edit")
			s.term.AwaitTimes(t, "return (cents / 100).toFixed(2);", 2)
			s.hinted(t, "→ applied; changed since", 1)
			s.save(t, scenario.Improved)
			s.diagnostics(t)
			s.term.AwaitTimes(t, "Applied; changed since", 1)
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 1)
			s.picture(t, "after")
		})
	}
}

// A copied answer is a chat at once, beside the code. Nothing is written before it is applied and saved.
func TestPaste(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			s := beginSession(t, v.name, v.system, "paste", scenario.Improved)
			answer, err := os.ReadFile(filepath.Join(s.root, scenario.SessionChat))
			require.NoError(t, err)
			s.term.Press(t, "M-x")
			s.term.Type(t, "edit-lsp-paste\r")
			s.term.Await(t, "There is no text on the clipboard")
			s.paste(t)
			s.choose(t, 3, "Apply edit")
			s.term.AwaitTimes(t, "return Math.round(sum);", 2)
			s.picture(t, "after")
			assert.NoFileExists(t, filepath.Join(s.root, "answer.md"))
			now, err := os.ReadFile(filepath.Join(s.root, scenario.SessionChat))
			require.NoError(t, err)
			assert.Equal(t, string(answer), string(now))
		})
	}
}

// So is an answer with code alone, whose fences in a file would be examples.
func TestPasteOfCode(t *testing.T) {
	of := scenario.Improved
	of.Chat = "web/total.js\n```js\nexport function label(cents) {\n  return (cents / 100).toFixed(2);\n}\n```\n"
	s := beginSession(t, "trixie", "", "paste-code", of)
	s.paste(t)
	s.choose(t, 3, "Write to web/total.js")
	s.term.AwaitTimes(t, "return (cents / 100).toFixed(2);", 2)
	s.choose(t, 3, "Revert this code block")
	s.term.AwaitTimes(t, "return (cents / 100).toFixed(2);", 1)
}

type session struct {
	term       *terminal.Terminal
	root, name string
}

// paste copies the chat, closes it, and opens the text of the clipboard beside its target.
func (s session) paste(t *testing.T) {
	t.Helper()
	s.term.Press(t, "C-x", "h", "M-w", "C-x", "k", "Enter", "C-x", "o")
	s.term.Press(t, "M-x")
	s.term.Type(t, "edit-lsp-paste\r")
	s.term.Await(t, "answer.md")
}

// beginSession opens the chat above its target.
func beginSession(t *testing.T, version, system, name string, of scenario.Session) session {
	t.Helper()
	emacs, tmux := scenario.Editor(t, version, "emacs", system), scenario.Editor(t, "tmux", "tmux", "tmux")
	_, root, env := user(t, eglot)
	of.Write(t, root)
	open := fmt.Sprintf("(progn (find-file %q) (find-file-other-window %q) (other-window 1))", scenario.SessionChat, of.Target)
	command := append([]string{emacs, "-nw", "--eval", "(setq native-comp-async-report-warnings-errors nil inhibit-startup-screen t)"}, packages(t, "markdown-mode")...)
	term := terminal.Start(t, tmux, root, env, append(command, "--eval", open)...)
	term.Await(t, "[eglot:")
	return session{term: term, root: root, name: "emacs-" + version + "-" + name}
}

func (s session) goTo(t *testing.T, line int) {
	t.Helper()
	s.term.Press(t, "M-g", "g")
	s.term.Type(t, fmt.Sprintf("%d\r", line))
}

// ask opens the prompt for a code action on a 1-based line.
func (s session) ask(t *testing.T, line int) {
	t.Helper()
	s.goTo(t, line)
	s.term.Press(t, "M-x")
	s.term.Type(t, "eglot-code-actions\r")
	s.term.Await(t, "Pick an action")
}

// choose chooses the code action that begins with a text. Emacs may drop what is typed while the chat's
// diagnostics change, so it types again.
func (s session) choose(t *testing.T, line int, title string) {
	t.Helper()
	const again = 100
	s.ask(t, line)
	looks := 0
	s.term.Until(t, "the typed "+title, func(screen string) bool {
		if looks%again == 0 {
			s.term.Press(t, "C-a", "C-k")
			s.term.Type(t, title)
		}
		looks++
		return strings.Contains(screen, "): "+title)
	})
	s.term.Press(t, "Enter")
}

func (s session) diagnostics(t *testing.T) {
	t.Helper()
	s.term.Press(t, "M-x")
	s.term.Type(t, "flymake-show-buffer-diagnostics\r")
}

// hinted is AwaitTimes for hints, which Emacs 28 doesn't have.
func (s session) hinted(t *testing.T, text string, times int) {
	t.Helper()
	if !strings.HasPrefix(s.name, "emacs-emacs") {
		s.term.AwaitTimes(t, text, times)
	}
}

// save saves all files, and waits until the target has its text.
func (s session) save(t *testing.T, of scenario.Session) {
	t.Helper()
	s.term.Press(t, "C-x", "s", "!")
	of.AwaitSaved(t, s.root)
}

func (s session) picture(t *testing.T, when string) {
	t.Helper()
	s.term.Picture(t, scenario.Screens(t), s.name+"-"+when)
}
