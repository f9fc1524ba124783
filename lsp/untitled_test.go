package lsp

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// An editor guesses the language of an answer that was pasted into an untitled document. It is a chat if its text
// is one.
func TestAnUntitledDocumentOfAnyLanguage(t *testing.T) {
	const code = "def total(lines):\n    return <<<<<<< SEARCH\n"
	edit := block("a.txt", "absent\n", "x\n")
	for name, text := range map[string]string{
		"a block":               code + edit,
		"turns":                 "# User\nPlease.\n# Assistant\n" + edit,
		"a fence with its file": code + "a.txt\n```\ntwo\n```\n",
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"a.txt": "one\n"})
			u.do(u.OpenText(u.ctx, "untitled:1", "python", text))
			u.settled()
			_, titles := u.lenses("untitled:1")
			assert.NotEmpty(t, titles)
		})
	}
	u := begin(t, files{"a.txt": "one\n", "b.py": edit})
	u.do(u.OpenText(u.ctx, "untitled:1", "python", code))
	assert.Empty(t, u.codes("untitled:1"), "no chat yet")
	u.do(u.Append(u.ctx, "untitled:1", edit))
	assert.Equal(t, []string{"5 old-lines-not-found"}, u.codes("untitled:1"), "now it is")
	u.do(u.Replace(u.ctx, "untitled:1", edit, ""))
	assert.Empty(t, u.codes("untitled:1"), "and again not")
}

// The fences of a README are no offers. Those of an answer that isn't saved yet are, and those of what a client calls
// a chat.
func TestCodeBlocksOfDocumentsThatAreNoFiles(t *testing.T) {
	const code = "a.txt\n```\ntwo\n```\n"
	for _, c := range []struct {
		name, document, language string
		offered                  bool
	}{
		{"a file", "README.md", "markdown", false},
		{"a new file", "answer.md", "markdown", true},
		{"a chat", "README.md", "chat", true},
		{"a plugin's window", "[Chat] 3", "Avante", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := begin(t, files{"a.txt": "one\n", "README.md": code})
			uri := protocol.FileURI(u.path(c.document))
			u.do(u.OpenText(u.ctx, uri, c.language, code))
			_, titles := u.lenses(uri)
			assert.Equal(t, c.offered, len(titles) > 0, titles)
			require.NoError(t, os.WriteFile(u.path(c.document), []byte(code), 0o600))
			u.do(u.Append(u.ctx, uri, "Saved.\n"))
			_, titles = u.lenses(uri)
			assert.Equal(t, c.offered, len(titles) > 0, titles)
		})
	}
}

// A command without an argument says what makes a file with code alone a chat.
func TestCommandsInAFileWithCodeAlone(t *testing.T) {
	for text, want := range map[string]string{
		"a.txt\n```\ntwo\n```\n": "no open chat has edits; code blocks of a file count if it says <!-- edit-lsp: on -->",
		"Prose.\n":               "no open chat has edits",
	} {
		u := begin(t, files{"a.txt": "one\n", "chat.md": text})
		u.open("chat.md")
		u.settled()
		err := u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": "editLsp.applyAll"}, nil)
		require.ErrorContains(t, err, want)
		messages := u.Messages()
		require.NotEmpty(t, messages)
		assert.Equal(t, "edit-lsp: "+want, messages[len(messages)-1].Message)
	}
}
