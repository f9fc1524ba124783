package lsp

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// confirming opens a chat in an editor that asks its user by itself.
func confirming(t *testing.T, chat string) (*under, protocol.DocumentUri) {
	dir := lay(t, files{"chat.md": chat, ".vscode/tasks.json": "one\n", "a.py": "x = 1\n", "old.py": "o\n"})
	u := launch(t, dir, Options{})
	u.connect(lsptest.Options{Folders: []string{dir}, Capabilities: capabilitiesWith(t, "confirms")})
	uri := u.open("chat.md")
	u.settled()
	return u, uri
}

type asked struct {
	Applied                 bool
	Question, Risks, Reason string
}

func (u *under) command(c *protocol.Command, confirmed bool) (answer asked) {
	u.t.Helper()
	var argument map[string]any
	require.NoError(u.t, json.Unmarshal(c.Arguments[0], &argument))
	argument["confirmed"] = confirmed
	u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": c.Command, "arguments": []any{argument}}, &answer))
	return answer
}

func TestAClientThatAsksByItself(t *testing.T) {
	u, uri := confirming(t, block(".vscode/tasks.json", "one\n", "two\n")+block("a.py", "x = 1\n", "x = 2\n")+"a.py\n```\nx = 3\n```\n")
	list, titles := u.lenses(uri)
	require.Contains(t, titles, "Apply…")
	assert.Contains(t, titles, "Apply")

	for _, l := range list {
		if l.Command.Title != "Apply…" {
			continue
		}
		answer := u.command(l.Command, false)
		assert.False(t, answer.Applied)
		assert.Equal(t, "Apply edit?", answer.Question)
		assert.Equal(t, "Protected file: .vscode/tasks.json (VS Code tasks, launches and settings run programs)", answer.Risks)
		assert.Empty(t, answer.Reason)
		assert.True(t, u.command(l.Command, true).Applied)
		assert.Equal(t, "two\n", u.Text(protocol.FileURI(u.path(".vscode/tasks.json"))))
	}
}

func TestACodeActionThatAsksIsACommand(t *testing.T) {
	u, uri := confirming(t, block(".vscode/tasks.json", "one\n", "two\n"))
	list, err := u.CodeActions(u.ctx, uri, 1)
	require.NoError(t, err)
	i := slices.IndexFunc(list, func(a protocol.CodeAction) bool { return a.Title == "Apply edit…" })
	require.GreaterOrEqual(t, i, 0)
	x := list[i]
	assert.Nil(t, x.Edit, "no annotated edit")
	require.NotNil(t, x.Command)
	assert.NotEmpty(t, u.command(x.Command, false).Question)

	var argument map[string]any
	require.NoError(t, json.Unmarshal(x.Command.Arguments[0], &argument))
	preview, err := u.execute("editLsp.preview", argument)
	require.NoError(t, err)
	assert.Contains(t, preview.Diff, "-one\n+two\n", "what the action would do")
	assert.True(t, u.command(x.Command, true).Applied)
}

// The words of code blocks, as those of blocks.
func TestTheWordsOfCodeBlocks(t *testing.T) {
	u, uri := codeBlocks(t, "offer")
	var status struct{ ProposalWords []string }
	u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": commandStatus, "arguments": []any{map[string]any{"uri": uri}}}, &status))
	assert.Equal(t, []string{"asks first", "ready", "applied", "not read"}, status.ProposalWords)
}
