package cli

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

func init() { traces = traceCases() }

// traceCases runs all commands that must not write, and those that do.
func traceCases() []trust.Case {
	var cases []trust.Case
	for _, args := range []string{
		"check chat.md", "check --format json chat.md", "check --format sarif chat.md", "diff chat.md", "list chat.md", "show 1 chat.md",
		"apply --dry-run chat.md", "retry chat.md", "prompt --dialect edit-repl --target a.txt", "explain path-escape", "explain --all",
		"undo --list", "undo --dry-run", "doctor", "version", "version --json", "completion bash", "help",
	} {
		cases = append(cases, trust.Case{Name: args, Run: func(t *testing.T) { writesNothing(t, strings.Fields(args)...) }})
	}
	return append(cases, trust.Case{Name: "apply chat.md, undo", Run: writesWhatIsNamed})
}

// tracedFiles creates a workspace with blocks that apply, fail, are protected and are refused.
func tracedFiles(t *testing.T) (dir string) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	edit := func(path, old, replacement string) string {
		return path + "\n««« EDIT\n" + old + "═══════ REPL\n" + replacement + "»»» EDIT END\n\n"
	}
	write(t, dir, map[string]string{
		"ws/a.txt": "one\n", "ws/sub/b.txt": "two\n", "ws/.vscode/tasks.json": "{}\n", "ws/c.txt": "three\n", "outside.txt": "outside\n",
		"ws/chat.md": edit("a.txt", "one\n", "uno\n") + edit("sub/b.txt", "two\n", "dos\n") + edit("new/deep/d.txt", "", "new\n") +
			edit(".vscode/tasks.json", "{}\n", "{ }\n") + edit("c.txt", "other\n", "x\n") + edit("../outside.txt", "outside\n", "x\n") +
			edit(".git/hooks/pre-commit", "", "x\n") + edit("link.txt", "outside\n", "x\n") + "Run `git rm a.txt`.\n\n```sh\ntouch made\n```\n",
	})
	require.NoError(t, os.Symlink("../outside.txt", filepath.Join(dir, "ws", "link.txt")))
	return dir
}

func trace(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd, calls := trust.Traced(ctx, t, binary(t), args...)
	cmd.Dir = filepath.Join(dir, "ws")
	out, _ := cmd.CombinedOutput()
	require.NotEmpty(t, out)
	return calls()
}

func writesNothing(t *testing.T, args ...string) {
	dir := tracedFiles(t)
	for _, call := range trace(t, dir, args...) {
		if !strings.HasPrefix(call, "write(2<") {
			assert.Empty(t, trust.Forbidden(call), call)
		}
	}
	assert.NoFileExists(t, filepath.Join(dir, "ws", "made"))
}

var (
	// opened matches the file of a descriptor in a call, named a file name.
	opened = regexp.MustCompile(`\d<(/[^>]*)>|AT_FDCWD<(/[^>]*)>`)
	named  = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

// writesWhatIsNamed checks that apply and undo change only the files of its blocks, their folders, its temporary
// files and the journal.
func writesWhatIsNamed(t *testing.T) {
	dir := tracedFiles(t)
	ws := filepath.Join(dir, "ws")
	allowed := map[string]bool{}
	for _, name := range []string{"", "sub", "new", "new/deep", "a.txt", "sub/b.txt", "new/deep/d.txt"} {
		allowed[path.Join(ws, name)] = true
	}
	changes := func(args ...string) (n int) {
		for _, call := range trace(t, dir, args...) {
			if strings.HasPrefix(call, "write(2<") || trust.Forbidden(call) == "" || trust.IsIn(os.Getenv("XDG_STATE_HOME"), call) {
				continue
			}
			assert.NotRegexp(t, `^(execve|fork|vfork|socket|connect)`, call)
			for _, name := range changedBy(call) {
				n++
				isOwn := strings.HasPrefix(path.Base(name), ".edit-lsp-") && strings.HasSuffix(name, ".tmp") && allowed[path.Dir(name)]
				assert.True(t, allowed[name] || isOwn, "%s\n%s", name, call)
			}
		}
		return n
	}
	hold := func(want map[string]string) {
		for name, want := range want {
			data, err := os.ReadFile(filepath.Join(dir, name))
			require.NoError(t, err)
			assert.Equal(t, want, string(data), name)
		}
	}
	assert.Greater(t, changes("apply", "chat.md"), 10)
	hold(map[string]string{
		"ws/a.txt": "uno\n", "ws/sub/b.txt": "dos\n", "ws/new/deep/d.txt": "new\n", "ws/c.txt": "three\n", "ws/.vscode/tasks.json": "{}\n", "outside.txt": "outside\n",
	})
	assert.Greater(t, changes("undo"), 5)
	hold(map[string]string{"ws/a.txt": "one\n", "ws/sub/b.txt": "two\n", "ws/c.txt": "three\n", "outside.txt": "outside\n"})
	assert.NoDirExists(t, filepath.Join(ws, "new"))
}

// changedBy returns the paths in a call: files of descriptors, or names relative to them.
func changedBy(call string) []string {
	args, _, _ := strings.Cut(call, " = ")
	if strings.HasPrefix(args, "write(") || strings.HasPrefix(args, "pwrite") {
		args, _, _ = strings.Cut(args, ",")
	}
	var folders, paths []string
	for _, m := range opened.FindAllStringSubmatch(args, -1) {
		folders = append(folders, m[1]+m[2])
	}
	names := named.FindAllStringSubmatch(args, -1)
	if len(names) == 0 {
		return folders
	}
	for i, m := range names {
		name := m[1]
		if !path.IsAbs(name) && len(folders) > 0 {
			name = path.Join(folders[min(i, len(folders)-1)], name)
		}
		paths = append(paths, name)
	}
	return paths
}
