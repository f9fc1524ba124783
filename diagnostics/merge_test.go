package diagnostics_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Overlapping, within three lines, or dependent.
func TestMergeSuggested(t *testing.T) {
	x := ended("l1 l2 l3 l4 l5 l6 l7 l8 l9")
	pair := func(first, second string) string { return "x\n" + first + "\nx\n" + second }
	for _, c := range []struct {
		name, chat string
		want       bool
	}{
		{"three lines apart", pair(editRepl("l1\n", "q\n"), editRepl("l4\n", "r\n")), true},
		{"four lines apart", pair(editRepl("l1\n", "q\n"), editRepl("l5\n", "r\n")), false},
		{"above", pair(editRepl("l7\n", "q\n"), editRepl("l5\n", "r\n")), true},
		{"overlapping anchors", pair(anchored("l1\nl2\nl3\n", "l4\n", "q\n", ""), anchored("l2\n", "l3\n", "r\n", "")), true},
		{"inside a long one", pair(anchored("l1\nl2\nl3\nl4\nl5\nl6\nl7\nl8\n", "l9\n", "q\n", ""), editRepl("l4\n", "r\n")), true},
		{"needs what the first writes", pair(editRepl("l1\n", "q\n"), editRepl("q\n", "r\n")), true},
		{"spoiled by the first", pair(editRepl("l1\n", "q\n"), editRepl("l1\nl2\n", "l1\nr\n")), true},
		{"failed by itself", pair(editRepl("l1\n", "q\n"), editRepl("zz\n", "r\n")), false},
		{"beside what is applied already", pair(editRepl("zz\n", "l1\n"), editRepl("l2\n", "r\n")), false},
		{"another file", "x\n" + editRepl("l1\n", "q\n") + "\ny\n" + editRepl("l1\n", "r\n"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := check(t, c.chat, memory{"x": x, "y": x}, diagnostics.Options{})
			require.Len(t, r.Blocks, 2)
			assert.NotContains(t, codesOf(r.Blocks[0].Warnings), codes.MergeSuggested, "only the later is told")
			if !c.want {
				assert.NotContains(t, codesOf(r.Blocks[1].Warnings), codes.MergeSuggested)
				return
			}
			require.Contains(t, codesOf(r.Blocks[1].Warnings), codes.MergeSuggested)
			for _, w := range r.Blocks[1].Warnings {
				if w.Code == codes.MergeSuggested {
					assert.Equal(t, fmt.Sprintf("Better merged with the block at line %d", number(r.Blocks[0].Outcome.Block.Start)), w.Headline)
					assert.Equal(t, codes.Hint, w.Severity)
				}
			}
		})
	}
}

func TestMergeSuggestedOnce(t *testing.T) {
	three := func(file string) string {
		return file + "\n" + editRepl("l1\n", "q\n") + file + "\n" + editRepl("l2\n", "r\n") + file + "\n" + editRepl("l3\n", "s\n")
	}
	files := memory{"x": ended("l1 l2 l3"), "y": ended("l1 l2 l3")}
	said := func(chat string) (list []int) {
		for i, b := range check(t, chat, files, diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAll}}).Blocks {
			if slices.Contains(codesOf(b.Warnings), codes.MergeSuggested) {
				list = append(list, i)
			}
			assert.Equal(t, b.MergesWith >= 0, slices.Contains(list, i))
		}
		return list
	}
	assert.Equal(t, []int{1, 4}, said(three("x")+three("y")))
	turn := "# User\n\nedit\n\n# Assistant\n\n"
	again := "x\n" + editRepl("q\n", "l1\n") + "x\n" + editRepl("r\n", "l2\n")
	assert.Equal(t, []int{1, 3}, said(turn+three("x")+turn+again))
}

func TestMergeIsNotSuggestedBetweenHunks(t *testing.T) {
	hunk := func(line, old, new string) string {
		return "@@ -" + line + " +" + line + " @@\n-" + old + "\n+" + new + "\n"
	}
	patch := func(hunks string) string { return "```diff\n--- a/x\n+++ b/x\n" + hunks + "```\n" }
	first, second := hunk("1", "l1", "q"), hunk("3", "l3", "r")
	for chat, want := range map[string]bool{patch(first + second): false, patch(first) + patch(second): true} {
		r := check(t, chat, memory{"x": ended("l1 l2 l3")}, diagnostics.Options{})
		require.Len(t, r.Blocks, 2, chat)
		assert.Equal(t, want, slices.Contains(codesOf(r.Blocks[1].Warnings), codes.MergeSuggested), chat)
	}
}

func TestNoMergeIsSuggestedInPatches(t *testing.T) {
	r := check(t, "*** Begin Patch\n*** Update File: x\n@@\n-l1\n+q\n@@\n-l2\n+r\n*** End Patch\n", memory{"x": ended("l1 l2")}, diagnostics.Options{})
	require.Len(t, r.Blocks, 2)
	for _, b := range r.Blocks {
		assert.Equal(t, apply.Validated, b.Status)
		assert.Empty(t, b.Warnings)
	}
}
