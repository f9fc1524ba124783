// Package kate_test drives a real Kate, on a screen that nobody sees, with the settings
// in this folder.
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

	"github.com/edit-lsp/edit-lsp/editors/desktop"
	"github.com/edit-lsp/edit-lsp/editors/scenario"
	"github.com/edit-lsp/edit-lsp/editors/terminal"
	"github.com/edit-lsp/edit-lsp/internal/recording"
)

// newFile is the one that Kate cannot create, for it makes no folders.
const newFile = "stock/report/totals.py"

func TestSteps(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		t.Run(step.Name, func(t *testing.T) {
			settings := shipped(t)
			if step.Typed != nil {
				settings = attached(t)
			}
			k := start(t, settings)
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
			k.judged(t)
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

// kate is one that runs.
type kate struct {
	desk    *desktop.Desktop
	sample  *scenario.Sample
	program string
	// root is the folder of the workspace.
	root string
	// log is the file in which stands what Kate and the server said.
	log  string
	runs bool
}

// start makes all ready for a user whose Kate has the plugin turned on and these settings
// of it, and may start the server.
func start(t *testing.T, settings []byte) *kate {
	t.Helper()
	program := scenario.Editor(t, "kate", "kate", "kate")
	for _, need := range desktop.Needs {
		scenario.Editor(t, "kate", need, need)
	}
	tap, err := wiretap()
	require.NoError(t, err)
	// In place of the server stands a script by which all that is said is written down.
	script := filepath.Join(t.TempDir(), "edit-lsp")
	home, env := scenario.Home(t, script)
	k := &kate{program: program, sample: scenario.Load(t), root: filepath.Join(home, "shop"), log: filepath.Join(home, "session.jsonl")}
	text := fmt.Sprintf("#!/bin/sh\nexec '%s' '%s' '%s' '%s' \"$@\"\n", tap, k.log, k.root, server)
	require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
	config := filepath.Join(home, ".config", "kate", "lspclient")
	require.NoError(t, os.MkdirAll(config, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(config, "settings.json"), settings, 0o600))
	// Kate writes down there which servers it was allowed to start.
	katerc := "[Kate Plugins]\nlspclientplugin=true\n\n[lspclient]\nAllowedServerCommandLines=" + script + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(home, ".config", "katerc"), []byte(katerc), 0o600))
	k.sample.Write(t, k.root)
	// What the settings take for the top of a workspace.
	require.NoError(t, os.Mkdir(filepath.Join(k.root, ".git"), 0o755))
	k.desk = desktop.Start(t, k.root, env)
	return k
}

// open opens a file in Kate with the cursor on a line, from 1, as a user of a terminal
// does; the first one starts it.
func (k *kate) open(t *testing.T, path string, line int) {
	t.Helper()
	if k.runs {
		// It hands the file over to the one that runs, and ends when that has opened it.
		k.desk.Run(t, k.program, "--line", fmt.Sprint(line), path)
	} else {
		k.desk.Open(t, scenario.Screens(t), "kate", k.program, "--new", "--block", "--line", fmt.Sprint(line), path)
	}
	k.runs = true
	k.desk.Title(t, filepath.Base(path))
}

// typeAbove types a line above the first one, which has the cursor.
func (k *kate) typeAbove(t *testing.T, typed scenario.Typed) {
	t.Helper()
	k.desk.Press(t, "Return", "Up")
	k.desk.Type(t, typed.Text)
	k.desk.Title(t, "*")
	// What it offers to complete would be in the way.
	k.desk.Press(t, "Escape")
}

// message is what of one tells which it is.
type message struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
}

// said reads what of the session is complete, messages of Kate apart from the server's.
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

// judged waits until Kate has the diagnostics of the chat.
func (k *kate) judged(t *testing.T) {
	t.Helper()
	terminal.Poll(t, func() (bool, string) {
		_, server := k.said(t)
		for _, m := range server {
			var p struct {
				URI         string
				Diagnostics []struct{ Code string }
			}
			if m.Method != "textDocument/publishDiagnostics" {
				continue
			}
			require.NoError(t, json.Unmarshal(m.Params, &p))
			if strings.HasSuffix(p.URI, "/"+scenario.Chat) && len(p.Diagnostics) == len(k.sample.Findings(t)) {
				return true, ""
			}
		}
		return false, "there are no diagnostics of the chat"
	})
}

// menu opens the menu of code actions, waits until it is filled, and gives its entries
// from top to bottom. Kate shows what the server answers, in its order.
func (k *kate) menu(t *testing.T) []string {
	t.Helper()
	const method = "textDocument/codeAction"
	before := len(k.answers(t, method))
	k.desk.Press(t, "alt+Return")
	var entries []struct{ Title string }
	terminal.Poll(t, func() (bool, string) {
		answers := k.answers(t, method)
		if len(answers) == before {
			return false, "Kate does not ask for code actions"
		}
		require.NoError(t, json.Unmarshal(answers[len(answers)-1], &entries))
		return true, ""
	})
	// Until the answer has come it has one entry, which says so.
	require.Greater(t, len(entries), 1)
	k.desk.Popup(t, fmt.Sprintf("menu of %d actions", len(entries)), func(w desktop.Window) bool { return w.Height >= len(entries)*row })
	titles := make([]string, len(entries))
	for i, e := range entries {
		titles[i] = e.Title
	}
	return titles
}

// row is less than the height of a menu's entry, in pixels, and more than half of it.
const row = 18

// answers are the results that the server has given to requests of a method.
func (k *kate) answers(t *testing.T, method string) []json.RawMessage {
	t.Helper()
	client, server := k.said(t)
	var results []json.RawMessage
	for _, asked := range client {
		for _, m := range server {
			if asked.Method == method && m.Method == "" && string(m.ID) == string(asked.ID) {
				results = append(results, m.Result)
			}
		}
	}
	return results
}

// choose does what an entry of the menu of code actions says.
func (k *kate) choose(t *testing.T, step scenario.Step) {
	t.Helper()
	offered := k.menu(t)
	for _, title := range step.Absent {
		assert.NotContains(t, offered, title)
	}
	at := slices.Index(offered, step.Title)
	require.GreaterOrEqual(t, at, 0, "%s among %q", step.Title, offered)
	// At first none is chosen.
	k.desk.Press(t, append(slices.Repeat([]string{"Down"}, at+1), "Return")...)
}

// saveAll saves all, and ends Kate, which would ask if something were not saved.
func (k *kate) saveAll(t *testing.T) {
	t.Helper()
	k.desk.Press(t, "ctrl+l", "ctrl+q")
	k.desk.Ended(t)
}

// shipped are the settings that users get.
func shipped(t *testing.T) []byte {
	t.Helper()
	settings, err := os.ReadFile("settings.json")
	require.NoError(t, err)
	return settings
}

// attached are the same for a user who has no other server for TypeScript, as the page of
// Kate tells it.
func attached(t *testing.T) []byte {
	t.Helper()
	const first = `"servers": {`
	require.Contains(t, string(shipped(t)), first)
	return []byte(strings.Replace(string(shipped(t)), first, first+`"typescript": { "use": "markdown" }, `, 1))
}

var server string

// wiretap builds the program that writes down what is said, once.
var wiretap = sync.OnceValues(func() (string, error) {
	return scenario.Build(filepath.Dir(server), "wiretap", "internal/recording/wiretap")
})

func TestMain(m *testing.M) { scenario.Main(m, "kate", &server) }
