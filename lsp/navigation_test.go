package lsp_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

const navigationChat = `Here is the fix.

src/a.py
««« EDIT
def one():
    return 1
═══════ REPL
def one():
    x = 2
    return x
»»» EDIT END

src/a.py
««« EDIT
def  two():
    return 2
═══════ REPL
def two():
    return 22
»»» EDIT END

new/b.py
««« EDIT
═══════ REPL
b = 1
»»» EDIT END
`

const navigationTarget = "import os\n\ndef one():\n    return 1\n\ndef two():\n    return 2\n"

// browse opens the chat of these tests in an editor with all capabilities.
func browse(t *testing.T) (ctx context.Context, e *lsptest.Editor, uri protocol.DocumentUri, target string) {
	t.Helper()
	return browseWith(t, lsptest.Options{})
}

func browseWith(t *testing.T, o lsptest.Options) (ctx context.Context, e *lsptest.Editor, uri protocol.DocumentUri, target string) {
	t.Helper()
	dir := t.TempDir()
	if o.Folders == nil {
		o.Folders = []string{dir}
	}
	target = filepath.Join(dir, "src", "a.py")
	require.NoError(t, os.MkdirAll(filepath.Dir(target), 0o755))
	require.NoError(t, os.WriteFile(target, []byte(navigationTarget), 0o600))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	client, server := net.Pipe()
	ended := make(chan int, 1)
	go func() {
		code, _ := lsp.Serve(ctx, server, lsp.Options{})
		ended <- code
	}()
	e, err := lsptest.Start(ctx, client, o)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, e.Stop(ctx))
		assert.Equal(t, 0, <-ended)
	})
	uri = protocol.FileURI(filepath.Join(dir, "chat.md"))
	require.NoError(t, e.OpenText(ctx, uri, "markdown", navigationChat))
	return ctx, e, uri, target
}

func at(uri protocol.DocumentUri, line int) map[string]any {
	return map[string]any{
		"textDocument": map[string]any{"uri": uri},
		"position":     map[string]any{"line": line, "character": 0},
	}
}

func whole(uri protocol.DocumentUri) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}}
}

func TestHoverShowsStatusFileAndDiff(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	var h *protocol.Hover
	require.NoError(t, e.Call(ctx, "textDocument/hover", at(uri, 4), &h))
	require.NotNil(t, h)
	assert.Contains(t, h.Contents.Value, "ready, +2 −1, line 3")
	assert.Contains(t, h.Contents.Value, "File: `src/a.py`, ")
	assert.Contains(t, h.Contents.Value, "@@ -1,7 +1,8 @@")
	assert.Contains(t, h.Contents.Value, "-    return 1\n+    x = 2\n+    return x\n")
	assert.EqualValues(t, 2, h.Range.Start.Line)

	require.NoError(t, e.Call(ctx, "textDocument/hover", at(uri, 14), &h))
	assert.Contains(t, h.Contents.Value, golden.Words("{old-lines-not-found}; only whitespace differs\nsrc/a.py:6\n"))
	assert.Contains(t, h.Contents.Value, "- def··two():\n+ def·two():\n")

	h = nil
	require.NoError(t, e.Call(ctx, "textDocument/hover", at(uri, 0), &h))
	assert.Nil(t, h, "prose has no hover")
}

// Only a block that creates a file has a new one.
func TestHoverOfAMissingFile(t *testing.T) {
	ctx, e, uri, target := browse(t)
	require.NoError(t, os.Remove(target))
	chat := "new/b.py\n««« EDIT\n═══════ REPL\nb = 1\n»»» EDIT END\n\nsrc/a.py\n««« EDIT\nx\n═══════ REPL\ny\n»»» EDIT END\n"
	require.NoError(t, e.OpenText(ctx, uri, "markdown", chat))
	for line, want := range map[int]string{
		1: "New file: `new/b.py`, in the chat's workspace folder",
		7: "\nFile: `src/a.py`, in the chat's workspace folder",
	} {
		var h *protocol.Hover
		require.NoError(t, e.Call(ctx, "textDocument/hover", at(uri, line), &h))
		require.NotNil(t, h)
		assert.Contains(t, h.Contents.Value, want)
	}
}

func hoverKeepsHostileTextInItsFence(t *testing.T) {
	ctx, e, uri, target := browse(t)
	require.NoError(t, os.WriteFile(target, []byte("x\n````\n"), 0o600))
	hostile := "src/a.py\n««« EDIT\nx\n═══════ REPL\n```\n[run](command:evil)\n![i](http://e/x.png)\n<b>\u202e\n»»» EDIT END\n"
	require.NoError(t, e.OpenText(ctx, uri, "markdown", hostile))
	var h *protocol.Hover
	require.NoError(t, e.Call(ctx, "textDocument/hover", at(uri, 1), &h))
	require.NotNil(t, h)
	fence := ""
	for l := range strings.SplitSeq(h.Contents.Value, "\n") {
		switch {
		case fence == "" && strings.HasPrefix(l, "```"):
			fence = l[:len(l)-len(strings.TrimLeft(l, "`"))]
		case fence != "" && strings.Trim(l, "`") == "" && len(l) >= len(fence):
			fence = ""
		case fence == "":
			assert.NotContains(t, l, "command:")
			assert.NotContains(t, l, "<b>")
		}
	}
	assert.Empty(t, fence, "all fences are closed")
	assert.Contains(t, h.Contents.Value, "`````diff", "longer than the run in the file")
	assert.NotContains(t, h.Contents.Value, "\u202e")
	assert.Contains(t, h.Contents.Value, `\u202E`)
}

func TestDefinitionLeadsToTheVeryLine(t *testing.T) {
	ctx, e, uri, target := browse(t)
	for line, want := range map[int]int{2: 2, 4: 2, 5: 3, 8: 3, 14: 5, 12: 5} {
		var where []protocol.Location
		require.NoError(t, e.Call(ctx, "textDocument/definition", at(uri, line), &where))
		if assert.Len(t, where, 1, "line %d", line) {
			assert.EqualValues(t, want, where[0].Range.Start.Line, "line %d", line)
			assert.Equal(t, protocol.FileURI(target), where[0].URI)
		}
	}
	var where []protocol.Location
	require.NoError(t, e.Call(ctx, "textDocument/definition", at(uri, 22), &where))
	assert.Empty(t, where, "a file that is not there leads nowhere")
}

func TestDocumentLinksOfPathLines(t *testing.T) {
	ctx, e, uri, target := browse(t)
	var links []protocol.DocumentLink
	require.NoError(t, e.Call(ctx, "textDocument/documentLink", whole(uri), &links))
	require.Len(t, links, 2)
	assert.Equal(t, string(protocol.FileURI(target))+"#L3", links[0].Target)
	assert.EqualValues(t, 2, links[0].Range.Start.Line)
	assert.EqualValues(t, len("src/a.py"), links[0].Range.End.Character)
	assert.Equal(t, string(protocol.FileURI(target))+"#L6", links[1].Target)
}

func TestSymbolsFoldingHighlightsAndSelection(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	var symbols []protocol.DocumentSymbol
	require.NoError(t, e.Call(ctx, "textDocument/documentSymbol", whole(uri), &symbols))
	require.Len(t, symbols, 3)
	assert.Equal(t, "src/a.py:3", symbols[0].Name)
	assert.Equal(t, "ready", *symbols[0].Detail)
	assert.Equal(t, "doesn't apply", *symbols[1].Detail)
	var parts []string
	for _, c := range symbols[0].Children {
		parts = append(parts, c.Name)
	}
	assert.Equal(t, []string{"leading anchor", "old lines", "new lines"}, parts)

	var folds []protocol.FoldingRange
	require.NoError(t, e.Call(ctx, "textDocument/foldingRange", whole(uri), &folds))
	assert.Contains(t, folds, protocol.FoldingRange{StartLine: 3, EndLine: 10, Kind: "region"})
	assert.Contains(t, folds, protocol.FoldingRange{StartLine: 6, EndLine: 9, Kind: "region"})

	var marks []protocol.DocumentHighlight
	require.NoError(t, e.Call(ctx, "textDocument/documentHighlight", at(uri, 6), &marks))
	var lines []int
	for _, m := range marks {
		lines = append(lines, int(m.Range.Start.Line))
	}
	assert.Equal(t, []int{3, 6, 10}, lines)

	var chosen []protocol.SelectionRange
	require.NoError(t, e.Call(ctx, "textDocument/selectionRange", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "positions": []any{protocol.Position{Line: 8}, protocol.Position{Line: 0}},
	}, &chosen))
	require.Len(t, chosen, 2)
	assert.EqualValues(t, 7, chosen[0].Parent.Range.Start.Line, "the section")
	assert.EqualValues(t, 2, chosen[0].Parent.Parent.Range.Start.Line, "the block with its path line")
	assert.Nil(t, chosen[1].Parent)

	// A section of one line isn't selected twice.
	chosen = nil
	require.NoError(t, e.Call(ctx, "textDocument/selectionRange", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "positions": []any{protocol.Position{Line: 24}},
	}, &chosen))
	assert.EqualValues(t, 21, chosen[0].Parent.Range.Start.Line, "the block")
	assert.Nil(t, chosen[0].Parent.Parent)
}

func TestInlayHintsAndWhatChangesOnDisk(t *testing.T) {
	ctx, e, uri, target := browse(t)
	hints := func() (labels []string) {
		var list []protocol.InlayHint
		require.NoError(t, e.Call(ctx, "textDocument/inlayHint", map[string]any{
			"textDocument": map[string]any{"uri": uri},
			"range":        protocol.Range{End: protocol.Position{Line: 100}},
		}, &list))
		for _, h := range list {
			labels = append(labels, h.Label)
		}
		return labels
	}
	assert.Equal(t, []string{"→ 3–4, +2 −1", "→ doesn't apply", "→ new file, +1"}, hints())
	// The server notices a change by another program without being notified.
	require.NoError(t, os.WriteFile(target, []byte("# one more line\n"+navigationTarget), 0o600))
	assert.Equal(t, []string{"→ 4–5, +2 −1", "→ doesn't apply", "→ new file, +1"}, hints())
}

func TestADocumentThatIsNoChatGetsNothing(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	require.NoError(t, e.OpenText(ctx, uri, "python", navigationChat))
	for _, method := range []string{"documentLink", "documentSymbol", "foldingRange"} {
		var answer any
		require.NoError(t, e.Call(ctx, "textDocument/"+method, whole(uri), &answer))
		assert.Nil(t, answer, method)
	}
}

func TestWorkspaceSymbolsOfAllChats(t *testing.T) {
	ctx, e, uri, _ := browse(t)
	require.NoError(t, e.OpenText(ctx, "untitled:two", "markdown", navigationChat))
	var list []protocol.SymbolInformation
	require.NoError(t, e.Call(ctx, "workspace/symbol", map[string]any{"query": "B.PY"}, &list))
	require.Len(t, list, 2)
	assert.Equal(t, "new/b.py", list[0].Name)
	assert.ElementsMatch(t, []string{string(uri), "untitled:two"}, []string{list[0].Location.URI, list[1].Location.URI})
	require.NoError(t, e.Call(ctx, "workspace/symbol", map[string]any{"query": ""}, &list))
	assert.Len(t, list, 6)
}

func TestAWatchedFileIsCheckedAgain(t *testing.T) {
	ctx, e, uri, target := browse(t)
	require.NoError(t, e.Await(ctx, "the registration", func() bool { return len(e.Registered()) > 0 }))
	assert.Equal(t, []string{"workspace/didChangeWatchedFiles"}, e.Registered())
	_, err := e.Diagnostics(ctx, uri, func(list []protocol.Diagnostic) bool { return len(list) == 1 })
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(target, []byte("gone = 1\n"), 0o600))
	require.NoError(t, e.Notify(ctx, "workspace/didChangeWatchedFiles", map[string]any{
		"changes": []any{map[string]any{"uri": protocol.FileURI(target), "type": protocol.FileChangeTypeChanged}},
	}))
	_, err = e.Diagnostics(ctx, uri, func(list []protocol.Diagnostic) bool { return len(list) == 2 })
	assert.NoError(t, err, "the first block does not fit any more")
}
