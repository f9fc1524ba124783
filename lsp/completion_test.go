package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

const withSnippets = `{"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}`

// completed completes a chat at the cursor ‸. It returns the labels, and the chat after each item.
func completed(t *testing.T, capabilities, chat string, all files) (labels, texts []string) {
	t.Helper()
	before, after, found := strings.Cut(chat, "‸")
	require.True(t, found)
	if all == nil {
		all = files{}
	}
	all["chat.md"] = before + after
	u := beginWith(t, all, Options{}, lsptest.Options{Capabilities: json.RawMessage(capabilities)})
	uri := u.open("chat.md")
	u.settled()
	cursor := u.positionOf(before+after, len(before))
	var list *protocol.CompletionList
	u.do(u.Call(u.ctx, "textDocument/completion", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "position": cursor,
	}, &list))
	if list == nil {
		return nil, nil
	}
	assert.NotEmpty(t, list.Items)
	for _, item := range list.Items {
		r := item.TextEdit.Range
		assert.Equal(t, cursor.Line, r.Start.Line, "of one line")
		assert.Equal(t, cursor.Line, r.End.Line)
		assert.LessOrEqual(t, r.Start.Character, cursor.Character)
		assert.GreaterOrEqual(t, r.End.Character, cursor.Character)
		labels = append(labels, item.Label)
		start := len(before) - len(lastLine(before)) + len(utf16Slice(lastLine(before), 0, r.Start.Character))
		line, _, _ := strings.Cut(after, "\n")
		rest := len(utf16Slice(lastLine(before)+line, 0, r.End.Character)) - len(lastLine(before))
		texts = append(texts, before[:start]+item.TextEdit.NewText+after[rest:])
	}
	return labels, texts
}

func lastLine(s string) string { return s[strings.LastIndex(s, "\n")+1:] }

// Prose gets no completions.
func TestNoCompletion(t *testing.T) {
	all := files{"src/a.py": "one\ntwo\n"}
	whole := block("src/a.py", "one\n", "uno\n")
	for name, chat := range map[string]string{
		"an empty document":              "‸",
		"prose":                          "Look at src/‸",
		"prose above a block":            "Look at src/‸ first\n\nor not.\n\n" + whole,
		"prose behind a block":           whole + "\nsrc/‸\n",
		"one sign":                       "<‸",
		"a tag":                          "<div‸",
		"a quotation":                    "« Bonjour‸",
		"one quotation mark":             "«‸",
		"an arrow":                       "x <‸",
		"two signs inside a line":        "x <<‸",
		"two signs before other text":    "<<‸ x",
		"a word":                         "FIN‸",
		"the word in a sentence":         "FIND‸ it",
		"the word as in a sentence":      "Find‸",
		"a key in lower case":            "file: ‸",
		"a rule":                         "══‸",
		"a heading's rule":               "Title\n==‸",
		"a rule of dashes":               "Text.\n\n---‸",
		"bold text":                      "**‸",
		"a chunk's mark":                 "@@‸",
		"a patch in a patch":             "*** Begin Patch\n*** Update File: src/a.py\n@@\n-one\n*** B‸\n",
		"a quotation of mail":            ">>‸",
		"a code block":                   "```py\nimport ‸\n```\n",
		"new lines":                      "src/a.py\n««« EDIT\none\n═══════ REPL\n‸\n»»» EDIT END\n",
		"a marker that stands":           "src/a.py\n««« EDIT‸\none\n═══════ REPL\n»»» EDIT END\n",
		"a separator that stands":        "src/a.py\n««« EDIT\none\n═══════ REPL‸\n»»» EDIT END\n",
		"a target that is not there":     "src/b.py\n««« EDIT\n‸\n═══════ REPL\nx\n»»» EDIT END\n",
		"a target that is refused":       "../src/a.py\n««« EDIT\n‸\n═══════ REPL\nx\n»»» EDIT END\n",
		"a folder that is refused":       "../‸\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n",
		"a line that is not in the file": "src/a.py\n««« EDIT\nthree‸\n═══════ REPL\nx\n»»» EDIT END\n",
	} {
		t.Run(name, func(t *testing.T) {
			labels, _ := completed(t, withSnippets, chat, all)
			assert.Nil(t, labels)
		})
	}
}

func TestCompletionOfPaths(t *testing.T) {
	all := func() files {
		return files{"src/main.py": "one\n", "src/deep/b.py": "", "README.txt": "", ".git/config": "", "a b.txt": ""}
	}
	behind := "\n««« EDIT\none\n═══════ REPL\nuno\n»»» EDIT END\n"
	for name, c := range map[string]struct {
		chat   string
		labels []string
		first  string
	}{
		"at the top":         {"‸" + behind, []string{"README.txt", "a b.txt", "chat.md", "src/"}, "README.txt" + behind},
		"below a folder":     {"src/‸" + behind, []string{"deep/", "main.py"}, "src/deep/" + behind},
		"in backticks":       {"In `src/ma‸`:" + behind, []string{"deep/", "main.py"}, "In `src/deep/`:" + behind},
		"in the middle":      {"src/ma‸in.txt" + behind, []string{"deep/", "main.py"}, "src/deep/" + behind},
		"before a slash":     {"‸/main.py" + behind, []string{"README.txt", "a b.txt", "chat.md", "src/"}, "README.txt/main.py" + behind},
		"over a fence":       {"src/‸\n```py" + behind + "```\n", []string{"deep/", "main.py"}, "src/deep/\n```py" + behind + "```\n"},
		"of a keyword":       {"FILE: src/‸", []string{"deep/", "main.py"}, "FILE: src/deep/"},
		"over an open block": {"src/‸\n««« EDIT\none\n", []string{"deep/", "main.py"}, "src/deep/\n««« EDIT\none\n"},
		"of a second block":  {"src/main.py" + behind + "\nsrc/‸" + behind, []string{"deep/", "main.py"}, "src/main.py" + behind + "\nsrc/deep/" + behind},
		"within a fence":     {"```\nsrc/‸\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n```\n", []string{"deep/", "main.py"}, "```\nsrc/deep/\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n```\n"},
	} {
		t.Run(name, func(t *testing.T) {
			labels, texts := completed(t, `{}`, c.chat, all())
			require.Equal(t, c.labels, labels)
			assert.Equal(t, c.first, texts[0])
		})
	}
}

func TestCompletionOfBlocks(t *testing.T) {
	for name, c := range map[string]struct {
		chat   string
		labels []string
		texts  []string
	}{
		"guillemets": {"Text.\n\n««‸", []string{"««« EDIT (anchored)", "««« EDIT (edit-repl)"}, []string{
			"Text.\n\npath/to/file\n««« EDIT\n\n───────\n\n═══════\n\n───────\n\n»»»",
			"Text.\n\npath/to/file\n««« EDIT\n\n═══════ REPL\n\n»»» EDIT END",
		}},
		"below a path": {"src/a.py\n««« E‸\nMore.\n", []string{"««« EDIT (anchored)", "««« EDIT (edit-repl)"}, []string{
			"src/a.py\n««« EDIT\n\n───────\n\n═══════\n\n───────\n\n»»»\nMore.\n",
			"src/a.py\n««« EDIT\n\n═══════ REPL\n\n»»» EDIT END\nMore.\n",
		}},
		"a keyword": {"FILE‸", []string{"FILE: (find-replace)"}, []string{"FILE: path/to/file\nFIND:\n\nREPLACE:\n\nEND"}},
		"a fence comes with it": {"src/a.py\n\n<<‸", []string{"<<<<<<< SEARCH (diff)"}, []string{
			"src/a.py\n\n````\n<<<<<<< SEARCH\n\n=======\n\n>>>>>>> REPLACE\n````",
		}},
		"a fence is there": {"src/a.py\n```py\n<<‸\n```\n", []string{"<<<<<<< SEARCH (diff)", "<<<<<<< SEARCH (diff-fenced)"}, []string{
			"src/a.py\n```py\n<<<<<<< SEARCH\n\n=======\n\n>>>>>>> REPLACE\n```\n",
			"src/a.py\n```py\n<<<<<<< SEARCH\n\n=======\n\n>>>>>>> REPLACE\n```\n",
		}},
		"the editor closed the signs": {"src/a.py\n\n<<‸>>", []string{"<<<<<<< SEARCH (diff)"}, []string{
			"src/a.py\n\n````\n<<<<<<< SEARCH\n\n=======\n\n>>>>>>> REPLACE\n````",
		}},
		"a patch": {"Text.\n***‸", []string{"*** Begin Patch (apply-patch)"}, []string{
			"Text.\n*** Begin Patch\n*** Update File: path/to/file\n@@\n-\n+\n*** End Patch",
		}},
		"a diff": {"--- ‸", []string{"--- a/ (unified-diff)"}, []string{
			"```diff\n--- a/path/to/file\n+++ b/path/to/file\n@@ ... @@\n-\n+\n```",
		}},
		"a diff in its fence": {"```diff\n--- ‸\n```\n", []string{"--- a/ (unified-diff)"}, []string{
			"```diff\n--- a/path/to/file\n+++ b/path/to/file\n@@ ... @@\n-\n+\n```\n",
		}},
		"both layouts": {"\n<<‸", []string{"<<<<<<< SEARCH (diff)", "<<<<<<< SEARCH (diff-fenced)"}, []string{
			"\npath/to/file\n````\n<<<<<<< SEARCH\n\n=======\n\n>>>>>>> REPLACE\n````",
			"\n````\npath/to/file\n<<<<<<< SEARCH\n\n=======\n\n>>>>>>> REPLACE\n````",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			labels, texts := completed(t, `{}`, c.chat, nil)
			assert.Equal(t, c.labels, labels)
			assert.Equal(t, c.texts, texts)
		})
	}
	_, texts := completed(t, withSnippets, "««‸", nil)
	require.Len(t, texts, 2)
	assert.Equal(t, "${1:path/to/file}\n««« EDIT\n$2\n═══════ REPL\n$3\n»»» EDIT END\n$0", texts[1])
	_, texts = completed(t, withSnippets, "--- ‸", nil)
	assert.Equal(t, []string{"```diff\n--- a/${1:path/to/file}\n+++ b/$1\n@@ ... @@\n-$2\n+$3\n```\n$0"}, texts)
}

func TestCompletionInsideBlocks(t *testing.T) {
	target := "import os\n\ndef one():\n    return 1\n\ndef two():\n    return 2\n    # ${x}\n"
	for name, c := range map[string]struct {
		chat string
		want []string
	}{
		"all lines, in order": {
			"a.py\n««« EDIT\n‸\n═══════ REPL\nx\n»»» EDIT END\n",
			[]string{"import os", "def one():", "return 1", "def two():", "return 2", "# ${x}"},
		},
		"what follows comes first": {"a.py\n««« EDIT\ndef two():\n‸\n═══════ REPL\nx\n»»» EDIT END\n", []string{"return 2", "import os", "def one():", "return 1", "def two():", "# ${x}"}},
		"what was typed":           {"a.py\n««« EDIT\ndef two():\n  re‸\n═══════ REPL\nx\n»»» EDIT END\n", []string{"return 2", "return 1"}},
		"a block being written":    {"a.py\n««« EDIT\ndef o‸", []string{"def one():"}},
		"old lines":                {"a.py\n««« EDIT\n───────\ndef o‸\n═══════\nx\n───────\n»»»\n", []string{"def one():"}},
		"a trailing anchor":        {"a.py\n««« EDIT\n───────\n═══════\nx\n───────\ndef o‸\n»»»\n", []string{"def one():"}},
		"a find text":              {"FILE: a.py\nFIND:\ndef o‸\nREPLACE:\nx\nEND\n", []string{"def one():"}},
		"the separator":            {"a.py\n««« EDIT\none\n══‸\n", []string{"═══════ REPL"}},
		"the end":                  {"a.py\n««« EDIT\none\n═══════ REPL\nuno\n»‸\n", []string{"»»» EDIT END"}},
		"a patch's end":            {"*** Begin Patch\n*** Update File: a.py\n@@\n-import os\n***‸\n", []string{"*** End Patch"}},
		"the divider":              {"a.py\n<<<<<<< SEARCH\none\n==‸\n", []string{"======="}},
	} {
		t.Run(name, func(t *testing.T) {
			labels, _ := completed(t, `{}`, c.chat, files{"a.py": target})
			assert.Equal(t, c.want, labels)
		})
	}
	_, texts := completed(t, withSnippets, "a.py\n««« EDIT\n  #‸\n═══════ REPL\nx\n»»» EDIT END\n", files{"a.py": target})
	assert.Equal(t, []string{"a.py\n««« EDIT\n    # ${x}\n═══════ REPL\nx\n»»» EDIT END\n"}, texts, "with the file's indentation, and as it stands")
}

func completionIsBounded(t *testing.T) {
	var many strings.Builder
	for i := range 3 * maxCompleted {
		many.WriteString(strings.Repeat("x", i+1) + "\n")
	}
	u := begin(t, files{"chat.md": block("a.txt", "x\n", "y\n"), "a.txt": many.String()})
	uri := u.open("chat.md")
	var list protocol.CompletionList
	u.do(u.Call(u.ctx, "textDocument/completion", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "position": at(2, 1),
	}, &list))
	assert.Len(t, list.Items, maxCompleted)
	assert.True(t, list.IsIncomplete)
	for _, item := range list.Items {
		assert.LessOrEqual(t, len([]rune(item.Label)), maxLabel+1)
	}
}
