package settings

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryRowIsWhole(t *testing.T) {
	c := New()
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
	c := New()
	assert.Empty(t, c.ApplyFile(FromUser, "/home/u/edit-lsp.toml", "scope = \"all\"\nmaxFileSize = \"1 GiB\"\nidleTime = 500\n[turns]\nuser = [\"^Q:\"]\n"))
	assert.Empty(t, c.ApplyFile(FromWorkspace, "edit-lsp.toml", "scope = \"auto\"\n[context]\nfiles = [\"src/**\"]\n"))
	assert.Empty(t, c.Apply(FromClient, "", map[string]any{"maxDiagnostics": 5.0, "context": map[string]any{"files": []any{"lib/*"}}}))
	assert.Equal(t, "auto", c.Scope)
	assert.Equal(t, "workspace file edit-lsp.toml", c.From["scope"])
	assert.EqualValues(t, 1<<30, c.MaxFileSize)
	assert.Equal(t, "user file /home/u/edit-lsp.toml", c.From["maxFileSize"])
	assert.Equal(t, []string{"lib/*"}, c.ContextFiles)
	assert.Equal(t, 5, c.MaxDiagnostics)
	assert.Equal(t, "client", c.From["maxDiagnostics"])
	assert.Equal(t, 500*time.Millisecond, c.Idle)
	assert.True(t, c.UserTurns[0].MatchString("Q: why?"))
}

// Trust, G8 and the list K.
func TestAWorkspaceFileOnlyTightensThePolicy(t *testing.T) {
	c := New()
	require.Empty(t, c.Apply(FromUser, "", map[string]any{"protectedFiles": []any{"*.lock"}, "maxFileSize": "1 MiB"}))
	errs := c.ApplyFile(FromWorkspace, "edit-lsp.toml", "maxFileSize = \"2 MiB\"\nprotectedFiles = [\"*.sql\"]\n")
	require.Len(t, errs, 1)
	assert.EqualError(t, errs[0], "workspace file edit-lsp.toml: maxFileSize: a workspace's file can only lower it, from 1 MiB")
	assert.EqualValues(t, 1<<20, c.MaxFileSize)
	assert.Equal(t, []string{"*.lock", "*.sql"}, c.ProtectedFiles)
	assert.Empty(t, c.ApplyFile(FromWorkspace, "edit-lsp.toml", "maxFileSize = \"512 KiB\""))
	assert.EqualValues(t, 512<<10, c.MaxFileSize)
	assert.Empty(t, c.ApplyFile(FromWorkspace, "edit-lsp.toml", "protectedFiles = []"))
	assert.Equal(t, []string{"*.lock", "*.sql"}, c.ProtectedFiles, "an empty list takes nothing away")
}

func TestWhatIsWrongIsSaidAndLeftOut(t *testing.T) {
	for _, tt := range []struct{ content, want string }{
		{"scope = \"some\"", "user file f: scope: takes auto or all, not \"some\""},
		{"scope = 3", "user file f: scope: takes auto or all, not \"3\""},
		{"max_file_size = 3", "user file f: there is no setting max_file_size; did you mean maxFileSize?"},
		{"zebra = 3", "user file f: there is no setting zebra"},
		{"maxFileSize = \"lots\"", "user file f: maxFileSize: takes a size, such as 64 MiB, of at least 1 byte and at most 4 GiB, not \"lots\""},
		{"maxFileSize = -1", "user file f: maxFileSize: takes a size, such as 64 MiB, of at least 1 byte and at most 4 GiB, not \"-1\""},
		{"idleTime = 1.5", "user file f: idleTime: takes a whole number from 10 to 60000"},
		{"languages = [1]", "user file f: languages: takes a list of texts"},
		{"[turns]\nuser = [\"(\"]", "user file f: turns.user: error parsing regexp: missing closing ): `(`"},
		{"scope = ", "user file f: toml: line 1 (last key \"scope\"): expected value but found '\\n' instead; it is ignored"},
		{strings.Repeat("#", LargestFile+1), "user file f: larger than 64 KiB; it is ignored"},
	} {
		c := New()
		errs := c.ApplyFile(FromUser, "f", tt.content+"\n")
		if assert.Len(t, errs, 1, tt.content) {
			assert.EqualError(t, errs[0], tt.want)
		}
		assert.Equal(t, New().Values, c.Values, "%s changes nothing", tt.content)
	}
}

func TestFlags(t *testing.T) {
	flags := pflag.NewFlagSet("t", pflag.ContinueOnError)
	apply := Register(flags)
	require.NoError(t, flags.Parse([]string{"--context", "a/*.go", "--context", "b", "--scope", "all"}))
	c := New()
	require.NoError(t, apply(c))
	assert.Equal(t, []string{"a/*.go", "b"}, c.ContextFiles)
	assert.Equal(t, "flag --scope", c.From["scope"])

	flags = pflag.NewFlagSet("t", pflag.ContinueOnError)
	apply = Register(flags)
	require.NoError(t, flags.Parse([]string{"--scope", "x"}))
	assert.EqualError(t, apply(New()), "--scope takes auto or all, not \"x\"")
}
