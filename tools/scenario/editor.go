package scenario

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// installed is where .ci/editors puts editors that the package manager lacks, as NAME/bin, seen from an
// editor's tests. Its file "refused" names those that a registry refused.
var installed = filepath.Join("..", "..", ".tools", "editors")

// RequireVariable is set by make test-editors: a missing editor is then a failure unless it was refused.
const RequireVariable = "EDIT_LSP_REQUIRE_EDITORS"

// Editor returns an editor's program: the one that .ci/editors installed under name (such as
// "neovim-trixie") or, unless system is empty, system in PATH. Without one it calls [Missing].
func Editor(t testing.TB, name, program, system string) string {
	t.Helper()
	own, err := filepath.Abs(filepath.Join(installed, name, "bin", program))
	require.NoError(t, err)
	if _, err := os.Stat(own); err == nil {
		return own
	}
	if system != "" {
		if found, err := exec.LookPath(system); err == nil {
			return found
		}
	}
	Missing(t, name, program+" of "+name)
	return ""
}

// Missing skips a test that lacks what, or fails it if everything is required and .ci/editors wasn't
// refused name.
func Missing(t testing.TB, name, what string) {
	t.Helper()
	why := fmt.Sprintf("there is no %s on this machine, so it was NOT DRIVEN; make test-editors installs it on Debian, as root", what)
	list, err := os.ReadFile(filepath.Join(installed, "refused"))
	refused := err == nil && slices.Contains(strings.Fields(string(list)), name)
	if os.Getenv(RequireVariable) != "" && !refused {
		t.Fatal(why)
	}
	t.Skip("SKIPPED: " + why)
}

// Main runs an editor's tests with a built server, whose path it sets.
func Main(m *testing.M, editor string, server *string) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "edit-lsp-"+editor+"-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		if *server, err = Server(dir); err != nil {
			panic(err)
		}
		return m.Run()
	}())
}

// Server builds the server into a directory. It must be in PATH, since the files for users use the bare
// name.
func Server(dir string) (string, error) { return Build(dir, "edit-lsp", "cmd/edit-lsp") }

// Build builds a package of this module into a directory.
func Build(dir, name, of string) (string, error) {
	binary := filepath.Join(dir, name)
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	build := exec.Command("go", "build", "-o", binary, "github.com/edit-lsp/edit-lsp/"+of)
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w: %s", name, err, out)
	}
	return binary, nil
}

// Home returns the environment of a user without configuration, with the server in PATH.
func Home(t testing.TB, server string) (home string, env []string) {
	t.Helper()
	home = t.TempDir()
	own := []string{"HOME=", "XDG_", "PATH=", "TMUX", "NVIM", "VIM"}
	for _, e := range os.Environ() {
		if !slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(e, prefix) }) {
			env = append(env, e)
		}
	}
	return home, append(env, "HOME="+home, "PATH="+filepath.Dir(server)+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// Screens returns the directory for pictures, which is not committed.
func Screens(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", ".screens"))
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	return dir
}
