package diagnostics_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// misspelt is a line with one character or its blanks changed.
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

func repairs(r *diagnostics.Report, files memory) *diagnostics.Repairs {
	return &diagnostics.Repairs{Report: r, Targets: files, Options: diagnostics.Options{Scope: parse.ScopeAuto}}
}

// A block that is repaired is found, and changes the lines that it meant to change
// and no others.
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
		r := judged(t, chat, files, diagnostics.Options{})
		require.Len(t, r.Blocks, 1, chat)
		if r.Blocks[0].Status != apply.Failed {
			continue
		}
		source := text.New(chat)
		repair, err := repairs(r, files).Mend(t.Context(), 0)
		require.NoError(t, err)
		if repair == nil {
			continue
		}
		repaired++
		again := judged(t, source.Apply(repair.Edits).String(), files, diagnostics.Options{})
		require.Len(t, again.Blocks, 1)
		require.Equal(t, apply.Validated, again.Blocks[0].Status, "%s\n%s\n%s", again.Blocks[0].Message(), chat, source.Apply(repair.Edits))
		after := strings.Split(again.Plan.Files[0].After().String(), "\n")
		require.Equal(t, file[:first+n-1], after[:first+n-1], "lines that stay are the file's own:\n%s\n%s\n%s", body(file), chat, source.Apply(repair.Edits))
		assert.Equal(t, "something new", strings.TrimSpace(after[first+n-1]))
		assert.Equal(t, file[first+n:], after[first+n:len(after)-1])
	}
	assert.Greater(t, repaired, 300, "most are repaired")
}

// A block that leaves context out, or remembers it otherwise, is mended where what it
// changes is not what it has wrong.
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
			r := judged(t, chat.String(), files, diagnostics.Options{})
			repair, err := repairs(r, files).Mend(t.Context(), 0)
			require.NoError(t, err)
			require.NotNil(t, repair, r.Blocks[0].Message())
			assert.Equal(t, "Use the file's text here", repair.Title)
			now := judged(t, chat.Apply(repair.Edits).String(), files, diagnostics.Options{})
			require.Len(t, now.Plan.Files, 1, chat.Apply(repair.Edits))
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
		"it may stand inside the line": {findReplace("total(a, b)\n", "total(b)\n"), "x = total(a,b)\n"},
	} {
		files := memory{"x": c.x}
		repair, err := repairs(judged(t, "x\n"+c.block, files, diagnostics.Options{}), files).Mend(t.Context(), 0)
		require.NoError(t, err)
		assert.Nil(t, repair, name)
	}
}
