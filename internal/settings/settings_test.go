package settings

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dialects are some, as the parser has them.
var dialects = []string{"anchored", "edit-repl", "apply-patch", "unified-diff"}

func TestEveryRowIsWhole(t *testing.T) {
	c := New(dialects)
	seen := map[string]bool{}
	for _, s := range Table {
		assert.False(t, seen[s.Name], "%s stands twice", s.Name)
		seen[s.Name] = true
		assert.NotEmpty(t, s.Type, s.Name)
		assert.True(t, strings.HasSuffix(s.Doc, "."), "%s: its doc is a sentence", s.Name)
		assert.Equal(t, s.Default, c.Text(s), "%s: the default in the table is the real one", s.Name)
		assert.Equal(t, "default", c.From[s.Name])
	}
}

func TestLaterSourcesWin(t *testing.T) {
	c := New(dialects)
	assert.Empty(t, c.ApplyFile(FromUser, "/home/u/edit-lsp.toml", "scope = \"all\"\nmaxFileSize = \"1 GiB\"\nidleTime = 500\n[turns]\nuser = [\"^Q:\"]\n"))
	assert.Empty(t, c.ApplyFile(FromWorkspace, "edit-lsp.toml", "scope = \"auto\"\n[context]\nfiles = [\"src/**\"]\n"))
	assert.Empty(t, c.Apply(FromClient, "", map[string]any{"maxDiagnostics": 5.0, "context": map[string]any{"files": []any{"lib/*"}}}))
	assert.Equal(t, "auto", c.Scope)
	assert.Equal(t, "workspace file edit-lsp.toml", c.From["scope"])
	assert.EqualValues(t, 1<<30, c.MaxFileSize)
	assert.Equal(t, "user file /home/u/edit-lsp.toml", c.From["maxFileSize"])
	assert.Equal(t, []string{"lib/*"}, c.ContextFiles)
	assert.Equal(t, 5, c.MaxDiagnostics)
	assert.Equal(t, "editor settings", c.From["maxDiagnostics"])
	assert.Equal(t, 500*time.Millisecond, c.Idle)
	assert.True(t, c.UserTurns[0].MatchString("Q: why?"))
}

func TestAWorkspaceOnlyTightensCodeBlocks(t *testing.T) {
	for _, test := range []struct{ user, workspace, want string }{
		{"apply", "offer", "offer"}, {"apply", "off", "off"}, {"offer", "apply", "offer"}, {"off", "offer", "off"}, {"off", "apply", "off"},
	} {
		c := New(dialects)
		assert.Empty(t, c.ApplyFile(FromUser, "", "codeBlocks = \""+test.user+"\"\n"))
		errs := c.ApplyFile(FromWorkspace, "", "codeBlocks = \""+test.workspace+"\"\n")
		assert.Equal(t, test.want, c.CodeBlocks, test)
		assert.Equal(t, test.want == test.workspace, len(errs) == 0, test)
	}
}

func TestFlags(t *testing.T) {
	flags := pflag.NewFlagSet("t", pflag.ContinueOnError)
	apply := Register(flags)
	require.NoError(t, flags.Parse([]string{"--context", "a/*.go", "--context", "b", "--scope", "all"}))
	c := New(dialects)
	require.NoError(t, apply(c))
	assert.Equal(t, []string{"a/*.go", "b"}, c.ContextFiles)
	assert.Equal(t, "flag --scope", c.From["scope"])

	flags = pflag.NewFlagSet("t", pflag.ContinueOnError)
	apply = Register(flags)
	require.NoError(t, flags.Parse([]string{"--code-blocks", "chat.md"}))
	require.NoError(t, apply(c))
	assert.Equal(t, "apply", c.CodeBlocks)
	assert.Equal(t, []string{"chat.md"}, flags.Args(), "the flag takes no value")

	flags = pflag.NewFlagSet("t", pflag.ContinueOnError)
	apply = Register(flags)
	require.NoError(t, flags.Parse([]string{"--scope", "x"}))
	assert.EqualError(t, apply(New(dialects)), "--scope takes auto or all, not \"x\"")
}

func TestAWorkspaceFileCanOnlyTakeDialectsAway(t *testing.T) {
	c := New(dialects)
	require.Empty(t, c.Apply(FromUser, "", map[string]any{"dialects": []any{"anchored", "apply-patch"}}))
	assert.Equal(t, []string{"anchored", "apply-patch"}, c.Dialects)
	require.Empty(t, c.ApplyFile(FromWorkspace, "edit-lsp.toml", "dialects = [\"apply-patch\", \"unified-diff\"]\n"))
	assert.Equal(t, []string{"apply-patch"}, c.Dialects)
	errs := c.ApplyFile(FromWorkspace, "edit-lsp.toml", "dialects = []\n")
	require.Len(t, errs, 1)
	assert.ErrorContains(t, errs[0], "name at least one dialect")
	assert.Equal(t, []string{"apply-patch"}, c.Dialects)
	errs = c.Apply(FromUser, "", map[string]any{"dialects": []any{"v5"}})
	require.Len(t, errs, 1)
	assert.ErrorContains(t, errs[0], `unknown dialect "v5"; want anchored, edit-repl`)
}

func TestAWorkspaceFileCanOnlySkipWhatFollowsAFailure(t *testing.T) {
	c := New(dialects)
	errs := c.ApplyFile(FromWorkspace, "edit-lsp.toml", "afterFailure = \"independent\"\n")
	require.Len(t, errs, 1)
	assert.EqualError(t, errs[0], "workspace file edit-lsp.toml: afterFailure: a workspace's file can only set it to skip")
	assert.Equal(t, "skip", c.AfterFailure)
	require.Empty(t, c.Apply(FromUser, "", map[string]any{"afterFailure": "independent"}))
	assert.Equal(t, "independent", c.AfterFailure)
	require.Empty(t, c.ApplyFile(FromWorkspace, "edit-lsp.toml", "afterFailure = \"skip\"\n"))
	assert.Equal(t, "skip", c.AfterFailure)
}
