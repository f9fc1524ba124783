package parse

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// ownSamples are chats of every dialect and layout, valid and broken.
var ownSamples = []string{
	lines("a.py", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END", "", "b.py", "««« EDIT", "l", "───────", "o", "═══════", "n", "───────", "t", "»»»"),
	lines("a.py", "```py", "<<<<<<< SEARCH", "x", "=====", "=======", "y", ">>>>>>> REPLACE", "```", "", "```", "b.py", "<<<<< SEARCH", "=====", "new", ">>>>> REPLACE", "```"),
	lines("~~~worksplit", "FILE: a.py", "FIND:", "x", "end", "REPLACE:", "y", "END", "", "FIND (near line 3):", "x", "END", "REPLACE:", "", "END", "~~~"),
	lines("file: a.py", "find:", "x", "replace:", "BEGIN", "END", "end", "Find:", "prose", "Replace:", "with more"),
	lines("a.py", "🟧🟧🟧 EDIT", "x", "🟨🟨🟨 REPL", "y", "🟩🟩🟩 END", "🟧🟧🟧 AGENT", "do it", "🟩🟩🟩 AGEND", "c.py", "<<<< EDIT", "x", "==== REPLACE", "y", ">>>> EDIT END"),
	// Cut off, without a separator, with two.
	lines("a.py", "««« EDIT", "x", "═══════ REPL", "y", "b.py", "««« EDIT", "x", "»»» EDIT END", "", "c.py", "««« EDIT", "═══════ REPL", "═══════ REPL", "»»» EDIT END", "d.py", "««« EDIT", "───────", "»»»"),
	lines("a.py", "```", "<<<<<<< SEARCH", "x", "=======", "y", "```", "b.py", "```", "<<<<<<< SEARCH", "x", ">>>>>>> REPLACE", "<<<<<<< SEARCH", "x", "=======", "=======", "y", ">>>>>>> REPLACE", "```"),
	lines("FILE: a", "FIND:", "x", "REPLACE:", "y", "FIND:", "x", "END", "FIND:", "x", "REPLACE:", "y", "end", "FILE: b", "FIND:", "x", "REPLACE:", "y", "end", "end"),
	lines("a", "<<<<<<< SEARCH", "x", "=======", "y", "=======", "", "more"),
	// Turns.
	lines("# aider chat started at 2025-01-01 10:00:00", "", "> tool", "", "#### do it  ", "#### now  ", "", "Sure.", "", "a.py", "```", "<<<<<<< SEARCH", "x", "=======", "#### y", ">>>>>>> REPLACE", "```", "> applied", "", "#### and?  ", "ok"),
	lines("## User", "a.py", "««« EDIT", "x", "", "## Assistant", "a.py", "««« EDIT", "x", "═══════ REPL", "y", "", "## User", "go on", "## Assistant", "a.py", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END"),
	lines("USER: hello", "ASSISTANT: a.py", "FILE: a", "FIND:", "x", "REPLACE:", "user: root", "END", "SYSTEM:", "USER: bye"),
	// Places that hold no blocks.
	lines("````markdown", "a.py", "```", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END", "```", "````", "<!-- edit-lsp: off -->", "b.py", "««« EDIT", "<!-- edit-lsp: on -->", "> q.py", "> ««« EDIT"),
	lines("1. a.py", "   ```py", "   <<<<<<< SEARCH", "   x", "   =======", "   y", "     >>>>>>> REPLACE", "   >>>>>>> REPLACE", "   ```"),
	lines("---", "output_dir: src", "output_file: a.rs", "context_files: [b]", "---", "FIND:", "x", "REPLACE:", "y", "END"),
}

// While a document grows, its unfinished tail has no problem that the finished document lacks, and no
// block is listed twice.
func TestGrowingDocumentIsNotMalformedAtItsEnd(t *testing.T) {
	samples := sampleChats(t)
	for i, s := range ownSamples {
		samples["own "+strconv.Itoa(i)] = s
	}
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		t.Run(name, func(t *testing.T) { checkGrowth(t, samples[name]) })
	}
}

func checkGrowth(t *testing.T, chat string) {
	whole := read(t, chat, Options{})
	type key struct {
		code codes.Code
		line text.Line
	}
	finished := map[key]bool{}
	for _, p := range whole.Problems {
		finished[key{p.Code, p.Start}] = true
	}
	m := &Memo{}
	for n := range len(chat) + 1 {
		r := readWith(t, m, chat[:n], Options{Growing: true})
		for _, p := range r.Problems {
			if inUsersTurn(whole, p.Start) {
				continue // a user's turn is known only after an answer
			}
			require.True(t, finished[key{p.Code, p.Start}], "%s at line %d after %d bytes:\n%s", p.Code, p.Start.Number(), n, chat[:n])
		}
		starts := map[text.Line]bool{}
		for i := range r.Blocks {
			b := &r.Blocks[i]
			require.False(t, starts[b.Start] && b.Dialect != strReplace, "the block at line %d stands twice after %d bytes", b.Start.Number(), n)
			starts[b.Start] = true
		}
	}
	// Nothing more comes: the idle document reads like the whole one.
	idle := read(t, chat, Options{})
	assert.Equal(t, whole.Blocks, idle.Blocks)
}

func inUsersTurn(r *Result, l text.Line) bool {
	turn := turnAt(r.Turns, l)
	return turn >= 0 && r.Turns[turn].Role == User
}

// What the end of a growing document says may change only because of what follows.
func TestWhatAGrowingDocumentReports(t *testing.T) {
	for name, c := range map[string]struct {
		chat             string
		blocks, problems int
	}{
		"a start without a path, which may be prose": {lines("««« EDIT"), 0, 0},
		"a block that no later line completes":       {lines("<<<<<<< SEARCH", "+++++++ REPLACE"), 0, 1},
		"such a block above one that has begun":      {lines("««« EDIT", "»»»", "e.txt", "««« EDIT"), 1, 1},
		"a block in a fence that may be an example":  {lines("```text", "e.txt", "««« EDIT"), 1, 0},
	} {
		r := read(t, c.chat, Options{Growing: true})
		assert.Len(t, r.Blocks, c.blocks, name)
		assert.Len(t, r.Problems, c.problems, name)
	}
}
