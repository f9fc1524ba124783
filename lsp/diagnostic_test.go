package lsp

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// pulling are capabilities of an editor that pulls diagnostics.
const pulling = `{
	"textDocument": {
		"diagnostic": {"dynamicRegistration": true},
		"publishDiagnostics": {"relatedInformation": true}
	},
	"workspace": {
		"diagnostics": {"refreshSupport": true}, "codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true},
		"semanticTokens": {"refreshSupport": true}, "foldingRange": {"refreshSupport": true}
	}
}`

func beginPulling(t *testing.T, all files) *under {
	return beginWith(t, all, Options{}, lsptest.Options{Capabilities: json.RawMessage(pulling)})
}

// Each recorded editor either pulls or gets its diagnostics pushed, never both.
func TestPullOrPush(t *testing.T) {
	pulls := map[string]bool{"vscode": true, "nvim-0.12": true, "helix": true}
	for _, client := range recordedClients(t) {
		t.Run(client, func(t *testing.T) {
			u := launch(t, lay(t, oneFile()), Options{})
			u.connect(optionsOf(t, client, []string{u.dir}))
			assert.Equal(t, pulls[client], u.Initialized.Capabilities.DiagnosticProvider != nil)
			uri := u.open("chat.md")
			assert.Equal(t, []string{failing}, u.codes(uri))
			// Another program fixes the file, and the editor notices without a change of the chat.
			write(t, u.dir, files{"b.txt": "no\n"})
			u.do(u.Saved(u.ctx, uri))
			assert.Empty(t, u.codes(uri))
		})
	}
}

// An editor without refresh gets pushed diagnostics even if it can pull, since it would show stale
// ones.
func TestPullWithoutRefreshIsPush(t *testing.T) {
	u := beginWith(t, oneFile(), Options{}, lsptest.Options{Capabilities: json.RawMessage(`{"textDocument": {"diagnostic": {}}}`)})
	assert.Nil(t, u.Initialized.Capabilities.DiagnosticProvider)
	uri := u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(uri))
}

func (u *under) pullNow(uri protocol.DocumentUri, previous string) protocol.DocumentDiagnosticReport {
	u.t.Helper()
	var r protocol.DocumentDiagnosticReport
	u.do(u.Call(u.ctx, "textDocument/diagnostic", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "previousResultId": previous,
	}, &r))
	return r
}

func TestUnchangedReports(t *testing.T) {
	u := beginPulling(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	first := u.pullNow(uri, "")
	assert.Equal(t, []string{"12 old-lines-not-found: " + first.Items[0].Message}, wordsOf(first.Items))
	assert.Equal(t, protocol.DiagnosticsFull, first.Kind)
	second := u.pullNow(uri, first.ResultID)
	assert.Equal(t, protocol.DiagnosticsUnchanged, second.Kind)
	assert.Equal(t, first.ResultID, second.ResultID)
	assert.Equal(t, protocol.DiagnosticsFull, u.pullNow(uri, "of another session").Kind)
	// An unreported change of a file is noticed too.
	write(t, u.dir, files{"b.txt": "no\n"})
	third := u.pullNow(uri, first.ResultID)
	assert.Equal(t, protocol.DiagnosticsFull, third.Kind)
	assert.Empty(t, third.Items)
	// For a new version, even the same list is sent, since the editor has moved the old one.
	u.do(u.Append(u.ctx, uri, "\n"))
	u.settled()
	assert.Equal(t, protocol.DiagnosticsFull, u.pullNow(uri, third.ResultID).Kind)
}

// An editor that reloads a file has no diagnostics any more, but may still have their result ID.
func TestReopenedDocumentHasAFullReport(t *testing.T) {
	u := beginPulling(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	first := u.pullNow(uri, "")
	u.do(u.Close(u.ctx, uri))
	u.open("chat.md")
	u.settled()
	again := u.pullNow(uri, first.ResultID)
	assert.Equal(t, protocol.DiagnosticsFull, again.Kind)
	assert.Equal(t, first.Items, again.Items)
}

func TestPullOfWhatIsNoChat(t *testing.T) {
	u := beginPulling(t, oneFile())
	var raw json.RawMessage
	for _, uri := range []protocol.DocumentUri{u.open("a.txt"), "untitled:none"} {
		u.do(u.Call(u.ctx, "textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": uri}}, &raw))
		assert.JSONEq(t, `{"kind": "full", "items": []}`, string(raw))
	}
}

// Only changes outside the chat cause a refresh.
func TestRefresh(t *testing.T) {
	u := beginPulling(t, oneFile())
	uri, target := u.open("chat.md"), u.open("b.txt")
	assert.Equal(t, []string{failing}, u.codes(uri))
	u.do(u.Append(u.ctx, uri, "Behind it.\n"))
	u.do(u.Append(u.ctx, target, "%%%\n"))
	u.settled()
	assert.Zero(t, u.Refreshed(refreshDiagnostics), "neither has changed a result")
	// The target's lenses may be requested before the chat is checked.
	lenses := u.Refreshed(refreshLenses)
	u.do(u.Append(u.ctx, target, "no\n"))
	assert.Empty(t, u.codes(uri))
	assert.Equal(t, 1, u.Refreshed(refreshDiagnostics))
	assert.Equal(t, lenses+1, u.Refreshed(refreshLenses))
	assert.Equal(t, 1, u.Refreshed(refreshHints))
	// An added line above moves the place in lenses and hints, but not the diagnostics.
	u.do(u.Change(u.ctx, target, from(at(0, 0), at(0, 0)), "above\n"))
	u.settled()
	assert.Equal(t, 1, u.Refreshed(refreshDiagnostics))
	assert.Equal(t, lenses+2, u.Refreshed(refreshLenses))
	assert.Zero(t, u.Refreshed(refreshTokens), "the blocks are the same")
}

// A block that stays incomplete is reported after the idle time, by a refresh.
func TestRefreshAfterTheIdleTime(t *testing.T) {
	u := beginPulling(t, files{"chat.md": "", "a.txt": "one\n"})
	uri := u.open("chat.md")
	u.do(u.Append(u.ctx, uri, "a.txt\n««« EDIT\none\n"))
	assert.Empty(t, u.codes(uri))
	u.idle()
	assert.Equal(t, []string{"2 unclosed-block"}, u.codes(uri))
	assert.Equal(t, 1, u.Refreshed(refreshDiagnostics))
	assert.Equal(t, 1, u.Refreshed(refreshTokens))
	assert.Equal(t, 1, u.Refreshed(refreshFolds))
}

// An answer computed before a target changed may arrive after the analysis of the change. Then the
// editor pulls once more.
func TestPullThatIsOvertaken(t *testing.T) {
	u := beginPulling(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	u.session.mu.Lock()
	slow := u.session.snapshot(uri)
	u.session.mu.Unlock()
	before, err := slow.check(u.ctx)
	u.do(err)
	write(t, u.dir, files{"b.txt": "no\n"})
	u.do(u.Saved(u.ctx, uri))
	assert.Empty(t, u.codes(uri))
	told := u.Refreshed(refreshDiagnostics)
	u.session.pulled(slow, before, slow.diagnostics(before))
	u.settled()
	assert.Equal(t, told+1, u.Refreshed(refreshDiagnostics))
	assert.Empty(t, u.codes(uri))
}

// An editor that closes a document drops its diagnostics, and gets none for closed ones.
func TestCloseWhilePulling(t *testing.T) {
	u := beginPulling(t, oneFile())
	uri := u.open("chat.md")
	u.settled()
	require.NotEmpty(t, u.Shown(uri))
	u.do(u.Close(u.ctx, uri))
	u.settled()
	assert.Zero(t, u.Refreshed(refreshDiagnostics))
	u.open("chat.md")
	assert.Equal(t, []string{failing}, u.codes(uri))
}
