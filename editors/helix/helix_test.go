// Package helix_test drives a real Helix on a terminal with the configuration in this folder.
package helix_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/tools/scenario"
	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// versions are the tested Helix versions, by their names in .ci/editors.
var versions = []struct{ name, system string }{
	{"trixie", "hx"},
	{"sid", ""},
}

func TestSteps(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			helix := scenario.Editor(t, v.name, "hx", v.system)
			for _, step := range scenario.Load(t).Steps(t) {
				t.Run(step.Name, func(t *testing.T) {
					t.Parallel()
					play(t, helix, step)
				})
			}
		})
	}
}

func play(t *testing.T, helix string, step scenario.Step) {
	sample, root, term := start(t, helix)
	if step.Typed != nil {
		command(t, term, "open "+step.Typed.Path)
		term.Await(t, step.Typed.Path)
		term.Type(t, "O"+step.Typed.Text)
		term.Press(t, "Escape")
		term.Await(t, "[+]")
	}
	command(t, term, "open "+scenario.Chat)
	checked(t, term)
	command(t, term, fmt.Sprint(step.Line))
	choose(t, term, step)
	command(t, term, "write-all")
	// Helix quits only when everything is saved, else it reports an error.
	command(t, term, "quit-all")
	term.Ended(t)
	sample.Check(t, root, step)
}

// All edits apply from any line of the chat, the editor shows what was applied, and the symbols
// show the status of each block.
func TestApplyAllFromAnyLine(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			sample, root, term := start(t, scenario.Editor(t, v.name, "hx", v.system))
			for _, step := range sample.Steps(t) {
				if step.Name != "apply all" {
					continue
				}
				command(t, term, "open "+scenario.Chat)
				checked(t, term)
				choose(t, term, step)
				if v.name == "sid" {
					// 25.01 doesn't show server messages.
					term.Await(t, "Applied 5 edits to 5 files")
				}
				term.Await(t, golden.Words("EDIT  {already-applied}"))
				term.Type(t, " s")
				term.Until(t, "a symbol with its status", regexp.MustCompile(`web/cart\.ts:\d+ applied`).MatchString)
				term.Picture(t, scenario.Screens(t), "helix-"+v.name+"-applied")
				term.Press(t, "Escape")
				term.Until(t, "no picker", func(screen string) bool { return !strings.Contains(screen, "┌") })
				command(t, term, "write-all")
				command(t, term, "quit-all")
				term.Ended(t)
				sample.Check(t, root, step)
			}
		})
	}
}

// The picture shows a failing and a good block, and the menu of actions.
func TestPicture(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			sample, _, term := start(t, scenario.Editor(t, v.name, "hx", v.system))
			command(t, term, "open "+scenario.Chat)
			checked(t, term)
			command(t, term, fmt.Sprint(sample.Good(t)))
			term.Await(t, golden.Words("{old-lines-not-found}"))
			term.Await(t, "→ new file, +5")
			term.Picture(t, scenario.Screens(t), "helix-"+v.name)
			term.Type(t, " a")
			term.Await(t, "Apply edit")
			term.Picture(t, scenario.Screens(t), "helix-"+v.name+"-actions")
		})
	}
}

// start runs Helix with only the configuration in this folder.
func start(t *testing.T, helix string) (sample *scenario.Sample, root string, term *terminal.Terminal) {
	t.Helper()
	tmux := scenario.Editor(t, "tmux", "tmux", "tmux")
	home, env := scenario.Home(t, server)
	config := filepath.Join(home, ".config", "helix")
	require.NoError(t, os.MkdirAll(config, 0o755))
	languages, err := os.ReadFile("languages.toml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(config, "languages.toml"), languages, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(config, "config.toml"), []byte(shown), 0o600))
	sample, root = scenario.Load(t), filepath.Join(home, "shop")
	sample.Write(t, root)
	// Helix finds the workspace by .git.
	require.NoError(t, os.Mkdir(filepath.Join(root, ".git"), 0o755))
	term = terminal.Start(t, tmux, root, env, helix)
	term.Await(t, "[scratch]")
	return sample, root, term
}

// checked waits until the chat is shown, with its number of errors.
func checked(t *testing.T, term *terminal.Terminal) {
	t.Helper()
	term.Await(t, "● 4")
}

func command(t *testing.T, term *terminal.Terminal, text string) {
	t.Helper()
	// A colon right after an escape would be another key.
	term.Await(t, " NOR ")
	term.Type(t, ":"+text)
	term.Await(t, "\n:"+text)
	term.Press(t, "Enter")
}

// choose opens the menu of code actions and selects an entry. Initially the first one is selected.
func choose(t *testing.T, term *terminal.Terminal, step scenario.Step) {
	t.Helper()
	term.Type(t, " a")
	screen := term.Await(t, step.Title)
	offered := menu(screen)
	for _, title := range step.Absent {
		assert.NotContains(t, offered, title)
	}
	for _, title := range offered {
		// The text below may still show to the right of the entry.
		if strings.HasPrefix(title, step.Title) {
			term.Press(t, "Enter")
			return
		}
		term.Press(t, "Tab")
	}
	require.Failf(t, "no such action", "%s among %q, of:\n%s", step.Title, offered, screen)
}

func menu(screen string) []string {
	var titles []string
	for _, line := range strings.Split(screen, "\n") {
		for _, begin := range []string{"Apply ", "Extend ", "Fix ", "Use ", "Insert ", "Overwrite ", "Append ", "Did ", "Merge ", "Convert ", "Add ", "Revert ", "Go to "} {
			if at := strings.Index(line, begin); at >= 0 {
				titles = append(titles, strings.TrimSpace(line[at:]))
				break
			}
		}
	}
	return titles
}

// shown makes Helix show inline messages and hints.
const shown = `
[editor]
end-of-line-diagnostics = "hint"

[editor.lsp]
display-inlay-hints = true
`

var server string

func TestMain(m *testing.M) { scenario.Main(m, "helix", &server) }
