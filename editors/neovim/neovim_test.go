// Package neovim_test drives real, headless Neovim versions with a real server and the plugin in
// this folder, installed like a user does.
package neovim_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/scenario"
)

// versions are the tested Neovim versions: the name in .ci/editors and the system's program.
var versions = []struct{ name, system string }{
	{"neovim", "nvim"},
	{"trixie", ""},
	{"sid", ""},
}

// seen is the output of drive.lua.
type seen struct {
	Error       string   `json:"error"`
	Version     string   `json:"version"`
	Notes       []string `json:"notes"`
	Deprecated  []string `json:"deprecated"`
	Messages    string   `json:"messages"`
	Titles      []string `json:"titles"`
	Health      string   `json:"health"`
	Keys        int      `json:"keys"`
	Diagnostics []struct {
		Line     int    `json:"line"`
		Message  string `json:"message"`
		Severity int    `json:"severity"`
		Code     string `json:"code"`
	} `json:"diagnostics"`
}

func TestSteps(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		for _, step := range scenario.Load(t).Steps(t) {
			t.Run(step.Name, func(t *testing.T) {
				t.Parallel()
				b := newBox(t, nvim)
				findings := b.sample.Diagnostics(t)
				s := b.play(t, "step.lua", stepOf(step))
				b.sample.Check(t, b.root, step)
				for _, title := range step.Absent {
					assert.NotContains(t, s.Titles, title)
				}
				require.Len(t, s.Diagnostics, len(findings))
				for i, f := range findings {
					assert.Equal(t, f.Line, s.Diagnostics[i].Line, f.Code)
					assert.Equal(t, f.Code, s.Diagnostics[i].Code)
					assert.Equal(t, f.Severity, s.Diagnostics[i].Severity, f.Code)
					assert.True(t, strings.HasPrefix(s.Diagnostics[i].Message, f.Message), "%q", s.Diagnostics[i].Message)
				}
			})
		}
	})
}

func TestCommands(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		b := newBox(t, nvim)
		b.play(t, "commands.lua", map[string]any{
			"ambiguous": b.sample.Diagnostics(t)[0].Line, "good": b.sample.Good(t),
		})
		// Three commands have applied everything that applies.
		for _, step := range b.sample.Steps(t) {
			if step.Name == "apply all" {
				b.sample.Check(t, b.root, step)
			}
		}
	})
}

// A file that only edits have changed is written with the others, also if Neovim applied one of them.
func TestMenu(t *testing.T) {
	for _, name := range []string{"trixie", "sid"} { // 0.10 and later have the event
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, scenario.Editor(t, name, "nvim", ""))
			b.play(t, "menu.lua", map[string]any{"ambiguous": b.sample.Diagnostics(t)[0].Line})
		})
	}
}

func TestReadOnlyTarget(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		b := newBox(t, nvim)
		b.play(t, "readonly.lua", map[string]any{})
	})
}

// TestSession checks what users see in a chat and in its targets.
func TestSession(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		b := newBox(t, nvim)
		b.play(t, "session.lua", map[string]any{"good": b.sample.Good(t), "walked": []string{"web/cart.ts", "server/main.go"}})
	})
}

// A chat in a window without a file finds its targets below the current folder, including unsaved
// text.
func TestChatWithoutAFile(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		for _, filetype := range []string{"codecompanion", "Avante", "copilot-chat", "aichat"} {
			t.Run(filetype, func(t *testing.T) {
				t.Parallel()
				b := newBox(t, nvim)
				for _, step := range b.sample.Steps(t) {
					if step.Typed != nil {
						b.play(t, "window.lua", map[string]any{"filetype": filetype, "line": step.Line})
						b.sample.Check(t, b.root, step)
					}
				}
			})
		}
	})
}

// Pasted text and the clipboard lead to a chat that has no file yet.
func TestRoads(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		newBox(t, nvim).play(t, "roads.lua", map[string]any{})
	})
}

// The commands take a code block like an edit block.
func TestCodeBlocks(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		newBox(t, nvim).play(t, "code_blocks.lua", map[string]any{})
	})
}

func TestUnsavedElsewhere(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		newBox(t, nvim).play(t, "swap.lua", map[string]any{})
	})
}

// TestPlugins tests the windows of chat plugins, and the keys from a failing block to a fixed file.
func TestPlugins(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		s := newBox(t, nvim).play(t, "plugins.lua", map[string]any{})
		t.Logf("a failing block takes %d keys", s.Keys)
		assert.LessOrEqual(t, s.Keys, 6)
	})
}

func TestHealth(t *testing.T) {
	each(t, func(t *testing.T, nvim string) {
		t.Parallel()
		b := newBox(t, nvim)
		s := b.play(t, "health.lua", map[string]any{})
		assert.NotContains(t, s.Health, "ERROR")
		assert.Contains(t, s.Health, "the server is running for "+b.root+"; chats: "+scenario.Chat)
		assert.Contains(t, s.Health, "/edit-lsp is edit-lsp ")
	})
}

// vim.lsp.enable() needs only one file, here or from nvim-lspconfig. Together with the plugin it starts
// no second server, whose diagnostics would show twice.
func TestEnable(t *testing.T) {
	nvim := scenario.Editor(t, "sid", "nvim", "")
	for _, c := range []struct {
		name, file string
		plugin     bool
	}{
		{"alone", "lsp/edit_lsp.lua", false},
		{"with the plugin", "lsp/edit_lsp.lua", true},
		{"nvim-lspconfig", "../../packaging/nvim-lspconfig/edit_lsp.lua", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, nvim)
			if !c.plugin {
				require.NoError(t, os.RemoveAll(filepath.Join(b.home, ".local")))
			}
			config := filepath.Join(b.home, ".config", "nvim")
			require.NoError(t, os.MkdirAll(filepath.Join(config, "lsp"), 0o755))
			file, err := os.ReadFile(filepath.FromSlash(c.file))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(config, "lsp", "edit_lsp.lua"), file, 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(config, "init.lua"), []byte("vim.lsp.enable('edit_lsp')\n"), 0o600))
			for _, step := range b.sample.Steps(t) {
				if step.Typed != nil {
					b.play(t, "step.lua", stepOf(step))
					b.sample.Check(t, b.root, step)
				}
			}
		})
	}
}

func stepOf(step scenario.Step) map[string]any {
	input := map[string]any{"line": step.Line, "title": step.Title}
	if step.Typed != nil {
		input["typed"] = map[string]string{"path": step.Typed.Path, "text": step.Typed.Text}
	}
	return input
}

func each(t *testing.T, test func(*testing.T, string)) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			test(t, scenario.Editor(t, v.name, "nvim", v.system))
		})
	}
}

// box is a user's home with the plugin in it, and a workspace.
type box struct {
	nvim, home, root string
	env              []string
	sample           *scenario.Sample
}

// newBox installs the plugin as a native Neovim package, without a plugin manager or configuration.
func newBox(t *testing.T, nvim string) *box {
	t.Helper()
	b := &box{nvim: nvim, sample: scenario.Load(t)}
	b.home, b.env = scenario.Home(t, server)
	b.root = filepath.Join(b.home, "shop")
	b.sample.Write(t, b.root)
	here, err := os.Getwd()
	require.NoError(t, err)
	start := filepath.Join(b.home, ".local", "share", "nvim", "site", "pack", "edit-lsp", "start")
	require.NoError(t, os.MkdirAll(start, 0o755))
	require.NoError(t, os.Symlink(here, filepath.Join(start, "edit-lsp")))
	return b
}

func (b *box) play(t *testing.T, file string, step map[string]any) seen {
	t.Helper()
	here, err := os.Getwd()
	require.NoError(t, err)
	out := filepath.Join(b.home, "seen.json")
	step["chat"], step["findings"] = scenario.Chat, len(b.sample.Diagnostics(t))
	input, err := json.Marshal(step)
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), b.nvim, "--headless", "-n", "-S", filepath.Join(here, "test", "drive.lua"))
	cmd.Dir = b.root
	cmd.Env = append(b.env, "EDIT_LSP_PLAY="+filepath.Join(here, "test", file), "EDIT_LSP_STEP="+string(input), "EDIT_LSP_OUT="+out)
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	data, err := os.ReadFile(out)
	require.NoError(t, err, "Neovim wrote nothing: %s", said)
	var s seen
	require.NoError(t, json.Unmarshal(data, &s))
	t.Logf("Neovim %s, notes: %q", s.Version, s.Notes)
	require.Empty(t, s.Error, "messages: %s", s.Messages)
	assert.Empty(t, s.Deprecated, "functions that Neovim will drop")
	assert.NotContains(t, s.Messages, "Error")
	return s
}

var server string

func TestMain(m *testing.M) { scenario.Main(m, "neovim", &server) }
