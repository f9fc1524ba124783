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

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// kept is a workspace that hands out one text for one content, as the real one does.
type kept struct {
	memory
	files map[string]*workspace.File
	// asked counts the looks at targets.
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

// told is all that a report tells.
func told(t *testing.T, r *diagnostics.Report) string {
	t.Helper()
	j := diagnostics.NewJSON()
	j.Add("chat.md", r)
	data, err := json.MarshalIndent(j, "", " ")
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

// An edited chat, whose targets change too, is judged as a new one is.
func TestEditedChatsAreJudgedAsNewOnes(t *testing.T) {
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
			path := []string{"a.txt", "b.txt", "new.txt", ".env", "../out", "bin"}[r.IntN(6)]
			return fmt.Sprintf("Now %s:\n\n%s\n««« EDIT\n%s═══════ REPL\n%s»»» EDIT END\n\n", path, path, lines(3), lines(3))
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
		m := diagnostics.NewMemory()
		x := text.NewOpen(chat)
		o := diagnostics.Options{Scope: parse.ScopeAuto}
		for step := range 10 {
			got, err := m.Judge(t.Context(), x, files, o)
			require.NoError(t, err)
			want, err := diagnostics.Judge(t.Context(), text.NewOpen(x.String()), files, o)
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

// What was judged once is not judged again.
func TestAKeystrokeJudgesWhatItTouches(t *testing.T) {
	var chat strings.Builder
	files := &kept{memory: memory{}, files: map[string]*workspace.File{}}
	for i := range 200 {
		path := fmt.Sprintf("f%d.txt", i%20)
		fmt.Fprintf(&chat, "%s\n««« EDIT\nnot there %d\n═══════ REPL\nnew\n»»» EDIT END\n\n", path, i)
		files.memory[path] = "one\ntwo\n"
	}
	m := diagnostics.NewMemory()
	x := text.NewOpen(chat.String())
	was, err := m.Judge(t.Context(), x, files, diagnostics.Options{Scope: parse.ScopeAuto})
	require.NoError(t, err)
	at := x.Start(was.Blocks[105].Outcome.Block.Old.First)
	now, err := m.Judge(t.Context(), x.Apply([]text.Edit{{Start: at, End: at, New: "x"}}), files, diagnostics.Options{Scope: parse.ScopeAuto})
	require.NoError(t, err)
	for i := range 20 { // each is the first of its file, and fails
		require.NotNil(t, now.Blocks[i].Miss)
		same := was.Blocks[i].Miss == now.Blocks[i].Miss
		assert.Equal(t, i != 105%20, same, "block %d", i)
	}
}

// Live blocks are searched for first; what was not searched says so, and the next
// judgement goes on where the last one ended.
func TestTooMuchToSearchIsSaid(t *testing.T) {
	var chat strings.Builder
	files := &kept{memory: memory{}, files: map[string]*workspace.File{}}
	chat.WriteString("## User\n\nx\n\n## Assistant\n\n")
	for i := range 6 {
		if i == 3 {
			chat.WriteString("## User\n\nx\n\n## Assistant\n\n")
		}
		path := fmt.Sprintf("f%d.txt", i)
		fmt.Fprintf(&chat, "%s\n««« EDIT\nsome words that stand here\n═══════ REPL\nnew\n»»» EDIT END\n\n", path)
		files.memory[path] = strings.Repeat("other\n", 99) + "some words that stood here\n"
	}
	m := diagnostics.NewMemory()
	x := text.NewOpen(chat.String())
	o := diagnostics.Options{Scope: parse.ScopeAuto, Search: 250}
	searched := func() (list []int) {
		t.Helper()
		r, err := m.Judge(t.Context(), x, files, o)
		require.NoError(t, err)
		for i, b := range r.Blocks {
			if b.Unsearched {
				assert.Contains(t, b.Message(), "too much to search for similar lines")
				assert.Empty(t, b.Cause)
				continue
			}
			assert.Equal(t, diagnostics.Near, b.Cause)
			list = append(list, i)
		}
		return list
	}
	assert.Equal(t, []int{3, 4, 5}, searched())
	assert.Equal(t, []int{0, 1, 2, 3, 4, 5}, searched())
}
