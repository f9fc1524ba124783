package prompt_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// expect compares output with a readable file.
func expect(t *testing.T, name, got string) {
	t.Helper()
	name, got = filepath.Join("testdata", name), golden.Codes(got)
	if golden.Update {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(got), 0o666))
		return
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err, "to write it: UPDATE=1 go test ./prompt")
	golden.Equal(t, string(want), got)
}

func lookup(t testing.TB, name string) *prompt.Format {
	t.Helper()
	f, err := prompt.Lookup(name)
	require.NoError(t, err)
	return f
}

func parsed(t testing.TB, s string) *parse.Result {
	t.Helper()
	doc, err := parse.Document(context.Background(), text.New(s), parse.Options{}, nil)
	require.NoError(t, err)
	return doc
}

// memory is a workspace in memory.
type memory map[string]string

func (m memory) Target(_ context.Context, name string) workspace.Target {
	if _, refusal := workspace.CheckName(name); refusal != nil {
		return workspace.Target{Name: name, Path: refusal.Path, Refusal: refusal}
	}
	target := workspace.Target{Name: name, Path: name, Key: name, Abs: "/" + name, Protected: workspace.ReasonProtected(name, workspace.Options{}) != ""}
	if name == "secret.txt" {
		target.Refusal = &workspace.Refusal{Code: codes.PathDenied, Path: name, Unreadable: true, Cause: "it can't be read: permission denied", Advice: "check its permissions"}
	} else if content, ok := m[name]; ok {
		target.Exists = true
		target.File = &workspace.File{Text: text.New(content)}
	}
	return target
}

var options = diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}

func checkChat(t testing.TB, chat string, files memory, o diagnostics.Options) *diagnostics.Report {
	t.Helper()
	r, err := diagnostics.Check(context.Background(), text.New(chat), files, o, nil)
	require.NoError(t, err)
	return r
}

// retry returns the retry prompt of a chat, and checks that appending it changes nothing there.
func retry(t testing.TB, chat string, files memory, o diagnostics.Options) string {
	t.Helper()
	r := checkChat(t, chat, files, o)
	failures := prompt.Failures(r)
	fit := 0
	for i := range r.Blocks {
		if r.Blocks[i].FitsAlone() {
			fit++
		}
	}
	require.Len(t, failures, r.Count()-fit)
	s, err := prompt.Retry(context.Background(), r.Plan.Document.Text, o.Parse, failures)
	require.NoError(t, err)
	was, is := parsed(t, chat), parsed(t, chat+"\n\n"+s)
	require.Equal(t, was.Blocks, is.Blocks)
	require.Len(t, is.Problems, len(was.Problems))
	require.Len(t, is.Shell, len(was.Shell))
	silent(t, s)
	return s
}

func silent(t testing.TB, chat string) {
	t.Helper()
	doc := parsed(t, chat)
	require.Empty(t, doc.Blocks)
	require.Empty(t, doc.Problems)
	require.Empty(t, doc.Shell)
	require.Empty(t, doc.Turns)
}
