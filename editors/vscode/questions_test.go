package vscode_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const codeBlocks = "src/cart.py\n```python\ndef total(lines):\n    return sum(l.cents * l.count for l in lines)\n```\n\n" +
	"docs/new/page.md\n```\n# Page\n\nText.\n```\n\n"

// An edit with risks is confirmed in a dialog that says why, not in VS Code's refactor preview. Code
// blocks are rows with their status, and have the keys and commands of blocks.
func TestQuestionsAndCodeBlocks(t *testing.T) {
	chat := "Two changes:\n\n.github/workflows/ci.yml\n««« EDIT\non: push\n═══════ REPL\non: pull_request\n»»» EDIT END\n\n" +
		codeBlocks + "src/shop.py\n```python\n# ... existing code ...\n```\n"
	root, f := trusted.playWith(t, "questions", map[string]any{"guarded": 4, "part": 12},
		file{"chat.md", chat}, file{".github/workflows/ci.yml", "on: push\n"})
	assert.Subset(t, f.Lenses, []string{"Apply…", "Write to src/cart.py (+1 −1)…", "Create docs/new/page.md", "Copy prompt"})
	assert.Equal(t, []string{
		".github/workflows/ci.yml", "asks first line 1 +1 −1",
		"src/cart.py", "asks first +1 −1 code block",
		"docs/new/page.md new file", "ready +3 −0 code block",
		"src/shop.py", "not read code block", "nothing but elisions",
	}, f.Rows)
	assert.Subset(t, f.Menu, []string{"Apply Edit", "Preview Edit", "Go to the Place in the File"})
	require.Len(t, f.Message, 2)
	assert.Equal(t, "Apply edit? Protected file: .github/workflows/ci.yml (GitHub runs it, with the project's secrets)", f.Message[0])
	assert.Equal(t, "Write to src/cart.py (+1 −1)? Replaces the whole file: src/cart.py", f.Message[1])
	assert.Equal(t, "src/cart.py ↔ code block at line 11 of chat.md", f.Title)
	assert.Contains(t, f.Texts[0], "src/shop.py")
	assert.Contains(t, f.Texts[1], "<<<<<<< SEARCH", "the format instructions")
	disk{cart: cart, shop: shop}.check(t, root)
	data, err := os.ReadFile(filepath.Join(root, ".github", "workflows", "ci.yml"))
	require.NoError(t, err)
	assert.Equal(t, "on: pull_request\n", string(data))
}

func TestAChangeOfACodeBlockInItsFile(t *testing.T) {
	root, f := trusted.playWith(t, "changeInTarget", map[string]any{"line": 6}, file{"chat.md", "# User\nPlease.\n# Assistant\n" + codeBlocks})
	assert.Equal(t, []int{2}, f.Lines)
	assert.Contains(t, f.Lenses, "Change 1 of 1 from chat.md: Apply | Preview | Go to chat")
	disk{cart: cart, shop: shop}.check(t, root)
}

func TestTheRevertedDeletionOfAFileWithCRLF(t *testing.T) {
	chat, old := "*** Begin Patch\n*** Delete File: docs/old.txt\n*** End Patch\n", "one\r\ntwo\r\n"
	root, _ := trusted.playWith(t, "deletionReverted", map[string]any{"line": 2}, file{"chat.md", chat}, file{"docs/old.txt", old})
	data, err := os.ReadFile(filepath.Join(root, "docs", "old.txt"))
	require.NoError(t, err)
	assert.Equal(t, old, string(data))
}

func TestAllCodeBlocks(t *testing.T) {
	root, f := trusted.playWith(t, "allCodeBlocks", map[string]any{}, file{"chat.md", "# User\nPlease.\n# Assistant\n" + codeBlocks})
	assert.Equal(t, []string{"Write 2 code blocks to their files? src/cart.py: +1 −1 docs/new/page.md: new file", "Applied 2 code blocks."}, f.Message)
	disk{cart: cartAfter, shop: shop, page: pageAfter}.check(t, root)
}

// In a chat with both, the code blocks' turn comes once no block is left.
func TestAllCodeBlocksBesideABlock(t *testing.T) {
	applied := "src/shop.py\n««« EDIT\nNAME = \"store\"\n═══════ REPL\nNAME = \"shop\"\n»»» EDIT END\n\n"
	root, f := trusted.playWith(t, "allCodeBlocks", map[string]any{}, file{"chat.md", "# User\nPlease.\n# Assistant\n" + applied + codeBlocks})
	assert.Equal(t, "Applied 2 code blocks.", f.Message[len(f.Message)-1])
	disk{cart: cartAfter, shop: shop, page: pageAfter}.check(t, root)
}

// A fence that isn't read is nothing to go on with: the message after the last code block offers to save. One that asks
// first is.
func TestTheLastCodeBlock(t *testing.T) {
	chat := "# User\nPlease.\n# Assistant\n" + codeBlocks + "src/shop.py\n```python\n# ... existing code ...\n```\n"
	root, f := trusted.playWith(t, "lastCodeBlock", map[string]any{"created": 12, "replaced": 6}, file{"chat.md", chat})
	assert.Len(t, f.After, 1, "no notification, since another one can be written")
	assert.Len(t, f.Message, 1)
	assert.Equal(t, []string{"Save the 2 Files"}, f.Buttons)
	disk{cart: cartAfter, shop: shop, page: pageAfter}.check(t, root)
}

func TestASavedAnswer(t *testing.T) {
	root, f := trusted.playWith(t, "savedAnswer", map[string]any{"answer": "Two changes:\n\n" + codeBlocks})
	assert.FileExists(t, filepath.Join(root, f.Title))
	disk{cart: cart, shop: shop, page: pageAfter}.check(t, root)
}
