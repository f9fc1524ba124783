package diagnostics_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// kept is a workspace that returns the same text for the same content, like the real one.
type kept struct {
	memory
	files map[string]*workspace.File
	// asked counts the calls of Target.
	asked int
	mu    sync.Mutex
}

func (k *kept) Target(ctx context.Context, name string) workspace.Target {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked++
	t := k.memory.Target(ctx, name)
	if t.File == nil {
		return t
	}
	key := t.Path + "\x00" + t.File.Text.String()
	if k.files[key] == nil {
		k.files[key] = t.File
	}
	t.File = k.files[key]
	return t
}

// cutOff is a context that is cancelled after a number of checks.
type cutOff struct {
	context.Context
	mu    sync.Mutex
	after int
}

func (c *cutOff) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.after--; c.after < 0 {
		return context.Canceled
	}
	return nil
}

func told(t *testing.T, r *diagnostics.Report) string {
	t.Helper()
	data, err := json.MarshalIndent(editlsp.NewReport("chat.md", r), "", " ")
	require.NoError(t, err)
	var b strings.Builder
	b.Write(data)
	for _, block := range r.Blocks {
		fmt.Fprintf(&b, "\n%d %+v %+v", block.Outcome.Block.Index, block.Finding, block.Warnings)
	}
	for _, f := range r.Plan.Files {
		fmt.Fprintf(&b, "\n%s %v %v", f.Target.Path, f.Edits(), f.Blocks)
	}
	fmt.Fprintf(&b, "\n%+v\n%+v", r.Problems, r.Shell)
	return b.String()
}

// Cached checks equal fresh ones over random edits of the chat and its targets, even if one in three is
// cancelled.
func TestCachedChecksAreFreshOnes(t *testing.T) {
	rounds := 150
	if testing.Short() {
		rounds = 40
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		line := func() string { return []string{"alpha", "beta", "  gamma", "delta(x)", "", "eps"}[r.IntN(6)] }
		lines := func(n int) string {
			var b strings.Builder
			for range 1 + r.IntN(n) {
				b.WriteString(line() + "\n")
			}
			return b.String()
		}
		block := func() string {
			path := []string{"a.txt", "b.txt", "new.txt", "p/new.txt", ".env", "../out", "bin"}[r.IntN(7)]
			old, new := lines(3), lines(3)
			if r.IntN(3) == 0 { // creates a file, often as another block does
				old, new = "", line()+"\n"
			}
			return fmt.Sprintf("Now %s:\n\n%s\n««« EDIT\n%s═══════ REPL\n%s»»» EDIT END\n\n", path, path, old, new)
		}
		files := &kept{memory: memory{"a.txt": lines(12), "b.txt": lines(6), ".env": lines(4), "bin": "x"}, files: map[string]*workspace.File{}}
		chat := ""
		for range r.IntN(12) {
			switch r.IntN(5) {
			case 0:
				chat += "## User\n\ndo it\n\n"
			case 1:
				chat += "## Assistant\n\n"
			default:
				chat += block()
			}
		}
		cache := &diagnostics.Cache{}
		x := text.NewOpen(chat)
		o := diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}
		for step := range 10 {
			if r.IntN(3) == 0 {
				_, _ = diagnostics.Check(&cutOff{Context: t.Context(), after: r.IntN(20)}, x, files, o, cache)
			}
			got, err := diagnostics.Check(t.Context(), x, files, o, cache)
			require.NoError(t, err)
			want, err := diagnostics.Check(t.Context(), text.NewOpen(x.String()), files, o, nil)
			require.NoError(t, err)
			require.Equal(t, told(t, want), told(t, got), "seed %d step %d", seed, step)
			switch r.IntN(6) {
			case 0:
				files.memory["a.txt"] = lines(12)
			case 1:
				delete(files.memory, "b.txt")
			case 2:
				files.memory["b.txt"] = lines(6)
			case 3:
				o.Parse.Growing = !o.Parse.Growing
			case 4:
				o.Scope = []parse.Scope{parse.ScopeAuto, parse.ScopeAll}[r.IntN(2)]
			}
			if x.Len() == 0 {
				continue
			}
			at := x.Start(x.LineAt(text.Offset(r.IntN(int(x.Len())))))
			x = x.Apply([]text.Edit{{Start: at, End: min(x.Len(), at+text.Offset(r.IntN(8))), New: []string{"", "alpha\n", "x", block(), "\n"}[r.IntN(5)]}})
		}
	}
}

// A keystroke repeats only the diagnoses that it changes.
func TestAKeystrokeDiagnosesWhatItTouches(t *testing.T) {
	var chat strings.Builder
	files := &kept{memory: memory{}, files: map[string]*workspace.File{}}
	for i := range 200 {
		path := fmt.Sprintf("f%d.txt", i%20)
		fmt.Fprintf(&chat, "%s\n««« EDIT\nnot there %d\n═══════ REPL\nnew\n»»» EDIT END\n\n", path, i)
		files.memory[path] = "one\ntwo\n"
	}
	cache := &diagnostics.Cache{}
	x := text.NewOpen(chat.String())
	was, err := diagnostics.Check(t.Context(), x, files, diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}, cache)
	require.NoError(t, err)
	at := x.Start(was.Blocks[105].Outcome.Block.Old.First)
	now, err := diagnostics.Check(t.Context(), x.Apply([]text.Edit{{Start: at, End: at, New: "x"}}), files, diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}, cache)
	require.NoError(t, err)
	for i := range 20 { // each is the first of its file, and fails
		require.NotNil(t, now.Blocks[i].Miss)
		same := was.Blocks[i].Miss == now.Blocks[i].Miss
		assert.Equal(t, i != 105%20, same, "block %d", i)
	}
}
