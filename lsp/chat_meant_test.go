package lsp

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// run runs a command as from a list, without arguments.
func (u *under) run(command string) error {
	return u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": command}, nil)
}

func (u *under) said() string {
	u.t.Helper()
	messages := u.Messages()
	require.NotEmpty(u.t, messages)
	return messages[len(messages)-1].Message
}

// Users of Helix choose a command from a list, and can't say which chat they mean.
func TestCommandsWithoutArguments(t *testing.T) {
	f := lsptest.Options{Params: map[string]any{"clientInfo": map[string]any{"name": "helix", "version": "25.07"}}}
	u := beginWith(t, files{
		"one.md": block("a.txt", "one\n", "uno\n"), "two.md": block("a.txt", "two\n", "dos\n"),
		"notes.md": "no edits\n", "a.txt": "one\ntwo\n",
	}, Options{}, f)
	announced := u.session.capabilities().ExecuteCommandProvider.Commands
	assert.Equal(t, []string{commandApplyAll, commandRevertAll, commandInsertRetryPrompt, commandStatus}, announced)

	u.open("notes.md")
	u.settled()
	require.Error(t, u.run(commandApplyAll))
	assert.Equal(t, "edit-lsp: no open chat has edits", u.said())

	one := u.open("one.md")
	u.settled()
	u.do(u.run(commandStatus))
	assert.Equal(t, "edit-lsp: 1 block, 1 ready", u.said())

	two := u.open("two.md")
	u.settled()
	u.do(u.Call(u.ctx, "textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": u.uri("notes.md")}, "position": protocol.Position{}}, nil))
	require.Error(t, u.run(commandApplyAll))
	assert.Contains(t, u.said(), "several chats are open")

	u.titles(one, 2)
	u.do(u.run(commandApplyAll))
	u.save()
	assert.Equal(t, "uno\ntwo\n", u.content("a.txt"))
	u.titles(two, 2)
	u.do(u.run(commandRevertAll))
	assert.Equal(t, "edit-lsp: "+nothingToRevert, u.said(), "a refusal is shown")
}

// The client says of a chat that it can't be changed. Its files still can.
func TestReadOnlyChat(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "  one\n", "uno\n"), "a.txt": "one\n"})
	uri := u.open("chat.md")
	u.settled()
	edits := func() (list []string) {
		all, err := u.CodeActions(u.ctx, uri, 1)
		u.do(err)
		for _, a := range all {
			if slices.Contains([]string{"Fix whitespace in this block", "Insert retry prompt"}, a.Title) {
				list = append(list, a.Title)
			}
		}
		return list
	}
	assert.Len(t, edits(), 2)
	u.do(u.Notify(u.ctx, readOnly, readOnlyParams{URI: uri, ReadOnly: true}))
	assert.Empty(t, edits())
	assert.Contains(t, u.titles(uri, 2), "Apply at nearest match, line 1 (only whitespace differs)")
	answer := map[string]any{}
	u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{
		"command": commandInsertRetryPrompt, "arguments": []any{map[string]any{"uri": uri}},
	}, &answer))
	assert.Equal(t, chatIsReadOnly, answer["reason"])
	u.do(u.Notify(u.ctx, readOnly, readOnlyParams{URI: uri}))
	assert.Len(t, edits(), 2)
}

// Neovim closes and opens a file that it reads again. One that has grown is as quiet as one that is typed in.
func TestReadAgain(t *testing.T) {
	u := begin(t, files{"chat.md": "", "a.txt": "one\n"})
	uri := protocol.DocumentUri("untitled:chat")
	again := func(text string) []string {
		u.do(u.Close(u.ctx, uri))
		u.do(u.OpenText(u.ctx, uri, "markdown", text))
		u.settled()
		return u.codes(uri)
	}
	begun := "a.txt\n««« EDIT\n"
	u.do(u.OpenText(u.ctx, uri, "markdown", "Hello.\n"))
	assert.Empty(t, again("Hello.\n"+begun))
	u.idle()
	assert.Equal(t, []string{"3 unclosed-block"}, u.codes(uri))
	assert.Equal(t, []string{"3 unclosed-block"}, again("Hallo.\n"+begun), "it is another text")
}
