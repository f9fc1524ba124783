package repair_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// offering are the options of an editor that offers code blocks.
var offering = diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}, CodeBlocks: diagnostics.CodeBlocksOffer, IsAnswer: true}

func offered(t *testing.T, chat string, files memory) (*diagnostics.Report, *repair.Repairs) {
	t.Helper()
	r, err := diagnostics.Check(t.Context(), text.New(chat), files, offering, nil)
	require.NoError(t, err)
	return r, &repair.Repairs{Report: r, Targets: files, Options: offering}
}

func afterAll(p *apply.Plan) map[string]string {
	all := map[string]string{}
	for _, f := range p.Files {
		all[f.Target.Path] = string(f.After().Bytes())
	}
	return all
}

func TestSplitCode(t *testing.T) {
	files := memory{"a.py": "def a():\n    return 1\n\n\ndef b():\n    return 1\n\n\ndef c():\n    return 1\n"}
	chat := "Here:\n\na.py\n```python\ndef a():\n    return 2\n\n\ndef b():\n    return 1\n\n\ndef c():\n    return 3\n```\n\nDone.\n"
	r, repairs := offered(t, chat, files)
	require.Len(t, r.Proposals, 1)
	split, reason, err := repairs.SplitCode(t.Context(), r.Proposals[0])
	require.NoError(t, err)
	require.NotNil(t, split, reason)
	assert.Equal(t, "Split into 2 edit blocks", split.Title)
	assert.Equal(t, "Here:\n\na.py\n````python\n<<<<<<< SEARCH\ndef a():\n    return 1\n=======\ndef a():\n    return 2\n>>>>>>> REPLACE\n````\n\n"+
		"a.py\n````python\n<<<<<<< SEARCH\ndef c():\n    return 1\n=======\ndef c():\n    return 3\n>>>>>>> REPLACE\n````\n\nDone.\n",
		text.New(chat).Apply(split.Edits).String())
}

func TestSplitCodeThatIsOneChange(t *testing.T) {
	files := memory{"a.py": "x = 1\ny = 1\n", "f.py": "def f():\n    return 1\n"}
	for chat, want := range map[string]string{
		"```python:a.py\nx = 1\ny = 2\n```\n": "a.py\n````python\n<<<<<<< SEARCH\ny = 1\n=======\ny = 2\n>>>>>>> REPLACE\n````\n",
		// The path is further above, so the block has its own.
		"### `f.py`\n\nSet it:\n\n```python\ndef f():\n    return 2\n```\n": "### `f.py`\n\nSet it:\n\nf.py\n````python\n<<<<<<< SEARCH\n    return 1\n=======\n    return 2\n>>>>>>> REPLACE\n````\n",
		"- b.py\n  ```python\n  new()\n  ```\n":                             "b.py\n````python\n<<<<<<< SEARCH\n=======\nnew()\n>>>>>>> REPLACE\n````\n",
	} {
		r, repairs := offered(t, chat, files)
		split, reason, err := repairs.SplitCode(t.Context(), r.Proposals[0])
		require.NoError(t, err)
		require.NotNil(t, split, reason)
		assert.Equal(t, "Convert to an edit block", split.Title)
		assert.Equal(t, want, text.New(chat).Apply(split.Edits).String())
	}
}

// Files of few different lines, so that places need context, are changed at random.
func TestSplitBlocksMakeTheSameFile(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	done := map[bool]int{}
	for range 400 {
		var was []string
		for range 4 + rnd.IntN(30) {
			was = append(was, []string{"", "a", "b", "\tb", "c"}[rnd.IntN(5)])
		}
		was = append(was, "the end")
		now := slices.Clone(was)
		for range 1 + rnd.IntN(4) {
			at := rnd.IntN(len(now))
			now = slices.Replace(now, at, min(len(now), at+rnd.IntN(3)), slices.Repeat([]string{fmt.Sprint("new ", rnd.IntN(3))}, rnd.IntN(3))...)
		}
		files := memory{"a.txt": strings.Join(was, "\n") + strings.Repeat("\n", rnd.IntN(2))}
		whole := "a.txt\n```\n" + strings.Join(now, "\n") + "\n```\n"
		block := "a.txt\n```\n" + searchReplace(strings.Join(was, "\n")+"\n", strings.Join(append(now, ""), "\n")) + "```\n"
		for _, chat := range []string{whole, block} {
			r, repairs := offered(t, chat, files)
			var split *repair.Repair
			var err error
			want := map[string]string{}
			if len(r.Blocks) == 1 {
				want = afterAll(r.Plan)
				split, _, err = repairs.SplitBlock(t.Context(), 0)
			} else if len(r.Proposals) == 1 && r.Proposals[0].Edit != nil {
				edit := r.Proposals[0].Edit
				want["a.txt"] = string(edit.After().Bytes())
				var byHunk []text.Edit
				for _, h := range edit.Hunks() {
					byHunk = append(byHunk, edit.Only(h).Edits()...)
				}
				assert.Equal(t, edit.Edits(), byHunk)
				split, _, err = repairs.SplitCode(t.Context(), r.Proposals[0])
			}
			require.NoError(t, err)
			if split == nil {
				continue
			}
			done[len(r.Blocks) == 1]++
			assert.Equal(t, want, afterAll(check(t, text.New(chat).Apply(split.Edits), files).Plan), chat)
		}
	}
	assert.Greater(t, done[false], 250)
	assert.Greater(t, done[true], 100)
}
