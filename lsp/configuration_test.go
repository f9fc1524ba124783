package lsp

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// noUserFile ignores the user's own settings.
func noUserFile(t *testing.T) {
	t.Helper()
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} {
		t.Setenv(name, t.TempDir())
	}
}

// twoTurns has a failing block in an earlier turn.
func twoTurns() files {
	return files{
		"chat.md": "## User\n\nHi.\n\n## Assistant\n\n" + block("a.txt", "zero\n", "null\n") +
			"\n## User\n\nMore.\n\n## Assistant\n\n" + block("a.txt", "one\n", "uno\n"),
		"a.txt": "one\n",
	}
}

// Settings take effect at once, however they are sent.
func TestSettingsWithoutARestart(t *testing.T) {
	noUserFile(t)
	const wide, narrow = "9 old-lines-not-found", "8 stale-edit"
	// A workspace's file can't set the scope to all.
	const protect, protected = "protectedFiles = [\"a.txt\"]\n", "20 protected-path"
	for name, c := range map[string]struct {
		options lsptest.Options
		change  func(u *under)
	}{
		"initializationOptions": {lsptest.Options{Params: map[string]any{"initializationOptions": map[string]any{"scope": "all"}}}, nil},
		"initializationOptions, in our section": {lsptest.Options{Params: map[string]any{
			"initializationOptions": map[string]any{"editLsp": map[string]any{"scope": "all"}},
		}}, nil},
		"workspace/configuration": {lsptest.Options{
			Capabilities: json.RawMessage(`{"workspace": {"configuration": true}}`), Settings: map[string]any{"scope": "all"},
		}, nil},
		"didChangeConfiguration": {lsptest.Options{}, func(u *under) {
			u.do(u.Notify(u.ctx, "workspace/didChangeConfiguration", map[string]any{
				"settings": map[string]any{"editLsp": map[string]any{"scope": "all"}},
			}))
		}},
		"didChangeConfiguration that wants to be asked": {lsptest.Options{
			Capabilities: json.RawMessage(`{"workspace": {"configuration": true}}`),
		}, func(u *under) {
			u.Reconfigure(func(o *lsptest.Options) { o.Settings = map[string]any{"scope": "all"} })
			u.do(u.Notify(u.ctx, "workspace/didChangeConfiguration", map[string]any{"settings": nil}))
		}},
		"didChangeConfiguration with empty settings, from a client to be asked": {lsptest.Options{
			Capabilities: json.RawMessage(`{"workspace": {"configuration": true}}`),
		}, func(u *under) {
			u.Reconfigure(func(o *lsptest.Options) { o.Settings = map[string]any{"scope": "all"} })
			u.do(u.Notify(u.ctx, "workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{}}))
		}},
		"didChangeConfiguration with settings, from a client to be asked": {lsptest.Options{
			Capabilities: json.RawMessage(`{"workspace": {"configuration": true}}`),
		}, func(u *under) {
			u.Reconfigure(func(o *lsptest.Options) { o.Settings = map[string]any{"scope": "all"} })
			u.do(u.Notify(u.ctx, "workspace/didChangeConfiguration", map[string]any{
				"settings": map[string]any{"editLsp": map[string]any{"scope": "auto"}},
			}))
		}},
		"didChangeConfiguration with settings, from a client that answers with none": {lsptest.Options{
			Capabilities: json.RawMessage(`{"workspace": {"configuration": true}}`),
		}, func(u *under) {
			u.do(u.Notify(u.ctx, "workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"scope": "all"}}))
		}},
		"didChangeConfiguration with settings, from a client that answers with empty ones": {lsptest.Options{
			Capabilities: json.RawMessage(`{"workspace": {"configuration": true}}`), Settings: map[string]any{},
		}, func(u *under) {
			u.do(u.Notify(u.ctx, "workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"scope": "all"}}))
		}},
		"a file of the workspace, watched": {lsptest.Options{}, func(u *under) {
			write(u.t, u.dir, files{"edit-lsp.toml": protect})
			u.do(u.Notify(u.ctx, "workspace/didChangeWatchedFiles", map[string]any{
				"changes": []any{map[string]any{"uri": u.uri("edit-lsp.toml"), "type": 1}},
			}))
		}},
		"a file of the workspace, seen at a save": {lsptest.Options{}, func(u *under) {
			write(u.t, u.dir, files{".edit-lsp.toml": protect})
			u.do(u.Saved(u.ctx, u.uri("chat.md")))
		}},
		"a file of the workspace, renamed by the editor": {lsptest.Options{}, func(u *under) {
			write(u.t, u.dir, files{"x.toml": protect})
			u.rename("x.toml", "edit-lsp.toml")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			u := beginWith(t, twoTurns(), Options{}, c.options)
			uri := u.open("chat.md")
			if c.change != nil {
				assert.Equal(t, []string{narrow}, u.codes(uri))
				c.change(u)
			}
			if c.options.Settings != nil || c.change != nil {
				u.do(u.Await(u.ctx, "the settings", func() bool {
					u.session.mu.Lock()
					defer u.session.mu.Unlock()
					return u.session.config.Scope == "all" || len(u.session.config.ProtectedFiles) > 0
				}))
			}
			want := wide
			if strings.HasPrefix(name, "a file") {
				want = protected
			}
			assert.Contains(t, u.codes(uri), want)
		})
	}
}

// An unknown key is reported once, even if the settings are sent again. The others apply.
func TestAnUnknownSettingIsNamedOnce(t *testing.T) {
	noUserFile(t)
	u := beginWith(t, twoTurns(), Options{}, lsptest.Options{})
	uri := u.open("chat.md")
	for range 3 {
		u.do(u.Notify(u.ctx, "workspace/didChangeConfiguration", map[string]any{
			"settings": map[string]any{"editLsp": map[string]any{"scope": "all", "sccope": 1, "server": map[string]any{"path": "x"}}},
		}))
		assert.Contains(t, u.codes(uri), "9 old-lines-not-found")
	}
	var messages []protocol.ShowMessageParams
	u.do(u.Await(u.ctx, "messages", func() bool { messages = u.Messages(); return true }))
	if assert.Len(t, messages, 1) {
		assert.Equal(t, "edit-lsp: editor settings: unknown setting sccope", messages[0].Message)
	}
}

func aWorkspaceFileOnlyTightens(t *testing.T) {
	noUserFile(t)
	all := twoTurns()
	all["edit-lsp.toml"] = "maxFileSize = \"1 GiB\"\nprotectedFiles = [\"a.txt\"]\n"
	u := beginWith(t, all, Options{}, lsptest.Options{Params: map[string]any{"initializationOptions": map[string]any{"maxFileSize": "1 KiB"}}})
	uri := u.open("chat.md")
	assert.Contains(t, u.codes(uri), "20 protected-path")
	u.session.mu.Lock()
	defer u.session.mu.Unlock()
	assert.EqualValues(t, 1<<10, u.session.config.MaxFileSize)
}

// An editor that reports changed settings only after registration is registered.
func TestChangedSettingsAreAskedFor(t *testing.T) {
	u := beginWith(t, nil, Options{}, lsptest.Options{Capabilities: json.RawMessage(
		`{"workspace": {"didChangeConfiguration": {"dynamicRegistration": true}, "didChangeWatchedFiles": {"dynamicRegistration": true}}}`)})
	u.do(u.Await(u.ctx, "the registrations", func() bool { return len(u.Registered()) == 2 }))
	assert.Equal(t, []string{"workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"}, u.Registered())
}

// A missing workspace folder is named once, and its settings files aren't.
func TestAMissingFolderIsNamed(t *testing.T) {
	noUserFile(t)
	dir := lay(t, oneFile())
	gone := filepath.Join(dir, "gone")
	for _, folders := range [][]string{{dir, gone}, {gone}} {
		u := launch(t, dir, Options{})
		u.connect(lsptest.Options{Folders: folders})
		u.codes(u.open("chat.md"))
		var messages []protocol.ShowMessageParams
		u.do(u.Await(u.ctx, "messages", func() bool { messages = u.Messages(); return true }))
		if assert.Len(t, messages, 1) {
			assert.Contains(t, messages[0].Message, "edit-lsp: cannot open workspace folder "+gone+": ")
		}
	}
}
