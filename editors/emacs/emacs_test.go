// Package emacs_test drives real Emacs versions with the files in this folder.
package emacs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/scenario"
)

// versions are the tested Emacs versions: the name in .ci/editors and the system's program.
var versions = []struct{ name, system string }{
	{"emacs", "emacs"},
	{"trixie", ""},
}

// The user's configuration from docs/editors/emacs.md.
const (
	eglot = `
(add-to-list 'load-path "~/.emacs.d/edit-lsp")
(require 'edit-lsp-eglot)
(add-hook 'markdown-mode-hook #'eglot-ensure)
`
	lspMode = `
(add-to-list 'load-path "~/.emacs.d/edit-lsp")
(require 'edit-lsp-lsp-mode)
(add-hook 'find-file-hook #'lsp-deferred)
`
)

// seen is the output of drive.el.
type seen struct {
	Emacs       string   `json:"emacs"`
	Titles      []string `json:"titles"`
	Diagnostics []struct {
		Line    int    `json:"line"`
		Message string `json:"message"`
	} `json:"diagnostics"`
}

func TestSteps(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			emacs := scenario.Editor(t, v.name, "emacs", v.system)
			for _, step := range scenario.Load(t).Steps(t) {
				t.Run(step.Name, func(t *testing.T) {
					t.Parallel()
					play(t, emacs, step)
				})
			}
		})
	}
}

// Emacs removes carriage returns from buffers, so those of an edit would be doubled.
func TestCarriageReturns(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			emacs := scenario.Editor(t, v.name, "emacs", v.system)
			step := scenario.Load(t).Steps(t)[0]
			sample, root, env := user(t, eglot)
			require.Len(t, step.After, 1)
			for path, content := range step.After {
				step.After[path] = strings.ReplaceAll(content, "\n", "\r\n")
				name := filepath.Join(root, filepath.FromSlash(path))
				before, err := os.ReadFile(name)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(string(before), "\n", "\r\n")), 0o600))
			}
			drive(t, append([]string{emacs}, packages(t, "markdown-mode")...), "drive.el", sample, root, env, step)
		})
	}
}

func play(t *testing.T, emacs string, step scenario.Step) {
	sample, root, env := user(t, eglot)
	drive(t, append([]string{emacs}, packages(t, "markdown-mode")...), "drive.el", sample, root, env, step)
}

// lsp-mode is Debian's.
func TestStepsInLspMode(t *testing.T) {
	emacs := scenario.Editor(t, "emacs", "emacs", "emacs")
	// This only checks that the packages are installed. Emacs finds them itself.
	packages(t, "markdown-mode", "lsp-mode")
	options := []string{"--eval", "(package-initialize)"}
	for _, step := range scenario.Load(t).Steps(t) {
		t.Run(step.Name, func(t *testing.T) {
			t.Parallel()
			sample, root, env := user(t, lspMode)
			drive(t, append([]string{emacs}, options...), "drive-lsp-mode.el", sample, root, env, step)
		})
	}
}

// drive runs a step with a file in the folder test, and checks its output and the disk.
func drive(t *testing.T, emacs []string, file string, sample *scenario.Sample, root string, env []string, step scenario.Step) {
	t.Helper()
	findings := sample.Diagnostics(t)
	input := map[string]any{"chat": scenario.Chat, "findings": len(findings), "line": step.Line, "title": step.Title}
	if step.Typed != nil {
		input["typed"] = map[string]string{"path": step.Typed.Path, "text": step.Typed.Text}
	}
	data, err := json.Marshal(input)
	require.NoError(t, err)
	driver, err := filepath.Abs(filepath.Join("test", file))
	require.NoError(t, err)
	// Without -Q, since Debian's site file sets up its packages. -batch doesn't load the user's
	// init file, so -l does.
	cmd := exec.CommandContext(t.Context(), emacs[0], append(emacs[1:], "-batch", "-l", "~/.emacs.d/init.el", "-l", driver)...)
	cmd.Dir = root
	cmd.Env = append(env, "LANG=C.UTF-8", "EDIT_LSP_STEP="+string(data))
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	require.NoError(t, err, "%s\n%s", errors.String(), out)
	var s seen
	require.NoError(t, json.Unmarshal(out, &s), "%s\n%s", errors.String(), out)
	sample.Check(t, root, step)
	for _, title := range step.Absent {
		assert.NotContains(t, s.Titles, title)
	}
	require.Len(t, s.Diagnostics, len(findings))
	for i, f := range findings {
		assert.Equal(t, f.Line, s.Diagnostics[i].Line, f.Code)
		assert.Contains(t, s.Diagnostics[i].Message, f.Message)
	}
}

// user creates a home with the files in this folder, and a workspace.
func user(t *testing.T, configuration string) (sample *scenario.Sample, root string, env []string) {
	t.Helper()
	home, env := scenario.Home(t, server)
	dir := filepath.Join(home, ".emacs.d", "edit-lsp")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	files, err := filepath.Glob("*.el")
	require.NoError(t, err)
	for _, name := range files {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(home, ".emacs.d", "init.el"), []byte(configuration), 0o600))
	sample, root = scenario.Load(t), filepath.Join(home, "shop")
	sample.Write(t, root)
	// Emacs finds the project by .git.
	git := exec.CommandContext(t.Context(), "git", "init", "-q", root)
	out, err := git.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return sample, root, env
}

// packages returns the options to find Debian's packages or local ones. markdown-mode is
// autoloaded.
func packages(t *testing.T, names ...string) []string {
	t.Helper()
	options := []string{"--eval", "(progn (autoload 'markdown-mode \"markdown-mode\") (add-to-list 'auto-mode-alist '(\"\\\\.md\\\\'\" . markdown-mode)))"}
	for _, name := range names {
		dirs, err := filepath.Glob("/usr/share/emacs/site-lisp/elpa-src/" + name + "-[0-9]*")
		require.NoError(t, err)
		if len(dirs) == 0 {
			scenario.Missing(t, "emacs", name+" of Emacs")
		}
		options = append(options, "-L", dirs[0])
	}
	return options
}

var server string

func TestMain(m *testing.M) { scenario.Main(m, "emacs", &server) }
