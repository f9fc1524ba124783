package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestTags(t *testing.T) {
	for _, c := range []struct {
		name, chat string
		start, end text.Line
		old, new   []string
	}{
		{"on lines of their own", lines("<old_text>", "x", "", "</old_text>", "<new_text>", "  y", "</new_text>"), 1, 7, []string{"x", ""}, []string{"  y"}},
		{"on the lines of the text", lines("<old_text>x", "y</old_text>", "<new_text>z</new_text>"), 1, 3, []string{"x", "y"}, []string{"z"}},
		{"on one line", lines("<old_text>x</old_text><new_text> y </new_text> and so on"), 1, 1, []string{"x"}, []string{" y "}},
		{"two on a line", lines("<old_text>", "x", "</old_text><new_text>", "y", "</new_text>"), 1, 5, []string{"x"}, []string{"y"}},
		{"a text begins below its tag and ends beside it", lines("<old_text>", "x</old_text>", "", "<new_text>y", "</new_text>"), 1, 5, []string{"x"}, []string{"y"}},
		{"one line break at each end is the tags'", lines("<old_text>", "", "x", "", "</old_text>", "<new_text>", "", "</new_text>"), 1, 8, []string{"", "x", ""}, []string{""}},
		{"blanks beside a tag", lines("<old_text> ", "x", "  </old_text>", "  <new_text>\t", "y", "  </new_text>"), 1, 6, []string{"x"}, []string{"y"}},
		{"nothing new", lines("<old_text>x</old_text><new_text></new_text>"), 1, 1, []string{"x"}, []string{}},
		{"no new line", lines("<old_text>", "x", "</old_text>", "<new_text>", "</new_text>"), 1, 5, []string{"x"}, []string{}},
		{"the other family", lines("<SEARCH>", "x", "</SEARCH>", "<REPLACE>", "y", "</REPLACE>"), 1, 6, []string{"x"}, []string{"y"}},
		{"any letter case", lines("<Old_Text>", "x", "</OLD_TEXT>", "<NEW_text>", "y", "</new_TEXT>"), 1, 6, []string{"x"}, []string{"y"}},
		{"tags of the other family are text", lines("<old_text>", "</search>", "</old_text>", "<new_text>", "<search>", "</new_text>"), 1, 6, []string{"</search>"}, []string{"<search>"}},
		{"an opening tag is text", lines("<old_text><old_text>", "</old_text>", "<new_text>", "<new_text>", "</new_text>"), 1, 5, []string{"<old_text>"}, []string{"<new_text>"}},
		{"a fence around it", lines("```xml", "<old_text>x</old_text>", "<new_text>y</new_text>", "```"), 2, 3, []string{"x"}, []string{"y"}},
		{"an indented fence", lines("  ```", "  <old_text>", "    x", "  y</old_text>", "  <new_text> z", "   z</new_text>", "  ```"), 2, 6, []string{"  x", "y"}, []string{" z", " z"}},
		{"markers of others are text", lines("<old_text>", "=======", "</old_text>", "<new_text>", "\\=======", "</new_text>"), 1, 6, []string{"======="}, []string{"\\======="}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, "src/a.ts\n"+c.chat, Options{})
			require.Empty(t, r.Problems)
			require.Len(t, r.Blocks, 1)
			b := &r.Blocks[0]
			assert.Equal(t, "search-replace xml src/a.ts", b.Dialect.Name+" "+b.Layout.String()+" "+b.Path.Fallback)
			assert.Equal(t, []text.Line{c.start, c.end}, []text.Line{b.Start, b.End})
			assert.Equal(t, c.old, r.Lines(b, b.Old))
			assert.Equal(t, c.new, r.Lines(b, b.New))
			assert.Equal(t, c.old, r.Needle(b))
			assert.Equal(t, c.new, r.Replacement(b))
			assert.True(t, b.InsideLines())
			assert.Equal(t, text.None, b.NearLine)
		})
	}
}

func TestTagsThatAreNoBlock(t *testing.T) {
	whole := lines("<old_text>", "x", "</old_text>", "<new_text>", "y", "</new_text>")
	runChats(t, Options{}, []chatCase{
		{"no path", whole, nil},
		{"no path in the turn", lines("# User", "x", "# Assistant") + searchReplaceBlock("a.py") + lines("# User", "x", "# Assistant") + whole, []string{"5-9 search-replace a.py"}},
		{"in a sentence", lines("a.py", "Use <old_text>x</old_text> and <new_text>y</new_text>."), nil},
		{"the search element of HTML", lines("a.html", "```html", "<search>", "<form></form>", "</search>", "```"), nil},
		{"an open search element", lines("a.html", "```html", "<search>", "```"), nil},
		{"other attributes", lines("a.py", "<old_text id=1>x</old_text><new_text>y</new_text>"), nil},
		{"new text alone", lines("a.py", "<new_text>y</new_text>"), nil},
		{"about the format", lines("````md", "So:", "", "a.py", "```") + whole + lines("```", "````"), nil},
		{"not closed", lines("a.py", "<old_text>", "x"), []string{"! 2-3 unclosed-block"}},
		{"no new text", lines("a.py", "<old_text>", "x", "</old_text>", ""), []string{"! 2-4 unclosed-block"}},
		{"something else before the new text", lines("a.py", "<old_text>", "x", "</old_text>", "becomes", "<new_text>", "y", "</new_text>"), []string{"! 2-4 malformed-block"}},
		{"new text not closed", lines("a.py", "<old_text>", "x", "</old_text>", "<new_text>", "y"), []string{"! 2-6 unclosed-block"}},
		{"not closed before a block", lines("a.py", "<old_text>", "x", "") + searchReplaceBlock("b.py"), []string{"! 2-3 unclosed-block", "6-10 search-replace b.py"}},
		{"not closed before its like", lines("a.py", "<old_text>", "x", "", "b.py") + whole, []string{"! 2-3 unclosed-block", "6-11 search-replace b.py"}},
		{"new text not closed before its like", lines("a.py", "<old_text>", "x", "</old_text>", "<new_text>", "y", "", "b.py") + whole, []string{"! 2-6 unclosed-block", "9-14 search-replace b.py"}},
		{"not closed before the other family", lines("a.py", "<old_text>", "x", "", "<filepath>b.py</filepath>", "<search>x</search><replace>y</replace>"), []string{"! 2-3 unclosed-block", "6-6 search-replace b.py"}},
		{"the other family, not closed before its like", lines("<filepath>a.py</filepath>", "<search>", "x", "<filepath>b.py</filepath>", "<search>x</search><replace>y</replace>"), []string{"! 2-3 unclosed-block", "5-5 search-replace b.py"}},
		{"the other family, not closed", lines("<filepath>a.py</filepath>", "<search>", "x", "b.py") + whole, []string{"! 2-3 unclosed-block", "5-10 search-replace b.py"}},
		{"a start without a path hides none", lines("<SEARCH>", "<filepath>b.py</filepath>", "<search>x</search><replace>", "<filepath>d.py</filepath><search>x</search><replace>y</replace>"), []string{"! 3-3 unclosed-block", "4-4 search-replace d.py"}},
		{"the other family, without new text", lines("<filepath>a.py</filepath>", "<search>x</search>", "y"), []string{"! 2-2 malformed-block"}},
		{"it ends an open block", lines("a.py", "<<<<<<< SEARCH", "x", "b.py") + whole, []string{"! 2-3 unclosed-block", "5-10 search-replace b.py"}},
		{"without a path it is the open block's", lines("a.py", "<<<<<<< SEARCH", "", "", "") + whole, []string{"! 2-11 unclosed-block"}},
		{"not inside a block", lines("a.html", "<<<<<<< SEARCH", "b.html", "<search>", "=======", "y", ">>>>>>> REPLACE"), []string{"2-7 search-replace a.html"}},
	})
	r := read(t, lines("a.py", "<old_text>", "x", "</old_text>", ""), Options{Growing: true})
	require.Len(t, r.Blocks, 1)
	assert.True(t, r.Blocks[0].Incomplete)
}

func TestPathsOfTags(t *testing.T) {
	edit := "<old_text>x</old_text><new_text>y</new_text>"
	runChats(t, Options{}, []chatCase{
		{"between tags", lines("<FILEPATH>a.py</FILEPATH>", "<SEARCH>x</SEARCH><REPLACE>y</REPLACE>"), []string{"2-2 search-replace a.py"}},
		{"in any letter case, for either family", lines("<filePath> a.py </FilePath>", edit), []string{"2-2 search-replace a.py"}},
		{"on lines", lines("<FILEPATH>", "a.py", "</FILEPATH>", edit), []string{"4-4 search-replace a.py"}},
		{"in the block's line", lines("b.py", "<FILEPATH>a.py</FILEPATH> <SEARCH>x</SEARCH><REPLACE>y</REPLACE>"), []string{"2-2 search-replace a.py"}},
		{"of the block before", lines("a.py", edit, "", "Then:", edit), []string{"2-2 search-replace a.py", "5-5 search-replace a.py"}},
		{"above other tags", lines("`src/a.py`", "", "<edits>", edit, edit, "</edits>"), []string{"4-4 search-replace src/a.py", "5-5 search-replace src/a.py"}},
		{"in any letter case, on lines", lines("<filepath>", "a.py", "</filepath>", "<search>x</search><replace>y</replace>"), []string{"4-4 search-replace a.py"}},
		{"of other names", lines("<path>a.py</path>", edit, "<file_path>b.py</file_path>", edit), []string{"2-2 search-replace a.py", "4-4 search-replace b.py"}},
		{"as Cline writes them", lines("<replace_in_file>", "<path>a.py</path>", "<diff>", "------- SEARCH", "x", "=======", "+++++++ REPLACE", "</diff>", "</replace_in_file>"), []string{"4-7 search-replace a.py"}},
		{"as Roo writes them", lines("<apply_diff>", "  <path>a.py</path>", "  <diff>", "    <content><![CDATA[", "<<<<<<< SEARCH", ":start_line:1", "-------", "x", "=======", ">>>>>>> REPLACE", "]]></content>"), []string{"5-10 search-replace a.py"}},
		{"for markers", lines("<FILEPATH>a.py</FILEPATH>", "<<<<<<< SEARCH", "x", "=======", ">>>>>>> REPLACE"), []string{"2-5 search-replace a.py"}},
	})
}

func TestLineHintOfATag(t *testing.T) {
	for attribute, want := range map[string]text.Line{"": text.None, " line=3": 2, ` line="3"`: 2, "  line=12 ": 11, " line=0": text.None} {
		r := read(t, lines("a.py", "<old_text"+attribute+">x</old_text><new_text>y</new_text>"), Options{})
		if assert.Len(t, r.Blocks, 1, attribute) {
			assert.Equal(t, want, r.Blocks[0].NearLine, attribute)
			assert.Equal(t, want != text.None, r.Blocks[0].ExactLine, attribute)
		}
	}
}

func TestBlankOldTextCreates(t *testing.T) {
	for _, old := range []string{"", "\n", "\n\n\n", " \n "} {
		r := read(t, "a.py\n<old_text>"+old+"</old_text>\n<new_text>\nx\n</new_text>\n", Options{})
		if assert.Len(t, r.Blocks, 1, "%q", old) {
			assert.Equal(t, Create, r.Blocks[0].Operation, "%q", old)
			assert.Empty(t, r.Needle(&r.Blocks[0]), "%q", old)
		}
	}
}

func TestTagsAreMarkersOfTheirLines(t *testing.T) {
	for chat, want := range map[string][]text.Line{
		lines("a.py", "<old_text>", "x", "</old_text>", "<new_text>", "y", "</new_text>"): {1, 3, 4, 6},
		lines("a.py", "<old_text>x</old_text><new_text>y</new_text>"):                     {1},
		lines("a.py", "<old_text>x</old_text>", "<new_text>y</new_text>"):                 {1, 2},
		lines("a.py", "<old_text>", "x", "</old_text><new_text>", "y", "</new_text>"):     {1, 3, 5},
	} {
		r := read(t, chat, Options{})
		require.Len(t, r.Blocks, 1, chat)
		assert.Equal(t, want, r.Blocks[0].Markers(), chat)
	}
}

func TestWriteTags(t *testing.T) {
	form := xml.Forms[0]
	s, err := form.Write(Edit{Path: "a.py", Old: []string{"x"}, New: []string{"y"}})
	require.NoError(t, err)
	assert.Equal(t, lines("a.py", "", "<old_text>", "x", "</old_text>", "<new_text>", "y", "</new_text>"), s)
	s, err = form.Write(Edit{Path: "a.py", Old: []string{"x</old_text>"}, New: []string{""}})
	require.NoError(t, err)
	assert.Equal(t, lines("<FILEPATH>a.py</FILEPATH>", "<SEARCH>", "x</old_text>", "</SEARCH>", "<REPLACE>", "", "</REPLACE>"), s)
	_, err = form.Write(Edit{Path: "a.py", Old: []string{"</old_text></search>"}})
	assert.ErrorContains(t, err, "can't express this edit")
}
