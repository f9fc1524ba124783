package apply

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestABlockByItself(t *testing.T) {
	single := func(chat, before string, index int, at text.Line) string {
		t.Helper()
		e, _, err := planned(t, chat, oneFile(before), Options{}).Single(context.Background(), index, at)
		require.NoError(t, err)
		if e == nil {
			return "-"
		}
		assert.Equal(t, []int{index}, e.Blocks)
		return string(e.After().Bytes())
	}
	const none = text.None
	assert.Equal(t, ended("a y"), single(search("a", "x")+search("b", "y"), ended("a b"), 1, none), "without the one above")
	assert.Equal(t, "-", single(search("a", "x")+search("x", "y"), ended("a b"), 1, none), "it needs the one above")
	assert.Equal(t, ended("a y"), single(search("q", "x")+search("b", "y"), ended("a b"), 1, none), "though the one above fails")
	assert.Equal(t, "-", single(anchored("", "a", "x", ""), ended("a b a"), 0, none), "ambiguous")
	assert.Equal(t, ended("a b x"), single(anchored("", "a", "x", ""), ended("a b a"), 0, 2), "the match that was chosen")
	assert.Equal(t, "-", single(anchored("", "a", "x", ""), ended("a b a"), 0, 1), "no match there")
	assert.Equal(t, ended("a x"), single(search("a", "x")+search("a", "x"), ended("a a"), 0, 1), "another than the first")
	assert.Equal(t, "-", single(search("a", "x")+search("a", "y"), ended("a b a"), 1, none), "the plan takes another place")
	assert.Equal(t, "-", single(search("a", "a x"), ended("a x"), 0, none), "already applied")
	assert.Equal(t, ended("a x x"), single(search("a", "a x"), ended("a x"), 0, 0), "applied anyway")
	assert.Equal(t, "-", single(search("a", "a"), "a\nb", 0, none), "a change of nothing")
	assert.Equal(t, "abc xyz\n", single(find("def", "xyz"), "abc def\n", 0, none), "inside a line")
	assert.Equal(t, "abc xyz\n", single(find("def", "xyz"), "abc def\n", 0, 0), "inside a line, chosen")
	assert.Equal(t, "-", single(find("def", "xyz"), "q\nabc def\n", 0, 0), "inside another line")
	assert.Equal(t, "-", single(create("a.txt", "a"), "b\n", 0, none), "file exists")
	assert.Equal(t, "a\n", single(create("a.txt", "a"), "", 0, none))

	e, _, err := planned(t, create("a.txt", "a"), files(nil), Options{}).Single(context.Background(), 0, none)
	require.NoError(t, err)
	assert.True(t, e.Create)
}

func TestTheFewestLinesAboveThatMakeAMatchUnique(t *testing.T) {
	above := func(chat, before string, at text.Line, begin func(string) bool) []string {
		t.Helper()
		p := planned(t, chat, oneFile(before), Options{})
		found, _, err := p.Above(context.Background(), 0, at, begin)
		require.NoError(t, err)
		return found
	}
	block := anchored("", "x", "y", "")
	assert.Equal(t, lines("b"), above(block, ended("a x b x"), 3, nil))
	assert.Equal(t, lines("b q"), above(block, ended("a q x b q x"), 5, nil))
	assert.Nil(t, above(block, ended("x x"), 0, nil), "nothing stands above")
	assert.Nil(t, above(block, strings.Repeat("x\n", 100), 50, nil), "no lines do")
	notBlank := func(l string) bool { return !text.IsBlank(l) }
	assert.Equal(t, lines("b ."), above(block, ended("a x b . x"), 4, notBlank), "a longer one that may begin so")
	assert.Nil(t, above(block, chatLines(append(append(append(lines("p"), numbered(31, "%d")...), "x"), append(append(lines("q"), numbered(31, "%d")...), "x")...)), 32, nil), "only so many lines")
	assert.Nil(t, above(find("oo", "uu"), "a\nfoo\nfoo\n", 1, nil), "inside lines")
}

// first drops the reason and the error.
func first(e *FileEdit, _ string, _ error) *FileEdit { return e }

func TestOverwriteAndAppendWhereTheFileExists(t *testing.T) {
	for before, want := range map[string][2]string{
		"b\n":           {"a\n", "b\na\n"},
		"b":             {"a\n", "b\na\n"},
		"b\r\nc":        {"a\r\n", "b\r\nc\r\na\r\n"},
		"\uFEFFb\n\n\n": {"\uFEFFa\n", "\uFEFFb\n\n\na\n"},
	} {
		p := planned(t, create("a.txt", "a"), oneFile(before), Options{})
		assert.Equal(t, "failed:file-exists", outcomes(p))
		assert.Empty(t, p.Files)
		assert.Equal(t, want[0], string(first(p.Overwrite(0)).After().Bytes()), "%q", before)
		assert.Equal(t, want[1], string(first(p.Append(0)).After().Bytes()), "%q", before)
	}
	p := planned(t, create("b.txt", "a")+search("q", "r"), oneFile("a\n"), Options{})
	for i := range p.Outcomes {
		assert.Nil(t, first(p.Overwrite(i)))
		assert.Nil(t, first(p.Append(i)))
	}
}
