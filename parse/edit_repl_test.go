package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestEditReplAnchorIsTheCommonPrefixByLines(t *testing.T) {
	for _, c := range []struct {
		name              string
		edit, repl        []string
		leading, old, new []string
		operation         Operation
	}{
		{"replace", []string{"a", "b"}, []string{"a", "c"}, []string{"a"}, []string{"b"}, []string{"c"}, Modify},
		{"nothing in common", []string{"a"}, []string{"b"}, nil, []string{"a"}, []string{"b"}, Modify},
		{"insert after", []string{"a"}, []string{"a", "b"}, []string{"a"}, nil, []string{"b"}, Modify},
		{"delete behind", []string{"a", "b"}, []string{"a"}, []string{"a"}, []string{"b"}, nil, Modify},
		{"delete between", []string{"a", "b", "c"}, []string{"a", "c"}, []string{"a"}, []string{"b", "c"}, []string{"c"}, Modify},
		{"equal", []string{"a", "b"}, []string{"a", "b"}, []string{"a", "b"}, nil, nil, Modify},
		{"delete all", []string{"a"}, nil, nil, []string{"a"}, nil, Modify},
		{"create", nil, []string{"a"}, nil, nil, []string{"a"}, Create},
		{"create an empty file", nil, nil, nil, nil, nil, Create},
		{"an empty line is not no line", []string{""}, []string{"", "a"}, []string{""}, nil, []string{"a"}, Modify},
		{"blanks count", []string{"a ", "b"}, []string{"a", "b"}, nil, []string{"a ", "b"}, []string{"a", "b"}, Modify},
		{"no common suffix", []string{"x", "z"}, []string{"y", "z"}, nil, []string{"x", "z"}, []string{"y", "z"}, Modify},
	} {
		for _, m := range editReplSets[:agentSet] {
			t.Run(c.name+" "+m.start, func(t *testing.T) {
				chat := append([]string{"a.py", m.start}, c.edit...)
				chat = append(append(chat, m.separator), c.repl...)
				r := read(t, lines(append(chat, m.end)...), Options{})
				require.Len(t, r.Blocks, 1)
				require.Empty(t, r.Problems)
				b := &r.Blocks[0]
				assert.Equal(t, "edit-repl", b.Dialect.Name)
				assert.Equal(t, c.leading, noneIfEmpty(r.Lines(b, b.Leading)))
				assert.Equal(t, c.old, noneIfEmpty(r.Lines(b, b.Old)))
				assert.Equal(t, c.new, noneIfEmpty(r.Lines(b, b.New)))
				assert.Empty(t, r.Lines(b, b.Trailing))
				assert.Equal(t, c.operation, b.Operation)
				assert.False(t, b.Dialect.FirstMatchWins)
				n := text.Line(len(c.leading))
				assert.Equal(t, 2+n, b.Old.First)
				assert.Equal(t, 3+text.Line(len(c.edit))+n, b.New.First)
			})
		}
	}
}

func TestEditReplSetsAreNotMixed(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"another set's separator is content", lines("a.py", "««« EDIT", "🟨🟨🟨 REPL", "═══════ REPL", "==== REPLACE", "»»» EDIT END"),
			[]string{"2-6 edit-repl a.py"}},
		{"another set's end is content", lines("a.py", "🟧🟧🟧 EDIT", "»»» EDIT END", "🟨🟨🟨 REPL", ">>>> EDIT END", "🟩🟩🟩 END"),
			[]string{"2-6 edit-repl a.py"}},
		{"and does not close", lines("a.py", "🟧🟧🟧 EDIT", "x", "🟨🟨🟨 REPL", "»»» EDIT END"),
			[]string{"! 2-5 unclosed-block"}},
		{"markers in another number are none", lines("a.py", "«« EDIT", "x", "══════ REPL", "»» EDIT END", "<<<<< EDIT"), []string{"! 2-2 looks-like-edit"}},
		{"nor in another case", lines("a.py", "««« edit", "««« Edit", "««« EDITS"), nil},
		{"a separator is missing", lines("a.py", "««« EDIT", "x", "»»» EDIT END"), []string{"! 2-4 malformed-block"}},
		{"a separator is repeated", lines("a.py", "««« EDIT", "═══════ REPL", "═══════ REPL", "»»» EDIT END"), []string{"! 2-5 malformed-block"}},
	})
}

func TestFirstCompleteGrammarDecidesBlockByBlock(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"one after the other", anchoredBlock("a.py") + editReplBlock("b.py") + anchoredBlock("c.py"),
			[]string{"2-8 anchored a.py", "10-14 edit-repl b.py", "16-22 anchored c.py"}},
		{"single rules in an edit-repl block", lines("a.md", "««« EDIT", "───────", "═══════ REPL", "═══════", "───────", "»»» EDIT END"),
			[]string{"2-7 edit-repl a.md"}},
		{"an edit-repl separator in an anchored block", lines("a.md", "««« EDIT", "───────", "═══════ REPL", "═══════", "»»» EDIT", "───────", "»»»"),
			[]string{"2-8 anchored a.md"}},
		{"both would do: the earlier end", lines("a.md", "««« EDIT", "───────", "═══════ REPL", "═══════", "───────", "»»» EDIT END", "»»»"),
			[]string{"2-7 edit-repl a.md"}},
		{"both would do the other way round", lines("a.md", "««« EDIT", "───────", "═══════ REPL", "═══════", "───────", "»»»", "»»» EDIT END"),
			[]string{"2-7 anchored a.md"}},
		{"an end of the wrong grammar does not close", lines("a.py", "««« EDIT", "x", "═══════ REPL", "y", "»»»") + "\n" + editReplBlock("b.py"),
			[]string{"! 2-6 unclosed-block", "9-13 edit-repl b.py"}},
	})
}

func TestAgentBlockIsPassedOver(t *testing.T) {
	runChats(t, Options{}, []chatCase{
		{"whatever it holds", lines("a.py", "🟧🟧🟧 AGENT", "id: x") + editReplBlock("b.py") + findReplaceBlock("c.py") + lines("🟩🟩🟩 END", "🟩🟩🟩 AGEND"), nil},
		{"the next block counts", lines("🟧🟧🟧 AGENT", "x", "🟩🟩🟩 AGEND") + editReplBlock("b.py"), []string{"5-9 edit-repl b.py"}},
		{"its lines are no path", lines("🟧🟧🟧 AGENT", "a.py", "🟩🟩🟩 AGEND", "««« EDIT", "x", "═══════ REPL", "»»» EDIT END"),
			[]string{"! 4-7 missing-path"}},
		{"without an end it is text", lines("🟧🟧🟧 AGENT", "x") + editReplBlock("b.py"), []string{"4-8 edit-repl b.py"}},
		{"an end behind the next one is not its own", lines("🟧🟧🟧 AGENT", "x") + editReplBlock("b.py") + lines("🟧🟧🟧 AGENT", "🟩🟩🟩 AGEND"), []string{"4-8 edit-repl b.py"}},
		{"inside a block it is content", lines("a.md", "🟧🟧🟧 EDIT", "🟧🟧🟧 AGENT", "🟩🟩🟩 AGEND", "🟨🟨🟨 REPL", "🟩🟩🟩 END"), []string{"2-6 edit-repl a.md"}},
	})
}
