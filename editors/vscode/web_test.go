package vscode_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// VS Code for the Web has no server side at all.
func TestInVSCodeForTheWeb(t *testing.T) {
	host.need(t)
	test := exec.CommandContext(t.Context(), "node", "--test", "test/web.test.mjs")
	test.Env = append(os.Environ(), "EDIT_LSP_EXTENSION="+host.extension)
	out, err := test.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
