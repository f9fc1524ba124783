package editlsp_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
)

func content(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(data)
}

func statuses(r *editlsp.Report) (all []editlsp.Status) {
	for _, b := range r.Blocks {
		all = append(all, b.Status)
	}
	return all
}

func TestOpen(t *testing.T) {
	_, err := editlsp.Open(filepath.Join(t.TempDir(), "none"))
	require.Error(t, err)
	t.Chdir(folder(t, map[string]string{"x": "a\n"}))
	r, err := open(t, ".").Check(t.Context(), "", "x\n"+editRepl("a\n", "b\n"), editlsp.Options{})
	require.NoError(t, err)
	assert.Equal(t, []editlsp.Status{editlsp.Validated}, statuses(r))
}

func TestApply(t *testing.T) {
	dir := folder(t, map[string]string{"x": "a\nc\n", "y": "a\n"})
	chat := "x\n" + editRepl("a\n", "b\n") + "y\n" + editRepl("zz\n", "b\n") + "x\n" + editRepl("c\n", "d\n") + "new/z\n" + editRepl("", "z\n")
	r, err := open(t, dir).Check(t.Context(), "", chat, editlsp.Options{})
	require.NoError(t, err)
	require.NoError(t, r.Apply(t.Context()))
	assert.Equal(t, []editlsp.Status{editlsp.Applied, editlsp.Failed, editlsp.Applied, editlsp.Applied}, statuses(r))
	assert.Equal(t, []editlsp.File{
		{Path: "x", Operation: editlsp.Modify, Blocks: []int{0, 2}, Written: true}, {Path: "new/z", Operation: editlsp.Create, Blocks: []int{3}, Written: true},
	}, r.Files)
	assert.Equal(t, "b\nd\n", content(t, dir, "x"))
	assert.Equal(t, "a\n", content(t, dir, "y"))
	assert.Equal(t, "z\n", content(t, dir, "new", "z"))
	require.Error(t, r.Apply(t.Context()), "a second time")
	require.Error(t, new(editlsp.Report).Apply(t.Context()))
}

func TestApplyToAChangedFile(t *testing.T) {
	dir := folder(t, map[string]string{"x": "a\n", "y": "a\n"})
	r, err := open(t, dir).Check(t.Context(), "", "x\n"+editRepl("a\n", "b\n")+"y\n"+editRepl("a\n", "b\n"), editlsp.Options{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x"), []byte("other\na\n"), 0o666))
	err = r.Apply(t.Context())
	require.ErrorIs(t, err, editlsp.ErrChanged)
	assert.Contains(t, err.Error(), "x: ")
	assert.Equal(t, []editlsp.Status{editlsp.Validated, editlsp.Applied}, statuses(r))
	assert.Equal(t, []editlsp.File{{Path: "y", Operation: editlsp.Modify, Blocks: []int{1}, Written: true}}, r.Files)
	assert.Equal(t, "other\na\n", content(t, dir, "x"))
	assert.Equal(t, "b\n", content(t, dir, "y"))
}

func TestOptions(t *testing.T) {
	turns := "USER\nplease\nMODEL\nx\n" + editRepl("zz\n", "b\n") + "USER\nagain\nMODEL\nx\n" + editRepl("a\n", "b\n")
	layout := editlsp.Options{
		UserTurns: []*regexp.Regexp{regexp.MustCompile(`^USER$`)}, AssistantTurns: []*regexp.Regexp{regexp.MustCompile(`^MODEL$`)},
	}
	all := layout
	all.Scope = editlsp.ScopeAll
	both := "x\n" + editRepl("a\n", "b\n") + "y\n" + editRepl("a\n", "b\n")
	anywhere := "FIND:\na\nREPLACE:\nb\nEND\n"
	for _, c := range []struct {
		name, chat string
		options    editlsp.Options
		want       []editlsp.Status
		files      int
	}{
		{"the last answer counts", turns, layout, []editlsp.Status{editlsp.Stale, editlsp.Validated}, 1},
		{"all answers count", turns, all, []editlsp.Status{editlsp.Failed, editlsp.Skipped}, 0},
		{"a context", both, editlsp.Options{Context: []string{"y*"}}, []editlsp.Status{editlsp.NotInContext, editlsp.Validated}, 1},
		{"no default target", anywhere, editlsp.Options{}, []editlsp.Status{editlsp.Skipped}, 0},
		{"a default target", anywhere, editlsp.Options{DefaultTarget: "y"}, []editlsp.Status{editlsp.Validated}, 1},
		{"all blocks", both, editlsp.Options{}, []editlsp.Status{editlsp.Validated, editlsp.Validated}, 2},
		{"one block", both, editlsp.Options{Only: []int{1}}, []editlsp.Status{editlsp.Validated, editlsp.Validated}, 1},
		{"no block", both, editlsp.Options{Only: []int{}}, []editlsp.Status{editlsp.Validated, editlsp.Validated}, 0},
		{"after a failure", "x\n" + editRepl("zz\n", "b\n") + both, editlsp.Options{}, []editlsp.Status{editlsp.Failed, editlsp.Skipped, editlsp.Validated}, 1},
		{"after a failure, independent", "x\n" + editRepl("zz\n", "b\n") + both, editlsp.Options{AfterFailure: editlsp.AfterFailureIndependent}, []editlsp.Status{editlsp.Failed, editlsp.Validated, editlsp.Validated}, 2},
		{"a protected file", ".envrc\n" + editRepl("a\n", "b\n"), editlsp.Options{}, []editlsp.Status{editlsp.Validated}, 0},
		{"confirmed", ".envrc\n" + editRepl("a\n", "b\n"), editlsp.Options{Confirmed: true}, []editlsp.Status{editlsp.Validated}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := check(t, c.chat, map[string]string{"x": "a\n", "y": "a\n", ".envrc": "a\n"}, c.options)
			assert.Equal(t, c.want, statuses(r))
			assert.Len(t, r.Files, c.files)
		})
	}
}

func TestCodeBlocks(t *testing.T) {
	chat := "x\n" + editRepl("a\n", "b\n") + "\nnew.txt\n```\nn\n```\n\ny\n```\na = 1\nb = 3\n```\n"
	files := map[string]string{"x": "a\n", "y": "a = 1\nb = 2\n"}
	r := check(t, chat, files, editlsp.Options{})
	assert.Empty(t, r.Proposals)
	assert.Equal(t, 2, editlsp.NewResults(r).Summary.CodeBlocks, "what is offered is counted")
	r = check(t, chat, files, editlsp.Options{CodeBlocks: true})
	assert.Equal(t, []editlsp.Proposal{
		{
			Number: 2, Path: "new.txt", Operation: editlsp.Create, Kind: "whole", Line: 9, EndLine: 11,
			Status: editlsp.Validated, Added: 1, Hunks: []editlsp.Hunk{{Line: 1, Added: 1}},
		},
		{
			Number: 3, Path: "y", Operation: editlsp.Modify, Kind: "whole", Line: 14, EndLine: 17,
			Status: editlsp.Validated, Added: 1, Removed: 1, Hunks: []editlsp.Hunk{{Line: 2, EndLine: 2, Added: 1, Removed: 1}},
		},
	}, r.Proposals)
	assert.Len(t, r.Files, 2, "one that replaces a file is to be confirmed")

	dir := folder(t, files)
	r, err := open(t, dir).Check(t.Context(), "", chat, editlsp.Options{CodeBlocks: true, Confirmed: true, Only: []int{2}})
	require.NoError(t, err)
	require.NoError(t, r.Apply(t.Context()))
	assert.Equal(t, []editlsp.File{{Path: "y", Operation: editlsp.Modify, Blocks: []int{}, Written: true}}, r.Files)
	assert.Equal(t, "a = 1\nb = 3\n", content(t, dir, "y"))
	assert.Equal(t, "a\n", content(t, dir, "x"))
	assert.Equal(t, []string{"y"}, editlsp.NewResults(r).Summary.FilesModified)
}

func TestWrongOptions(t *testing.T) {
	w := open(t, folder(t, nil))
	for _, o := range []editlsp.Options{{Scope: "some"}, {Dialects: []string{"some"}}, {AfterFailure: "some"}, {Context: []string{"a[.go"}}, {Only: []int{0}}, {Only: []int{-1}}} {
		_, err := w.Check(t.Context(), "", "nothing", o)
		assert.Error(t, err, "%+v", o)
	}
}

func TestProtect(t *testing.T) {
	w := open(t, folder(t, map[string]string{"x": "a\n", "sub/y": "a\n", "z": "a\n"}))
	require.Error(t, w.Protect("["))
	require.NoError(t, w.Protect("x"))
	require.NoError(t, w.Protect("sub"))
	chat := "x\n" + editRepl("a\n", "b\n") + "sub/y\n" + editRepl("a\n", "b\n") + "z\n" + editRepl("a\n", "b\n")
	r, err := w.Check(t.Context(), "", chat, editlsp.Options{})
	require.NoError(t, err)
	assert.Equal(t, "protected-path", r.Blocks[0].Code)
	assert.Equal(t, []editlsp.File{{Path: "z", Operation: editlsp.Modify, Blocks: []int{2}}}, r.Files)
}

// The chat's name is only for finding targets. The file need not exist.
func TestNameOfTheChat(t *testing.T) {
	dir := folder(t, map[string]string{"x": "a\n"})
	t.Chdir(dir)
	r, err := open(t, dir).Check(t.Context(), filepath.Join("notes", "chat.md"), "x\n"+editRepl("a\n", "b\n"), editlsp.Options{})
	require.NoError(t, err)
	assert.Equal(t, "notes/chat.md", r.Path)
	assert.Equal(t, []editlsp.Status{editlsp.Validated}, statuses(r))
}

func TestClose(t *testing.T) {
	dir := folder(t, map[string]string{"x": "a\n"})
	w, err := editlsp.Open(dir)
	require.NoError(t, err)
	r, err := w.Check(t.Context(), "", "x\n"+editRepl("a\n", "b\n"), editlsp.Options{})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.ErrorIs(t, r.Apply(t.Context()), editlsp.ErrClosed)
	_, err = w.Check(t.Context(), "", "", editlsp.Options{})
	require.ErrorIs(t, err, editlsp.ErrClosed)
	require.NoError(t, w.Close(), "a second time")
	assert.Equal(t, "a\n", content(t, dir, "x"))
}

func TestCancelled(t *testing.T) {
	dir := folder(t, map[string]string{"x": "a\n"})
	w := open(t, dir)
	r, err := w.Check(t.Context(), "", "x\n"+editRepl("a\n", "b\n"), editlsp.Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, r.Apply(ctx), context.Canceled)
	assert.Equal(t, []editlsp.Status{editlsp.Validated}, statuses(r))
	assert.Equal(t, "a\n", content(t, dir, "x"))
	_, err = w.Check(ctx, "", "x\n"+editRepl("a\n", "b\n"), editlsp.Options{})
	require.ErrorIs(t, err, context.Canceled)
}
