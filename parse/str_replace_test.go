package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// A call of a tool in JSON, and the same with its arguments beside the tool's name.
const (
	bareCall  = `{"path": "a.py", "old_str": "x", "new_str": "y"}`
	namedCall = `{"name": "edit", "input": ` + bareCall + `}`
)

func TestCallsInJSON(t *testing.T) {
	unclosed := `{"path": "a.py", "old_str": "x", "new_str": "y",`
	encoded := `{"name": "edit", "arguments": %q}`
	block := []string{"2-2 str-replace a.py"}
	runChats(t, Options{}, []chatCase{
		{"on the first line", lines(namedCall), []string{"1-1 str-replace a.py"}},
		{"without a tool's name", lines(bareCall), nil},
		{"with text below", lines("So:", namedCall, "Done."), block},
		{"a blank line above its tool's name", lines("{", "", namedCall), []string{"3-3 str-replace a.py"}},
		{"in a fence", lines("```", bareCall, "```"), block},
		{"below the first line of a fence", lines("```", "x", namedCall, "```"), nil},
		{"below a fence", lines("```", "x", "```", bareCall), nil},
		{"in a fence below an unclosed block", lines("b.py", "<<<<<<< SEARCH", "x", "```json", bareCall, "```"), []string{"! 2-4 unclosed-block", "5-5 str-replace a.py"}},
		{"below inline code", lines("`a.py` is", bareCall), nil},
		{"below a shorter fence in a fence", lines("````", "```", bareCall, "````"), nil},
		{"with a value below", lines("```json", bareCall, "5", "```"), block},
		{"a value in an object above its path", lines("```json", `{"x": {"y": []}, "path": "a.py", "old_str": "x", "new_str": "y"}`, "```"), block},
		{"strings in a list", lines("```json", `["path", "a.py", "old_str", "x", "new_str", "y"]`, "```"), nil},
		{"nested too deep", lines("```json", strings.Repeat("[", 40)+bareCall+strings.Repeat("]", 40), "```"), []string{"! 2-2 malformed-block"}},
		{"without its tool's name", lines("```json", `{"input": `+bareCall+`}`, "```"), nil},
		{"parts of one in several objects", lines("```json", `{"a": {"path": "a.py"}, "b": {"old_str": "x"}, "c": {"new_str": "y"}}`, "```"), nil},
		{"no path", lines("```json", `{"path": "---", "old_str": "x", "new_str": "y"}`, "```"), nil},
		{"a file's text without a tool that writes", lines("```json", `{"path": "a.py", "file_text": "x"}`, "```"), nil},
		{"a tool that writes, without text", lines("```json", `{"name": "create_file", "input": {"path": "a.py"}}`, "```"), nil},

		{"arguments in a string", lines("```json", fmt.Sprintf(encoded, bareCall), "```"), block},
		{"arguments that are no JSON", lines("```json", fmt.Sprintf(encoded, bareCall+"["), "```"), nil},
		{"arguments of two calls", lines("```json", fmt.Sprintf(encoded, "["+bareCall+", "+bareCall+"]"), "```"), nil},
		{"arguments in a string of a string", lines("```json", fmt.Sprintf(encoded, fmt.Sprintf(encoded, bareCall)), "```"), nil},
		{"empty arguments", lines("```json", fmt.Sprintf(encoded, ""), "```"), nil},

		{"cut off by its fence", lines("```json", unclosed, "```"), []string{"! 2-2 malformed-block"}},
		{"cut off by its fence below another", lines("```json", "["+bareCall+",", unclosed, "```"), []string{"! 2-3 malformed-block"}},
		{"cut off in a fence", lines("```json", unclosed), []string{"! 2-2 unclosed-block"}},
		{"in a fence left open in its turn", lines("# User", "x", "# Assistant", "```json", bareCall, "# User", "y", "# Assistant", "```json"), []string{"5-5 str-replace a.py"}},
		{"cut off by a turn", lines("# User", "x", "# Assistant", `{"name": "edit", "input": `+unclosed, "# User", "y", "# Assistant"), []string{"! 4-4 unclosed-block"}},
		{"with a mistake, outside of fences", lines(`{"name": "edit", "input": {"path": "a.py", "old_str": "x", "new_str": "y" 5}`, "", "Done."), []string{"! 1-1 malformed-block"}},
		{"cut off, without a path", lines("```json", `{"old_str": "x", "new_str": "file",`, "```"), nil},
		{"cut off, without old text", lines("```json", `{"path": "a.py", "new_str": "y",`, "```"), nil},
		{"cut off, without new text", lines("```json", `{"path": "a.py", "old_str": "x",`, "```"), nil},
	})
}

func TestCallsInTags(t *testing.T) {
	const path, old, new = "<path>a.py</path>", "<old_str>x</old_str>", "<new_str>y</new_str>"
	whole := []string{"1-5 str-replace a.py"}
	runChats(t, Options{}, []chatCase{
		{"the path beside the name", lines(`<str_replace path="a.py">`, old, new, "</str_replace>"), []string{"1-4 str-replace a.py"}},
		{"the path on a line of its own", lines("<edit>", "<path>", "  a.py ", "</path>", old, new, "</edit>"), []string{"1-7 str-replace a.py"}},
		{"another parameter of two lines", lines(`<invoke name="edit">`, `<parameter name="why">one`, "two</parameter>", path+old+new, "</invoke>"), whole},
		{"another element", lines("<edit>", "<why>one</why>", path, old+new, "</edit>"), whole},
		{"another element of two lines", lines("<edit>", "<why>one", "two</why>", path+old+new, "</edit>"), nil},
		{"a command", lines("<edit>", "<command> create </command>", path, "<file_text>x</file_text>", "</edit>"), whole},
		{"text between the arguments", lines("<edit>", path, old, "and", new, "</edit>"), nil},
		{"text below old text", lines("<edit>", path, old, "and so on"), nil},
		{"new text without an end", lines("<edit>", path, old, "<new_str>y", "</edit>"), []string{"! 1-5 unclosed-block"}},
		{"unclosed below old text", lines("<edit>", path, old, ""), []string{"! 1-3 unclosed-block"}},
		{"unclosed below a line's number", lines("<insert>", path, "<insert_line>3</insert_line>"), []string{"! 1-3 unclosed-block"}},
		{"unclosed below a list", lines("<edit>", path, `<edits>[{"old_str": "x", "new_str": "y"}]</edits>`), []string{"! 1-3 unclosed-block"}},
		{"unclosed below its path", lines("<edit>", path), nil},
		{"unclosed without a path", lines("<edit>", old), nil},
		{"indented", lines("<edit>", "  "+path, "  "+old, "  "+new, "</edit>"), whole},
		{"closed in the next block", lines("<edit>", path, "<old_str>x", "b.py", "<<<<<<< SEARCH", "</old_str>", "=======", ">>>>>>> REPLACE"), []string{"! 1-3 unclosed-block", "5-8 search-replace b.py"}},
		{"a tag without a name", "<\n", nil},
	})
}

func TestCallsGrow(t *testing.T) {
	runChats(t, Options{Growing: true}, []chatCase{
		{"in a fence", lines("```json", `{"path": "a.py", "old_str": "x",`, `  "new_str": "y",`), []string{"2-3+ str-replace a.py"}},
		{"in a list in a fence", lines("```json", "["+bareCall), []string{"2-2+ str-replace a.py"}},
		{"in a fence that may go on", lines("```json", bareCall), []string{"2-2+ str-replace a.py"}},
		{"in a fence that is closed", lines("```json", bareCall, "```"), []string{"2-2 str-replace a.py"}},
		{"outside of fences", lines(namedCall), []string{"1-1 str-replace a.py"}},
		{"a brace at the end", lines("{") + `"name": `, nil},
		{"below encoded arguments", lines("```json", fmt.Sprintf(`{"name": "edit", "arguments": %q,`, bareCall)), []string{"2-2+ str-replace a.py"}},
		{"in tags, in the old text", lines("<edit>", "<path>a.py</path>", "<old_str>x"), []string{"1-3+ str-replace a.py"}},
		{"in tags", lines("<edit>", "<path>a.py</path>", "<old_str>x</old_str>"), []string{"1-3+ str-replace a.py"}},
	})
}

// The texts of a call, and what else it says.
func TestTextsOfCalls(t *testing.T) {
	describe := func(chat string) (all []string) {
		r := read(t, chat, Options{})
		for i := range r.Blocks {
			b := &r.Blocks[i]
			s := fmt.Sprintf("%s %q %q", b.Operation, r.Lines(b, b.Old), r.Lines(b, b.New))
			for flag, on := range map[string]bool{" blank": b.EmptyFind, " every": b.Every, " ends a line": b.LineEnd} {
				if on {
					s += flag
				}
			}
			if b.NearLine != text.None {
				s += fmt.Sprintf(" above %d", b.NearLine.Number())
			}
			all = append(all, s)
		}
		return all
	}
	for arguments, want := range map[string]string{
		`"old_str": "x", "new_str": "y"`:                          `modify ["x"] ["y"]`,
		`"old_str": "x", "new_str": "y\n"`:                        `modify ["x"] ["y" ""]`,
		`"old_str": "x\n", "new_str": "y"`:                        `modify ["x" ""] ["y"]`,
		`"old_str": "x\n", "new_str": "y\n"`:                      `modify ["x"] ["y"] ends a line`,
		`"old_str": "x\n", "new_str": ""`:                         `modify ["x"] [] ends a line`,
		`"old_str": " ", "new_str": "y"`:                          `modify [" "] ["y"] blank`,
		`"old_str": "", "new_str": "y\n"`:                         `create [] ["y"]`,
		`"old_str": "x", "new_str": "y", "replace_all": "True "`:  `modify ["x"] ["y"] every`,
		`"insert_line": 2, "new_str": "y"`:                        `modify [] ["y"] above 3`,
		`"insert_line": 99999999999, "new_str": "y"`:              `modify [] ["y"] above 1073741824`,
		`"insert_line": 2, "new_str": ""`:                         "",
		`"insert_line": -1, "new_str": "y"`:                       "",
		`"insert_line": "two", "new_str": "y"`:                    "",
		`"command": "create", "file_text": "y\n"`:                 `create [] ["y"]`,
		`"name": "write_file", "content": ` + quoteJSON(bareCall): `create [] [` + fmt.Sprintf("%q", bareCall) + `]`,
	} {
		assert.Equal(t, want, strings.Join(describe(lines("```json", `{"path": "a.py", `+arguments+`}`, "```")), "; "), arguments)
	}
	const path = "<edit>\n<path>a.py</path>\n"
	for arguments, want := range map[string]string{
		"<old_str>x</old_str><new_str>\ny\n</new_str>":                          `modify ["x"] ["y"]`,
		"<old_str>\nx\n\n</old_str><new_str>\ny\n\n</new_str>":                  `modify ["x"] ["y"] ends a line`,
		"<old_str> </old_str><new_str>y</new_str>":                              `modify [" "] ["y"] blank`,
		"<old_str>\n\n</old_str><new_str>y</new_str>":                           `modify [""] ["y"] blank`,
		"<old_str></old_str><new_str>y</new_str>":                               `create [] ["y"]`,
		"<insert_line>\n2\n</insert_line><new_str>y</new_str>":                  `modify [] ["y"] above 3`,
		"<old_str>x</old_str><new_str/><new_str>y</new_str>":                    "",
		"<old_str>x</old_str><new_str>y</new_str><name>create</name>":           `modify ["x"] ["y"]`,
		"<file_text>y</file_text><name>create</name>":                           "",
		"<replace_all>true</replace_all><old_str>x</old_str><new_str/>":         "",
		"<replace_all>true</replace_all><search>x</search><replace>y</replace>": `modify ["x"] ["y"] every`,
	} {
		assert.Equal(t, want, strings.Join(describe(path+arguments+"\n</edit>\n"), "; "), arguments)
	}
}

// Below any characters of a string in a string, texts are found where they are written.
func TestTextsInStrings(t *testing.T) {
	for _, s := range []string{`x`, `\\\\`, `\\\"`, `\/`, `\u0041`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ud83dx`, `\ud83dxude00`, `\ud83d\u0041`, `\ud83d\\n`, "é\U0001F600"} {
		arguments := strings.Replace(quoteJSON(`{"path": "a.py", "new_str": "@", "old_str": "same"}`), "@", s, 1)
		r := read(t, lines("```json", `{"name": "edit", "arguments": `+arguments+`}`, "```"), Options{})
		require.Len(t, r.Blocks, 1, s)
		assert.Equal(t, []string{"same"}, r.Lines(&r.Blocks[0], r.Blocks[0].Old), s)
	}
	// Bytes that aren't UTF-8 don't put an offset outside of the string.
	arguments := quoteJSON(`{"old_str": "", "path": "a.py", "new_str": "` + "@" + `"}`)
	r, err := Document(t.Context(), text.New(lines("```json", `{"name": "edit", "arguments": `+strings.Replace(arguments, "@", "\xff\xff\xff", 1)+`}`, "```")), Options{}, nil)
	require.NoError(t, err)
	assert.Len(t, r.Blocks, 1)
}

// Data in a fence may be megabytes. It isn't decoded, since no line of it names a file.
func TestDataIsNotDecoded(t *testing.T) {
	data := lines("```json", "[") + strings.Repeat("{\"a\": [1, 2, 3]},\n", 10_000) + lines("{}]", "```")
	bytes, _ := cost(t, data)
	assert.Less(t, bytes, uint64(15*len(data)))
}

func TestWhatIsWrongWithACall(t *testing.T) {
	for chat, want := range map[string]string{
		lines("```json", `{"path": "a.py", "old_str": "x`, `y", "new_str": ""}`, "```"): "expected JSON on line 2: a line break in a string is written `\\n`",
		lines("```json", `{"path": "a.py", "old_str": "x", "new_str": "y"`, "```"):      "expected JSON on line 2: it has no end",
		lines("```json", `{"path": "a.py", "old_str": "x", "new_str": "y" "z"}`, "```"): "expected JSON on line 2: invalid character '\"' after object key:value pair",
	} {
		r := read(t, chat, Options{})
		require.Len(t, r.Problems, 1, chat)
		assert.Equal(t, want, r.Problems[0].Detail)
	}
}

// A tool's result below a call shows that an agent made the edit.
func TestCallsThatWereMade(t *testing.T) {
	for chat, want := range map[string][]bool{
		lines(namedCall, "", "<tool_result>ok</tool_result>"):                                  {true},
		lines("<tool_result>ok</tool_result>", "", namedCall):                                  {false},
		lines(namedCall, "", namedCall, "The file a.py has been updated."):                     {true, true},
		lines(namedCall, "The file a.py has been updated.", namedCall):                         {true, false},
		lines("# User", "x", "# Assistant", namedCall, "# Tool", "ok"):                         {true},
		lines("# User", "x", "# Assistant", namedCall, "# User", "ok"):                         {false},
		searchReplaceBlock("a.py") + lines("<tool_result>ok</tool_result>"):                    {false},
		searchReplaceBlock("a.py") + lines("", namedCall, "", "<tool_result>ok</tool_result>"): {false, true},
	} {
		r := read(t, chat, Options{})
		var ran []bool
		for i := range r.Blocks {
			ran = append(ran, r.Blocks[i].Ran)
		}
		assert.Equal(t, want, ran, chat)
	}
}

// A repair writes a text of a call in JSON encoded, with its line ending. Texts in tags aren't encoded.
func TestEncode(t *testing.T) {
	inner := fmt.Sprintf(`{"name": "edit", "arguments": %q}`, bareCall)
	for name, c := range map[string]struct {
		chat  string
		lines []string
		want  string
	}{
		"a text":                {`{"path": "a.py", "old_str": "x", "new_str": "y"}`, []string{`"`, "<"}, `{"path": "a.py", "old_str": "\"\n<", "new_str": "y"}`},
		"whole lines":           {`{"path": "a.py", "old_str": "x\n", "new_str": "y\n"}`, []string{"z"}, `{"path": "a.py", "old_str": "z\n", "new_str": "y\n"}`},
		"whole lines, but none": {`{"path": "a.py", "old_str": "x\n", "new_str": "y\n"}`, nil, `{"path": "a.py", "old_str": "", "new_str": "y\n"}`},
		"encoded arguments":     {inner, []string{`"`}, strings.Replace(inner, `\"x\"`, `\"\\\"\"`, 1)},
	} {
		r := read(t, "```json\n"+c.chat+"\n```\n", Options{})
		require.Len(t, r.Blocks, 1, name)
		e, ok := r.Encode(&r.Blocks[0], r.Blocks[0].Old, c.lines)
		require.True(t, ok, name)
		assert.Equal(t, c.want, r.Text.Apply([]text.Edit{e}).Line(1), name)
	}
	r := read(t, lines("<edit>", "<path>a.py</path>", "<old_str>x</old_str>", "<new_str>y</new_str>", "</edit>"), Options{})
	_, ok := r.Encode(&r.Blocks[0], r.Blocks[0].Old, []string{"z"})
	assert.False(t, ok)
}
