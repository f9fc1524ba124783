package lsp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

func lensesOf(ctx context.Context, t *testing.T, e *lsptest.Editor, uri protocol.DocumentUri) []protocol.CodeLens {
	t.Helper()
	var list []protocol.CodeLens
	require.NoError(t, e.Call(ctx, "textDocument/codeLens", whole(uri), &list))
	return list
}

type commandAnswer struct {
	Applied bool   `json:"applied"`
	Reason  string `json:"reason"`
	Diff    string `json:"diff"`
	Prompt  string `json:"prompt"`
	Files   []struct {
		URI       protocol.DocumentUri `json:"uri"`
		Path      string               `json:"path"`
		Operation string               `json:"operation"`
		Text      string               `json:"text"`
	} `json:"files"`
}

func execute(ctx context.Context, e *lsptest.Editor, command string, argument any) (answer commandAnswer, err error) {
	err = e.Call(ctx, "workspace/executeCommand", map[string]any{"command": command, "arguments": []any{argument}}, &answer)
	return answer, err
}

func TestLensesSayAndDo(t *testing.T) {
	ctx, e, uri, target := browse(t)
	list := lensesOf(ctx, t, e, uri)
	var titles []string
	for _, l := range list {
		titles = append(titles, l.Command.Title)
	}
	all := "Apply all 2 of 3 (2 files)"
	assert.Equal(t, []string{
		all, all, "Apply", "Preview", "src/a.py:3",
		golden.Words("{old-lines-not-found}; only whitespace differs"), "Fix whitespace", "Retry prompt",
		"Apply", "Preview", "new/b.py",
	}, titles)
	assert.EqualValues(t, 0, list[0].Range.Start.Line, "at the top")
	assert.EqualValues(t, 2, list[1].Range.Start.Line, "above the path line")

	var answer commandAnswer
	require.NoError(t, e.Call(ctx, "workspace/executeCommand", list[2].Command, &answer))
	assert.Equal(t, commandAnswer{Applied: true}, answer)
	require.NoError(t, e.SaveAll(ctx))
	data, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, strings.Replace(navigationTarget, "    return 1\n", "    x = 2\n    return x\n", 1), string(data))
	list = lensesOf(ctx, t, e, uri)
	require.Len(t, list, 10)
	assert.Equal(t, "Apply all 1 of 3 (1 file)", list[0].Command.Title)
	assert.Equal(t, "applied", list[2].Command.Title, "once it stands in the file")
	assert.Equal(t, "Revert", list[3].Command.Title)
	require.NoError(t, e.Call(ctx, "workspace/executeCommand", list[8].Command, &answer))
	assert.Equal(t, "Preview", list[8].Command.Title)
	require.NoError(t, e.Await(ctx, "the preview", func() bool { return len(e.Messages()) > 0 }))
	assert.Equal(t, "diff --git a/new/b.py b/new/b.py\nnew file mode 100644\n--- /dev/null\n+++ b/new/b.py\n@@ -0,0 +1 @@\n+b = 1", e.Messages()[0].Message)

	require.NoError(t, e.Call(ctx, "workspace/executeCommand", list[3].Command, &answer))
	require.NoError(t, e.SaveAll(ctx))
	data, err = os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, navigationTarget, string(data))
}

func TestCommandsAnswerWhatHappened(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	answer, err := execute(ctx, e, "editLsp.apply", map[string]any{"uri": uri, "block": 1})
	require.NoError(t, err)
	assert.False(t, answer.Applied)
	assert.Contains(t, answer.Reason, golden.Words("{old-lines-not-found}"))

	answer, err = execute(ctx, e, "editLsp.preview", map[string]any{"uri": uri})
	require.NoError(t, err)
	assert.Contains(t, answer.Diff, "+++ b/new/b.py")
	assert.Contains(t, answer.Diff, "+    x = 2")
	require.Len(t, answer.Files, 2)
	assert.Equal(t, "src/a.py edit", answer.Files[0].Path+" "+answer.Files[0].Operation)
	assert.Equal(t, strings.Replace(navigationTarget, "    return 1\n", "    x = 2\n    return x\n", 1), answer.Files[0].Text)
	assert.Equal(t, "new/b.py create b = 1\n", answer.Files[1].Path+" "+answer.Files[1].Operation+" "+answer.Files[1].Text)
	assert.True(t, strings.HasSuffix(string(answer.Files[1].URI), "/new/b.py"))

	answer, err = execute(ctx, e, "editLsp.preview", map[string]any{"uri": uri, "block": 1})
	require.NoError(t, err)
	assert.Empty(t, answer.Files)
	assert.Contains(t, answer.Reason, golden.Words("{old-lines-not-found}"), "why there is nothing to see")

	answer, err = execute(ctx, e, "editLsp.applied", map[string]any{"uri": uri, "kind": "fly"})
	require.NoError(t, err)
	assert.Equal(t, commandAnswer{Reason: "the block is gone"}, answer)

	answer, err = execute(ctx, e, "editLsp.applyFile", map[string]any{"uri": uri, "path": "none.py"})
	require.NoError(t, err)
	assert.Equal(t, commandAnswer{Reason: "there is nothing to apply"}, answer)

	for argument, want := range map[string]any{
		"takes one argument":           nil,
		"is not an open chat document": map[string]any{"uri": "file:///nowhere.md"},
		"there is no block 9":          map[string]any{"uri": uri, "block": 9},
		"takes the index of a block":   map[string]any{"uri": uri},
		"unknown command editLsp":      nil,
	} {
		command := "editLsp.apply"
		if strings.HasPrefix(argument, "unknown command") {
			command = "editLsp.fly"
		}
		_, err := execute(ctx, e, command, want)
		assert.ErrorContains(t, err, argument)
	}
}

func anAppliedBlockIsReverted(t *testing.T) {
	ctx, e, uri, target := browse(t)
	revert := func(block int) commandAnswer {
		answer, err := execute(ctx, e, "editLsp.revert", map[string]any{"uri": uri, "block": block})
		require.NoError(t, err)
		return answer
	}
	assert.Equal(t, commandAnswer{Reason: "the block is not applied"}, revert(0))
	for block := range 3 {
		_, err := execute(ctx, e, "editLsp.apply", map[string]any{"uri": uri, "block": block})
		require.NoError(t, err)
	}
	require.NoError(t, e.SaveAll(ctx))

	created := filepath.Join(filepath.Dir(filepath.Dir(target)), "new", "b.py")
	assert.FileExists(t, created)
	answer, err := execute(ctx, e, "editLsp.preview", map[string]any{"uri": uri, "block": 2})
	require.NoError(t, err)
	assert.Contains(t, answer.Diff, "deleted file mode 100644\n--- a/new/b.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-b = 1\n")
	assert.Equal(t, "delete", answer.Files[0].Operation)
	assert.Equal(t, commandAnswer{Applied: true}, revert(2))
	assert.NoFileExists(t, created)
	assert.Equal(t, []string{"Deletes the file"}, e.Asked())

	assert.Equal(t, commandAnswer{Applied: true}, revert(0))
	require.NoError(t, e.SaveAll(ctx))
	data, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, navigationTarget, string(data))
}

func TestTheRetryPromptOfOneBlock(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	before := e.Text(uri)
	for block, want := range map[any]string{nil: "def  two():", 1: "def  two():", 0: ""} {
		answer, err := execute(ctx, e, "editLsp.retryPrompt", map[string]any{"uri": uri, "block": block})
		require.NoError(t, err)
		assert.Contains(t, answer.Prompt, want)
		assert.Equal(t, want == "", answer.Prompt == "")
	}
	assert.Equal(t, before, e.Text(uri), "it is not put anywhere")
}

func TestAFileIsAddedToTheContext(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	require.NoError(t, e.OpenText(ctx, uri, "markdown", "---\ncontext_files: [lib/*.py] # what is sent\n---\n"+navigationChat))
	add := func(path string) commandAnswer {
		answer, err := execute(ctx, e, "editLsp.addToContext", map[string]any{"uri": uri, "path": path})
		require.NoError(t, err)
		return answer
	}
	assert.Equal(t, commandAnswer{Reason: "no block changes this file from outside the context"}, add("new/b.py"))
	assert.Equal(t, commandAnswer{Applied: true}, add("src/a.py"))
	assert.Equal(t, "---\ncontext_files: [lib/*.py, src/a.py] # what is sent\n---\n"+navigationChat, e.Text(uri))
}

func aRefusedEditIsShownWithItsReason(t *testing.T) {
	ctx, e, uri, _ := browseWith(t, lsptest.Options{Applied: map[string]any{"applied": false, "failureReason": "read-only folder"}})
	answer, err := execute(ctx, e, "editLsp.applyAll", map[string]any{"uri": uri})
	require.NoError(t, err)
	assert.Equal(t, commandAnswer{Reason: "read-only folder"}, answer)
	require.NoError(t, e.Await(ctx, "the message", func() bool { return len(e.Messages()) > 0 }))
	assert.Equal(t, "edit-lsp: not applied: read-only folder", e.Messages()[0].Message)
}

func TestAMissingFileIsNamedAndAnExistingOneLeftToChoose(t *testing.T) {
	ctx, e, uri, target := browse(t)
	chat := "Sure, in `scr/a.py`:\n««« EDIT\ndef one():\n    return 1\n═══════ REPL\ndef one():\n    return 9\n»»» EDIT END\n\n" +
		"src/a.py\n««« EDIT\n═══════ REPL\n# all new\n»»» EDIT END\n"
	require.NoError(t, e.OpenText(ctx, uri, "markdown", chat))
	actions, err := e.CodeActions(ctx, uri, 10)
	require.NoError(t, err)
	require.Len(t, actions, 3)
	overwrite, err := e.Resolve(ctx, actions[0])
	require.NoError(t, err)
	assert.Equal(t, "Overwrite a.py", overwrite.Title)
	assert.True(t, *overwrite.Edit.ChangeAnnotations["confirm"].NeedsConfirmation)
	require.NoError(t, e.Choose(ctx, uri, 10, "Append to a.py"))
	require.NoError(t, e.SaveAll(ctx))
	data, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, navigationTarget+"# all new\n", string(data))

	meant, err := e.CodeAction(ctx, uri, 1, "Did you mean src/a.py?")
	require.NoError(t, err)
	assert.True(t, meant.IsPreferred != nil && *meant.IsPreferred, "the only candidate")
	require.NoError(t, e.Choose(ctx, uri, 1, "Did you mean src/a.py?"))
	assert.True(t, strings.HasPrefix(e.Text(uri), "Sure, in `src/a.py`:\n«««"))
	_, err = e.Diagnostics(ctx, uri, func(list []protocol.Diagnostic) bool {
		for _, d := range list {
			if d.Code == "file-not-found" {
				return false
			}
		}
		return true
	})
	assert.NoError(t, err)
}

// The repaired block validates, with new lines indented like the file.
func TestABlockIsRepaired(t *testing.T) {
	for _, tt := range []struct{ name, file, chat, title, want string }{
		{
			name:  "tabs for spaces",
			file:  "func f() {\n\tif x {\n\t\treturn 1\n\t}\n}\n",
			chat:  "src/a.py\n```go\n<<<<<<< SEARCH\n    if x {\n        return 1\n    }\n=======\n    if x {\n        if y {\n            return 2\n        }\n    }\n>>>>>>> REPLACE\n```\n",
			title: "Fix whitespace in this block",
			want:  "func f() {\n\tif x {\n\t\tif y {\n\t\t\treturn 2\n\t\t}\n\t}\n}\n",
		}, {
			name:  "indentation in both sections, and in a list",
			file:  "class A:\n    def f(self):\n        return 1\n",
			chat:  "1. here:\n\n   src/a.py\n   ```\n   <<<<<<< SEARCH\n   def f(self):\n       return 1\n   =======\n   def f(self):\n       return 2\n   >>>>>>> REPLACE\n   ```\n",
			title: "Fix whitespace in this block",
			want:  "class A:\n    def f(self):\n        return 2\n",
		}, {
			name:  "an anchor that stands in both sections",
			file:  "def total(items):\n    x = 1\n    return sum(items)\n",
			chat:  "src/a.py\n««« EDIT\ndef total(lines):\n    x = 1\n═══════ REPL\ndef total(lines):\n    x = 2\n»»» EDIT END\n",
			title: "Use the file's text here",
			want:  "def total(items):\n    x = 2\n    return sum(items)\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, e, uri, target := browse(t)
			require.NoError(t, os.WriteFile(target, []byte(tt.file), 0o600))
			require.NoError(t, e.OpenText(ctx, uri, "markdown", tt.chat))
			line := strings.Count(tt.chat[:strings.IndexAny(tt.chat, "«<")], "\n")
			require.NoError(t, e.Choose(ctx, uri, line, tt.title))
			require.NoError(t, e.Choose(ctx, uri, line, "Apply edit"))
			require.NoError(t, e.SaveAll(ctx))
			data, err := os.ReadFile(target)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(data))
		})
	}
}

// Extending the anchor makes an ambiguous block match one place, in every dialect.
func TestTheAnchorIsExtended(t *testing.T) {
	file := "def one():\n    log()\n    return None\n\ndef two():\n    log()\n    return None\n"
	want := "def one():\n    log()\n    return None\n\ndef two():\n    log()\n    return 2\n"
	for name, chat := range map[string]string{
		"anchored":       "src/a.py\n««« EDIT\n    log()\n───────\n    return None\n═══════\n    return 2\n───────\n»»»\n",
		"edit-repl":      "src/a.py\n««« EDIT\n    log()\n    return None\n═══════ REPL\n    log()\n    return 2\n»»» EDIT END\n",
		"search-replace": "* so:\n  src/a.py\n  ```\n  <<<<<<< SEARCH\n      log()\n      return None\n  =======\n      log()\n      return 2\n  >>>>>>> REPLACE\n  ```\n",
		"find-replace":   "FILE: src/a.py\nFIND:\n    return None\nREPLACE:\n    return 2\nEND\n",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, e, uri, target := browse(t)
			require.NoError(t, os.WriteFile(target, []byte(file), 0o600))
			require.NoError(t, e.OpenText(ctx, uri, "markdown", chat))
			_, err := e.Diagnostics(ctx, uri, func(list []protocol.Diagnostic) bool { return len(list) > 0 })
			require.NoError(t, err)
			line := strings.Count(chat[:strings.Index(chat, "None")], "\n")
			place := "6"
			if name == "find-replace" {
				place = "7"
			}
			require.NoError(t, e.Choose(ctx, uri, line, "Extend the anchor to mean line "+place+", in def two("))
			_, err = e.Diagnostics(ctx, uri, func(list []protocol.Diagnostic) bool { return len(list) == 0 })
			require.NoError(t, err, e.Text(uri))
			require.NoError(t, e.Choose(ctx, uri, line, "Apply edit"))
			require.NoError(t, e.SaveAll(ctx))
			data, err := os.ReadFile(target)
			require.NoError(t, err)
			assert.Equal(t, want, string(data), e.Text(uri))
		})
	}
}

func TestTheRetryPromptIsPutAtTheEnd(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	before := e.Text(uri)
	list, err := e.Diagnostics(ctx, uri, nil)
	require.NoError(t, err)
	require.NoError(t, e.Choose(ctx, uri, 14, "Insert retry prompt"))
	added, ok := strings.CutPrefix(e.Text(uri), before)
	require.True(t, ok, "the chat above is as it was")
	assert.Contains(t, added, "src/a.py")
	assert.Contains(t, added, "def two():", "the lines as they stand")
	after, err := e.Diagnostics(ctx, uri, func(now []protocol.Diagnostic) bool { return len(now) == len(list) })
	require.NoError(t, err)
	assert.Equal(t, list, after, "what is put there proposes nothing")
}

func TestAPathInSeveralFoldersIsChosen(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "x.ini"), []byte("a = 1\n"), 0o600))
	}
	ctx, e, _, _ := browseWith(t, lsptest.Options{Folders: []string{one, two}})
	uri := protocol.DocumentUri("untitled:chat")
	require.NoError(t, e.OpenText(ctx, uri, "markdown", "x.ini\n««« EDIT\na = 1\n═══════ REPL\na = 2\n»»» EDIT END\n"))
	list, err := e.Diagnostics(ctx, uri, nil)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.EqualValues(t, "ambiguous-root", list[0].Code)
	require.NoError(t, e.Choose(ctx, uri, 1, "Use the file in "+filepath.Base(two)))
	require.NoError(t, e.Choose(ctx, uri, 1, "Apply edit"))
	require.NoError(t, e.SaveAll(ctx))
	data, err := os.ReadFile(filepath.Join(two, "x.ini"))
	require.NoError(t, err)
	assert.Equal(t, "a = 2\n", string(data))
}

// Trust, G4: if the plan puts a block in the second of two equal places, because the block above
// takes the first, it isn't offered by itself: it would go to the first.
func aBlockIsNotAppliedElsewhereThanShown(t *testing.T) {
	ctx, e, uri, target := browse(t)
	require.NoError(t, os.WriteFile(target, []byte("x = 1\ny = 2\nx = 1\n"), 0o600))
	block := "FIND:\nx = 1\nREPLACE:\nx = 3\nEND\n"
	require.NoError(t, e.OpenText(ctx, uri, "markdown", "FILE: src/a.py\n"+block+block))
	actions, err := e.CodeActions(ctx, uri, 7)
	require.NoError(t, err)
	var titles []string
	for _, a := range actions {
		switch {
		case *a.Kind != protocol.CodeActionKindQuickFix:
		case a.Disabled != nil:
			titles = append(titles, a.Title+": "+a.Disabled.Reason)
		default:
			titles = append(titles, a.Title)
		}
	}
	assert.Equal(t, []string{"Apply edit: on its own, the block would apply in another place"}, titles)
}
