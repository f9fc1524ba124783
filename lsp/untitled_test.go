package lsp

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
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

// A client that saves an untitled answer opens its file, still empty, and closes the answer at the end.
func TestCodeBlocksOfASavedAnswer(t *testing.T) {
	const code = "Intro.\n\na.txt\n```\ntwo\n```\n"
	for _, c := range []struct {
		name, answer string
		offered      bool
	}{
		{"saved", code, true},
		{"another one is closed", code + "More.\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := begin(t, files{"a.txt": "one\n", "chat.md": "", "README.md": code})
			readme := u.open("README.md")
			u.do(u.OpenText(u.ctx, "untitled:1", "markdown", c.answer))
			chat := u.open("chat.md")
			u.do(u.Append(u.ctx, chat, code))
			u.save()
			u.do(u.Close(u.ctx, "untitled:1"))
			_, titles := u.lenses(chat)
			assert.Equal(t, c.offered, len(titles) > 0, titles)
			_, titles = u.lenses(readme)
			assert.Empty(t, titles)

			u.do(u.Append(u.ctx, chat, "\nThe end.\n"))
			_, titles = u.lenses(chat)
			assert.Equal(t, c.offered, len(titles) > 0, titles)
			u.do(u.Close(u.ctx, chat))
			chat = u.open("chat.md")
			_, titles = u.lenses(chat)
			assert.Empty(t, titles, "opened again, it is a file like any other")
		})
	}
}

// An empty document that is closed says nothing of an empty file, whose text is written later.
func TestAnEmptyDocumentIsNoAnswer(t *testing.T) {
	u := begin(t, files{"a.txt": "one\n", "README.md": ""})
	u.do(u.OpenText(u.ctx, "untitled:1", "plaintext", ""))
	readme := u.open("README.md")
	u.do(u.Close(u.ctx, "untitled:1"))
	u.do(u.Append(u.ctx, readme, "Intro.\n\na.txt\n```\ntwo\n```\n"))
	_, titles := u.lenses(readme)
	assert.Empty(t, titles)
}

// A saved answer that grew until it was saved is read to its end when it has been unchanged for a while.
func TestASavedAnswerSettles(t *testing.T) {
	const answer = "Intro.\n\nb.txt\n```\ntwo\n```"
	u := beginWith(t, files{"chat.md": ""}, Options{idle: 200 * time.Millisecond}, lsptest.Options{})
	u.do(u.OpenText(u.ctx, "untitled:1", "markdown", answer))
	chat := u.open("chat.md")
	u.do(u.Append(u.ctx, chat, answer))
	u.do(u.Close(u.ctx, "untitled:1"))
	var titles []string
	for len(titles) == 0 && u.ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
		_, titles = u.lenses(chat)
	}
	assert.Contains(t, titles, "Create b.txt")
}

// Whoever asks for actions on a fence of a file with code alone can make them offers. Nobody is asked to, and no other
// document has that: neither one whose fences name files that aren't there, nor one that offers them already.
func TestCodeBlocksOfAFileBecomeOffers(t *testing.T) {
	const offer = "Offer this document's code blocks"
	const code = "Intro.\n\na.txt\n```\ntwo\n```\n"
	u := begin(t, files{"a.txt": "one\n", "chat.md": code, "front.md": "---\ntitle: x\n---\n" + code})
	chat := u.open("chat.md")
	var bulb []protocol.CodeAction
	u.do(u.Call(u.ctx, "textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": chat}, "range": from(at(4, 0), at(4, 0)),
		"context": map[string]any{"diagnostics": []any{}, "triggerKind": protocol.CodeActionTriggerKindAutomatic},
	}, &bulb))
	assert.Empty(t, bulb)
	u.offered(chat, 3, offer) // at the path line
	u.choose(chat, 5, offer)
	assert.Equal(t, "<!-- edit-lsp: on -->\n\n"+code, u.Text(chat))
	_, lenses := u.lenses(chat)
	assert.NotEmpty(t, lenses)

	front := u.open("front.md")
	u.choose(front, 8, offer)
	assert.Equal(t, "---\ntitle: x\n---\n<!-- edit-lsp: on -->\n\n"+code, u.Text(front))

	for name, text := range map[string]string{
		"prose":        "Intro.\n\n" + strings.Repeat("See a.txt.\n", 3),
		"no such file": "Intro.\n\nwebpack.config.js\n```\ntwo\n```\n",
		"a shell's":    "Intro.\n\na.txt\n```sh\ntwo\n```\n",
		"no path":      "Intro.\n\nSo:\n```\ntwo\n```\n",
		"off":          "<!-- edit-lsp: off -->\n\na.txt\n```\ntwo\n```\n",
		"on":           "<!-- edit-lsp: on -->\n\na.txt\n```\ntwo\n```\n",
		"turns":        "# User\nx\n# Assistant\na.txt\n```\ntwo\n```\n",
		"a block":      block("a.txt", "one\n", "two\n") + "\na.txt\n```\ntwo\n```\n",
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"a.txt": "one\n", "chat.md": text})
			uri := u.open("chat.md")
			for line := range strings.Count(text, "\n") {
				list, err := u.CodeActions(u.ctx, uri, line)
				require.NoError(t, err)
				assert.False(t, slices.ContainsFunc(list, func(a protocol.CodeAction) bool { return a.Title == offer }), line)
			}
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
