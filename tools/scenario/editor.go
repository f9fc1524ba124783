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

// installed is the folder into which .ci/editors puts editors that the system's package
// client does not have, each with its programs in NAME/bin; as the tests of an editor
// see it. The names of what a registry refused are the lines of its file "refused".
var installed = filepath.Join("..", "..", ".tools", "editors")

// RequireVariable is set, to anything, by make test-editors: an editor that is missing is
// then a failure, unless .ci/editors has named it as refused.
const RequireVariable = "EDIT_LSP_REQUIRE_EDITORS"

// Editor finds a program of an editor: that of the name that .ci/editors has given it
// (such as "neovim-trixie"), else, where system is not empty, the program of that name in
// PATH. Where there is none the test is skipped, or fails if all editors are required.
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

// Missing skips a test for which something is missing, or fails it if all is required.
// what says what is missing, name under which name .ci/editors may have been refused it.
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

// Main runs the tests of an editor, with the path of a server that is built for them in
// server.
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

// Server builds the server into a folder and gives its path. The folder is to be put
// into PATH, since the files that users get call it by its bare name.
func Server(dir string) (string, error) { return Build(dir, "edit-lsp", "cmd/edit-lsp") }

// Build builds a program into a folder, from a package of this module, and gives its path.
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

// Home is an environment in which a user without any configuration has the server in
// PATH: all folders for configuration, state and caches are new ones.
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

// Screens is the folder for pictures of an editor, which is not committed.
func Screens(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", ".screens"))
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	return dir
}
