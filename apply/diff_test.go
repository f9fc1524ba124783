package apply

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

func gitApply(t *testing.T, dir, diff string) {
	t.Helper()
	cmd := exec.Command("git", "apply", "--verbose", "-")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	cmd.Stdin = strings.NewReader(diff)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, diff)
}

func TestGitAppliesTheDiff(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	const missing = "\x00"
	long := numbered(100, "line %d")
	for name, c := range map[string]struct {
		path, before, chat string
	}{
		"one line":                       {"a.txt", ended("a b c"), search("b", "x")},
		"in a folder":                    {"src/a.txt", ended("a b c"), search("b", "x")},
		"several hunks":                  {"a.txt", chatLines(long), anchoredBlock("a.txt", sections{leading: long[10:12], new: lines("x y")}) + anchoredBlock("a.txt", sections{old: long[50:53], new: lines("z")}) + anchoredBlock("a.txt", sections{old: long[97:100]})},
		"hunks that are near":            {"a.txt", chatLines(long), anchoredBlock("a.txt", sections{old: long[10:11]}) + anchoredBlock("a.txt", sections{old: long[14:15], new: lines("x y")}) + anchoredBlock("a.txt", sections{old: long[17:18], new: lines("z")})},
		"new file":                       {"a.txt", missing, create("a.txt", "a b")},
		"new file in new folders":        {"x/y/a.txt", missing, create("a.txt", "a b")},
		"new file of one line":           {"a.txt", missing, create("a.txt", "a")},
		"empty new file":                 {"a.txt", missing, create("a.txt", "")},
		"an empty file gets lines":       {"a.txt", "", create("a.txt", "a b")},
		"all lines go":                   {"a.txt", ended("a b"), anchored("", "a b", "", "")},
		"the one line goes":              {"a.txt", "a", search("a", "")},
		"no final newline, last line":    {"a.txt", "a\nb\nc", search("c", "x")},
		"no final newline, inserted":     {"a.txt", "a\nb\nc", anchored("c", "", "x", "")},
		"no final newline, near":         {"a.txt", "a\nb\nc", search("b", "x")},
		"no final newline, far":          {"a.txt", strings.TrimSuffix(chatLines(long), "\n"), anchoredBlock("a.txt", sections{old: long[10:11], new: lines("x")})},
		"no final newline, the end goes": {"a.txt", "a\nb\nc", search("c", "")},
		"CRLF":                           {"a.txt", "a\r\nb\r\nc\r\n", search("b", "x y")},
		"CRLF, no final newline":         {"a.txt", "a\r\nb\r\nc", search("b", "x")},
		"mixed endings":                  {"a.txt", "a\r\nb\nc\r\n", search("a b c", "a x c")},
		"lone CRs":                       {"a.txt", "a\rb\nc\n", search("c", "d")},
		"a mark, first line":             {"a.txt", "\uFEFFa\nb\n", search("a", "x")},
		"a mark, first line goes":        {"a.txt", "\uFEFFa\nb\n", search("a", "")},
		"a mark, put before":             {"a.txt", "\uFEFFa\nb\n", anchored("", "", "x", "a")},
		"a mark, all lines go":           {"a.txt", "\uFEFFa\n", search("a", "")},
		"nothing but a mark":             {"a.txt", "\uFEFF", create("a.txt", "a")},
		"blanks in the name":             {"my dir/a b.txt", ended("a b c"), search("b", "x")},
		"blanks in a new name":           {"my dir/a b.txt", missing, create("a.txt", "a")},
		"blanks, empty new file":         {"my dir/a b.txt", missing, create("a.txt", "")},
		"quotes in the name":             {`say "hi" \ there's.txt`, ended("a b c"), search("b", "x")},
		"quotes in a new name":           {`"q".txt`, missing, create("a.txt", "a")},
		"quotes, empty new file":         {`"q"`, missing, create("a.txt", "")},
		"other letters in the name":      {"ä/日本 x.txt", ended("a b c"), search("b", "x")},
		"other letters, empty new file":  {"ä/日本", missing, create("a.txt", "")},
		"lines like headers":             {"a b.txt", "--- a/a b.txt\n+++ b/a b.txt\n@@ -1 +1 @@\n", anchoredBlock("a.txt", sections{old: []string{"+++ b/a b.txt"}, new: []string{"-- x", "++ y"}})},
		"there and back":                 {"a.txt", ended("a b"), search("a", "x") + search("x", "a")},
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.ContainsAny(c.path, "\"\\") {
				t.Skip("no file can have this name here")
			}
			contents := map[string]string{}
			if c.before != missing {
				contents[c.path] = c.before
			}
			m := renamed{files(contents), c.path}
			p, err := New(t.Context(), parsed(t, c.chat), m, Options{}, nil)
			require.NoError(t, err)
			require.Len(t, p.Files, 1, outcomes(p))
			diff := p.Files[0].Diff()
			assert.Equal(t, string(p.Files[0].After().Bytes()), patched(t, string(p.Files[0].Before.Bytes()), diff), diff)

			dir := t.TempDir()
			file := filepath.Join(dir, filepath.FromSlash(c.path))
			if c.before != missing {
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				require.NoError(t, os.WriteFile(file, []byte(c.before), 0o644))
			}
			gitApply(t, dir, diff)
			got, err := os.ReadFile(file)
			require.NoError(t, err, diff)
			assert.Equal(t, string(p.Files[0].After().Bytes()), string(got), diff)
		})
	}
}

type renamed struct {
	*memory
	path string
}

func (r renamed) Target(ctx context.Context, _ string) workspace.Target {
	return r.memory.Target(ctx, r.path)
}
