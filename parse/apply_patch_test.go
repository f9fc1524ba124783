package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestApplyPatch(t *testing.T) {
	const begin, end, at = "*** Begin Patch", "*** End Patch", "@@"
	runChats(t, Options{}, []chatCase{
		{"every operation", lines(begin, "*** Add File: a", "+x", "*** Delete File: b", "*** Update File: c", "*** Move to: d", "-x", end),
			[]string{"2-3 apply-patch a", "4-4 apply-patch b", "6-6 apply-patch c", "7-7 apply-patch c"}},
		{"an empty file", lines(begin, "*** Add File: a", end), []string{"2-2 apply-patch a"}},
		{"scopes in a row", lines(begin, "*** Update File: a", "@@ class A", "@@ def b", "-x", end), []string{"3-5 apply-patch a"}},
		{"a tool's own line", lines(begin, "*** Environment ID: 7", "", "*** Delete File: b", end), []string{"4-4 apply-patch b"}},
		{"text in the place of a section", lines(begin, "and so on", "*** Delete File: b", end), nil},
		{"the words alone", lines("It begins with", begin, "and ends with", end), nil},
		{"lines below a deletion", lines(begin, "*** Delete File: a", "-x", end), []string{"! 2-3 malformed-block"}},
		{"no name", lines(begin, "*** Update File:", "-x", "*** Update File: b", "-x", end), []string{"! 2-3 missing-path", "5-5 apply-patch b"}},
		{"an @@ without lines", lines(begin, "*** Update File: a", at, "-x", "@@ b", "*** Update File: b", "-x", end),
			[]string{"3-4 apply-patch a", "! 5-5 malformed-block", "7-7 apply-patch b"}},
		{"a late new name", lines(begin, "*** Update File: a", "-x", "*** Move to: b", end), []string{"! 3-4 malformed-block"}},
		{"a chunk below the end of the file", lines(begin, "*** Update File: a", at, "-x", "*** End of File", "", at, "-y", end),
			[]string{"3-5 apply-patch a", "7-8 apply-patch a"}},

		{"cut off in a deletion", lines(begin, "*** Delete File: a", "*** Delete File: b"), []string{"2-2 apply-patch a", "! 3-3 unclosed-block"}},
		{"cut off in a new file", lines(begin, "*** Add File: a", "+x"), []string{"! 2-3 unclosed-block"}},
		{"cut off in a rename", lines(begin, "*** Update File: a", "*** Move to: b"), []string{"! 3-3 unclosed-block"}},
		{"a second patch in an open one", lines(begin, "*** Update File: a", at, "-x", begin, "*** Delete File: b", end),
			[]string{"! 3-4 unclosed-block", "6-6 apply-patch b"}},
		{"an open fence", lines("```", begin, "*** Update File: a", at, "-x", at, "-y"), []string{"4-5 apply-patch a", "! 6-7 unclosed-block"}},
		{"a block of another dialect below an open one", lines(begin, "*** Update File: a", at, "-x", "") + editReplBlock("b.py"),
			[]string{"! 3-4 unclosed-block", "7-11 edit-repl b.py"}},
		{"a block of another dialect in its lines", lines(begin, "*** Update File: a", at, " b.py", " ««« EDIT", "-old", " ═══════ REPL", " »»» EDIT END", end),
			[]string{"3-8 apply-patch a"}},
		{"in an open block of another dialect", lines("a.py", "««« EDIT", "x", begin, "*** Delete File: b", end),
			[]string{"! 2-3 unclosed-block", "5-5 apply-patch b"}},
		{"in a block of another dialect", lines("a.py", "««« EDIT", "x", "═══════ REPL", begin, "*** Delete File: b", end, "»»» EDIT END"),
			[]string{"2-8 edit-repl a.py"}},

		{"a fence in its lines", lines("```", begin, "*** Update File: a.md", at, " ```", "-x", " ```", end, "```", "*** Begin Patch"), []string{"4-7 apply-patch a.md"}},
		{"a fence in a list", lines("- So:", "", "  ```", "  "+begin, "  *** Update File: a", "  @@", "   x", "  -y", "  ```"), []string{"6-8 apply-patch a"}},
		{"a markdown fence", lines("````md", begin, "*** Update File: a.md", at, " ```", "-x", " ```", end, "````"), []string{"4-7 apply-patch a.md"}},
		{"a markdown fence about the format", lines("````md", "So:", "```", begin, "*** Delete File: a", end, "```", "````"), nil},
		{"quoted", lines("> "+begin, "> *** Delete File: a", "> "+end), nil},
		{"a user's", lines("# User", begin, "*** Delete File: a", end, "# Assistant", begin, "*** Delete File: b", end), []string{"7-7 apply-patch b"}},
		{"cut off by a turn", lines("# User", "x", "# Assistant", begin, "*** Update File: a", at, "-x", "# User", "go on", "# Assistant", "*** Update File: a", at, "-x", "Done."),
			[]string{"! 6-7 unclosed-block", "12-13 apply-patch a"}},

		{"bare", lines("*** Update File: a", at, "-x", "", "*** Add File: b", "+x", "", "Done."), []string{"2-3 apply-patch a", "5-6 apply-patch b"}},
		{"bare at the end", lines("*** Update File: a", at, "-x", at, "-y"), []string{"2-3 apply-patch a", "! 4-5 unclosed-block"}},
		{"bare, and no patch", lines("*** Update File: a", "", "*** Add File: b", " x", "*** Add File: c", "-x"), nil},
	})
}

// An incomplete patch keeps its complete chunks.
func TestApplyPatchGrows(t *testing.T) {
	runChats(t, Options{Growing: true}, []chatCase{
		{"in a chunk", lines("*** Begin Patch", "*** Update File: a", "@@", "-x", "@@", "-y"), []string{"3-4 apply-patch a", "5-6+ apply-patch a"}},
		{"in a new file", lines("*** Begin Patch", "*** Add File: a", "+x"), []string{"2-3+ apply-patch a"}},
		{"before the first file", lines("*** Begin Patch"), nil},
	})
}

func TestApplyPatchLines(t *testing.T) {
	r := read(t, lines("```", "*** Begin Patch", "*** Update File: a", "*** Move to: b", "@@ class A:", "@@  def b ", " one", "-two", "", "three", "+four", "+", "*** End of File",
		"*** Add File: c", "+x", "", "+ y", "*** End Patch", "```"), Options{})
	require.Len(t, r.Blocks, 3)
	b := &r.Blocks[0]
	assert.Equal(t, Modify, b.Operation)
	assert.Equal(t, []string{"one", "two", "", "three"}, r.Needle(b))
	assert.Equal(t, []string{"one", "", "three", "four", ""}, r.Replacement(b))
	assert.Equal(t, Hints{Scopes: []string{"class A:", "def b"}, EndOfFile: true, From: text.None, To: text.None}, r.Hints(b))
	assert.Equal(t, []text.Line{4, 5, 12}, b.Markers())
	assert.Equal(t, []Part{
		{Kind: KeptLines, First: 6, End: 7}, {Kind: OldLines, First: 7, End: 8}, {Kind: KeptLines, First: 8, End: 10}, {Kind: NewLines, First: 10, End: 12},
	}, r.Parts(b))
	bare, ok := r.Bare(b)
	require.True(t, ok)
	assert.Equal(t, []string{" one", "two", "", "three"}, r.Needle(bare))
	assert.Equal(t, []string{" one", "", "three", "four", ""}, r.Replacement(bare))
	assert.Equal(t, Rename, r.Blocks[1].Operation)
	assert.Equal(t, "b", r.NewPath(&r.Blocks[1]))
	assert.Equal(t, Create, r.Blocks[2].Operation)
	assert.Equal(t, []string{"x", "", " y"}, r.Replacement(&r.Blocks[2]))
}

// A patch counts changes in each run of lines.
func TestChangedOfPatches(t *testing.T) {
	for body, want := range map[string][2]int{
		"-a\n+b\n k\n-c\n+d": {2, 2},
		"-a\n k\n+a":         {1, 1},
		"-a\n+a\n+b":         {1, 0},
		" a\n b":             {0, 0},
	} {
		r := read(t, "*** Begin Patch\n*** Update File: a\n"+body+"\n*** End Patch\n", Options{})
		require.Len(t, r.Blocks, 1)
		added, removed := r.Changed(&r.Blocks[0])
		assert.Equal(t, want, [2]int{added, removed}, body)
	}
}

// A name is literal apart from surrounding markdown.
func TestApplyPatchPath(t *testing.T) {
	for name, want := range map[string][]string{
		"a b.py": {"a b.py"}, "`a.py`": {"`a.py`", "a.py"}, "**a.py**": {"**a.py**", "a.py"}, "__init__": {"__init__"},
	} {
		r := read(t, lines("*** Begin Patch", "*** Delete File: "+name, "*** End Patch"), Options{})
		require.Len(t, r.Blocks, 1)
		assert.Equal(t, want, r.Blocks[0].Path.Readings)
		assert.Equal(t, want[len(want)-1], r.Blocks[0].Path.Fallback)
	}
}
