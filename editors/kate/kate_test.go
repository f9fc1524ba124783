// Package kate_test drives a real Kate on a virtual screen, with the settings in this folder.
package kate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest/recording"
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

type kate struct {
	desk    *desktop.Desktop
	sample  *scenario.Sample
	program string
	root    string
	// log is the file with the session's messages.
	log  string
	runs bool
}

// start prepares a user whose Kate has the plugin with these settings and may start the server.
// katerc is appended to Kate's own settings.
func start(t *testing.T, settings []byte, katerc string) *kate {
	t.Helper()
	program := scenario.Editor(t, "kate", "kate", "kate")
	for _, need := range desktop.Needs {
		scenario.Editor(t, "kate", need, need)
	}
	tap, err := wiretap()
	require.NoError(t, err)
	// Kate starts a script that logs all messages. Its path is part of a list, so a test's name
	// must not contain a comma.
	script := filepath.Join(t.TempDir(), "edit-lsp")
	home, env := scenario.Home(t, script)
	k := &kate{program: program, sample: scenario.Load(t), root: filepath.Join(home, "shop"), log: filepath.Join(home, "session.jsonl")}
	text := fmt.Sprintf("#!/bin/sh\nexec '%s' '%s' '%s' '%s' \"$@\"\n", tap, k.log, k.root, server)
	require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
	config := filepath.Join(home, ".config", "kate", "lspclient")
	require.NoError(t, os.MkdirAll(config, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(config, "settings.json"), settings, 0o600))
	// Kate stores here which servers it may start.
	katerc = "[Kate Plugins]\nlspclientplugin=true\n\n[lspclient]\nAllowedServerCommandLines=" + script + "\n" + katerc
	require.NoError(t, os.WriteFile(filepath.Join(home, ".config", "katerc"), []byte(katerc), 0o600))
	k.sample.Write(t, k.root)
	// The settings find the workspace by .git.
	require.NoError(t, os.Mkdir(filepath.Join(k.root, ".git"), 0o755))
	k.desk = desktop.Start(t, k.root, env)
	return k
}

// open opens a file at a 1-based line, from the command line. The first call starts Kate.
func (k *kate) open(t *testing.T, path string, line int) {
	t.Helper()
	if k.runs {
		// This passes the file to the running Kate, and ends when it is open.
		k.desk.Run(t, k.program, "--line", fmt.Sprint(line), path)
	} else {
		k.begin(t, "--line", fmt.Sprint(line), path)
	}
	k.desk.Title(t, filepath.Base(path))
}

func (k *kate) begin(t *testing.T, args ...string) {
	t.Helper()
	k.desk.Open(t, scenario.Screens(t), "kate", append([]string{k.program, "--new", "--block"}, args...)...)
	k.runs = true
}

// welcome starts Kate on its welcome page and waits until the menus have their letters, which they
// get after the window opens. In a document, Kate would type the letter of a menu without one.
func (k *kate) welcome(t *testing.T) {
	t.Helper()
	k.begin(t)
	k.desk.Opens(t, "alt+l")
	k.desk.Alone(t, "Escape")
}

// pressInMenu chooses an entry of the menu "LSP Client" by its letter.
func (k *kate) pressInMenu(t *testing.T, letter string) {
	t.Helper()
	k.desk.Opens(t, "alt+l")
	k.desk.Press(t, letter)
}

// typeAbove types a line above the first one, where the cursor is.
func (k *kate) typeAbove(t *testing.T, typed scenario.Typed) {
	t.Helper()
	k.desk.Press(t, "Return", "Up")
	k.desk.Type(t, typed.Text)
	k.desk.Title(t, "*")
	// Close the completion popup.
	k.desk.Press(t, "Escape")
}

type message struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
}

// said parses the complete messages of the session.
func (k *kate) said(t *testing.T) (client, server []message) {
	t.Helper()
	data, err := os.ReadFile(k.log)
	if os.IsNotExist(err) {
		return nil, nil
	}
	require.NoError(t, err)
	lines, err := recording.Read(data[:bytes.LastIndexByte(data, '\n')+1], k.root)
	require.NoError(t, err)
	for _, l := range lines {
		var m message
		switch {
		case len(l.Client) > 0:
			require.NoError(t, json.Unmarshal(l.Client, &m))
			client = append(client, m)
		case len(l.Server) > 0:
			require.NoError(t, json.Unmarshal(l.Server, &m))
			server = append(server, m)
		}
	}
	return client, server
}

// checked waits for the diagnostics of the chat.
func (k *kate) checked(t *testing.T) {
	t.Helper()
	k.published(t, scenario.Chat, len(k.sample.Findings(t)))
}

func (k *kate) published(t *testing.T, path string, count int) {
	t.Helper()
	terminal.Poll(t, func() (bool, string) {
		_, server := k.said(t)
		for _, m := range server {
			if m.Method != "textDocument/publishDiagnostics" {
				continue
			}
			var p struct {
				URI         string
				Diagnostics []json.RawMessage
			}
			require.NoError(t, json.Unmarshal(m.Params, &p))
			if strings.HasSuffix(p.URI, "/"+path) && len(p.Diagnostics) == count {
				return true, ""
			}
		}
		return false, fmt.Sprintf("there are not %d diagnostics of %s", count, path)
	})
}

// menu opens the action menu, waits until it is filled, and returns its entries in order.
func (k *kate) menu(t *testing.T) []string {
	t.Helper()
	var entries []struct{ Title string }
	require.NoError(t, json.Unmarshal(k.asked(t, "textDocument/codeAction", func() { k.desk.Press(t, "alt+Return") }), &entries))
	// Until the answer arrives, the menu has a single entry.
	require.Greater(t, len(entries), 1)
	k.desk.Popup(t, fmt.Sprintf("menu of %d actions", len(entries)), func(w desktop.Window) bool { return w.Height >= len(entries)*row })
	titles := make([]string, len(entries))
	for i, e := range entries {
		titles[i] = e.Title
	}
	return titles
}

// asked presses keys that send a request, and returns the answer. Keys are sometimes lost while a
// window closes, so it retries.
func (k *kate) asked(t *testing.T, method string, press func()) (result json.RawMessage) {
	t.Helper()
	const again = 100
	looks := 0
	before, _ := k.said(t)
	terminal.Poll(t, func() (bool, string) {
		client, server := k.said(t)
		at := slices.IndexFunc(client[len(before):], func(m message) bool { return m.Method == method })
		if at < 0 {
			if looks%again == 0 {
				k.desk.Alone(t, "Escape")
				press()
			}
			looks++
			return false, "Kate does not ask for " + method
		}
		for _, m := range server {
			if m.Method == "" && string(m.ID) == string(client[len(before)+at].ID) {
				result = m.Result
			}
		}
		return result != nil, "the server does not answer " + method
	})
	return result
}

// told waits until Kate has sent a command.
func (k *kate) told(t *testing.T, command string) {
	t.Helper()
	terminal.Poll(t, func() (bool, string) {
		client, _ := k.said(t)
		for _, m := range client {
			if m.Method == "workspace/executeCommand" && strings.Contains(string(m.Params), `"`+command+`"`) {
				return true, ""
			}
		}
		return false, "Kate does not run " + command
	})
}

// row is between half and the full height of a menu entry, in pixels.
const row = 18

func (k *kate) choose(t *testing.T, step scenario.Step) {
	t.Helper()
	offered := k.menu(t)
	for _, title := range step.Absent {
		assert.NotContains(t, offered, title)
	}
	at := slices.Index(offered, step.Title)
	require.GreaterOrEqual(t, at, 0, "%s among %q", step.Title, offered)
	// Initially no entry is selected.
	k.desk.Press(t, append(slices.Repeat([]string{"Down"}, at+1), "Return")...)
}

// saveAll saves all and quits Kate, which would ask if something were unsaved.
func (k *kate) saveAll(t *testing.T) {
	t.Helper()
	k.desk.Press(t, "ctrl+l", "ctrl+q")
	k.desk.Ended(t)
}

func shipped(t *testing.T) []byte {
	t.Helper()
	settings, err := os.ReadFile("settings.json")
	require.NoError(t, err)
	return settings
}

// attached returns the settings for users without another TypeScript server, as described on Kate's
// page.
func attached(t *testing.T) []byte {
	t.Helper()
	const first = `"servers": {`
	require.Contains(t, string(shipped(t)), first)
	return []byte(strings.Replace(string(shipped(t)), first, first+`"typescript": { "use": "markdown" }, `, 1))
}

var server string

// wiretap builds the recorder once.
var wiretap = sync.OnceValues(func() (string, error) {
	return scenario.Build(filepath.Dir(server), "wiretap", "lsp/lsptest/recording/wiretap")
})

func TestMain(m *testing.M) { scenario.Main(m, "kate", &server) }
