package parse

import (
	"math/rand/v2"
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
		"```markdown\tx":   {char: '`', length: 3, tag: otherTag},
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
	assert.Equal(t, "py title=x", fenceInfo(" ``` py title=x "))
}

// The table of ends says what following the stack from each fence says.
func TestFenceEndsAgainstTheStack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	kinds := []string{"```", "```", "````", "~~~", "~~~~", "```py", "````py", "~~~sh", "```md", "~~~text", "````markdown"}
	for range 5000 {
		fences := make([]fence, rnd.IntN(14))
		for i := range fences {
			fences[i], _ = parseFence(kinds[rnd.IntN(len(kinds))])
			fences[i].line = text.Line(3*i + rnd.IntN(3))
		}
		// At once, or some of them later.
		toks := newTokens()
		for _, n := range []int{rnd.IntN(len(fences) + 1), len(fences)} {
			first := len(toks.fences)
			toks.fences = fences[:n]
			toks.endFences(first)
		}
		for i := range fences {
			got := toks.fenceEnds[i]
			got.behind = 0
			require.Equal(t, followed(fences, i), got, "fence %d of %v", i, fences)
		}
	}
}

// followed is the end of fence i by the stack.
func followed(fences []fence, i int) fenceEnd {
	e := fenceEnd{closed: text.None, inner: text.None}
	stack := fenceStack{fences[i]}
	for _, f := range fences[i+1:] {
		before := len(stack)
		var closed bool
		stack, closed = stack.next(f)
		switch {
		case len(stack) == 0:
			e.closed = f.line
			return e
		case closed && e.inner == text.None:
			e.inner = f.line
		}
		e.nested = e.nested || len(stack) > before
	}
	return e
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
		// A block that is cut off takes its fence with it.
		{"the fence of a block that was cut off", lines("a.md", "```py", "<<<<<<< SEARCH", "x", "b.md", "```") + s + lines("```", "Some text is here", "```", "c.md") + s + lines("```"),
			[]string{"! 3-4 unclosed-block", "7-11 search-replace b.md", "16-20 search-replace c.md"}},
	})
}

// A fence tagged as prose that holds a whole fence is about the format, unless its
// own first line is the block's path.
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
	off, on := lines(switchOff), lines(switchOn)
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
