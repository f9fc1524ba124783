package packaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	fits  = "FILE: a.txt\nFIND:\none\nREPLACE:\n1\nEND\n"
	fails = "FILE: a.txt\nFIND:\nnowhere to be found\nREPLACE:\n1\nEND\n"
)

// lay writes files below a new folder.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
	}
	return dir
}

// program builds edit-lsp into a folder.
func program(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(folder, "edit-lsp"), "../cmd/edit-lsp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return folder
}

// pre-commit runs the hook on the chats of a commit, and on no other file.
func TestPreCommitHook(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("the hook isn't tested: ", err)
	}
	hooks, err := os.ReadFile("../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	source := lay(t, map[string]string{".pre-commit-hooks.yaml": string(hooks)})
	user := lay(t, map[string]string{"a.txt": "one\n", "notes.md": fails, "chats/one.md": fits})
	env := append(os.Environ(),
		"PATH="+program(t)+":"+os.Getenv("PATH"),
		"PRE_COMMIT_HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir(),
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=Tester", "GIT_AUTHOR_EMAIL=tester@example.com",
		"GIT_COMMITTER_NAME=Tester", "GIT_COMMITTER_EMAIL=tester@example.com",
	)
	run := func(dir, name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(dir, name string, args ...string) string {
		t.Helper()
		out, err := run(dir, name, args...)
		require.NoError(t, err, out)
		return strings.TrimSpace(out)
	}
	for _, dir := range []string{source, user} {
		must(dir, "git", "init", "-q")
		must(dir, "git", "add", "-A")
		must(dir, "git", "commit", "-qm", "start")
	}
	config := "repos:\n- repo: " + source + "\n  rev: " + must(source, "git", "rev-parse", "HEAD") + "\n  hooks:\n  - id: edit-lsp-system\n"
	require.NoError(t, os.WriteFile(filepath.Join(user, ".pre-commit-config.yaml"), []byte(config), 0o666))
	must(user, "git", "add", "-A")
	must(user, "pre-commit", "install")

	require.NoError(t, os.WriteFile(filepath.Join(user, "chat-2.md"), []byte(fails), 0o666))
	must(user, "git", "add", "-A")
	out, err := run(user, "git", "commit", "-qm", "fails")
	require.Error(t, err, out)
	assert.Contains(t, out, "chat-2.md:3: error[old-lines-not-found] a.txt: ")
	assert.NotContains(t, out, "notes.md")

	require.NoError(t, os.WriteFile(filepath.Join(user, "chat-2.md"), []byte(fits), 0o666))
	must(user, "git", "add", "-A")
	out = must(user, "git", "commit", "-qm", "fits")
	assert.Contains(t, out, "Passed")
}

// action is what a test runs of action.yml.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			Uses, Run, Shell string
			Dir              string `yaml:"working-directory"`
			Env              map[string]string
		}
	}
}

// The steps of the action build edit-lsp and annotate the chats that match.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the action isn't tested: ", err)
	}
	data, err := os.ReadFile("../action.yml")
	require.NoError(t, err)
	var a action
	require.NoError(t, yaml.Unmarshal(data, &a))
	top, err := filepath.Abs("..")
	require.NoError(t, err)
	user := lay(t, map[string]string{"a.txt": "one\n", "chats/deep/my one.md": fits, "chats/two.md": fails})
	temp := t.TempDir()
	expression := regexp.MustCompile(`\$\{\{ *([a-z_.]+) *\}\}`)
	run := func(inputs map[string]string) (string, error) {
		expand := func(s string) string {
			return expression.ReplaceAllStringFunc(s, func(e string) string {
				name := expression.FindStringSubmatch(e)[1]
				if name == "github.action_path" {
					return top
				}
				input, ok := strings.CutPrefix(name, "inputs.")
				require.True(t, ok, e)
				require.Contains(t, a.Inputs, input)
				if value, ok := inputs[input]; ok {
					return value
				}
				return a.Inputs[input].Default
			})
		}
		var all strings.Builder
		for _, step := range a.Runs.Steps {
			if step.Uses != "" {
				continue
			}
			require.Equal(t, "bash", step.Shell)
			cmd := exec.CommandContext(t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", expand(step.Run))
			cmd.Dir = user
			if step.Dir != "" {
				cmd.Dir = expand(step.Dir)
			}
			cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_WORKSPACE="+user, "XDG_STATE_HOME="+temp)
			for name, value := range step.Env {
				cmd.Env = append(cmd.Env, name+"="+expand(value))
			}
			out, err := cmd.CombinedOutput()
			all.Write(out)
			if err != nil {
				return all.String(), err
			}
		}
		return all.String(), nil
	}
	out, err := run(map[string]string{"files": "chats/**/*.md\n"})
	require.Error(t, err)
	assert.Contains(t, out, "::error file=chats/two.md,line=3,")
	out, err = run(map[string]string{"files": "chats/deep/my one.md", "args": "--scope all"})
	require.NoError(t, err, out)
	out, err = run(map[string]string{"files": "answers/*.md"})
	require.Error(t, err)
	assert.Contains(t, out, "::error::No file matches answers/*.md")
}
