package vscode_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Five edits in four files are reviewed and applied in their targets.
func TestReviewInTheTargets(t *testing.T) {
	edit := func(path, before, after string) string {
		return path + "\n««« EDIT\n" + before + "\n═══════ REPL\n" + after + "\n»»» EDIT END\n\n"
	}
	five := "Five changes:\n\n" +
		edit("src/cart.py", "    return sum(l.cents for l in lines)", "    return sum(l.cents * l.count for l in lines)") +
		edit("src/shop.py", "NAME = \"shop\"", "NAME = \"corner shop\"") +
		edit("src/shop.py", "def close():\n    pass", "def close():\n    return None") +
		edit("notes.md", "Old.", "New.") +
		edit("src/stock.py", "COUNT = 1", "COUNT = 2")
	stops := []string{"src/cart.py:2", "src/shop.py:1", "src/shop.py:5", "notes.md:3", "src/stock.py:1"}
	counts := []string{"Save 1 file", "Save 2 files", "Save 2 files", "Save 3 files", "Save 4 files"}
	root, f := trusted.playWith(t, "review", map[string]any{"first": 4, "stops": stops, "counts": counts},
		file{"chat.md", five}, file{"notes.md", "# Notes\n\nOld.\n"}, file{"src/stock.py", "COUNT = 1\n"})
	assert.Contains(t, f.Lenses, "Edit 1 of 5 from chat.md: Apply | Preview | Go to chat")
	assert.Contains(t, f.Menu, "Edit Blocks")
	assert.Equal(t, []string{
		"Applied 1 edit to src/cart.py", "Save 1 file",
		"Applied 1 edit to src/shop.py", "Save 2 files",
		"Applied 1 edit to src/shop.py", "Save 2 files",
		"Applied 1 edit to notes.md", "Save 3 files",
		"Save 4 files",
	}, f.After)
	assert.Equal(t, []string{"Applied 1 edit to src/stock.py."}, f.Message)
	assert.Equal(t, []string{"Save the 4 Files"}, f.Buttons)
	assert.Equal(t, "chat.md", f.Titles[0], "the chat keeps its tab")
	disk{cart: cartAfter, shop: strings.Replace(shopAfter, "close():\n    pass", "close():\n    return None", 1)}.check(t, root)
	for name, want := range map[string]string{"notes.md": "# Notes\n\nNew.\n", "src/stock.py": "COUNT = 2\n"} {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		require.NoError(t, err)
		assert.Equal(t, want, string(data), name)
	}
}

// The key that applies the edit at the cursor says so if there is none, or why it doesn't apply.
func TestTheKeySaysWhyNot(t *testing.T) {
	failing := "src/cart.py\n««« EDIT\nreturn sum(l.cents for l in lines)\n═══════ REPL\nreturn 0\n»»» EDIT END\n"
	_, f := trusted.playWith(t, "whyNot", map[string]any{"path": "src/cart.py", "lines": []int{1, 2}}, file{"chat.md", failing})
	require.Len(t, f.Message, 2)
	assert.Contains(t, f.Message[0], "There is no edit block at the cursor.")
	assert.Equal(t, "Edit 1 of 1 doesn't apply: the indentation differs.", f.Message[1])
}

func TestASession(t *testing.T) {
	root, f := trusted.playWith(t, "session", map[string]any{"ambiguous": 20, "place": "Apply at line 5, in def close(", "first": 4})
	disk{
		cart: strings.Replace(cartAfter, "sum(l.cents * l.count for l in lines)", "round(sum(l.cents * l.count for l in lines))", 1),
		shop: "NAME = \"corner shop\"\ndef open():\n    pass\ndef close():\n    return None\n",
		page: pageAfter,
	}.check(t, root)
	require.NotEmpty(t, f.After)
	assert.Contains(t, strings.Join(f.After, "\n"), "Reverted 1 edit in 1 file; left: line 4 (the lines were changed since")
	assert.Contains(t, f.Message, "Applied 2 edits to 2 files. Saved.", "what was typed is in another file")
}

func TestUndoInTheMessage(t *testing.T) {
	root, f := trusted.play(t, "undoAll")
	assert.Equal(t, []string{"Reverted 3 edits in 3 files."}, f.Message)
	untouched.check(t, root)
}

func TestTheViewOfTheClipboard(t *testing.T) {
	answer, _, _ := strings.Cut(chat, "\nsrc/shop.py")
	root, f := trusted.playWith(t, "clipboardInTheView", map[string]any{"answer": answer})
	assert.Equal(t, []string{"the clipboard: 1 block, 1 applied"}, f.Summary)
	assert.Equal(t, []string{"src/cart.py", "applied line 2 +1 −1"}, f.Rows)
	assert.Equal(t, f.Summary, f.After)
	disk{cart: cartAfter, shop: shop}.check(t, root)
}

// A path in both folders is chosen from the light bulb. The new file then goes where the other files are.
func TestSeveralFolders(t *testing.T) {
	host.need(t)
	web := filepath.Join(filepath.Dir(freshWorkspace(t)), "web")
	api := filepath.Join(filepath.Dir(web), "api")
	for path, content := range map[string]string{
		filepath.Join(api, "x.ini"):                  "a = 1\n",
		filepath.Join(web, "x.ini"):                  "a = 1\n",
		filepath.Join(web, "b.ini"):                  "b = 1\n",
		filepath.Join(web, "..", "x.code-workspace"): `{"folders": [{"path": "api"}, {"path": "web"}]}`,
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	answer := "x.ini\n««« EDIT\na = 1\n═══════ REPL\na = 2\n»»» EDIT END\n\nweb/b.ini\n««« EDIT\nb = 1\n═══════ REPL\nb = 2\n»»» EDIT END\n\n" +
		"new.ini\n««« EDIT\n═══════ REPL\nc = 2\n»»» EDIT END\n"
	f := trusted.drive(t, api, map[string]any{
		"scenario": "severalFolders", "workspace": filepath.Join(web, "..", "x.code-workspace"), "answer": answer, "place": "Use the file in web",
	})
	assert.Equal(t, []string{"ambiguous-root"}, f.OpenedFindings)
	assert.Equal(t, []string{"Applied 3 edits to 3 files. Saved."}, f.Message)
	for name, want := range map[string]string{"api/x.ini": "a = 1\n", "web/x.ini": "a = 2\n", "web/b.ini": "b = 2\n", "web/new.ini": "c = 2\n"} {
		data, err := os.ReadFile(filepath.Join(web, "..", filepath.FromSlash(name)))
		require.NoError(t, err)
		assert.Equal(t, want, string(data), name)
	}
}
