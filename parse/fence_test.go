package parse

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestParseFence(t *testing.T) {
	for line, want := range map[string]*fence{
		"```":              {char: '`', length: 3},
		"~~~~":             {char: '~', length: 4},
		"````py":           {char: '`', length: 4, tag: otherTag},
		"``` py title=x ":  {char: '`', length: 3, tag: otherTag},
		"```SH -e":         {char: '`', length: 3, tag: shellTag},
		"``` Markdown x":   {char: '`', length: 3, tag: proseTag},
		"```markdown\tx":   {char: '`', length: 3, tag: proseTag},
		"```markdown:a.md": {char: '`', length: 3, tag: proseTag},
		"```{.diff .wide}": {char: '`', length: 3, tag: diffTag},
		"  \t```":          {char: '`', length: 3, indent: 3},
		"~~~ a`b":          {char: '~', length: 3, tag: otherTag},
		"``":               nil,
		"```a`":            nil,
		"x```":             nil,
		"":                 nil,
		"   ":              nil,
		"~~":               nil,
		"```inline``` not": nil,
	} {
		got, ok := parseFence(line)
		if assert.Equal(t, want != nil, ok, line) && ok {
			assert.Equal(t, *want, got, line)
		}
	}
}

// The table of ends agrees with following the stack from each fence.
func TestFenceEndsAgainstTheStack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	kinds := []string{"```", "```", "````", "~~~", "~~~~", "```py", "````py", "~~~sh", "```md", "~~~text", "````markdown"}
	some := func(n int) []fence {
		fences := make([]fence, n)
		for i := range fences {
			fences[i], _ = parseFence(kinds[rnd.IntN(len(kinds))])
			if fences[i].tag == noTag {
				fences[i].role = []fenceRole{anyFence, anyFence, overBlock, opensBlock}[rnd.IntN(4)]
			}
		}
		return fences
	}
	for range 5000 {
		o := &outline{fences: some(rnd.IntN(20))}
		for i := range o.fences {
			o.fences[i].line = text.Line(3 * i)
		}
		o.endFences()
		for i := range o.fences {
			got := o.fenceEnds[i]
			got.after = 0
			require.Equal(t, followed(o.fences, i), got, "fence %d of %v", i, o.fences)
		}
	}
}

// followed finds the end of fence i with the stack.
func followed(fences []fence, i int) fenceEnd {
	e := fenceEnd{closed: text.None, inner: text.None}
	stack := fenceStack{fences[i]}
	for _, f := range fences[i+1:] {
		before := len(stack)
		e.torn = e.torn || before == 1 && f.role == opensBlock && f.closes(fences[i])
		stack = stack.next(f)
		switch {
		case len(stack) == 0:
			e.closed = f.line
			return e
		case len(stack) < before && e.inner == text.None:
			e.inner = f.line
		}
		e.nested = e.nested || len(stack) > before
	}
	return e
}

// The role of a bare fence depends on the lines around it.
func TestFenceRoles(t *testing.T) {
	for _, c := range []struct {
		name, above, below string
		want               fenceRole
	}{
		{"nothing", "", "", anyFence},
		{"code", "a.py\n", "x\n", anyFence},
		{"a start", "Some text is here\n", "<<<<<<< SEARCH\n", overBlock},
		{"a path and a start", "x y\n", "a.py\n««« EDIT\n", overBlock},
		{"prose and a start", "x y\n", "Some text is here\n<<<<<<< SEARCH\n", anyFence},
		{"a blank line and a start", "a.py\n", "\n<<<<<<< SEARCH\n", anyFence},
		{"a keyword", "a.py\n", "FIND:\n", anyFence},
		{"a path above", "So\na.py\n", "««« EDIT\n", opensBlock},
		{"a path and a blank line above", "So\n`a.py`:\n\n", "🟧🟧🟧 EDIT\n", opensBlock},
		{"and two", "So\na.py\n\n\n", "<<<< EDIT\n", overBlock},
		{"prose above", "So\na.py\nis what we do\n", "<<<<<<< SEARCH\n", overBlock},
		{"a marker above", "a.py\n>>>>>>> REPLACE\n", "<<<<<<< SEARCH\n", overBlock},
		{"a fence above", "a.py\n~~~\n", "<<<<<<< SEARCH\n", overBlock},
		{"a word, the last of some code", "return\nx\n", "««« EDIT\n", overBlock},
		{"a word below a blank line", "return\n\nMakefile\n", "««« EDIT\n", opensBlock},
		{"a word at the beginning", "Makefile\n", "««« EDIT\n", opensBlock},
		{"an indented start", "So\na.py\n", "  <<<<<<< SEARCH\n", anyFence},
	} {
		t.Run(c.name, func(t *testing.T) {
			for fence, want := range map[string]fenceRole{"```": c.want, "~~~~ ": c.want, "```py": anyFence} {
				doc := text.New(c.above + fence + "\n" + c.below)
				m := &Memo{}
				pieces, err := m.pieces(t.Context(), doc, turnPatterns{})
				require.NoError(t, err)
				o := newOutline(doc, pieces, &m.lines, FrontMatter{}, Options{})
				assert.Equal(t, want, o.fences[o.fenceAt(text.Line(strings.Count(c.above, "\n")))].role, fence)
			}
		})
	}
}

// A fence that begins a block opens, even if only the lines around it distinguish it from a closing
// one.
func TestFencesThatBeginABlock(t *testing.T) {
	s := lines("<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE")
	e := lines("««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END")
	runChats(t, Options{}, []chatCase{
		{"in a longer one", lines("````", "a.py", "```") + s + lines("```", "", "b.py", "```") + s + lines("```", "````", "c.py", "```") + e + lines("```"),
			[]string{"4-8 search-replace a.py", "13-17 search-replace b.py", "22-26 edit-repl c.py"}},
		{"in a longer one with prose", lines("````", "Both changes are below.", "", "a.py", "```") + s + lines("```", "````"), []string{"6-10 search-replace a.py"}},
		{"behind one that was not closed", lines("a.py", "```") + s + lines("", "b.py", "```") + e + lines("```"), []string{"3-7 search-replace a.py", "11-15 edit-repl b.py"}},
		{"behind one of another kind", lines("a.py", "```") + s + lines("", "b.py", "~~~") + s + lines("~~~", "c.py", "~~~") + e + lines("~~~"),
			[]string{"3-7 search-replace a.py", "11-15 search-replace b.py", "19-23 edit-repl c.py"}},
		{"of another kind, with prose above", lines("a.py", "````") + s + lines("", "Some text is here:", "```") + s + lines("```", "b.py", "```") + s + lines("```"),
			[]string{"3-7 search-replace a.py", "11-15 search-replace a.py", "19-23 search-replace b.py"}},
		{"of another kind, with its path in it", lines("a.py", "~~~") + s + lines("", "```", "b.py") + s + lines("", "some text") + s + lines("```"),
			[]string{"3-7 search-replace a.py", "11-15 search-replace b.py", "18-22 search-replace b.py"}},
		{"one that is closed before a block", lines("a.py", "```", "x", "", "```") + s, []string{"6-10 search-replace x"}},
		{"indented, behind one that was not closed", lines("a.py", "```") + e + lines("", "- b.py", "  ```", "  <<<<<<< SEARCH", "  =======", "  >>>>>>> REPLACE", "  ```", "c.py", "```") + e,
			[]string{"3-7 edit-repl a.py", "11-13 search-replace b.py", "17-21 edit-repl c.py"}},
		{"indented, with the path in it", lines("a.py", "```") + e + lines("", "- So:", "  ```", "  b.py", "  <<<<<<< SEARCH", "  =======", "  >>>>>>> REPLACE", "  ```"),
			[]string{"3-7 edit-repl a.py", "12-14 search-replace b.py"}},
		{"several that were not closed", lines("a.py", "```") + e + lines("", "b.py", "```") + e + lines("", "c.py", "```") + e + lines("```", "d.py", "```") + e,
			[]string{"3-7 edit-repl a.py", "11-15 edit-repl b.py", "19-23 edit-repl c.py", "27-31 edit-repl d.py"}},
	})
}

func TestFencesAroundBlocks(t *testing.T) {
	s := lines("<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE")
	runChats(t, Options{}, []chatCase{
		{"fences in the content, longer outside", lines("a.md", "````", "<<<<<<< SEARCH", "```", "x", "=======", "```sh", ">>>>>>> REPLACE", "````", "b.md", "```") + s + lines("```"),
			[]string{"3-8 search-replace a.md", "12-16 search-replace b.md"}},
		{"fences in the content, as long", lines("a.md", "```", "<<<<<<< SEARCH", "```", "x", "```", "=======", "```", ">>>>>>> REPLACE", "```", "b.md", "```") + s + lines("```"),
			[]string{"3-9 search-replace a.md", "13-17 search-replace b.md"}},
		{"tildes", lines("a.md", "~~~") + s + lines("~~~"), []string{"3-7 search-replace a.md"}},
		{"a longer fence closes", lines("```", "a.md") + s + lines("`````", "b.md", "```") + s + lines("```"), []string{"3-7 search-replace a.md", "11-15 search-replace b.md"}},
		{"never closed", lines("a.md", "```") + s + lines("", "b.md", "```py") + s, []string{"3-7 search-replace a.md", "11-15 search-replace b.md"}},
		// The fence of a cut-off block ends with it.
		{"the fence of a block that was cut off", lines("a.md", "```py", "<<<<<<< SEARCH", "x", "b.md", "```") + s + lines("```", "Some text is here", "```", "c.md") + s + lines("```"),
			[]string{"! 3-4 unclosed-block", "7-11 search-replace b.md", "16-20 search-replace c.md"}},
	})
}

// A fence tagged as prose that holds a whole fence documents a format, unless its first line is the
// block's path.
func TestFencesThatShowAFormat(t *testing.T) {
	s := lines("<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE")
	inner := lines("a.py", "```py") + s + lines("```")
	after := lines("b.py") + s
	for _, tag := range []string{"markdown", "md", "text", "Markdown", "md title=x"} {
		t.Run(tag, func(t *testing.T) {
			runChats(t, Options{}, []chatCase{
				{"a longer fence", "````" + tag + "\n" + lines("So:") + inner + lines("````") + after, []string{"13-17 search-replace b.py"}},
				{"a fence as long", "```" + tag + "\n" + lines("So:") + inner + lines("```") + after, []string{"13-17 search-replace b.py"}},
				{"a fence of tildes", "~~~" + tag + "\n" + lines("So:") + inner + lines("~~~") + after, []string{"13-17 search-replace b.py"}},
				{"no whole fence in it", "```" + tag + "\n" + lines("a.py") + s + lines("```"), []string{"3-7 search-replace a.py"}},
				{"its first line is the path", "````" + tag + "\n" + lines("a.md", "<<<<<<< SEARCH", "=======", "```sh", "make", "```", ">>>>>>> REPLACE", "````"), []string{"3-8 search-replace a.md"}},
				{"and another block in it has another", "````" + tag + "\n" + lines("a.md", "<<<<<<< SEARCH", "=======", "```sh", "make", "```", ">>>>>>> REPLACE", "", "b.md") + s + lines("````"), []string{"3-8 search-replace a.md"}},
				{"words right above a start marker", "````" + tag + "\n" + lines("Write it like this.", "««« EDIT", "═══════ REPL", "»»» EDIT END", "```", "x", "```", "````") + after, []string{"11-15 search-replace b.py"}},
				{"other dialects", "````" + tag + "\n" + lines("So:", "```") + editReplBlock("a.py") + lines("```") + findReplaceBlock("c.py") + lines("````") + after, []string{"19-23 search-replace b.py"}},
			})
		})
	}
	runChats(t, Options{}, []chatCase{
		{"another tag", lines("````python", "x = '''") + inner + lines("'''", "````"), []string{"5-9 search-replace a.py"}},
		{"no tag", lines("````", "So:") + inner + lines("````"), []string{"5-9 search-replace a.py"}},
		{"never closed in its turn", lines("# User", "hi", "# Assistant", "```md", "So", "# User", "hi", "# Assistant") + inner, []string{"11-15 search-replace a.py"}},
	})
}

func TestNoBlocksInQuotesAndBetweenOffAndOn(t *testing.T) {
	off, on := lines(switchOff), lines(SwitchOn)
	runChats(t, Options{}, []chatCase{
		{"quoted", lines("> a.py", "> ««« EDIT", "> x", "> ═══════ REPL", "> »»» EDIT END"), nil},
		{"off", off + editReplBlock("a.py") + searchReplaceBlock("a.py") + findReplaceBlock("a.py") + anchoredBlock("a.py"), nil},
		{"off and on", editReplBlock("a.py") + off + editReplBlock("b.py") + on + editReplBlock("c.py"), []string{"2-6 edit-repl a.py", "16-20 edit-repl c.py"}},
		{"broken ones neither", off + lines("a.py", "««« EDIT", "x") + on + editReplBlock("c.py"), []string{"7-11 edit-repl c.py"}},
		{"blanks around the comment", "  <!-- edit-lsp: off --> \n" + editReplBlock("a.py"), nil},
		{"another comment", lines("<!-- edit-lsp: of -->") + editReplBlock("a.py"), []string{"3-7 edit-repl a.py"}},
		{"inside a block it is content", lines("a.md", "««« EDIT", "═══════ REPL", switchOff, "»»» EDIT END") + editReplBlock("b.py"), []string{"2-5 edit-repl a.md", "7-11 edit-repl b.py"}},
		{"a comment is no path", off + on + lines("««« EDIT", "═══════ REPL", "»»» EDIT END"), []string{"! 3-5 missing-path"}},
	})
}
