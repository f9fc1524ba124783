package packaging_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// `npx edit-lsp check chat.md` works with the packages of a release that has this platform's
// program and another's, installed without a network.
func TestNpm(t *testing.T) {
	for _, name := range []string{"node", "npm", "npx"} {
		_, err := exec.LookPath(name)
		if err != nil && os.Getenv("CI") != "" {
			t.Fatal(err)
		} else if err != nil {
			t.Skip("the packages aren't tested: ", err)
		}
	}
	const version = "0.3.1"
	dir := t.TempDir()
	run := func(in, name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "npm_config_cache="+filepath.Join(dir, "cache"), "npm_config_update_notifier=false", "NO_COLOR=1")
		out, err := cmd.CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	must := func(in, name string, args ...string) string {
		t.Helper()
		out, err := run(in, name, args...)
		require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), out)
		return out
	}

	binary := filepath.Join(program(t), "edit-lsp")
	other := "darwin"
	if runtime.GOOS == other {
		other = "linux"
	}
	write := func(name string, content any) {
		t.Helper()
		data, err := json.Marshal(content)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	write("metadata.json", map[string]string{"version": version})
	write("artifacts.json", []map[string]string{
		{"type": "Binary", "goos": runtime.GOOS, "goarch": runtime.GOARCH, "path": binary},
		{"type": "Binary", "goos": other, "goarch": runtime.GOARCH, "path": "LICENSE"},
		{"type": "Archive", "goos": runtime.GOOS, "goarch": runtime.GOARCH, "path": "edit-lsp.tar.gz"},
	})
	packages := strings.Split(must("..", "node", "packaging/npm/pack.mjs", dir, "LICENSE", filepath.Join(dir, "packages")), "\n")
	require.Len(t, packages, 3)
	main := packages[2]
	platform := packages[0]
	if strings.Contains(platform, other) {
		platform = packages[1]
	}

	project := filepath.Join(dir, "project")
	require.NoError(t, os.Mkdir(project, 0o777))
	for name, content := range map[string]string{
		"package.json": "{\"private\": true}\n",
		"greeting.txt": "hello\n",
		"chat.md":      "FILE: greeting.txt\nFIND:\nhello\nREPLACE:\ngood day\nEND\n",
		"failing.md":   "FILE: greeting.txt\nFIND:\nbye\nREPLACE:\ngood day\nEND\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(project, name), []byte(content), 0o666))
	}
	install := []string{"install", "--offline", "--no-audit", "--no-fund", main}
	must(project, "npm", install...)
	out, err := run(project, "npx", "--offline", "edit-lsp", "check", "chat.md")
	assert.Equal(t, 2, exitCode(err), out)
	assert.Contains(t, out, "is not installed. Reinstall edit-lsp with optional dependencies")

	must(project, "npm", append(install, platform)...)
	assert.Contains(t, must(project, "npx", "--offline", "edit-lsp", "check", "chat.md"), "1 block")
	starter := filepath.Join(project, "node_modules", ".bin", "edit-lsp")
	out, err = run(project, starter, "check", "failing.md")
	assert.Equal(t, 1, exitCode(err), "the program's exit status is passed on\n%s", out)
	must(project, starter, "apply", "chat.md")
	if runtime.GOOS != "windows" { // which has no signals for other programs
		endsWithTheProgram(t, starter)
	}
	changed, err := os.ReadFile(filepath.Join(project, "greeting.txt"))
	require.NoError(t, err)
	assert.Equal(t, "good day\n", string(changed))
}

// endsWithTheProgram sends a signal to the starter of edit-lsp, which passes it on.
func endsWithTheProgram(t *testing.T, starter string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), starter, "check", "-")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = in.Write(make([]byte, 1<<20)) // more than a pipe holds, so the program reads it
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	assert.Equal(t, 128+int(syscall.SIGTERM), exitCode(cmd.Wait()))
}

func exitCode(err error) int {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}
