package lsp

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

const codeBlocksChat = "# User\nx\n# Assistant\nold.py\n```\no\n```\n# User\ny\n# Assistant\n" +
	"app.py\n```\nimport os\nprint(2)\n```\n\nnew/a.py\n```\na\n```\n\nsame.py\n```\ns\n```\n\nleft.py\n```\n# ... existing code ...\n```\n"

// codeBlocks opens a chat with code blocks, under a setting.
func codeBlocks(t *testing.T, setting string) (*under, protocol.DocumentUri) {
	dir := lay(t, files{"chat.md": codeBlocksChat, "ws/app.py": "import os\nprint(1)\n", "ws/same.py": "s\n", "ws/left.py": "x\n"})
	u := launch(t, dir, Options{})
	u.connect(lsptest.Options{Folders: []string{u.path("ws")}, Params: map[string]any{
		"initializationOptions": map[string]any{"codeBlocks": setting},
	}})
	uri := u.open("chat.md")
	u.settled()
	return u, uri
}

func (u *under) lenses(uri protocol.DocumentUri) (list []protocol.CodeLens, titles []string) {
	params := map[string]any{"textDocument": map[string]any{"uri": uri}}
	u.do(u.Call(u.ctx, "textDocument/codeLens", params, &list))
	for _, l := range list {
		titles = append(titles, l.Command.Title)
	}
	return list, titles
}

type done struct {
	Applied      bool
	Reason, Diff string
}

func (u *under) execute(command string, argument any) (answer done, err error) {
	err = u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": command, "arguments": []any{argument}}, &answer)
	return answer, err
}

// Code that leaves lines out says nothing new once it's applied, but isn't unread then.
func TestAppliedCodeThatLeavesLinesOut(t *testing.T) {
	const chat = "# User\nx\n# Assistant\na.py\n```python\nclass A:\n    # ... existing code ...\n\n    def g(self):\n        return 2\n```\n"
	u := begin(t, files{"chat.md": chat, "a.py": "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n"})
	uri := u.open("chat.md")
	list, titles := u.lenses(uri)
	assert.Equal(t, []string{"Write to a.py (+1 −1)…", "Preview"}, titles)
	answer, err := u.execute(list[0].Command.Command, list[0].Command.Arguments[0])
	require.NoError(t, err)
	require.True(t, answer.Applied, answer.Reason)
	u.save()
	list, titles = u.lenses(uri)
	require.Equal(t, []string{"applied", "Revert"}, titles)
	var prompt struct{ Prompt string }
	u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": "editLsp.retryPrompt", "arguments": []any{map[string]any{"uri": uri}}}, &prompt))
	assert.Empty(t, prompt.Prompt)

	answer, err = u.execute(list[1].Command.Command, list[1].Command.Arguments[0])
	require.NoError(t, err)
	require.True(t, answer.Applied, answer.Reason)
	u.save()
	_, titles = u.lenses(uri)
	assert.Equal(t, []string{"Write to a.py (+1 −1)…", "Preview"}, titles)
}

// Lines that the user adds beside the changes of an applied code block don't make it ready again, also after a restart:
// it would take them out. What is reverted can be applied again.
func TestAppliedCodeStaysAppliedBesideOtherLines(t *testing.T) {
	const chat = "# User\nx\n# Assistant\na.py\n```python\ndef f():\n    a = 2\n    b = 1\n    return b\n```\n"
	dir, state := lay(t, files{"chat.md": chat, "a.py": "def f():\n    a = 1\n    b = 1\n    return a\n\n\ndef g():\n    return 1\n"}), t.TempDir()
	u := again(t, dir, state)
	uri, target := u.open("chat.md"), u.open("a.py")
	list, titles := u.lenses(uri)
	require.Equal(t, []string{"Write to a.py (+2 −2)…", "Preview", "Split into 2 edit blocks"}, titles)
	answer, err := u.execute(list[0].Command.Command, list[0].Command.Arguments[0])
	require.NoError(t, err)
	require.True(t, answer.Applied, answer.Reason)
	u.do(u.Change(u.ctx, target, fromTo(3, 3), "    print(b)\n"))
	u.save()
	_, titles = u.lenses(uri)
	require.Equal(t, []string{"applied", "Revert"}, titles)
	_, inFile := u.lenses(target)
	u.kept(state, 1)
	u.stop()
	u = again(t, dir, state)
	list, titles = u.lenses(u.open("chat.md"))
	require.Equal(t, []string{"applied", "Revert"}, titles)
	assert.Equal(t, []string{"Change 1 of 2 applied", "Revert", "Change 2 of 2 applied", "Revert"}, inFile)

	answer, err = u.execute(list[1].Command.Command, list[1].Command.Arguments[0])
	require.NoError(t, err)
	require.True(t, answer.Applied, answer.Reason)
	u.save()
	_, titles = u.lenses(uri)
	assert.Equal(t, []string{"Write to a.py (+2 −3)…", "Preview", "Split into 2 edit blocks"}, titles)
}

// A heading may give a file to several fences. Each has its own lenses.
func TestLensesOfFarCodeBlocks(t *testing.T) {
	const chat = "# User\nx\n# Assistant\n### `a.py`\n\nFirst.\nSo:\n```python\ndef f():\n    return 2\n```\n\nThen.\nSo:\n```python\ndef g():\n    return 2\n```\n\n```python\nprint(f())\n```\n"
	u := begin(t, files{"chat.md": chat, "a.py": "def f():\n    return 1\n\n\ndef g():\n    return 1\n"})
	list, _ := u.lenses(u.open("chat.md"))
	var got []string
	for _, l := range list {
		got = append(got, fmt.Sprintf("%d %s", l.Range.Start.Line, l.Command.Title))
	}
	assert.Equal(t, []string{"7 Write to a.py (+1 −1)…", "7 Preview", "14 Write to a.py (+1 −1)…", "14 Preview"}, got)
}

func TestPlacesOfCodeBlocks(t *testing.T) {
	u, uri := codeBlocks(t, "offer")
	var where []protocol.Location
	definition := func(line int) []protocol.Location {
		u.do(u.Call(u.ctx, "textDocument/definition", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": 0},
		}, &where))
		return where
	}
	app := protocol.FileURI(u.path("ws/app.py"))
	for _, line := range []int{10, 12} {
		if assert.Len(t, definition(line), 1) {
			assert.Equal(t, app, where[0].URI)
			assert.EqualValues(t, 1, where[0].Range.Start.Line)
		}
	}
	assert.Empty(t, definition(15), "prose")
	assert.Empty(t, definition(18), "the file isn't there")

	var shown struct {
		URI    protocol.DocumentUri
		Line   *int
		Reason string
	}
	show := func(argument any) error {
		return u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": "editLsp.show", "arguments": []any{argument}}, &shown)
	}
	u.do(show(map[string]any{"uri": uri, "proposal": 1}))
	assert.Equal(t, app, shown.URI)
	if assert.NotNil(t, shown.Line) {
		assert.Equal(t, 1, *shown.Line)
	}
	u.do(show(map[string]any{"uri": uri, "proposal": 2}))
	assert.Equal(t, "there is no file to show", shown.Reason)
	require.ErrorContains(t, show(map[string]any{"uri": uri}), "takes the number of a block or a code block")

	var links []protocol.DocumentLink
	u.do(u.Call(u.ctx, "textDocument/documentLink", map[string]any{"textDocument": map[string]any{"uri": uri}}, &links))
	if assert.Len(t, links, 3) {
		assert.Equal(t, string(app)+"#L2", links[0].Target)
		assert.EqualValues(t, 10, links[0].Range.Start.Line)
	}

	var symbols []protocol.DocumentSymbol
	u.do(u.Call(u.ctx, "textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": uri}}, &symbols))
	var names []string
	for _, s := range symbols {
		names = append(names, fmt.Sprintf("%d %s %s", s.Range.Start.Line, s.Name, *s.Detail))
	}
	assert.Equal(t, []string{"10 app.py:2 asks first", "16 new/a.py ready", "21 same.py applied", "26 left.py not read"}, names)
}

func TestLensesOfCodeBlocks(t *testing.T) {
	u, uri := codeBlocks(t, "offer")
	list, titles := u.lenses(uri)
	assert.Equal(t, []string{
		"Write to app.py (+1 −1)…", "Preview", "Create new/a.py", "Preview", "Not an edit of left.py: nothing but elisions", "Copy prompt",
	}, titles)
	assert.Empty(t, u.Shown(uri), "no diagnostic")
	assert.EqualValues(t, 10, list[0].Range.Start.Line, "on the path line")

	answer, err := u.execute(list[1].Command.Command, list[1].Command.Arguments[0])
	require.NoError(t, err)
	assert.Contains(t, answer.Diff, "-print(1)\n+print(2)\n")
	for _, i := range []int{2, 0} {
		answer, err = u.execute(list[i].Command.Command, list[i].Command.Arguments[0])
		require.NoError(t, err)
		require.True(t, answer.Applied, answer.Reason)
	}
	u.save()
	assert.Equal(t, files{"app.py": "import os\nprint(2)\n", "new/a.py": "a\n", "same.py": "s\n", "left.py": "x\n"}, tree(t, u.path("ws")))
	_, titles = u.lenses(uri)
	assert.Equal(t, []string{"applied", "Revert", "applied", "Revert", "Not an edit of left.py: nothing but elisions", "Copy prompt"}, titles)

	_, err = u.execute("editLsp.writeFile", map[string]any{"uri": uri})
	require.ErrorContains(t, err, "takes the number of a code block")
	answer, err = u.execute("editLsp.writeFile", map[string]any{"uri": uri, "proposal": 99})
	require.NoError(t, err)
	assert.False(t, answer.Applied)
	answer, err = u.execute("editLsp.preview", map[string]any{"uri": uri, "proposal": 99})
	require.NoError(t, err)
	assert.Equal(t, "there is nothing to apply", answer.Reason)
}

// A change that was shown is applied only to the text that it was shown for.
func TestChangeOfACodeBlockIsThatShown(t *testing.T) {
	u, _ := codeBlocks(t, "offer")
	target := u.open("ws/app.py")
	u.settled()
	list, titles := u.lenses(target)
	require.Equal(t, []string{"Change 1 of 1 from chat.md: Apply", "Preview", "Go to chat"}, titles)
	answer, err := u.execute(list[1].Command.Command, list[1].Command.Arguments[0])
	require.NoError(t, err)
	assert.Contains(t, answer.Diff, "-print(1)\n+print(2)\n")
	u.do(u.Change(u.ctx, target, from(at(1, 6), at(1, 7)), "7"))
	answer, err = u.execute(list[0].Command.Command, list[0].Command.Arguments[0])
	require.NoError(t, err)
	assert.Equal(t, done{Reason: "the file or the code block has changed since the change was shown"}, answer)
	list, _ = u.lenses(target)
	answer, err = u.execute(list[0].Command.Command, list[0].Command.Arguments[0])
	require.NoError(t, err)
	assert.True(t, answer.Applied, answer.Reason)
	_, titles = u.lenses(target)
	assert.Equal(t, []string{"Change 1 of 1 applied", "Revert"}, titles)
}

func TestPromptForCodeThatIsNotRead(t *testing.T) {
	u, uri := codeBlocks(t, "offer")
	list, _ := u.lenses(uri)
	var answer struct{ Prompt string }
	ask := func(argument any) {
		u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{"command": "editLsp.retryPrompt", "arguments": []any{argument}}, &answer))
	}
	ask(list[5].Command.Arguments[0])
	one := answer.Prompt
	assert.Contains(t, one, "\n- left.py, the code at line 28: nothing but elisions\n")
	assert.Contains(t, one, "> <<<<<<< SEARCH\n")
	assert.Equal(t, one, u.Messages()[0].Message, "for clients that ignore the answer")
	ask(map[string]any{"uri": uri})
	assert.Equal(t, one, answer.Prompt, "no block has failed")
	ask(map[string]any{"uri": uri, "proposal": 1})
	assert.Empty(t, answer.Prompt, "it is read")
}

func TestHoverOnCodeBlocks(t *testing.T) {
	u, uri := codeBlocks(t, "offer")
	hover := func(line int) string {
		var h *protocol.Hover
		u.do(u.Call(u.ctx, "textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": 0}}, &h))
		if h == nil {
			return ""
		}
		return h.Contents.Value
	}
	assert.Contains(t, hover(13), "Code block, 2, +1 −1")
	assert.Contains(t, hover(13), "-print(1)\n+print(2)\n")
	assert.Contains(t, hover(17), "New file: `new/a.py`")
	assert.Contains(t, hover(28), "Not an edit\n\n```text\nnothing but elisions\n```")
	for _, line := range []int{4, 8, 22} {
		assert.Empty(t, hover(line), "an earlier turn, prose and a fence that equals its file")
	}
}

func TestCodeBlocksAreIgnored(t *testing.T) {
	u, uri := codeBlocks(t, "off")
	lenses, _ := u.lenses(uri)
	assert.Empty(t, lenses)
	list, err := u.CodeActions(u.ctx, uri, 11, "")
	require.NoError(t, err)
	assert.Empty(t, list)
}

// A code block that replaces another is never part of all edits in an editor, since it needs
// confirmation.
func TestCodeBlocksAmongAllEdits(t *testing.T) {
	u, uri := codeBlocks(t, "apply")
	list, err := u.CodeActions(u.ctx, uri, 0, kindApplyEdits)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "Apply the one edit of this turn", list[0].Title)
	all, err := u.Resolve(u.ctx, list[0])
	require.NoError(t, err)
	require.NoError(t, u.Apply(u.ctx, *all.Edit))
	u.save()
	assert.Equal(t, files{"app.py": "import os\nprint(1)\n", "new/a.py": "a\n", "same.py": "s\n", "left.py": "x\n"}, tree(t, u.path("ws")))
}

// "Apply all" says that code blocks are left, or a user takes the whole answer for applied.
func TestAllEditsLeaveCodeBlocks(t *testing.T) {
	chat := "# User\nx\n# Assistant\n" + block("a.txt", "one\n", "two\n") + "\nb.py\n```\nimport os\nx = 2\n```\n"
	for setting, message := range map[string]string{
		"offer": "Applied 1 edit to a.txt; left: 1 code block",
		"off":   "Applied 1 edit to a.txt",
	} {
		t.Run(setting, func(t *testing.T) {
			u := launch(t, lay(t, files{"chat.md": chat, "a.txt": "one\n", "b.py": "import os\nx = 1\n"}), Options{})
			u.connect(lsptest.Options{Folders: []string{u.path("")}, Params: map[string]any{"initializationOptions": map[string]any{"codeBlocks": setting}}})
			var answer struct{ Message string }
			u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{
				"command": "editLsp.applyAll", "arguments": []any{map[string]any{"uri": u.open("chat.md"), "quiet": true}},
			}, &answer))
			assert.Equal(t, message, answer.Message)
		})
	}
}

// Lenses of code blocks follow their files, also in a chat without edit blocks.
func TestLensesOfCodeBlocksFollowTheirFiles(t *testing.T) {
	u := beginPulling(t, files{"chat.md": "<!-- edit-lsp: on -->\napp.py\n```\nimport os\nprint(2)\n```\n", "app.py": "import os\nprint(1)\n"})
	uri, target := u.open("chat.md"), u.open("app.py")
	u.settled()
	_, titles := u.lenses(uri)
	require.Equal(t, []string{"Write to app.py (+1 −1)", "Preview"}, titles)
	before := u.Refreshed(refreshLenses)
	u.do(u.Change(u.ctx, target, fromTo(1, 2), "print(2)\n"))
	u.settled()
	assert.Greater(t, u.Refreshed(refreshLenses), before)
	_, titles = u.lenses(uri)
	assert.Empty(t, titles, "the file is like that")
}

// An answer may show a code block twice. Once one is applied, the other one isn't an offer either, whatever the user adds
// beside its changes: it would take that out.
func TestAppliedCodeThatIsGivenTwice(t *testing.T) {
	const code = "a.js\n```js\nfunction f() {\n  one();\n  two(1);\n  three();\n}\n```\n"
	u := begin(t, files{"chat.md": "# User\nx\n# Assistant\n" + code + "\nAll of it:\n\n" + code, "a.js": "function f() {\n  one();\n  two();\n  three();\n}\n\nfunction z() {\n  q();\n}\n"})
	uri, target := u.open("chat.md"), u.open("a.js")
	list, titles := u.lenses(uri)
	require.Contains(t, titles, "Write to a.js (+1 −1)…")
	at := slices.Index(titles, "Write to a.js (+1 −1)…")
	answer, err := u.execute(list[at].Command.Command, list[at].Command.Arguments[0])
	require.NoError(t, err)
	require.True(t, answer.Applied, answer.Reason)
	u.do(u.Replace(u.ctx, target, "  one();\n", "  one();\n  mine();\n"))
	u.save()
	_, titles = u.lenses(uri)
	assert.Equal(t, []string{"applied", "Revert"}, titles)
}
