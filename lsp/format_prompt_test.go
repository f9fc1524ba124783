package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
)

func TestTheInstructionsForTheConfiguredDialect(t *testing.T) {
	for _, c := range []struct {
		dialects  []string
		arguments []any
		marker    string
	}{
		{nil, nil, "<<<<<<< SEARCH"},
		{[]string{"str-replace", "edit-repl"}, nil, "═══════ REPL"},
		{nil, []any{map[string]any{"dialect": "apply-patch"}}, "*** Begin Patch"},
	} {
		u := launch(t, lay(t, files{"a.txt": "one\n"}), Options{})
		u.connect(lsptest.Options{Folders: []string{u.dir}, Params: map[string]any{"initializationOptions": map[string]any{"dialects": c.dialects}}})
		var answer struct{ Prompt string }
		u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": commandFormatPrompt, "arguments": c.arguments}, &answer))
		assert.Contains(t, answer.Prompt, c.marker)
	}
	u := begin(t, files{"a.txt": "one\n"})
	err := u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": commandFormatPrompt, "arguments": []any{map[string]any{"dialect": "x"}}}, nil)
	require.ErrorContains(t, err, `unknown dialect "x"`)
}
