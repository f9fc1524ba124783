package vscode_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// VS Code for the Web has no server side at all.
func TestInVSCodeForTheWeb(t *testing.T) {
	if installation == "" {
		t.Skip("SKIPPED: VS Code for the Web was not driven; editors/vscode/test/run does it")
	}
	out, err := exec.CommandContext(t.Context(), "node", "--test", "test/web.test.mjs").CombinedOutput()
	require.NoError(t, err, "%s", out)
}
