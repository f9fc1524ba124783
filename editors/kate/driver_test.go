package kate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest/recording"
	"github.com/edit-lsp/edit-lsp/tools/desktop"
	"github.com/edit-lsp/edit-lsp/tools/scenario"
	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

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
	k.published(t, scenario.Chat, len(k.sample.Diagnostics(t)))
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
	// Until the answer arrives, the menu has a single entry. It also has rewrites, which aren't recorded.
	size := max(len(entries), 2)
	k.desk.Popup(t, fmt.Sprintf("menu of %d actions", size), func(w desktop.Window) bool { return w.Height >= size*row })
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
