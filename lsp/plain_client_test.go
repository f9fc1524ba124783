package lsp

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// beginPlain begins a session with a client that can apply edits of existing files, and nothing else.
func beginPlain(t *testing.T, all files) *under {
	return beginWith(t, all, Options{}, lsptest.Options{Capabilities: json.RawMessage(`{"workspace": {"applyEdit": true}}`)})
}

// Such a client can't create a file in a new folder, so a preview of all shows what all writes.
func TestPreviewOfAllIsWhatAllWrites(t *testing.T) {
	created := block("new/b.txt", "", "b\n")
	u := beginPlain(t, files{"chat.md": block("a.txt", "one\n", "uno\n") + created, "a.txt": "one\n", "other.md": created})
	answer, err := u.execute("editLsp.preview", map[string]any{"uri": u.open("chat.md")})
	require.NoError(t, err)
	assert.Contains(t, answer.Diff, "+uno")
	assert.NotContains(t, answer.Diff, "new/b.txt")

	answer, err = u.execute("editLsp.preview", map[string]any{"uri": u.open("other.md")})
	require.NoError(t, err)
	assert.Equal(t, done{Reason: "The editor can't create new/b.txt: create its directory first"}, answer)
}

// A client that can't show a place is told where it is.
func TestShowNamesThePlace(t *testing.T) {
	u := beginPlain(t, oneFile())
	uri := u.open("chat.md")
	var place struct {
		URI  protocol.DocumentUri
		Line *int
	}
	for command, want := range map[string]protocol.DocumentUri{"editLsp.show": u.uri("a.txt"), "editLsp.showInChat": uri} {
		u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{
			"command": command, "arguments": []any{map[string]any{"uri": uri, "block": 0}},
		}, &place))
		assert.Equal(t, want, place.URI)
		assert.NotNil(t, place.Line)
	}
}

func TestCommandsSayWhatIsWrong(t *testing.T) {
	u := beginPlain(t, oneFile())
	uri := u.open("chat.md")
	for argument, want := range map[string]string{
		`{"uri": "x", "block": "0"}`: `editLsp.apply: unexpected string for "block"`,
		`{"uri": "x", "block": 0.5}`: `editLsp.apply: unexpected number 0.5 for "block"`,
		`{"uri": 5, "block": 0}`:     `editLsp.apply: unexpected number for "uri"`,
		`[{"uri": "x"}]`:             "editLsp.apply takes one argument, an object with the uri of a chat",
	} {
		_, err := u.execute("editLsp.apply", json.RawMessage(argument))
		assert.ErrorContains(t, err, want)
	}
	for index, want := range []string{"the block matches only one place", golden.Words("{old-lines-not-found}; nothing similar in the file")} {
		answer, err := u.execute("editLsp.choosePlace", map[string]any{"uri": uri, "block": index})
		require.NoError(t, err)
		assert.Equal(t, done{Reason: want}, answer)
	}
}
