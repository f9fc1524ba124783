package apply

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// A block is reverted only if the text shows what it did.
func TestRevert(t *testing.T) {
	find := func(find, replace string) string {
		return "FILE: a.txt\nFIND:\n" + find + "\nREPLACE:\n" + replace + "\nEND\n"
	}
	for name, c := range map[string]struct{ chat, file, want string }{
		"lines were replaced":              {anchored("a", "b", "X Y", "c"), "q\na\nX\nY\nc\n", "q\na\nb\nc\n"},
		"lines were put in":                {search("a b", "a X b"), "a\nX\nb\n", "a\nb\n"},
		"lines were taken out":             {anchored("a", "x", "", "b"), "a\nb\n", "a\nx\nb\n"},
		"text inside a line":               {find("one two", "1 2"), "say 1 2 now\n", "say one two now\n"},
		"whole lines, by such a dialect":   {find("one", "1"), "0\n1\n2\n", "0\none\n2\n"},
		"a file was made":                  {create("a.txt", "x y"), "x\ny\n", "gone"},
		"an empty file was made":           {create("a.txt", ""), "", "gone, and was empty"},
		"with its own line endings":        {search("a b", "a X b"), "a\r\nX\r\nb\r\n", "a\r\nb\r\n"},
		"not applied":                      {search("a", "X"), "a\n", "-"},
		"applied, and there once more":     {search("a b", "X b"), "X\nb\nX\nb\n", "-"},
		"inside a line, and there again":   {find("one", "1"), "0\n1\n21\n", "-"},
		"one went beside one that stays":   {search("a b", "b"), "b\n", "a\nb\n"},
		"a bare deletion leaves no trace":  {search("a", ""), "b\n", "-"},
		"the file to make has other lines": {create("a.txt", "x y"), "x\nz\n", "-"},
	} {
		t.Run(name, func(t *testing.T) {
			p := planned(t, c.chat, oneFile(c.file), Options{})
			e, _, err := p.Revert(context.Background(), 0)
			require.NoError(t, err)
			switch c.want {
			case "-":
				assert.Nil(t, e)
			case "gone":
				require.NotNil(t, e)
				assert.True(t, e.Delete)
				assert.Contains(t, e.Diff(), "deleted file mode 100644\n--- a/a.txt\n+++ /dev/null\n")
			case "gone, and was empty":
				require.NotNil(t, e)
				assert.Equal(t, "diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n", e.Diff())
			default:
				require.NotNil(t, e, outcomes(p))
				assert.Equal(t, c.want, e.After().String())
			}
		})
	}
}

func TestMerge(t *testing.T) {
	for name, c := range map[string]struct{ one, two, file, old, new string }{
		"the second needs the first":     {search("a", "a X"), search("X b", "X Y"), "a\nb\nc\n", "a b", "a X Y"},
		"side by side":                   {search("a", "A"), search("c", "C"), "a\nb\nc\n", "a b c", "A b C"},
		"the first spoils the second":    {search("a b", "A b"), search("a b c", "a b C"), "a\nb\nc\n", "a b c", "A b C"},
		"the second in the file's order": {search("c", "C"), search("a", "A"), "a\nb\nc\n", "a b c", "A b C"},
		"into a file that is made":       {create("a.txt", "x y"), search("y", "z"), "-", "", "x z"},
		"with more lines to mean it":     {search("q a", "q A"), search("b", "B"), "b\na\nb\nq\na\nb\n", "b a b q a", "B a b q A"},
		"lines before replaced ones":     {search("a b", "a X b"), search("a b", "a B"), "a\nb\n", "a b", "a X B"},
		"replaced lines after new ones":  {search("a b", "a B"), search("a b", "a X b"), "a\nb\n", "a b", "a X B"},
		"both change one line":           {search("a b", "A b"), search("a b", "Z b"), "a\nb\n", "-", ""},
		"both put lines at one place":    {search("a b", "a X b"), search("a b c", "a Y b c"), "a\nb\nc\n", "-", ""},
		"the second undoes the first":    {search("a b", "X b"), search("X b", "a b"), "a\nb\n", "-", ""},
		"the second fits nowhere":        {search("a", "A"), search("q", "Q"), "a\n", "-", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := oneFile(c.file)
			if c.file == "-" {
				m = files(nil)
			}
			p := planned(t, c.one+c.two, m, Options{})
			merged, _, err := p.Merge(context.Background(), 0, 1)
			require.NoError(t, err)
			if c.old == "-" {
				assert.Nil(t, merged)
				return
			}
			require.NotNil(t, merged, outcomes(p))
			assert.Equal(t, c.old, strings.Join(append(append(append([]string{}, merged.Leading...), merged.Old...), merged.Trailing...), " "))
			assert.Equal(t, c.new, strings.Join(append(append(append([]string{}, merged.Leading...), merged.New...), merged.Trailing...), " "))
		})
	}
}

// A block always contains the text that it searches for. In a chat that is its own target, that and
// anything half inside a block is no match.
func TestAChatIsItsOwnTarget(t *testing.T) {
	for name, c := range map[string]struct{ before, after, want string }{
		"it stands above":   {"one\ntwo\n", "", "validated"},
		"it stands below":   {"", "\none\ntwo\n", "validated"},
		"in the block only": {"zero\n", "", "failed:old-lines-not-found"},
		"twice outside":     {"one\ntwo\n", "\none\ntwo\n", "failed:ambiguous-match"},
		"half inside":       {"", "two\n", "failed:old-lines-not-found"},
	} {
		t.Run(name, func(t *testing.T) {
			chat := c.before + "\na.txt\n««« EDIT\none\ntwo\n═══════ REPL\n1\ntwo\n»»» EDIT END\n" + c.after
			m := oneFile(chat)
			m.own = "a.txt"
			p := planned(t, chat, m, Options{})
			require.Len(t, p.Outcomes, 1)
			require.Equal(t, "edit-repl", p.Outcomes[0].Block.Dialect.Name)
			assert.Equal(t, c.want, outcomes(p))
			if c.want == "validated" {
				assert.Equal(t, strings.Replace(c.before, "one", "1", 1)+chat[len(c.before):len(chat)-len(c.after)]+strings.Replace(c.after, "one", "1", 1), afterA(p))
				e, _, err := p.Single(context.Background(), 0, text.None)
				require.NoError(t, err)
				assert.Equal(t, afterA(p), e.After().String())
			}
			assert.Equal(t, parse.Modify, p.Outcomes[0].Block.Operation)
		})
	}
}

func TestAnotherFileWithTheTextOfTheChat(t *testing.T) {
	chat := "\na.txt\n««« EDIT\none\n═══════ REPL\n1\n»»» EDIT END\n"
	m := oneFile(chat)
	assert.Equal(t, "validated", outcomes(planned(t, chat, m, Options{})))
	m.own = "a.txt"
	assert.Equal(t, "failed:old-lines-not-found", outcomes(planned(t, chat, m, Options{})))
}

// In a chat that is its own target, the masked lines depend on all blocks, so its plan isn't cached.
func TestAChatThatIsItsOwnTargetIsLocatedAnew(t *testing.T) {
	block := func(old string) string {
		return "\na.txt\n««« EDIT\n" + old + "\n═══════ REPL\nno " + old + "\n»»» EDIT END\n"
	}
	chat := text.NewOpen(block("one") + block("two") + "\na.txt\n««« EDIT\none\n")
	m := files(nil)
	m.own, m.files["a.txt"] = "a.txt", &workspace.File{Text: chat}
	cache := &Cache{}
	for _, want := range []struct {
		growing  bool
		outcomes string
	}{
		{true, "failed:old-lines-not-found skipped:previous-edit-failed incomplete"},
		{false, "validated failed:old-lines-not-found"},
		{true, "failed:old-lines-not-found skipped:previous-edit-failed incomplete"},
	} {
		doc, err := parse.Document(t.Context(), chat, parse.Options{Growing: want.growing}, nil)
		require.NoError(t, err)
		p, err := New(t.Context(), doc, m, Options{}, cache)
		require.NoError(t, err)
		assert.Equal(t, want.outcomes, outcomes(p))
	}
}
