package diagnostics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
)

func TestSummary(t *testing.T) {
	chat := "x\n" + editRepl("a\n", "b\n") + "y\n" + editRepl("zz\n", "b\n") + "x\n" + editRepl("q\n", "c\n")
	r := check(t, chat, memory{"x": ended("a c"), "y": ended("a")}, diagnostics.Options{})
	assert.Equal(t, "3 blocks, 1 ready, 1 applied, 1 doesn't apply", r.Summary())
	assert.Equal(t, "0 blocks", check(t, "", memory{}, diagnostics.Options{}).Summary())
}

// Written blocks become applied; the plan is unchanged.
func TestMarkApplied(t *testing.T) {
	r := check(t, "x\n"+editRepl("a\n", "b\n")+"x\n"+editRepl("c\n", "d\n")+"y\n"+editRepl("a\n", "b\n"), memory{"x": ended("a c"), "y": ended("a")}, diagnostics.Options{})
	require.Len(t, r.Plan.Files, 2)
	r.MarkApplied([]apply.Written{{File: r.Plan.Files[0]}, {File: r.Plan.Files[1], Err: assert.AnError}})
	assert.Equal(t, "3 blocks, 1 ready, 2 applied", r.Summary())
	assert.Equal(t, apply.Validated, r.Plan.Outcomes[0].Status)
}
