package settings

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// The list K of docs/trust.md: what a workspace's file can't do.
func TestTrust(t *testing.T) {
	trust.Run(t, "K", 32, slices.Concat(policyCases(), liveCases(), wrongCases()))
}

// liveCases are settings that decide which blocks "apply all" takes.
func liveCases() []trust.Case {
	const (
		globs   = "[context]\nfiles = [\"b.py\", \"c/**\"]"
		context = "context.files: a workspace's file can only remove globs, from b.py, c/**"
		turns   = ": a workspace's file can't set it, since it decides which answer counts"
	)
	var cases []trust.Case
	for _, c := range []struct{ name, user, file, wrong, setting, want string }{
		{"all turns", "", "scope = \"all\"", "scope: a workspace's file can only set it to auto", "scope", "auto"},
		{"all turns, as the user has it", "scope = \"all\"", "scope = \"all\"", "", "scope", "all"},
		{"only the last answer", "scope = \"all\"", "scope = \"auto\"", "", "scope", "auto"},
		{"a wider context", globs, "[context]\nfiles = [\"**\"]", context, "context.files", "b.py, c/**"},
		{"a further file in the context", globs, "[context]\nfiles = [\"b.py\", \"a.py\"]", context, "context.files", "b.py, c/**"},
		{"no context", globs, "[context]\nfiles = []", context, "context.files", "b.py, c/**"},
		{"a narrower context", globs, "[context]\nfiles = [\"c/**\"]", "", "context.files", "c/**"},
		{"a first context", "", "[context]\nfiles = [\"a.py\"]", "", "context.files", "a.py"},
		{"no context, as the user has it", "", "[context]\nfiles = []", "", "context.files", "none"},
		{"lines that begin a user's turn", "[turns]\nuser = [\"^Q:\"]", "[turns]\nuser = []", "turns.user" + turns, "turns.user", "^Q:"},
		{"lines that begin an assistant's turn", "", "[turns]\nassistant = [\"^## User\"]", "turns.assistant" + turns, "turns.assistant", "none"},
		{"files off the list", "", "unprotectedFiles = [\".env\"]", "unprotectedFiles: a workspace's file can't set it, since it decides what \"apply all\" changes", "unprotectedFiles", "none"},
		{"files off the list, as the user has them", "unprotectedFiles = [\".env\"]", "unprotectedFiles = []", "unprotectedFiles: a workspace's file can't set it, since it decides what \"apply all\" changes", "unprotectedFiles", ".env"},
		{"turns, as the user has them", "[turns]\nuser = [\"^Q:\"]", "[turns]\nuser = [\"^Q:\"]", "", "turns.user", "^Q:"},
	} {
		cases = append(cases, trust.Case{Name: c.name, Run: func(t *testing.T) {
			s := New(dialects)
			require.Empty(t, s.ApplyFile(FromUser, "", c.user+"\n"))
			errs := s.ApplyFile(FromWorkspace, "edit-lsp.toml", c.file+"\n")
			if c.wrong == "" {
				assert.Empty(t, errs)
			} else if assert.Len(t, errs, 1) {
				assert.EqualError(t, errs[0], "workspace file edit-lsp.toml: "+c.wrong)
			}
			i := slices.IndexFunc(Table, func(row Setting) bool { return row.Name == c.setting })
			assert.Equal(t, c.want, s.Text(Table[i]))
		}})
	}
	return cases
}

// policyCases are workspace files and what remains of the user's policy.
func policyCases() []trust.Case {
	var cases []trust.Case
	for _, c := range []struct {
		name, file string
		size       int64
		protected  []string
		wrong      string
	}{
		{"a larger file size", "maxFileSize = \"2 MiB\"", 1 << 20, []string{"*.lock"}, "maxFileSize: a workspace's file can only lower it, from 1 MiB"},
		{"a smaller file size", "maxFileSize = \"512 KiB\"", 512 << 10, []string{"*.lock"}, ""},
		{"the same file size", "maxFileSize = \"1 MiB\"", 1 << 20, []string{"*.lock"}, ""},
		{"further protected files", "protectedFiles = [\"*.sql\"]", 1 << 20, []string{"*.lock", "*.sql"}, ""},
		{"no protected files", "protectedFiles = []", 1 << 20, []string{"*.lock"}, ""},
		{"a larger file size beside what is allowed", "maxFileSize = \"2 MiB\"\nprotectedFiles = [\"*.sql\"]", 1 << 20, []string{"*.lock", "*.sql"},
			"maxFileSize: a workspace's file can only lower it, from 1 MiB"},
		{"a pattern that is none", "protectedFiles = [\"x[\"]", 1 << 20, []string{"*.lock"}, "protectedFiles: invalid glob \"x[\""},
	} {
		cases = append(cases, trust.Case{Name: c.name, Run: func(t *testing.T) {
			s := New(dialects)
			require.Empty(t, s.Apply(FromUser, "", map[string]any{"protectedFiles": []any{"*.lock"}, "maxFileSize": "1 MiB"}))
			errs := s.ApplyFile(FromWorkspace, "edit-lsp.toml", c.file+"\n")
			if c.wrong == "" {
				assert.Empty(t, errs)
			} else if assert.Len(t, errs, 1) {
				assert.EqualError(t, errs[0], "workspace file edit-lsp.toml: "+c.wrong)
			}
			assert.Equal(t, c.size, s.MaxFileSize)
			assert.Equal(t, c.protected, s.ProtectedFiles)
		}})
	}
	return cases
}

// wrongCases are huge, invalid or unknown files: they are reported and change nothing.
func wrongCases() []trust.Case {
	var cases []trust.Case
	for _, c := range []struct{ name, content, want string }{
		{"a value that is none of the choices", "scope = \"some\"", "scope: takes auto or all, not \"some\""},
		{"a value of another type", "scope = 3", "scope: takes auto or all, not \"3\""},
		{"an unknown setting", "zebra = 3", "unknown setting zebra"},
		{"a misspelt setting", "max_file_size = 3", "unknown setting max_file_size; did you mean maxFileSize?"},
		{"a size that is none", "maxFileSize = \"lots\"", "maxFileSize: takes a size, such as 64 MiB, of at least 1 byte and at most 4 GiB, not \"lots\""},
		{"a negative size", "maxFileSize = -1", "maxFileSize: takes a size, such as 64 MiB, of at least 1 byte and at most 4 GiB, not \"-1\""},
		{"a fraction", "idleTime = 1.5", "idleTime: takes a whole number from 10 to 60000"},
		{"a list of numbers", "languages = [1]", "languages: takes a list of strings"},
		{"an expression that is none", "[turns]\nuser = [\"(\"]", "turns.user: error parsing regexp: missing closing ): `(`"},
		{"no TOML", "scope = ", "toml: line 1 (last key \"scope\"): expected value but found '\\n' instead; it is ignored"},
		{"huge", strings.Repeat("#", LargestFile+1), "larger than 64 KiB; it is ignored"},
	} {
		cases = append(cases, trust.Case{Name: c.name, Run: func(t *testing.T) {
			for _, source := range []Source{FromUser, FromWorkspace} {
				s := New(dialects)
				errs := s.ApplyFile(source, "f", c.content+"\n")
				if assert.Len(t, errs, 1) {
					assert.ErrorContains(t, errs[0], " file f: "+c.want)
				}
				assert.Equal(t, New(dialects).Values, s.Values, "it changes nothing")
			}
		}})
	}
	return cases
}
