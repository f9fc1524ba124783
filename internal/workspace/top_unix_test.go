//go:build unix

package workspace

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A repository of another user isn't used, as by git, and nor is one above it.
func TestGitTopOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	inner := filepath.Join(dir, "inner")
	for _, d := range []string{dir, inner} {
		require.NoError(t, os.MkdirAll(filepath.Join(d, ".git"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(d, ".git", "HEAD"), nil, 0o600))
	}
	assert.Equal(t, inner, GitTop(inner))
	require.NoError(t, os.Chown(filepath.Join(inner, ".git"), 1234, -1))
	assert.Empty(t, GitTop(inner))
	assert.Equal(t, dir, GitTop(dir))
}
