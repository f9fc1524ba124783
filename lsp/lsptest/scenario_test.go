package lsptest_test

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/tools/scenario"
)

// The steps pass in the fake editor of the server's tests, so other results are due to the real editor.
func TestStepsInTheFakeEditor(t *testing.T) {
	for _, step := range scenario.Load(t).Steps(t) {
		t.Run(step.Name, func(t *testing.T) {
			t.Parallel()
			sample, root := scenario.Load(t), t.TempDir()
			sample.Write(t, root)
			ctx, editor := start(t, root)
			if step.Typed != nil {
				uri, err := editor.Open(ctx, filepath.Join(root, filepath.FromSlash(step.Typed.Path)), "typescript")
				require.NoError(t, err)
				require.NoError(t, editor.Change(ctx, uri, protocol.Range{}, step.Typed.Text+"\n"))
			}
			chat, err := editor.Open(ctx, filepath.Join(root, scenario.Chat), "markdown")
			require.NoError(t, err)
			offered, err := editor.CodeActions(ctx, chat, step.Line-1)
			require.NoError(t, err)
			for _, a := range offered {
				assert.NotContains(t, step.Absent, a.Title)
			}
			require.NoError(t, editor.Choose(ctx, chat, step.Line-1, step.Title))
			require.NoError(t, editor.SaveAll(ctx))
			sample.Check(t, root, step)
			assert.Empty(t, editor.Complaints())
		})
	}
}

func TestFindingsInTheFakeEditor(t *testing.T) {
	sample, root := scenario.Load(t), t.TempDir()
	sample.Write(t, root)
	ctx, editor := start(t, root)
	chat, err := editor.Open(ctx, filepath.Join(root, scenario.Chat), "markdown")
	require.NoError(t, err)
	want := sample.Diagnostics(t)
	got, err := editor.Diagnostics(ctx, chat, func(list []protocol.Diagnostic) bool { return len(list) == len(want) })
	require.NoError(t, err)
	for i, f := range want {
		assert.Equal(t, f.Line, int(got[i].Range.Start.Line)+1, f.Code)
		assert.EqualValues(t, f.Code, got[i].Code)
		assert.Equal(t, f.Severity, int(*got[i].Severity), f.Code)
		assert.True(t, strings.HasPrefix(got[i].Message, f.Message), "%q", got[i].Message)
	}
}

func start(t *testing.T, root string) (context.Context, *lsptest.Editor) {
	t.Helper()
	client, server := net.Pipe()
	ended := make(chan int, 1)
	go func() {
		code, _ := lsp.Serve(context.Background(), server, lsp.Options{})
		ended <- code
	}()
	editor, err := lsptest.Start(t.Context(), client, lsptest.Options{Folders: []string{root}, Attached: true})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, editor.Stop(context.Background()))
		assert.Zero(t, <-ended)
	})
	return t.Context(), editor
}
