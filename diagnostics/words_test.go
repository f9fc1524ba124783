package diagnostics_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// The table of words has each status that the codes' examples have, with the word that is shown for it.
func TestWordsAreComplete(t *testing.T) {
	seen := 0
	known := func(s apply.Status, shown string) {
		seen++
		shown, _, _ = strings.Cut(shown, "; ")
		if strings.HasPrefix(shown, "fits") {
			shown = "fits at N"
		}
		assert.True(t, slices.ContainsFunc(diagnostics.Words, func(w diagnostics.WordRow) bool {
			return w.Status == s && string(w.Word) == shown
		}), "%s is shown as %q", s, shown)
	}
	for _, entry := range codes.All() {
		e, err := entry.Code.Example()
		require.NoError(t, err)
		report, _ := judgeExample(t, e)
		for i := range report.Blocks {
			known(report.Blocks[i].Status, report.Blocks[i].InWords())
		}
		for _, p := range report.Proposals {
			known(p.Status(), string(diagnostics.EffectOfCode(p)))
		}
	}
	assert.Greater(t, seen, 20)
}
