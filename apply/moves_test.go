package apply

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// patcher writes a random patch of sections that all apply, and keeps what they make of the files.
type patcher struct {
	*rand.Rand
	patch strings.Builder
	files map[string]string
}

func (p *patcher) any(names []string) string { return names[p.IntN(len(names))] }

func (p *patcher) section(i int) {
	used := slices.Sorted(maps.Keys(p.files))
	free := slices.DeleteFunc([]string{"a", "b", "c", "d", "e"}, func(name string) bool { return slices.Contains(used, name) })
	switch kind := p.IntN(6); {
	case len(used) == 0 || kind == 0 && len(free) > 0:
		name := p.any(free)
		p.files[name] = fmt.Sprintln("new", i)
		fmt.Fprintf(&p.patch, "*** Add File: %s\n+%s", name, p.files[name])
	case kind == 1:
		name := p.any(used)
		delete(p.files, name)
		fmt.Fprintf(&p.patch, "*** Delete File: %s\n", name)
	case kind == 2:
		name := p.any(used)
		fmt.Fprintf(&p.patch, "*** Update File: %s\n@@\n-%s", name, p.files[name])
		p.files[name] = fmt.Sprintln("changed", i)
		fmt.Fprintf(&p.patch, "+%s", p.files[name])
	case len(free) > 0:
		from, to := p.any(used), p.any(free)
		p.files[to] = p.files[from]
		delete(p.files, from)
		fmt.Fprintf(&p.patch, "*** Update File: %s\n*** Move to: %s\n", from, to)
	}
}

// However names pass from file to file, the plan can be written, and does what its blocks do one by one.
func TestMovesAreWrittenInOrder(t *testing.T) {
	for seed := range uint64(300) {
		dir := t.TempDir()
		p := &patcher{Rand: rand.New(rand.NewPCG(seed, 1)), files: map[string]string{}}
		for _, name := range []string{"a", "b", "c", "d"}[:2+p.IntN(3)] {
			p.files[name] = name + "\n"
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(p.files[name]), 0o600))
		}
		for i := range 3 + p.IntN(7) {
			p.section(i)
		}
		chat := "*** Begin Patch\n" + p.patch.String() + "*** End Patch\n"

		ws := workspace.New()
		require.NoError(t, ws.SetRoots([]string{dir}))
		plan, err := New(t.Context(), parsed(t, chat), ws.View(t.Context(), workspace.Origin{}), Options{Confirmed: true}, nil)
		require.NoError(t, err)
		for _, w := range plan.Write(t.Context(), ws) {
			require.NoError(t, w.Err, "seed %d\n%s", seed, chat)
		}
		ws.Release()
		got := map[string]string{}
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			require.NoError(t, err)
			got[e.Name()] = string(data)
		}
		require.Equal(t, p.files, got, "seed %d\n%s", seed, chat)
	}
}
