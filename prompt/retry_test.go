package prompt_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

const template = "Some edits failed due to ambiguous anchors (the context lines matched multiple locations in the file). " +
	"Please retry these edits with more unique anchor context — include a distinctive preceding line (like a function name, class definition, or unique comment) to disambiguate:\n\n"

func block(path, edit, repl string) string {
	return path + "\n««« EDIT\n" + edit + "═══════ REPL\n" + repl + "»»» EDIT END\n\n"
}

var project = memory{
	"src/shapes.py": `"""Shapes."""


class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        # in square metres
        size = self.side
        return size


class Circle:
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        # in square metres
        size = self.radius
        return size
`,
	"src/app.go": "package main\n\nfunc main() {\n\tprintln(\"hello\")\n}\n",
	"run.rb":     "def run\n  work\nend\n",
	"long.txt":   numbered(1000),
	"wide.txt":   "first\n" + strings.Repeat("x", 5000) + "\nlast\n",
	"docs.md":    "Title\n=======\n\nsrc/app.go\n««« EDIT\nx\n═══════ REPL\ny\n»»» EDIT END\n",
	"on.md":      "<!-- edit-lsp: on -->\n\n$ rm -rf x\n\nwords\n",
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestRetry(t *testing.T) {
	for _, test := range []struct {
		name, chat string
		options    diagnostics.Options
	}{
		{name: "ambiguous", chat: block("src/shapes.py", "        # in square metres\n", "        # in m²\n")},
		{name: "ambiguous_many", chat: block("src/shapes.py", "\n", "x\n") + block("src/shapes.py", "x\n", "y\n")},
		{name: "mismatch", chat: block("src/app.go", "func main() {\n    println(\"hello\")\n}\n", "func main() {\n}\n")},
		{name: "near", chat: block("src/shapes.py", "    def __init__(self, size):\n        self.side = size\n", "")},
		{name: "absent_small", chat: block("src/app.go", "import zeta\n", "")},
		{name: "absent_large", chat: block("long.txt", "nothing of the kind\n", "")},
		{name: "moved", chat: "src/shapes.py\n««« EDIT\nclass Square:\n───────\n        size = self.radius\n═══════\nx\n───────\n»»»\n"},
		{name: "missing_file", chat: block("lost.py", "a\n", "b\n") + block("src/app.go", "package main\n", "package app\n")},
		{name: "missing_patched", chat: block("src/app.go", "package main\n", "package app\n") + "*** Begin Patch\n*** Update File: lost.py\n@@\n-a\n+b\n*** Update File: gone.py\n*** Move to: new.py\n*** Delete File: old.py\n*** End Patch\n"},
		{name: "missing_diffed", chat: block("src/app.go", "package main\n", "package app\n") + "```diff\n--- a/lost.py\n+++ b/lost.py\n@@ -1 +1 @@\n-a\n+b\n```\n"},
		{name: "missing_found", chat: block("src/app.go", "package main\n", "package app\n") + "FILE: lost.py\nFIND:\na\nREPLACE:\nb\nEND\n"},
		{name: "unreadable", chat: block("secret.txt", "a\n", "b\n")},
		{name: "existing_file", chat: block("src/app.go", "", "package app\n")},
		{name: "not_in_context", chat: block("src/app.go", "a\n", "b\n"), options: diagnostics.Options{Context: []string{"lib/**"}}},
		{name: "waiting", chat: block("src/app.go", "a\n", "b\n") + block("src/app.go", "func main() {\n", "func mine() {\n") + block("src/app.go", "func mine() {\n", "func our() {\n") + block("src/app.go", "package mine\n", "package app\n") + block("lost.py", "a\n", "b\n") + block("lost.py", "c\n", "b\n")},
		{name: "spoiled", chat: block("src/app.go", "func main() {\n", "func mine() {\n") + block("src/app.go", "func main() {\n\tprintln(\"hello\")\n", "")},
		{name: "problems", chat: "src/app.go\n««« EDIT\npackage main\n»»» EDIT END\n\n\n««« EDIT\nx\n═══════ REPL\ny\n»»» EDIT END\n\nsrc/app.go\n««« EDIT\npackage main\n═══════ REPL\n"},
		{name: "find_replace", chat: "FIND:\na\nREPLACE:\nb\nEND\n\nFILE: src/app.go\nFIND:\n\nREPLACE:\nx\nEND\n\nFIND:\nimport os\nREPLACE:\nEND\n"},
		{name: "refused_paths", chat: block("../a.txt", "a\n", "b\n")},
		{name: "both_kinds", chat: block("src/shapes.py", "        # in square metres\n", "") + block("src/app.go", "import os\n", "")},
		{name: "wide", chat: block("wide.txt", "first\nmiddle\n", "")},
		{name: "blocks_in_file", chat: block("docs.md", "Title\n=======\n\nsrc/app.py\n", "words\n")},
		{name: "switch_in_file", chat: block("on.md", "wordz\n", "x\n")},
		{name: "open_block_behind", chat: block("run.rb", "  wark\n", "") + "FILE: run.rb\nFIND:\ndef run\nREPLACE:\ndef go\n"},
		{name: "turns", chat: "# User\n\nedit\n\n# Assistant\n\n" + block("src/app.go", "stale\n", "b\n") + "# User\n\nagain\n\n# Assistant\n\n" + block("src/app.go", "import zeta\n", "b\n")},
		{name: "turns_all", chat: "# User\n\nedit\n\n# Assistant\n\n" + block("src/app.go", "stale\n", "b\n") + "# User\n\nagain\n", options: diagnostics.Options{Options: apply.Options{Scope: parse.ScopeAll}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.options.Scope == "" {
				test.options.Scope = parse.ScopeAuto
			}
			expect(t, "retry/"+test.name+".md", retry(t, test.chat, project, test.options))
		})
	}
}

// Ambiguous edits come first, with exactly the specified wording and a line for each.
func TestRetryTemplate(t *testing.T) {
	one := block("src/shapes.py", "        # in square metres\n", "        # in m²\n")
	s := retry(t, one, project, options)
	require.True(t, strings.HasPrefix(s, template+golden.Words("- src/shapes.py: {ambiguous-match} (matches at lines 9 and 19)\n\n")), s)

	files := memory{"a.txt": "x\nx\nx\n", "b.txt": "y\ny\n"}
	s = retry(t, block("a.txt", "x\n", "z\n")+block("b.txt", "y\n", "z\n"), files, options)
	require.True(t, strings.HasPrefix(s, template+
		golden.Words("- a.txt: {ambiguous-match} (matches at lines 1, 2 and 3)\n")+
		golden.Words("- b.txt: {ambiguous-match} (matches at lines 1 and 2)\n\n")), s)

	// Other failures don't use it.
	s = retry(t, block("a.txt", "nothing\n", "z\n"), files, options)
	assert.NotContains(t, s, "ambiguous")
	// A block that takes the first match hasn't failed.
	require.Empty(t, retry(t, "a.txt\n```\n<<<<<<< SEARCH\nx\n=======\nz\n>>>>>>> REPLACE\n```\n", files, options))
}

// A model can't make a tool's call again by writing it.
func TestRetryOfAMalformedCallAsksForBlocks(t *testing.T) {
	s := retry(t, "```json\n{\"path\": \"src/app.go\", \"old_str\": \"a\" \"new_str\": \"b\"}\n```\n", project, options)
	assert.Contains(t, s, "as edit blocks instead")
	assert.Contains(t, s, "The block at line 2 begins:")
	assert.Contains(t, s, "An edit block is written like this")
	assert.NotContains(t, s, "in the same format")
	assert.NotContains(t, s, "marker")
}

// Applied as a whole file, a quote would cut its file.
func TestRetryQuotesAreNoCodeBlocks(t *testing.T) {
	for _, path := range []string{"src/shapes.py", "long.txt", "run.rb"} {
		s := retry(t, block(path, "def run(x)\nnothing like it\n", "z\n"), project, options)
		require.Contains(t, s, path)
		doc, err := parse.Document(t.Context(), text.New(s), parse.Options{}, nil)
		require.NoError(t, err)
		assert.Empty(t, doc.Proposals, s)
	}
}

func TestRetryNothing(t *testing.T) {
	for name, chat := range map[string]string{
		"no blocks":       "Words.\n",
		"all apply":       block("src/app.go", "package main\n", "package app\n"),
		"applied already": block("src/app.go", "package app\n", "package main\n"),
		"about formats":   block("no/such.py", "a\n", "b\n"),
		"an earlier turn": "# User\n\nx\n\n# Assistant\n\n" + block("src/app.go", "stale\n", "b\n") + "# User\n\ny\n\n# Assistant\n\nNo.\n",
	} {
		t.Run(name, func(t *testing.T) { require.Empty(t, retry(t, chat, project, options)) })
	}
}

func TestRetryIsBounded(t *testing.T) {
	files := memory{}
	chat := ""
	for i := range 60 {
		name := fmt.Sprintf("f%d.txt", i)
		files[name] = numbered(500)
		chat += block(name, "", "x\n")
	}
	s := retry(t, chat, files, options)
	assert.Equal(t, 60, strings.Count(s, "File already exists"))
	assert.Less(t, strings.Count(s, "\n"), 600)
	assert.Contains(t, s, "The rest of these files isn't shown")
}

// Commands quoted from a file or a chat aren't suggestions.
func TestRetrySuggestsNothing(t *testing.T) {
	files := memory{"a.sh": "set -e\ngit rm -r build\n$ rm -rf out\n"}
	s := retry(t, block("a.sh", "git rm -r bild\n", "x\n"), files, options)
	assert.Contains(t, s, "'git rm -r build'")
	assert.Contains(t, s, "> $ rm -rf out\n")
}

// A failing edit can't reveal lines of a protected file.
func TestRetryShowsNoSecrets(t *testing.T) {
	files := memory{".env": "KEY=secret\nMODE=secret\nA=1\nA=1\n"}
	for _, chat := range []string{
		block(".env", "KEY=\n", "x\n"),
		block(".env", "MODE=secred\n", "x\n"),
		block(".env", "KEY=secret\nMODE=other\n", "x\n"),
		block(".env", "A=1\n", "x\n"),
		block(".env", "", "x\n"),
	} {
		s := retry(t, chat, files, options)
		require.Contains(t, s, "- .env")
		assert.NotContains(t, strings.ReplaceAll(s, "that looks for `KEY=secret`", ""), "secret")
		assert.NotContains(t, s, "as the file is now:")
	}
}

func TestRetryIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := prompt.Retry(ctx, text.New(block("a", "", "")), parse.Options{}, []prompt.Failure{{Path: "a", Message: "Failed"}})
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, s)
}

// FuzzRetry checks that a prompt appended to any chat doesn't change how the chat is read.
func FuzzRetry(f *testing.F) {
	for _, content := range project {
		f.Add(block("a.txt", "x\ny\n", "z\n"), content)
		f.Add("a.txt\n```\n<<<<<<< SEARCH\nx\n=======\n", content)
	}
	f.Add("FILE: a.txt\nFIND:\nx\n", "replace:\nend\n")
	f.Fuzz(func(t *testing.T, chat, content string) {
		if len(chat) > 1<<12 || len(content) > 1<<12 {
			return
		}
		files := memory{"a.txt": text.Decode(content).String()}
		chat = text.Decode(chat).String()
		r := checkChat(t, chat, files, options)
		failures := prompt.Failures(r)
		s, err := prompt.Retry(context.Background(), r.Plan.Document.Text, parse.Options{}, failures)
		require.NoError(t, err)
		was, is := parsed(t, chat), parsed(t, chat+"\n\n"+s)
		require.Len(t, is.Blocks, len(was.Blocks), s)
		require.Len(t, is.Problems, len(was.Problems), s)
		require.Len(t, is.Shell, len(was.Shell), s)
	})
}
