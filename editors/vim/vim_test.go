// Package vim_test drives a real Vim with ALE on a terminal, with the file in this folder.
package vim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/scenario"
	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// configuration is a user's vimrc, with Debian's package of ALE.
const configuration = `
set nocompatible hidden noswapfile
filetype plugin on
packadd! ale
`

// newFile can't be created by ALE, which doesn't create folders.
const newFile = "stock/report/totals.py"

func TestSteps(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		t.Run(step.Name, func(t *testing.T) {
			t.Parallel()
			sample, root, term := start(t)
			_, creates := step.After[newFile]
			all := len(step.After) > 1
			if creates {
				delete(step.After, newFile)
				step.Title = strings.Replace(step.Title, "Apply all 5", "Apply 4 of 5", 1)
			}
			if step.Typed != nil {
				command(t, term, "edit "+step.Typed.Path)
				term.Await(t, "export interface")
				term.Type(t, "O"+step.Typed.Text)
				term.Press(t, "Escape")
			}
			command(t, term, "edit "+scenario.Chat)
			checked(t, sample, term)
			command(t, term, fmt.Sprint(step.Line))
			term.Type(t, ":ALECodeAction\r")
			screen := term.Await(t, "(empty cancels)")
			number := ""
			for _, entry := range regexp.MustCompile(`(?m)^(\d+)\) (.*?) *$`).FindAllStringSubmatch(screen, -1) {
				assert.NotContains(t, step.Absent, entry[2])
				if entry[2] == step.Title {
					number = entry[1]
				}
			}
			if creates && !all {
				assert.Empty(t, number, "an action that ALE cannot do")
				return
			}
			require.NotEmpty(t, number, "%s:\n%s", step.Title, screen)
			term.Type(t, number+"\r")
			command(t, term, "wall")
			command(t, term, "qall")
			term.Ended(t)
			sample.Check(t, root, step)
		})
	}
}

// A new file is created in an existing folder.
func TestNewFile(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		if _, creates := step.After[newFile]; !creates || len(step.After) > 1 {
			continue
		}
		sample, root, term := start(t)
		require.NoError(t, os.Mkdir(filepath.Join(root, filepath.Dir(newFile)), 0o755))
		command(t, term, "edit "+scenario.Chat)
		checked(t, sample, term)
		command(t, term, fmt.Sprint(step.Line))
		term.Type(t, ":ALECodeAction\r")
		screen := term.Await(t, "(empty cancels)")
		entry := regexp.MustCompile(`(?m)^(\d+)\) ` + step.Title + ` *$`).FindStringSubmatch(screen)
		require.NotNil(t, entry, screen)
		term.Type(t, entry[1]+"\r")
		command(t, term, "wall")
		command(t, term, "qall")
		term.Ended(t)
		sample.Check(t, root, step)
	}
}

// The picture shows a failing and a good block, and the list of actions.
func TestPicture(t *testing.T) {
	t.Parallel()
	sample, _, term := start(t)
	// The terminal doesn't tell Vim that it's dark.
	command(t, term, "set background=dark")
	command(t, term, "edit "+scenario.Chat)
	checked(t, sample, term)
	term.Type(t, "zt")
	term.Await(t, "stock/report/totals.py")
	term.Picture(t, scenario.Screens(t), "vim")
	term.Type(t, ":ALECodeAction\r")
	term.Await(t, "(empty cancels)")
	term.Picture(t, scenario.Screens(t), "vim-actions")
}

// start runs Vim with ALE and the file in this folder.
func start(t *testing.T) (sample *scenario.Sample, root string, term *terminal.Terminal) {
	t.Helper()
	vim, tmux := scenario.Editor(t, "vim", "vim", "vim"), scenario.Editor(t, "tmux", "tmux", "tmux")
	if _, err := os.Stat("/usr/share/vim-ale"); err != nil {
		scenario.Missing(t, "vim", "ALE, a plugin of Vim,")
	}
	home, env := scenario.Home(t, server)
	plugin := filepath.Join(home, ".vim", "plugin")
	require.NoError(t, os.MkdirAll(plugin, 0o755))
	file, err := os.ReadFile("edit-lsp.vim")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(plugin, "edit-lsp.vim"), file, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(home, ".vimrc"), []byte(configuration), 0o600))
	sample, root = scenario.Load(t), filepath.Join(home, "shop")
	sample.Write(t, root)
	term = terminal.Start(t, tmux, root, env, vim)
	term.Await(t, "VIM - Vi IMproved")
	return sample, root, term
}

// checked goes to a line with an error and waits until ALE shows it.
func checked(t *testing.T, sample *scenario.Sample, term *terminal.Terminal) {
	t.Helper()
	for _, f := range sample.Diagnostics(t) {
		if f.Code == "old-lines-not-found" {
			command(t, term, fmt.Sprint(f.Line))
			term.Await(t, f.Message)
		}
	}
}

func command(t *testing.T, term *terminal.Terminal, text string) {
	t.Helper()
	term.Type(t, ":"+text+"\r")
}

var server string

func TestMain(m *testing.M) { scenario.Main(m, "vim", &server) }
