package repair_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/conformance"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// workbench is a chat with its files, to try repairs one by one.
type workbench struct {
	t    *testing.T
	root string
	chat *text.Text
	was  *diagnostics.Report
	*repair.Repairs
	done map[string]int
}

// For every case of the command line, each repair works: after it, chat and files are checked from
// scratch.
func TestEveryRepairIsRight(t *testing.T) {
	done := map[string]int{}
	for _, c := range conformance.Read(t, "../testdata/conformance") {
		if len(c.Args) > 0 {
			continue // other settings, not relevant to repairs
		}
		t.Run(c.Name, func(t *testing.T) {
			chat, root := c.Lay(t)
			w := newWorkbench(t, root, chat, done)
			for i := range w.was.Blocks {
				w.block(i)
			}
		})
	}
	t.Logf("tried: %v", done)
	for _, kind := range []string{"fix", "extend", "merge", "convert", "apply", "revert", "place"} {
		assert.Positive(t, done[kind], "%s was never offered", kind)
	}
}

func newWorkbench(t *testing.T, root, path string, done map[string]int) *workbench {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	o := diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}, Parse: parse.Options{FileName: path}}
	w := &workbench{t: t, root: root, chat: text.Decode(string(data)), done: done, Repairs: &repair.Repairs{Options: o}}
	w.was, w.Targets = w.check(w.chat)
	w.Report = w.was
	return w
}

// check checks a version of the chat as the command line does.
func (w *workbench) check(chat *text.Text) (*diagnostics.Report, *workspace.View) {
	ws := workspace.New()
	require.NoError(w.t, ws.SetRoots([]string{w.root}))
	w.t.Cleanup(ws.Release)
	view := ws.View(w.t.Context(), workspace.Origin{Path: w.Options.Parse.FileName})
	r, err := diagnostics.Check(w.t.Context(), chat, view, w.Options, nil)
	require.NoError(w.t, err)
	return r, view
}

func (w *workbench) block(i int) {
	ctx := w.t.Context()
	fixed, _, err := w.Fix(ctx, i)
	require.NoError(w.t, err)
	if fixed != nil {
		w.done["fix"]++
		now := w.rewritten(fixed)
		assert.Equal(w.t, apply.Validated, now.Blocks[i].Status)
		assert.Equal(w.t, w.was.Blocks[i].Nearest.First, now.Blocks[i].Outcome.First)
	}
	for _, at := range w.was.Blocks[i].Matches {
		if !w.was.Blocks[i].Ambiguous {
			break
		}
		extended, _, err := w.Extend(ctx, i, at)
		require.NoError(w.t, err)
		if extended != nil {
			w.done["extend"]++
			now := w.rewritten(extended)
			assert.Equal(w.t, apply.Validated, now.Blocks[i].Status)
			assert.Equal(w.t, 1, now.Blocks[i].MatchCount)
			w.sameEdit(i, at, now, i)
		}
		w.applied(i, at)
	}
	merged, _, err := w.Merge(ctx, i, parse.Forms())
	require.NoError(w.t, err)
	if merged != nil {
		w.done["merge"]++
		now := w.rewritten(merged)
		require.Len(w.t, now.Blocks, len(w.was.Blocks)-1)
		assert.Equal(w.t, apply.Validated, now.Blocks[merged.Index].Status)
		if w.was.Blocks[i].Status == apply.Validated {
			assert.Equal(w.t, afterAll(w.was.Plan), afterAll(now.Plan))
		}
	}
	for _, f := range parse.Forms() {
		converted, _, err := w.Convert(ctx, i, f)
		require.NoError(w.t, err)
		if converted != nil {
			w.done["convert"]++
			now := w.rewritten(converted)
			require.Len(w.t, now.Blocks, len(w.was.Blocks))
			assert.Equal(w.t, f.Dialect, now.Blocks[i].Block.Dialect)
			assert.Equal(w.t, afterAll(w.was.Plan), afterAll(now.Plan))
			w.sameEdit(i, text.None, now, i)
		}
	}
	w.applied(i, text.None)
}

// rewritten checks the chat after a repair. Only the block itself may have new findings.
func (w *workbench) rewritten(r *repair.Repair) *diagnostics.Report {
	w.t.Helper()
	now, _ := w.check(w.chat.Apply(r.Edits))
	assert.Len(w.t, now.Problems, len(w.was.Problems), "%s", w.chat.Apply(r.Edits))
	return now
}

// sameEdit compares a block's edit at a place with another block's edit.
func (w *workbench) sameEdit(i int, at text.Line, now *diagnostics.Report, j int) {
	w.t.Helper()
	a, _, err := w.was.Plan.Single(w.t.Context(), i, at)
	require.NoError(w.t, err)
	b, _, err := now.Plan.Single(w.t.Context(), j, text.None)
	require.NoError(w.t, err)
	require.Equal(w.t, a == nil, b == nil)
	if a != nil {
		assert.Equal(w.t, string(a.After().Bytes()), string(b.After().Bytes()))
	}
}

// applied writes a block's edit at a place, checks the chat again, and reverts it.
func (w *workbench) applied(i int, at text.Line) {
	w.t.Helper()
	edit, _, err := w.was.Plan.Single(w.t.Context(), i, at)
	require.NoError(w.t, err)
	if edit == nil {
		return
	}
	kind := "apply"
	if at != text.None {
		kind = "place"
	}
	w.done[kind]++
	before, readErr := os.ReadFile(edit.Target.Abs)
	restore := func() {
		if readErr != nil {
			require.NoError(w.t, os.Remove(edit.Target.Abs))
			return
		}
		require.NoError(w.t, os.WriteFile(edit.Target.Abs, before, 0o600))
	}
	require.NoError(w.t, os.MkdirAll(filepath.Dir(edit.Target.Abs), 0o755))
	after := edit.After().Bytes()
	require.NoError(w.t, os.WriteFile(edit.Target.Abs, after, 0o600))
	defer restore()
	now, _ := w.check(w.chat)
	b := now.Blocks[i]
	blk := b.Block
	bare := blk.New.Len() == 0 && (blk.Leading.Len() == 0 || blk.Trailing.Len() == 0)
	if !w.staysOpen(i, now) && !bare {
		assert.Equal(w.t, apply.AlreadyApplied, b.Status, "%s", after)
	}
	undo, _, err := now.Plan.Revert(w.t.Context(), i)
	require.NoError(w.t, err)
	if undo == nil {
		return
	}
	w.done["revert"]++
	if readErr != nil {
		assert.True(w.t, undo.Delete)
		return
	}
	if undo.Delete {
		assert.True(w.t, text.IsBlank(string(before)), "only a file that was created, or empty, goes")
		return
	}
	// An added final newline stays, and restored lines have the file's usual ending.
	plain := func(b []byte) string {
		return strings.TrimSuffix(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n")
	}
	assert.Equal(w.t, plain(before), plain(undo.After().Bytes()))
}

// staysOpen reports whether an applied block may not count as applied: its lines are elsewhere too,
// or a block above it in its file fails or changes its lines.
func (w *workbench) staysOpen(i int, now *diagnostics.Report) bool {
	b := now.Blocks[i]
	return b.Status == apply.Skipped || b.MatchCount > 0 || w.was.Blocks[i].SpoiledBy >= 0
}
