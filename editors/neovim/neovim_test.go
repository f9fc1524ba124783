// Package neovim_test drives a real Neovim, headless, with a real server.
package neovim_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scenario is what drive.lua plays.
type scenario struct {
	Server  []string `json:"server"`
	Root    string   `json:"root"`
	Chat    string   `json:"chat"`
	Out     string   `json:"out"`
	Expect  int      `json:"expect"`
	Init    string   `json:"init,omitempty"`
	Unsaved *unsaved `json:"unsaved,omitempty"`
	Actions []action `json:"actions"`
}

type unsaved struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

type action struct {
	Line  int    `json:"line"`
	Title string `json:"title"`
}

// result is what drive.lua saw.
type result struct {
	Error       string     `json:"error"`
	Version     string     `json:"version"`
	Titles      [][]string `json:"titles"`
	Notes       []string   `json:"notes"`
	Diagnostics []struct {
		Line     int    `json:"line"`
		Message  string `json:"message"`
		Severity int    `json:"severity"`
		Code     string `json:"code"`
	} `json:"diagnostics"`
}

// chat has an edit of one file, one of another, an ambiguous one, and a new file in a
// folder that is not there.
const chat = `Two changes:

src/cart.py
««« EDIT
def total(lines):
    return sum(l.cents for l in lines)
═══════ REPL
def total(lines):
    return sum(l.cents * l.count for l in lines)
»»» EDIT END

src/shop.py
««« EDIT
NAME = "shop"
═══════ REPL
NAME = "corner shop"
»»» EDIT END

src/shop.py
««« EDIT
    pass
═══════ REPL
    return None
»»» EDIT END

docs/new/page.md
««« EDIT
═══════ REPL
# Page

Text.
»»» EDIT END
`

var files = map[string]string{
	"src/cart.py": "def total(lines):\n    return sum(l.cents for l in lines)\n",
	"src/shop.py": "NAME = \"shop\"\ndef open():\n    pass\ndef close():\n    pass\n",
}

const (
	cartAfter = "def total(lines):\n    return sum(l.cents * l.count for l in lines)\n"
	shopAfter = "NAME = \"corner shop\"\ndef open():\n    pass\ndef close():\n    pass\n"
	pageAfter = "# Page\n\nText.\n"
)

func TestApplyOneBlock(t *testing.T) {
	root, r := play(t, scenario{Expect: 1, Actions: []action{{Line: 4, Title: "Apply edit"}}})
	assert.Equal(t, cartAfter, read(t, root, "src/cart.py"))
	assert.Equal(t, files["src/shop.py"], read(t, root, "src/shop.py"))
	require.Len(t, r.Diagnostics, 1)
	assert.Equal(t, "ambiguous-match", r.Diagnostics[0].Code)
	assert.Equal(t, 21, r.Diagnostics[0].Line)
	assert.Equal(t, 1, r.Diagnostics[0].Severity)
	assert.Equal(t, "Edit location is ambiguous (matches at lines 3 and 5); first at src/shop.py:3", r.Diagnostics[0].Message)
	assert.NoFileExists(t, filepath.Join(root, "docs"))
}

func TestApplyAllWithANewFileInAMissingFolder(t *testing.T) {
	root, r := play(t, scenario{Expect: 1, Actions: []action{{Line: 4, Title: "Apply all 3 edits in this document"}}})
	assert.Equal(t, cartAfter, read(t, root, "src/cart.py"))
	assert.Equal(t, shopAfter, read(t, root, "src/shop.py"))
	assert.Equal(t, pageAfter, read(t, root, "docs/new/page.md"))
	assert.NotContains(t, r.Titles[0], "Apply at line 3", "that is another block's")
}

func TestNewFileInAMissingFolder(t *testing.T) {
	root, _ := play(t, scenario{Expect: 1, Actions: []action{{Line: 27, Title: "Apply edit"}}})
	assert.Equal(t, pageAfter, read(t, root, "docs/new/page.md"))
	assert.Equal(t, files["src/cart.py"], read(t, root, "src/cart.py"))
}

func TestChooseAmongAmbiguousPlaces(t *testing.T) {
	root, r := play(t, scenario{Expect: 1, Actions: []action{{Line: 20, Title: "Apply at line 5"}}})
	assert.Equal(t, "NAME = \"shop\"\ndef open():\n    pass\ndef close():\n    return None\n", read(t, root, "src/shop.py"))
	assert.NotContains(t, r.Titles[0], "Apply edit")
	assert.Contains(t, r.Titles[0], "Apply at line 3")
}

// The buffer's text counts, not the disk's: with the changed line the block is found
// one line further down, and what was typed is kept.
func TestTargetWithUnsavedChanges(t *testing.T) {
	root, _ := play(t, scenario{
		Expect:  1,
		Unsaved: &unsaved{File: "src/cart.py", Line: 1, Text: "# typed, not saved\ndef total(lines):"},
		Actions: []action{{Line: 4, Title: "Apply edit"}},
	})
	assert.Equal(t, "# typed, not saved\n"+cartAfter, read(t, root, "src/cart.py"))
}

func TestTwoActionsOneAfterTheOther(t *testing.T) {
	root, _ := play(t, scenario{Expect: 1, Actions: []action{
		{Line: 4, Title: "Apply edit"},
		{Line: 13, Title: "Apply edit"},
	}})
	assert.Equal(t, cartAfter, read(t, root, "src/cart.py"))
	assert.Equal(t, shopAfter, read(t, root, "src/shop.py"))
}

// play makes the workspace, plays a scenario in Neovim, and gives the workspace and
// what Neovim saw.
func play(t *testing.T, s scenario) (root string, r result) {
	t.Helper()
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("SKIPPED: there is no nvim on this machine, so the real client was not driven; make test installs it where it can")
	}
	t.Parallel()
	box := t.TempDir()
	root = filepath.Join(box, "workspace")
	for name, content := range files {
		write(t, root, name, content)
	}
	write(t, root, "chat.md", chat)
	here, err := os.Getwd()
	require.NoError(t, err)
	s.Server, s.Root, s.Chat = []string{serverBinary, "--stdio"}, root, "chat.md"
	s.Out, s.Init = filepath.Join(box, "result.json"), filepath.Join(here, "test", "init.lua")
	data, err := json.Marshal(s)
	require.NoError(t, err)
	play := filepath.Join(box, "scenario.json")
	require.NoError(t, os.WriteFile(play, data, 0o600))
	cmd := exec.CommandContext(t.Context(), nvim, "--headless", "-u", "NONE", "-n", "-S", filepath.Join(here, "test", "drive.lua"))
	cmd.Dir = box
	cmd.Env = append(os.Environ(), "EDIT_LSP_SCENARIO="+play, "XDG_STATE_HOME="+box, "XDG_CACHE_HOME="+box, "XDG_CONFIG_HOME="+box)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	data, err = os.ReadFile(s.Out)
	require.NoError(t, err, "Neovim wrote no result: %s", out)
	require.NoError(t, json.Unmarshal(data, &r))
	t.Logf("Neovim %s, actions offered: %q, notes: %q", r.Version, r.Titles, r.Notes)
	require.Empty(t, r.Error, "notes: %q", r.Notes)
	require.Len(t, r.Titles, len(s.Actions))
	return root, r
}

var serverBinary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "edit-lsp-neovim-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		serverBinary = filepath.Join(dir, "edit-lsp")
		build := exec.Command("go", "build", "-o", serverBinary, "github.com/edit-lsp/edit-lsp/cmd/edit-lsp")
		if out, err := build.CombinedOutput(); err != nil {
			panic(string(out))
		}
		return m.Run()
	}())
}

func write(t *testing.T, root, name, content string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
}

func read(t *testing.T, root, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(data)
}
