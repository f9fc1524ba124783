package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// At debug level, the log has the methods of all messages, and nothing else of them.
func TestMethodsAreLogged(t *testing.T) {
	u := begin(t, files{"chat.md": block("secret.txt", "one\n", "uno\n"), "secret.txt": "one\n"})
	chat := u.open("chat.md")
	_, err := u.CodeActions(u.ctx, chat, 1)
	u.do(err)
	require.Error(t, u.Call(u.ctx, "textDocument/unknown", nil, nil))
	u.settled()
	log := u.log.String()
	for _, line := range []string{
		`msg=request method="\"initialize\""`, `msg=notification method="\"textDocument/didOpen\""`,
		`msg=request method="\"textDocument/codeAction\""`,
		`msg=request method="\"textDocument/unknown\""`, `msg="a request without a handler was refused" method="\"textDocument/unknown\""`,
	} {
		assert.Contains(t, log, "level=DEBUG "+line)
	}
	assert.NotContains(t, log, "chat.md")
	assert.NotContains(t, log, "secret.txt")
}
