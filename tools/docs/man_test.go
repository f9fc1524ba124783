package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each command has a page with the sections that people look for, which man renders without warnings.
func TestManPages(t *testing.T) {
	dir := t.TempDir()
	writeMan(dir, "1.2.3")
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	require.NoError(t, err)
	assert.Greater(t, len(pages), 12)
	apply, err := os.ReadFile(filepath.Join(dir, "edit-lsp-apply.1"))
	require.NoError(t, err)
	for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"} {
		assert.Contains(t, string(apply), ".SH "+section+"\n")
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		assert.Contains(t, string(text), ".SH EXIT STATUS\n", page)
	}
	if _, err := exec.LookPath("man"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("man is missing")
		}
		t.Skip("man is missing, so the pages are not rendered")
	}
	man := exec.Command("man", append([]string{"--warnings", "-E", "UTF-8", "-Tutf8", "-Z", "-l"}, pages...)...)
	man.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "MANWIDTH=80", "MANROFFSEQ=")
	var warnings bytes.Buffer
	man.Stderr = &warnings
	out, err := man.Output()
	require.NoError(t, err, warnings.String())
	assert.NotEmpty(t, out)
	assert.Empty(t, warnings.String())
}
