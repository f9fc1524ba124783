package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// shellCommands are commands in a chat with the title of the offered file operation, empty for
// most.
var shellCommands = []struct{ name, command, title string }{
	{"git rm of a file", "git rm old.txt", "Delete old.txt"},
	{"git rm of two files", "git rm old.txt sub/s.txt", "Delete old.txt, sub/s.txt"},
	{"git rm of a protected file", "git rm .env", "Delete .env (protected)"},
	{"git mv", "git mv a.txt sub/b.txt", "Rename a.txt to sub/b.txt"},
	{"git mv to a protected file", "git mv a.txt .envrc", "Rename a.txt to .envrc (protected)"},
	{"an option", "git rm -f old.txt", ""},
	{"a long option", "git rm --cached old.txt", ""},
	{"a recursive option", "git rm -r sub", ""},
	{"the end of options", "git rm -- old.txt", ""},
	{"an option of git", "git -C sub rm s.txt", ""},
	{"a substitution", "git rm $(echo old.txt)", ""},
	{"backticks", "git rm `echo old.txt`", ""},
	{"a variable", "git rm $HOME/old.txt", ""},
	{"another command after ;", "git rm old.txt; rm -rf sub", ""},
	{"another command after &&", "git rm old.txt && rm -rf sub", ""},
	{"another command after ||", "git rm old.txt || rm -rf sub", ""},
	{"a pipe", "git rm old.txt | sh", ""},
	{"in the background", "git rm old.txt &", ""},
	{"into a file", "git rm old.txt > a.txt", ""},
	{"a line that goes on", "git rm old.txt \\\n  a.txt", ""},
	{"a star", "git rm *.txt", ""},
	{"a question mark", "git rm ol?.txt", ""},
	{"a set", "git rm [o]ld.txt", ""},
	{"braces", "git rm {old,a}.txt", ""},
	{"quotes", "git rm 'old.txt'", ""},
	{"a comment", "git rm old.txt #", ""},
	{"rm -rf of the home folder", "rm -rf ~", ""},
	{"rm -rf of a folder", "rm -rf sub", ""},
	{"mkdir outside", "mkdir -p ../x", ""},
	{"mkdir inside", "mkdir -p d", ""},
	{"git rm above the folder", "git rm ../x", ""},
	{"git rm of an absolute path", "git rm /etc/passwd", ""},
	{"git rm in the home folder", "git rm ~/x", ""},
	{"git rm in git's folder", "git rm .git/config", ""},
	{"git rm of a folder", "git rm sub", ""},
	{"git rm of nothing", "git rm none.txt", ""},
	{"git mv onto a file", "git mv a.txt old.txt", ""},
	{"git mv out of the folder", "git mv a.txt ../b.txt", ""},
	{"git mv into the folder", "git mv ../x b.txt", ""},
	{"git mv into git's folder", "git mv a.txt .git/hooks/pre-commit", ""},
	{"git mv of a file of git's", "git mv .git/config config", ""},
	{"git mv into a missing folder", "git mv a.txt none/a.txt", ""},
	{"git rm of a link", "git rm link.txt", ""},
	{"git mv of a link", "git mv link.txt b.txt", ""},
	{"git mv of three", "git mv a.txt old.txt sub", ""},
}

// shellFiles is a workspace with a chat that has a command, and a file next to the workspace.
func shellFiles(command string) files {
	return files{
		"ws/chat.md": block("a.txt", "one\n", "uno\n") + "\n```sh\n" + command + "\n```\n",
		"ws/a.txt":   "one\n", "ws/old.txt": "-\n", "ws/sub/s.txt": "-\n", "ws/.git/config": "-\n", "ws/.env": "-\n", "x": "-\n",
	}
}

func shellCases(*testing.T) []trust.Case {
	var cases []trust.Case
	for _, c := range shellCommands {
		cases = append(cases, trust.Case{Name: c.name, Run: func(t *testing.T) {
			u := beginShell(t, c.command)
			assert.Equal(t, c.title, strings.Join(u.fileOperations(u.open("ws/chat.md")), "; "))
		}})
	}
	return cases
}

func beginShell(t *testing.T, command string) *under {
	dir := lay(t, shellFiles(command))
	require.NoError(t, os.Symlink("old.txt", filepath.Join(dir, "ws/link.txt")))
	u := launch(t, dir, Options{})
	u.connect(optionsIn(u.path("ws")))
	return u
}

// fileOperations returns the titles of the actions at the first command, without the one that
// applies the edit.
func (u *under) fileOperations(chat protocol.DocumentUri) []string {
	u.t.Helper()
	list, err := u.CodeActions(u.ctx, chat, 8)
	u.do(err)
	var titles []string
	for _, a := range list {
		if a.Title != "Apply the one edit in this document" {
			titles = append(titles, a.Title)
		}
	}
	return titles
}

// No command in a chat is ever run, whatever is shown and applied.
func shellCommandsAreNotRun(t *testing.T) {
	var all []string
	for _, c := range shellCommands {
		all = append(all, c.command)
	}
	u := beginShell(t, strings.Join(all, "\n"))
	chat := u.open("ws/chat.md")
	u.settled()
	for line := range strings.Count(u.Text(chat), "\n") {
		u.titles(chat, line+1)
		u.reads(chat, line)
	}
	u.choose(chat, 2, "Apply edit")
	u.save()
	want := shellFiles(strings.Join(all, "\n"))
	want["ws/a.txt"] = "uno\n"
	for name, content := range want {
		assert.Equal(t, content, u.content(name), name)
	}
	assert.NoDirExists(t, u.path("ws/d"))
}

// reads sends all requests at a 0-based line, except for actions.
func (u *under) reads(chat protocol.DocumentUri, line int) {
	u.t.Helper()
	end := len(strings.Split(u.Text(chat), "\n")[line])
	for _, method := range []string{"completion", "definition", "hover", "diagnostic", "semanticTokens/full", "inlayHint", "documentLink", "codeLens"} {
		u.do(u.Call(u.ctx, "textDocument/"+method, map[string]any{
			"textDocument": map[string]any{"uri": chat}, "position": at(line, end), "range": from(at(0, 0), at(line, 0)),
		}, nil))
	}
}
