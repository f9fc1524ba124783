// Package kate_test drives a real Kate on a virtual screen, with the settings in this folder.
package kate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/desktop"
	"github.com/edit-lsp/edit-lsp/tools/scenario"
	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// newFile can't be created by Kate, which doesn't create folders.
const newFile = "stock/report/totals.py"

func TestSteps(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		t.Run(step.Name, func(t *testing.T) {
			settings := shipped(t)
			if step.Typed != nil {
				settings = attached(t)
			}
			k := start(t, settings, "")
			_, creates := step.After[newFile]
			all := len(step.After) > 1
			if creates {
				delete(step.After, newFile)
				step.Title = strings.Replace(step.Title, "Apply all 5", "Apply 4 of 5", 1)
			}
			if step.Typed != nil {
				k.open(t, step.Typed.Path, 1)
				k.typeAbove(t, *step.Typed)
			}
			k.open(t, scenario.Chat, step.Line)
			k.checked(t)
			if creates && !all {
				assert.NotContains(t, k.menu(t), step.Title, "an action that Kate cannot do")
				k.desk.Press(t, "Escape")
			} else {
				k.choose(t, step)
			}
			k.saveAll(t)
			k.sample.Check(t, k.root, step)
		})
	}
}

// A new file is created in an existing folder.
func TestNewFile(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		if _, creates := step.After[newFile]; !creates || len(step.After) > 1 {
			continue
		}
		k := start(t, shipped(t), "")
		require.NoError(t, os.Mkdir(filepath.Join(k.root, filepath.Dir(newFile)), 0o755))
		k.open(t, scenario.Chat, step.Line)
		k.checked(t)
		k.choose(t, step)
		k.saveAll(t)
		k.sample.Check(t, k.root, step)
	}
}

// For files without this server, the saved text counts.
func TestSavedTarget(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		if step.Typed == nil {
			continue
		}
		k := start(t, shipped(t), "")
		k.open(t, step.Typed.Path, 1)
		k.typeAbove(t, *step.Typed)
		k.desk.Press(t, "ctrl+s")
		k.open(t, scenario.Chat, step.Line)
		k.checked(t)
		k.choose(t, step)
		k.saveAll(t)
		k.sample.Check(t, k.root, step)
	}
}

// If an unsaved edit has moved lines, a second edit of the file must wait until it is saved.
func TestTwoEditsOfAnUnsavedFile(t *testing.T) {
	const apply = "Apply edit"
	const chat = "numbers.txt\n««« EDIT\none\n═══════ REPL\n1\nand more\n»»» EDIT END\n\n" +
		"numbers.txt\n««« EDIT\nfour\n═══════ REPL\n4\n»»» EDIT END\n\n" +
		"missing.txt\n««« EDIT\nx\n═══════ REPL\ny\n»»» EDIT END\n"
	k := start(t, shipped(t), "")
	file := filepath.Join(k.root, "numbers.txt")
	require.NoError(t, os.WriteFile(file, []byte("one\ntwo\nthree\nfour\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(k.root, "other.md"), []byte(chat), 0o600))
	k.open(t, "other.md", 2)
	k.published(t, "other.md", 2) // the second block touches the first one, the third has no file
	k.choose(t, scenario.Step{Title: apply})
	k.told(t, "editLsp.applied")
	k.open(t, "other.md", 10)
	assert.NotContains(t, k.menu(t), apply, "the line stands elsewhere in Kate")
	k.desk.Press(t, "Escape")
	k.desk.Alone(t)
	k.desk.Press(t, "ctrl+l")
	terminal.Poll(t, func() (bool, string) {
		saved, err := os.ReadFile(file)
		require.NoError(t, err)
		return string(saved) == "1\nand more\ntwo\nthree\nfour\n", "the file is: " + string(saved)
	})
	k.choose(t, scenario.Step{Title: apply})
	k.saveAll(t)
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "1\nand more\ntwo\nthree\n4\n", string(after))
}

// Kate changes files when it saves them, by default and with the katerc settings of its page.
func TestSaving(t *testing.T) {
	const (
		keepBlanks = "\n[KTextEditor Document]\nRemove Spaces=0\n"
		edit       = "««« EDIT\ntwo 😀\n═══════ REPL\n2 😀  \nmore\n»»» EDIT END\n"
	)
	for katerc, files := range map[string][]struct{ name, before, after string }{
		"": {
			{"carriage-returns.txt", "one\r\ntwo 😀\r\nthree\r\n", "one\r\n2 😀\r\nmore\r\nthree\r\n"},
			{"blanks-and-no-last-newline.txt", "one  \ntwo 😀\nthree", "one  \n2 😀\nmore\nthree\n"},
			{"byte-order-mark.txt", "\uFEFFone\ntwo 😀\nthree\n", "\uFEFFone\n2 😀\nmore\nthree\n"},
			{"mixed-line-ends.txt", "one\r\ntwo 😀\nthree\n", "one\r\n2 😀\r\nmore\r\nthree\r\n"},
		},
		keepBlanks: {
			{"blanks.txt", "one  \ntwo 😀\nthree\n", "one  \n2 😀  \nmore\nthree\n"},
			{"no-last-newline.txt", "two 😀\nthree", "2 😀  \nmore\nthree\n"},
		},
	} {
		k := start(t, shipped(t), katerc)
		// The diagnostic of the last block shows that the chat was checked.
		chat := "missing.txt\n" + edit
		for _, f := range files {
			chat = f.name + "\n" + edit + "\n" + chat
			require.NoError(t, os.WriteFile(filepath.Join(k.root, f.name), []byte(f.before), 0o600))
		}
		require.NoError(t, os.WriteFile(filepath.Join(k.root, "other.md"), []byte(chat), 0o600))
		k.open(t, "other.md", 1)
		k.published(t, "other.md", 1)
		k.choose(t, scenario.Step{Title: fmt.Sprintf("Apply all %d edits in this document", len(files))})
		k.saveAll(t)
		for _, f := range files {
			after, err := os.ReadFile(filepath.Join(k.root, f.name))
			require.NoError(t, err)
			assert.Equal(t, f.after, string(after), f.name)
		}
	}
}

// The pictures show a failing and a good block: the action menu above the diagnostics, the hover,
// and the definition. The keys type nothing into the chat.
func TestPicture(t *testing.T) {
	k := start(t, shipped(t), "")
	k.welcome(t)
	k.open(t, scenario.Chat, k.sample.Good(t))
	k.checked(t)
	// "Switch to Diagnostics Tab"
	k.pressInMenu(t, "d")
	// Kate centers a line that isn't in view.
	k.open(t, scenario.Chat, k.sample.Line(t, "	if !ok {"))
	k.menu(t)
	k.desk.Picture(t, scenario.Screens(t), "kate-actions")
	k.desk.Alone(t, "Escape")
	k.open(t, scenario.Chat, k.sample.Good(t))
	// "Symbol Info"
	k.asked(t, "textDocument/hover", func() { k.pressInMenu(t, "y") })
	k.desk.Popup(t, "hover", func(w desktop.Window) bool { return w.Height > 2*row })
	k.desk.Picture(t, scenario.Screens(t), "kate-hover")
	k.open(t, scenario.Chat, k.sample.Line(t, "    sum += line.cents;"))
	// "Go to Definition"
	k.asked(t, "textDocument/definition", func() { k.pressInMenu(t, "g") })
	k.desk.Title(t, "cart.ts")
	k.desk.Picture(t, scenario.Screens(t), "kate-definition")
	k.saveAll(t)
	k.sample.Check(t, k.root, scenario.Step{})
}

// row is between half and the full height of a menu entry, in pixels.
const row = 18

var server string

// wiretap builds the recorder once.
var wiretap = sync.OnceValues(func() (string, error) {
	return scenario.Build(filepath.Dir(server), "wiretap", "lsp/lsptest/recording/wiretap")
})

func TestMain(m *testing.M) { scenario.Main(m, "kate", &server) }
