package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
)

// chatsDir holds the example chats; its README.md describes them.
const chatsDir = "../../../testdata/chats"

// Each example chat applies completely and results in the files in after. UPDATE updates those.
func TestChats(t *testing.T) {
	flags := map[string][]string{"whole-file": {"--code-blocks"}}
	entries, err := os.ReadDir(chatsDir)
	require.NoError(t, err)
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		t.Run(e.Name(), func(t *testing.T) {
			dir, root := filepath.Join(chatsDir, e.Name()), t.TempDir()
			chats, err := filepath.Glob(filepath.Join(dir, "*.md"))
			require.NoError(t, err)
			require.Len(t, chats, 1)
			require.NoError(t, os.CopyFS(root, os.DirFS(filepath.Join(dir, "before"))))
			args := append([]string{"--root", root, chats[0]}, flags[e.Name()]...)
			checked := start(t, "", nil, binary(t), append([]string{"check"}, args...)...)
			require.Zero(t, checked.status, "check: %s%s", checked.out, checked.err)
			applied := start(t, "", nil, binary(t), append([]string{"apply", "--yes"}, args...)...)
			require.Zero(t, applied.status, "apply: %s%s", applied.out, applied.err)

			after := filepath.Join(dir, "after")
			if golden.Update {
				require.NoError(t, os.RemoveAll(after))
				require.NoError(t, os.CopyFS(after, os.DirFS(root)))
			}
			require.Equal(t, tree(t, after), tree(t, root))
		})
	}
}
