package helix_test

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
			s.term.Await(t, golden.Words("{ambiguous-match}"))
			s.picture(t, "before")
			s.choose(t, 3, "Apply at line 17")
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 1)
			s.choose(t, 11, "Apply at line 16")
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 2)
			for _, line := range []int{3, 11} {
				command(t, s.term, fmt.Sprint(line))
				s.term.Type(t, " a")
				assert.NotContains(t, s.term.Await(t, "Revert this edit"), "Apply at line")
				s.term.Press(t, "Escape")
				s.term.AwaitTimes(t, "Revert this edit", 0)
			}
			s.choose(t, 11, "Apply the one edit")
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 3)
			s.save(t, scenario.Choice)
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
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 1)
			s.picture(t, "before")
			command(t, s.term, "open "+scenario.Improved.Target)
			s.term.Await(t, "export function")
			command(t, s.term, "4")
			s.term.Type(t, "A // whole cents")
			s.term.Press(t, "Escape")
			s.term.Await(t, "// whole cents\n")
			command(t, s.term, "open "+scenario.SessionChat)
			s.term.AwaitTimes(t, "Applied; changed since", 1)
			s.choose(t, 10, "Apply edit")
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 1)
			s.term.AwaitTimes(t, "Applied; changed since", 1)
			s.save(t, scenario.Improved)
			s.picture(t, "after")
		})
	}
}

// The commands need no arguments: they are about the only open chat.
func TestCommands(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			s := beginSession(t, v.name, v.system, "commands", scenario.Improved)
			before, err := os.ReadFile(filepath.Join(s.root, scenario.Improved.Target))
			require.NoError(t, err)
			s.run(t, "applyAll")
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 2)
			s.picture(t, "applied")
			s.run(t, "revertAll")
			s.term.AwaitTimes(t, golden.Words("{already-applied}"), 0)
			s.picture(t, "reverted")
			command(t, s.term, "write-all")
			command(t, s.term, "quit-all")
			s.term.Ended(t)
			after, err := os.ReadFile(filepath.Join(s.root, scenario.Improved.Target))
			require.NoError(t, err)
			assert.Equal(t, string(before), string(after))
		})
	}
}

type session struct {
	term       *terminal.Terminal
	root, name string
}

func beginSession(t *testing.T, version, system, name string, of scenario.Session) session {
	t.Helper()
	_, root, term := start(t, scenario.Editor(t, version, "hx", system))
	// The message of another block shows that the chat is checked.
	of.Chat += "\nweb/missing.js\n««« EDIT\nx\n═══════ REPL\ny\n»»» EDIT END\n"
	of.Write(t, root)
	command(t, term, "open "+scenario.SessionChat)
	term.Await(t, "File not found")
	return session{term: term, root: root, name: "helix-" + version + "-" + name}
}

// choose chooses the code action that begins with a text, on a 1-based line.
func (s session) choose(t *testing.T, line int, title string) {
	t.Helper()
	command(t, s.term, fmt.Sprint(line))
	choose(t, s.term, scenario.Step{Title: title})
}

// run chooses one of the server's commands, by the end of its name.
func (s session) run(t *testing.T, name string) {
	t.Helper()
	command(t, s.term, "lsp-workspace-command")
	s.term.Await(t, "editLsp."+name)
	s.term.Type(t, name)
	s.term.Until(t, "the only command", func(screen string) bool { return strings.Count(screen, "editLsp.") == 1 })
	s.term.Press(t, "Enter")
}

// save saves all files, and waits until the target has its text.
func (s session) save(t *testing.T, of scenario.Session) {
	t.Helper()
	command(t, s.term, "write-all")
	of.AwaitSaved(t, s.root)
}

func (s session) picture(t *testing.T, when string) {
	t.Helper()
	s.term.Picture(t, scenario.Screens(t), s.name+"-"+when)
}
