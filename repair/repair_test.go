package repair_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/repair"
)

// misspelt returns a line with one character or its whitespace changed.
func misspelt(rnd *rand.Rand, l string) string {
	switch at := rnd.IntN(len(l)); rnd.IntN(4) {
	case 0:
		return l + "  "
	case 1:
		return "\t" + strings.TrimLeft(l, " \t")
	case 2:
		return l[:at] + "Q" + l[at+1:]
	default:
		return strings.ToUpper(l)
	}
}

type memory map[string]string

func (m memory) Target(_ context.Context, name string) workspace.Target {
	content, exists := m[name]
	t := workspace.Target{Name: name, Path: name, Key: name, Abs: "/ws/" + name, Exists: exists}
	if exists {
		t.File = &workspace.File{Text: text.New(content)}
	}
	return t
}

var options = diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAuto}}

func check(t *testing.T, chat *text.Text, files memory) *diagnostics.Report {
	t.Helper()
	r, err := diagnostics.Check(t.Context(), chat, files, options, nil)
	require.NoError(t, err)
	return r
}

func repairs(r *diagnostics.Report, files memory) *repair.Repairs {
	return &repair.Repairs{Report: r, Targets: files, Options: options}
}

func searchReplace(old, new string) string {
	return "<<<<<<< SEARCH\n" + old + "=======\n" + new + ">>>>>>> REPLACE\n"
}

func editRepl(edit, repl string) string {
	return "««« EDIT\n" + edit + "═══════ REPL\n" + repl + "»»» EDIT END\n"
}

func anchored(leading, old, new, trailing string) string {
	return "««« EDIT\n" + leading + "───────\n" + old + "═══════\n" + new + "───────\n" + trailing + "»»»\n"
}

func ended(words string) string { return strings.ReplaceAll(words, " ", "\n") + "\n" }

// A repaired block is found and changes only the intended lines.
func TestRepairedBlockApplies(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	repaired := 0
	for range 800 {
		var file []string
		for i := range 12 {
			file = append(file, fmt.Sprintf("%sline %d of %d things", strings.Repeat(" ", 2*rnd.IntN(3)), i, rnd.IntN(1000)))
		}
		first, n := rnd.IntN(8), 2+rnd.IntN(3)
		run := append([]string{}, file[first:first+n]...)
		for i := range run {
			if rnd.IntN(2) == 0 {
				run[i] = misspelt(rnd, run[i])
			}
		}
		body := func(lines []string) string { return strings.Join(lines, "\n") + "\n" }
		changed := append(append([]string{}, run[:n-1]...), "something new")
		chat := "x\n" + []string{
			editRepl(body(run), body(changed)),
			searchReplace(body(run), body(changed)),
			anchored(body(run[:1]), body(run[1:]), body(changed[1:]), ""),
			"FILE: x\nFIND:\n" + body(run) + "REPLACE:\n" + body(changed) + "END\n",
		}[rnd.IntN(4)]
		files := memory{"x": body(file)}
		source := text.New(chat)
		r := check(t, source, files)
		require.Len(t, r.Blocks, 1, chat)
		if r.Blocks[0].Status != apply.Failed {
			continue
		}
		fixed, _, err := repairs(r, files).Fix(t.Context(), 0)
		require.NoError(t, err)
		if fixed == nil {
			continue
		}
		repaired++
		again := check(t, source.Apply(fixed.Edits), files)
		require.Len(t, again.Blocks, 1)
		require.Equal(t, apply.Validated, again.Blocks[0].Status, "%s\n%s\n%s", again.Blocks[0].Message(), chat, source.Apply(fixed.Edits))
		after := strings.Split(again.Plan.Files[0].After().String(), "\n")
		require.Equal(t, file[:first+n-1], after[:first+n-1], "lines that stay are the file's own:\n%s\n%s\n%s", body(file), chat, source.Apply(fixed.Edits))
		assert.Equal(t, "something new", strings.TrimSpace(after[first+n-1]))
		assert.Equal(t, file[first+n:], after[first+n:len(after)-1])
	}
	assert.Greater(t, repaired, 300, "most are repaired")
}

// A block with missing or misremembered context is fixed if its change doesn't touch the errors.
func TestAChangeIsCarriedOver(t *testing.T) {
	const file = "def total(items):\n    # add up\n    log(\"total\")\n    result = 0\n    for item in items:\n        result += item.price\n    return result\n"
	for _, c := range []struct{ name, block, want string }{
		{
			"a line of context is missing",
			searchReplace("def total(items):\n    log(\"total\")\n    result = 0\n    for item in items:\n        result += item.price\n    return result\n",
				"def total(items):\n    log(\"total\")\n    result = 0\n    for item in items:\n        result += item.price\n    return result + tax\n"),
			strings.Replace(file, "return result\n", "return result + tax\n", 1),
		}, {
			"a line of context too many",
			searchReplace("def total(items):\n    # add up\n    # all of them\n    log(\"total\")\n    result = 0\n    for item in items:\n        result += item.price\n",
				"def total(items):\n    # add up\n    # all of them\n    log(\"total\")\n    result = 0\n    for item in items:\n        result += item.cents\n"),
			strings.Replace(file, "item.price", "item.cents", 1),
		}, {
			"one in an anchor, of a block with anchors",
			anchored("def total(items):\n    log(\"total\")\n    result = 0\n", "    for item in items:\n", "    for item in sorted(items):\n", "        result += item.price\n"),
			strings.Replace(file, "in items", "in sorted(items)", 1),
		}, {
			"one in an anchor that stands in both sections",
			editRepl("def total(items):\n    log(\"total\")\n    result = 0\n    for item in items:\n", "def total(items):\n    log(\"total\")\n    result = 0\n    for item in items[1:]:\n"),
			strings.Replace(file, "in items", "in items[1:]", 1),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			chat := text.New("x\n" + c.block)
			files := memory{"x": file}
			r := check(t, chat, files)
			fixed, _, err := repairs(r, files).Fix(t.Context(), 0)
			require.NoError(t, err)
			require.NotNil(t, fixed, r.Blocks[0].Message())
			assert.Equal(t, "Use the file's text here", fixed.Title)
			now := check(t, chat.Apply(fixed.Edits), files)
			require.Len(t, now.Plan.Files, 1, chat.Apply(fixed.Edits))
			assert.Equal(t, c.want, now.Plan.Files[0].After().String())
		})
	}
}

func TestNoRepairWhereItWouldBeAGuess(t *testing.T) {
	for name, c := range map[string]struct{ block, x string }{
		"nothing near":       {searchReplace("zzzzzzzz\n", "y\n"), ended("a b")},
		"several as near":    {searchReplace("abcdefgh\n", "y\n"), ended("abcdXfgh q abcdYfgh")},
		"a line is missing":  {searchReplace("one first\ntwo second\nthree third\n", "y\n"), "one first\nthree third\n"},
		"a line is too many": {searchReplace("one first\nthree third\n", "y\n"), "one first\ntwo second\nthree third\n"},
		"beside the change a line is missing": {
			searchReplace("one first\ntwo second\nthree third\n", "one first\ntwo second\n3\n"), "one first\nthree third\n"},
		"both put lines at the same place": {
			searchReplace("one first\ntwo second\nthree third\n", "one first\nnew\ntwo second\nthree third\n"), "one first\nother\ntwo second\nthree third\n"},
		"what is changed is another line": {
			searchReplace("one first\ntwo second\nthree third\n", "one first\n2\nthree third\n"), "one first\nqqqqqqqqqq\nthree third\n"},
		"it may stand inside the line": {"FILE: x\nFIND:\ntotal(a, b)\nREPLACE:\ntotal(b)\nEND\n", "x = total(a,b)\n"},
	} {
		files := memory{"x": c.x}
		fixed, reason, err := repairs(check(t, text.New("x\n"+c.block), files), files).Fix(t.Context(), 0)
		require.NoError(t, err)
		assert.Nil(t, fixed, name)
		assert.NotEmpty(t, reason, name)
	}
}

// Repairs with and without the chat's cache are the same in each version of the chat and its targets.
func TestRepairsWithACacheAreThoseWithout(t *testing.T) {
	repaired := 0
	for seed := range 40 {
		rnd := rand.New(rand.NewPCG(uint64(seed), 9))
		files := memory{}
		var written strings.Builder
		for i := range 8 {
			path := fmt.Sprintf("f%d.txt", rnd.IntN(3))
			line := fmt.Sprintf("this is line %d of the file", i)
			files[path] += line + "\n"
			if rnd.IntN(2) == 0 {
				line = misspelt(rnd, line)
			}
			fmt.Fprintf(&written, "Words.\n\n%s\n%s\n", path, editRepl(line+"\n", fmt.Sprintf("new %d\n", i)))
		}
		chat, cache := text.NewOpen(written.String()), &diagnostics.Cache{}
		for range 4 {
			r := check(t, chat, files)
			for range 6 {
				i := rnd.IntN(len(r.Blocks))
				want, reason, err := repairs(r, files).Fix(t.Context(), i)
				require.NoError(t, err)
				cached := repairs(r, files)
				cached.Cache = cache
				got, alsoReason, err := cached.Fix(t.Context(), i)
				require.NoError(t, err)
				require.Equal(t, reason, alsoReason)
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
			at := chat.Start(text.Line(rnd.IntN(chat.LineCount())))
			chat = chat.Apply([]text.Edit{{Start: at, End: at, New: []string{"\n", "More.\n", "x"}[rnd.IntN(3)]}})
			files["f0.txt"] += "one more\n"
		}
	}
	assert.Greater(t, repaired, 50)
}

// A block goes to a tool's call, and from one, and reads the same.
func TestConvertCall(t *testing.T) {
	files := memory{"a.py": "x = 1\ny = \"a\"\n"}
	blocks := map[string]string{
		"diff":        "a.py\n````python\n<<<<<<< SEARCH\ny = \"a\"\n=======\ny = \"<b>\"\nz = '\\n'\n>>>>>>> REPLACE\n````\n",
		"str-replace": "```json\n{\n  \"path\": \"a.py\",\n  \"old_str\": \"y = \\\"a\\\"\\n\",\n  \"new_str\": \"y = \\\"<b>\\\"\\nz = '\\\\n'\\n\"\n}\n```\n",
	}
	for from, to := range map[string]string{"diff": "str-replace", "str-replace": "diff"} {
		chat := text.New("Like so:\n\n" + blocks[from])
		for _, f := range parse.Forms() {
			if f.Name != to {
				continue
			}
			converted, why, err := repairs(check(t, chat, files), files).Convert(t.Context(), 0, f)
			require.NoError(t, err)
			require.NotNil(t, converted, "%s to %s: %s", from, to, why)
			assert.Equal(t, "Like so:\n\n"+blocks[to], chat.Apply(converted.Edits).String())
		}
	}
}

// A file's deletion goes from each patch dialect to the other, whether or not the block shows
// what the file holds.
func TestConvertDeletion(t *testing.T) {
	files := memory{"a.py": "x\ny\n"}
	written := map[string]string{
		"apply-patch":  "*** Begin Patch\n*** Delete File: a.py\n*** End Patch\n",
		"unified-diff": "```diff\n--- a/a.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n```\n",
	}
	for from, to := range map[string]string{"apply-patch": "unified-diff", "unified-diff": "apply-patch"} {
		chat := text.New("Away with it:\n\n" + written[from])
		for _, f := range parse.Forms() {
			converted, why, err := repairs(check(t, chat, files), files).Convert(t.Context(), 0, f)
			require.NoError(t, err)
			if f.Name != to {
				assert.Nil(t, converted, "%s to %s", from, f.Name)
				continue
			}
			require.NotNil(t, converted, "%s to %s: %s", from, to, why)
			assert.Equal(t, "Away with it:\n\n"+written[to], chat.Apply(converted.Edits).String())
		}
	}
}
