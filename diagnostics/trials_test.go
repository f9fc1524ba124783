package diagnostics_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Repairs that are tried by what is known of the chat are those that are tried anew, in
// each version of the chat and of its targets.
func TestTrialsAreAsIfTriedAnew(t *testing.T) {
	repaired := 0
	for seed := range 40 {
		rnd := rand.New(rand.NewPCG(uint64(seed), 9))
		files := &kept{memory: memory{}, files: map[string]*workspace.File{}}
		var chat strings.Builder
		for i := range 8 {
			path := fmt.Sprintf("f%d.txt", rnd.IntN(3))
			line := fmt.Sprintf("this is line %d of the file", i)
			files.memory[path] += line + "\n"
			if rnd.IntN(2) == 0 {
				line = misspelt(rnd, line)
			}
			fmt.Fprintf(&chat, "Words.\n\n%s\n««« EDIT\n%s\n═══════ REPL\nnew %d\n»»» EDIT END\n\n", path, line, i)
		}
		o := diagnostics.Options{Scope: parse.ScopeAll}
		x := text.NewOpen(chat.String())
		shared := diagnostics.NewTrials()
		for range 4 {
			r, err := diagnostics.Judge(t.Context(), x, files, o)
			require.NoError(t, err)
			for range 6 {
				i := rnd.IntN(len(r.Blocks))
				mend := func(trials *diagnostics.Trials) *diagnostics.Repair {
					all := &diagnostics.Repairs{Report: r, Targets: files, Options: o, Trials: trials}
					repair, err := all.Mend(t.Context(), i)
					require.NoError(t, err)
					return repair
				}
				want, got := mend(nil), mend(shared)
				require.Equal(t, want == nil, got == nil)
				if want == nil {
					continue
				}
				repaired++
				assert.Equal(t, want.Edits, got.Edits)
				require.Len(t, got.Plan.Outcomes, len(want.Plan.Outcomes))
				for k, o := range want.Plan.Outcomes {
					assert.Equal(t, o.Status, got.Plan.Outcomes[k].Status)
					assert.Equal(t, o.Block.Start, got.Plan.Outcomes[k].Block.Start)
				}
			}
			at := x.Start(text.Line(rnd.IntN(x.LineCount())))
			x = x.Apply([]text.Edit{{Start: at, End: at, New: []string{"\n", "More.\n", "x"}[rnd.IntN(3)]}})
			files.memory["f0.txt"] += "one more\n"
		}
	}
	assert.Greater(t, repaired, 100)
}
