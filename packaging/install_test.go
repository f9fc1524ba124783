package packaging_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
)

// `go install github.com/edit-lsp/edit-lsp/cmd/edit-lsp@VERSION` works: the sources are a valid
// module, and the program knows its version without flags. A tagged repository of these sources
// replaces the real one.
func TestInstall(t *testing.T) {
	const module, version = "github.com/edit-lsp/edit-lsp", "v0.3.1"
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	top, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	repository := filepath.Join(dir, "repository")
	env := append(os.Environ(),
		"CGO_ENABLED=0",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url."+filepath.ToSlash(repository)+".insteadOf",
		"GIT_CONFIG_VALUE_0=https://"+module,
	)
	run := func(env []string, name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), out)
		return strings.TrimSpace(string(out))
	}
	git := func(args ...string) string {
		return run(env, "git", append([]string{
			"--git-dir", repository, "--work-tree", top,
			"-c", "user.name=Tester", "-c", "user.email=tester@example.com",
		}, args...)...)
	}
	run(env, "git", "init", "--quiet", "--bare", repository)
	git("add", "--all")
	git("commit", "--quiet", "--message", "all")
	git("tag", version)

	// Dependencies come from the module cache, but this version must not go there.
	cache := run(os.Environ(), "go", "env", "GOMODCACHE")
	proxies := run(os.Environ(), "go", "env", "GOPROXY")
	installed := append(env,
		"GOBIN="+filepath.Join(dir, "bin"),
		"GOMODCACHE="+filepath.Join(dir, "modules"),
		"GOPROXY=file://"+filepath.ToSlash(cache)+"/cache/download,"+proxies,
		"GOPRIVATE="+module, "GOSUMDB=off", "GOWORK=off",
		// Make the folder removable, and share what is compiled.
		"GOFLAGS=-modcacherw -trimpath",
	)
	run(installed, "go", "install", module+"/cmd/edit-lsp@"+version)

	program := filepath.Join(dir, "bin", "edit-lsp")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	assert.Contains(t, run(env, program, "version"), "edit-lsp "+version+" (go")
	var told struct{ Version, Commit string }
	require.NoError(t, json.Unmarshal([]byte(run(env, program, "version", "--json")), &told))
	assert.Equal(t, version, told.Version)
	outside(t, append(installed, "GOPROXY=off", "GOFLAGS=-modcacherw -trimpath -mod=mod"), module+" "+version)

	// A binary built in a clone also knows the commit, and whether files were modified.
	clone := filepath.Join(dir, "clone")
	run(env, "git", "clone", "--quiet", repository, clone)
	inClone := func() (v struct{ Version, Commit string }) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=true", "-trimpath", "-o", program, "./cmd/edit-lsp")
		cmd.Dir, cmd.Env = clone, append(env, "GOFLAGS=")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.NoError(t, json.Unmarshal([]byte(run(env, program, "version", "--json")), &v))
		return v
	}
	told = inClone()
	assert.Equal(t, version, told.Version)
	assert.Equal(t, git("rev-parse", "HEAD"), told.Commit)
	require.NoError(t, os.WriteFile(filepath.Join(clone, "NOTES"), []byte("not in git\n"), 0o666))
	assert.Equal(t, version+"+dirty", inClone().Version)
}

// outside builds a program in another module, without network access, which checks and applies a chat.
func outside(t *testing.T, env []string, requires string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":  "module example.com/outside\n\ngo 1.25.0\n\nrequire " + requires + "\n",
		"ws/a.go": "package a\n\nvar n = 1\n",
		"ws/b.go": "package b\n",
		"chat.md": "a.go\n<<<<<<< SEARCH\nvar n = 1\n=======\nvar n = 2\n>>>>>>> REPLACE\n" +
			"b.go\n<<<<<<< SEARCH\nnothing\n=======\n\n>>>>>>> REPLACE\n",
		"main.go": readFile(t, "../testdata/outside/main.go"),
		"go.sum":  readFile(t, "../go.sum"),
	} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = dir, env
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		require.NoError(t, err, "%s %s\n%s", name, args, &stderr)
		return string(out)
	}
	program := filepath.Join(dir, "outside.exe")
	run("go", "build", "-o", program, ".")
	assert.Equal(t, golden.Words("2 validated a.go \n8 failed b.go {old-lines-not-found}; nothing similar in the file\nwrote a.go\n"),
		run(program, "ws", "chat.md"))
	assert.Equal(t, "package a\n\nvar n = 2\n", readFile(t, filepath.Join(dir, "ws", "a.go")))
}
