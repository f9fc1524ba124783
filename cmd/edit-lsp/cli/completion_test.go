package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each flag completes to its values, or is one of those that take any.
func TestFlagsComplete(t *testing.T) {
	free := []string{
		"assistant-turn", "clientProcessId", "context", "context-file", "default-target", "instructions", "log-file",
		"max-file-size", "only", "pipe", "protect", "socket", "target", "unprotect", "user-turn", "verify",
	}
	var found []string
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			_, completes := c.GetFlagCompletionFunc(f.Name)
			completes = completes || f.Annotations[cobra.BashCompSubdirsInDir] != nil
			isBool := f.Value.Type() == "bool" && f.NoOptDefVal == "true"
			switch {
			case isBool:
			case slices.Contains(free, f.Name):
				found = append(found, f.Name)
				assert.False(t, completes, "--%s of %s", f.Name, c.Name())
			default:
				assert.True(t, completes, "--%s of %s takes some values but completes to none", f.Name, c.Name())
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(Root())
	slices.Sort(found)
	assert.Equal(t, free, slices.Compact(found), "flags that are no more")
}

// The scripts work in the shells themselves.
func TestCompletionInShells(t *testing.T) {
	for _, c := range []struct {
		shell, needs string
		flags        []string
	}{
		{"bash", "/usr/share/bash-completion/bash_completion", []string{"--norc", "--noprofile"}},
		{"zsh", "", []string{"-f"}},
		{"fish", "", []string{"--no-config"}},
	} {
		t.Run(c.shell, func(t *testing.T) {
			_, missing := exec.LookPath(c.shell)
			if missing == nil && c.needs != "" {
				_, missing = os.Stat(c.needs)
			}
			if missing != nil && os.Getenv("CI") != "" {
				t.Fatal(missing)
			} else if missing != nil {
				t.Skip("not tested: ", missing)
			}
			script, err := filepath.Abs("testdata/completion/complete." + c.shell)
			require.NoError(t, err)
			for _, line := range []struct{ typed, want string }{
				{"edit-lsp check --format s", "sarif"},
				{"edit-lsp explain old-lines-n", "old-lines-not-found"},
				{"edit-lsp diff --after-failure i", "independent"},
			} {
				cmd := exec.CommandContext(t.Context(), c.shell, append(slices.Clone(c.flags), script, line.typed, line.want)...)
				cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "PATH="+filepath.Dir(binary(t))+":"+os.Getenv("PATH"))
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s", out)
				assert.Contains(t, string(out), line.want)
			}
		})
	}
}
