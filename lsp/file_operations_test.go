package lsp

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// rename moves a file or folder like an editor: it sends the request, applies the answer, and
// notifies.
func (u *under) rename(from, to string) *protocol.WorkspaceEdit {
	u.t.Helper()
	params := map[string]any{"files": []any{map[string]any{"oldUri": u.uri(from), "newUri": u.uri(to)}}}
	var edit *protocol.WorkspaceEdit
	u.do(u.Call(u.ctx, "workspace/willRenameFiles", params, &edit))
	if edit != nil {
		u.do(u.Apply(u.ctx, *edit))
	}
	u.do(os.MkdirAll(filepath.Dir(u.path(to)), 0o755))
	u.do(os.Rename(u.path(from), u.path(to)))
	u.do(u.Notify(u.ctx, "workspace/didRenameFiles", params))
	u.settled()
	return edit
}

func TestRenamedTargetIsFollowed(t *testing.T) {
	for name, c := range map[string]struct{ path, from, to, want string }{
		"a file":                 {"src/a.txt", "src/a.txt", "src/b.txt", "src/b.txt"},
		"into another folder":    {"src/a.txt", "src/a.txt", "lib/deep/a.txt", "lib/deep/a.txt"},
		"a folder":               {"src/a.txt", "src", "lib", "lib/a.txt"},
		"in backticks, in prose": {"Change `src/a.txt` so:", "src/a.txt", "src/b.txt", "Change `src/b.txt` so:"},
		"with a prefix of git's": {"a/src/a.txt", "src/a.txt", "src/b.txt", "src/b.txt"},
		"absolute":               {"$DIR/src/a.txt", "src/a.txt", "src/b.txt", "$DIR/src/b.txt"},
		"a keyword":              {"FILE: src/a.txt", "src/a.txt", "src/b.txt", "FILE: src/b.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"src/a.txt": "one\n"})
			path, want := replaceDir(c.path, u.dir), replaceDir(c.want, u.dir)
			body := "\n<<<<<<< SEARCH\none\n=======\nuno\n>>>>>>> REPLACE\n"
			if name == "a keyword" {
				body = "\nFIND:\none\nREPLACE:\nuno\nEND\n"
			}
			write(t, u.dir, files{"chat.md": path + body})
			uri := u.open("chat.md")
			require.Empty(t, u.codes(uri))
			require.NotNil(t, u.rename(c.from, c.to))
			assert.Equal(t, want+body, u.Text(uri))
			assert.Empty(t, u.codes(uri))
		})
	}
}

func replaceDir(s, dir string) string {
	const sign = "$DIR"
	if i := len(sign); len(s) > i && s[:i] == sign {
		return dir + s[i:]
	}
	return s
}

// A path line of several blocks is changed once, an applied block stays applied, and paths of other
// files and in earlier turns don't change.
func TestWhatFollowsARename(t *testing.T) {
	chat := "## User\n\nHi.\n\n## Assistant\n\n" + block("a.txt", "zero\n", "null\n") +
		"\n## User\n\nMore.\n\n## Assistant\n\n" +
		"FILE: a.txt\nFIND:\none\nREPLACE:\nuno\nEND\nFIND:\ntwo\nREPLACE:\ndos\nEND\n\n" +
		block("b.txt", "three\n", "tres\n")
	all := files{"chat.md": chat, "other.md": block("a.txt", "two\n", "dos\n"), "a.txt": "uno\ntwo\n", "b.txt": "three\n"}
	u := begin(t, all)
	uri, other := u.open("chat.md"), u.open("other.md")
	before := u.codes(uri)
	edit := u.rename("a.txt", "c.txt")
	assert.Len(t, edit.DocumentChanges, 2)
	for _, c := range edit.DocumentChanges {
		assert.Len(t, c.TextDocumentEdit.Edits, 1)
		assert.EqualValues(t, 1, *c.TextDocumentEdit.TextDocument.Version)
	}
	assert.Contains(t, u.Text(uri), "\nFILE: c.txt\n")
	assert.Contains(t, u.Text(uri), "\na.txt\n««« EDIT\nzero")
	assert.Contains(t, u.Text(uri), "\nb.txt\n")
	assert.Equal(t, before, u.codes(uri))
	assert.Empty(t, u.codes(other))
}

// All lines of a patch that name a file below a renamed folder follow, and so does a code block.
func TestPatchFollowsARenamedFolder(t *testing.T) {
	for name, c := range map[string]struct{ chat, want string }{
		"a moved file": {
			"*** Begin Patch\n*** Delete File: src/d.py\n*** Update File: src/b.py\n*** Move to: src/c.py\n@@\n-q\n+r\n*** Update File: e.py\n@@\n-q\n+src/b.py\n*** End Patch\n",
			"*** Begin Patch\n*** Delete File: lib/d.py\n*** Update File: lib/b.py\n*** Move to: lib/c.py\n@@\n-q\n+r\n*** Update File: e.py\n@@\n-q\n+src/b.py\n*** End Patch\n",
		},
		"names that end alike": {
			"```diff\ndiff --git a/src/b.py b/old/src/b.py\nrename from src/b.py\nrename to old/src/b.py\n```\n\n*** Begin Patch\n*** Update File: src/d.py\n*** Move to: x/src/d.py\n@@\n-q\n+r\n*** End Patch\n",
			"```diff\ndiff --git a/lib/b.py b/old/src/b.py\nrename from lib/b.py\nrename to old/src/b.py\n```\n\n*** Begin Patch\n*** Update File: lib/d.py\n*** Move to: x/src/d.py\n@@\n-q\n+r\n*** End Patch\n",
		},
		"a file moved out of the folder": {
			"*** Begin Patch\n*** Update File: src/b.py\n*** Move to: c.py\n@@\n-q\n+r\n*** End Patch\n",
			"*** Begin Patch\n*** Update File: lib/b.py\n*** Move to: c.py\n@@\n-q\n+r\n*** End Patch\n",
		},
		"a diff of git's that renames": {
			"```diff\ndiff --git a/src/b.py b/src/c.py\nsimilarity index 50%\nrename from src/b.py\nrename to src/c.py\n--- a/src/b.py\n+++ b/src/c.py\n@@ -1 +1 @@\n-q\n+r\n```\n",
			"```diff\ndiff --git a/lib/b.py b/lib/c.py\nsimilarity index 50%\nrename from lib/b.py\nrename to lib/c.py\n--- a/lib/b.py\n+++ b/lib/c.py\n@@ -1 +1 @@\n-q\n+r\n```\n",
		},
		"diffs without git's header": {
			"```diff\n--- src/b.py\n+++ src/b.py\n@@ -1 +1 @@\n-q\n+r\n--- src/d.py\t2026-01-01\n+++ src/d.py\t2026-01-02\n@@ -1 +1 @@\n-q\n+r\n--- e.py\n+++ e.py\n@@ -1 +1 @@\n-q\n+r\n```\n",
			"```diff\n--- lib/b.py\n+++ lib/b.py\n@@ -1 +1 @@\n-q\n+r\n--- lib/d.py\t2026-01-01\n+++ lib/d.py\t2026-01-02\n@@ -1 +1 @@\n-q\n+r\n--- e.py\n+++ e.py\n@@ -1 +1 @@\n-q\n+r\n```\n",
		},
		"a line like a header's above one": {
			"```diff\n--- e.py\n+++ e.py\n@@ -1,2 +1 @@\n-q\n--- src/b.py\n--- src/b.py\n+++ src/b.py\n@@ -1 +1 @@\n-q\n+r\n```\n",
			"```diff\n--- e.py\n+++ e.py\n@@ -1,2 +1 @@\n-q\n--- src/b.py\n--- lib/b.py\n+++ lib/b.py\n@@ -1 +1 @@\n-q\n+r\n```\n",
		},
		"a new file": {
			"```diff\ndiff --git a/src/n.py b/src/n.py\nnew file mode 100644\n--- /dev/null\n+++ b/src/n.py\n@@ -0,0 +1 @@\n+r\n```\n",
			"```diff\ndiff --git a/lib/n.py b/lib/n.py\nnew file mode 100644\n--- /dev/null\n+++ b/lib/n.py\n@@ -0,0 +1 @@\n+r\n```\n",
		},
		"a code block": {
			"<!-- edit-lsp: on -->\n\nsrc/b.py\n```python\nzz\n```\n\n```python:src/d.py\nzz\n```\n",
			"<!-- edit-lsp: on -->\n\nlib/b.py\n```python\nzz\n```\n\n```python:lib/d.py\nzz\n```\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"chat.md": c.chat, "src/b.py": "q\n", "src/d.py": "q\n", "e.py": "q\n"})
			uri := u.open("chat.md")
			before := u.codes(uri)
			u.rename("src", "lib")
			assert.Equal(t, c.want, u.Text(uri))
			assert.Equal(t, before, u.codes(uri))
		})
	}
}

// The editor's folder and the path to the file may be links.
func TestRenameBelowALink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	u := launch(t, lay(t, files{"real/chat.md": block("a.txt", "one\n", "uno\n"), "real/a.txt": "one\n"}), Options{})
	u.do(os.Symlink("real", u.path("ws")))
	u.connect(optionsOf(t, "full", []string{u.path("ws")}))
	uri := u.open("ws/chat.md")
	require.Empty(t, u.codes(uri))
	require.NotNil(t, u.rename("ws/a.txt", "ws/b.txt"))
	assert.Empty(t, u.codes(uri))
	assert.Contains(t, u.Text(uri), "b.txt\n")
}

func TestRenameThatIsNotFollowed(t *testing.T) {
	for name, move := range map[string][2]string{
		"no target":           {"b.txt", "c.txt"},
		"out of the folder":   {"ws/a.txt", "outside.txt"},
		"a longer name":       {"ws/a", "ws/b"},
		"to a refused name":   {"ws/a.txt", "ws/.git/a.txt"},
		"a document's scheme": {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			u := launch(t, lay(t, files{"ws/chat.md": block("a.txt", "one\n", "uno\n"), "ws/a.txt": "one\n", "b.txt": ""}), Options{})
			u.connect(optionsOf(t, "full", []string{u.path("ws")}))
			u.open("ws/chat.md")
			from, to := string(u.uri(move[0])), string(u.uri(move[1]))
			if move[0] == "" {
				from, to = "untitled:a.txt", "untitled:b.txt"
			}
			var edit *protocol.WorkspaceEdit
			u.do(u.Call(u.ctx, "workspace/willRenameFiles", map[string]any{
				"files": []any{map[string]any{"oldUri": from, "newUri": to}},
			}, &edit))
			assert.Nil(t, edit)
		})
	}
}

// Files created and deleted by the editor are read again.
func TestFilesThatComeAndGo(t *testing.T) {
	u := begin(t, files{"chat.md": block("a.txt", "one\n", "uno\n")})
	uri := u.open("chat.md")
	assert.Equal(t, []string{"1 file-not-found"}, u.codes(uri))
	told := map[string]any{"files": []any{map[string]any{"uri": u.uri("a.txt")}}}
	write(t, u.dir, files{"a.txt": "one\n"})
	u.do(u.Notify(u.ctx, "workspace/didCreateFiles", told))
	assert.Empty(t, u.codes(uri))
	u.do(os.Remove(u.path("a.txt")))
	u.do(u.Notify(u.ctx, "workspace/didDeleteFiles", told))
	assert.Equal(t, []string{"1 file-not-found"}, u.codes(uri))
}
