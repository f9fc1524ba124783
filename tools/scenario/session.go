package scenario

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// SessionChat is the chat of a [Session] in the workspace.
const SessionChat = "session.md"

// Session is a chat that a user works through block by block.
type Session struct {
	Chat, Target string
	// Before and After are the target's text.
	Before, After string
}

// Write adds the chat and its target to the workspace.
func (s Session) Write(t testing.TB, root string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(root, SessionChat), []byte(s.Chat), 0o600))
	require.NoError(t, os.WriteFile(s.path(root), []byte(s.Before), 0o600))
}

// AwaitSaved waits until the target's file has its text after the session.
func (s Session) AwaitSaved(t testing.TB, root string) {
	t.Helper()
	terminal.Poll(t, func() (bool, string) {
		// There may be no file for a moment, since some editors rename the new one.
		text, err := os.ReadFile(s.path(root))
		return string(text) == s.After, fmt.Sprintf("error %v, the file has:\n%s", err, text)
	})
}

func (s Session) path(root string) string { return filepath.Join(root, filepath.FromSlash(s.Target)) }

//go:embed sessions
var sessions embed.FS

// Choice has blocks with two places each. The text above its files says what the user does.
var Choice = load("choice")

// Improved has two blocks for one file. The text above its files says what the user does.
var Improved = load("improved")

func load(name string) Session {
	data, err := sessions.ReadFile("sessions/" + name + ".txtar")
	if err != nil {
		panic(err)
	}
	chat, before, after := 0, 1, 2
	files := txtar.Parse(data).Files
	return Session{string(files[chat].Data), files[before].Name, string(files[before].Data), string(files[after].Data)}
}
