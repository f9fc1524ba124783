package vscode_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// installation is the folder that .ci/code-server filled, from the environment. Tests in VS Code
// take minutes, so they only run if it is set.
var installation = os.Getenv("EDIT_LSP_CODE_SERVER")

// workbench is a VS Code with its own settings and extensions.
type workbench struct {
	// bundled means that the extension's package includes the server.
	bundled bool
	// restricted means that workspaces aren't trusted.
	restricted bool
	// inBrowser means that the extension runs in the browser, without Node.
	inBrowser bool

	once sync.Once
	url  string
	stop func()
	// data is the folder of its settings.
	data string
}

var (
	trusted    = &workbench{bundled: true}
	untrusted  = &workbench{bundled: true, restricted: true}
	serverless = &workbench{}
	webWorker  = &workbench{inBrowser: true}
)

type file struct{ name, content string }

// box holds the built server and the packages, shared by all tests.
var box string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if box, err = os.MkdirTemp("", "edit-lsp-vscode-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(box)
		defer func() {
			if driver.in != nil {
				driver.stop()
			}
			for _, w := range []*workbench{trusted, untrusted, serverless, webWorker} {
				if w.stop != nil {
					w.stop()
				}
			}
		}()
		return m.Run()
	}())
}

// play runs a scenario in a new window, and returns its workspace and output.
func (w *workbench) play(t *testing.T, name string, more ...file) (root string, f found) {
	t.Helper()
	return w.playWith(t, name, map[string]any{}, more...)
}

func (w *workbench) playWith(t *testing.T, name string, told map[string]any, more ...file) (root string, f found) {
	t.Helper()
	root = prepare(t, more...)
	told["scenario"] = name
	return root, w.drive(t, root, told)
}

func prepare(t *testing.T, more ...file) (root string) {
	t.Helper()
	root = workspace(t)
	for _, f := range append([]file{{"src/cart.py", cart}, {"src/shop.py", shop}, {"chat.md", chat}}, more...) {
		path := filepath.Join(root, filepath.FromSlash(f.name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(f.content), 0o600))
	}
	return root
}

// workspace returns a new path in its own folder, without creating it.
func workspace(t *testing.T) string {
	t.Helper()
	// A socket's path must be short.
	dir, err := os.MkdirTemp(box, "")
	require.NoError(t, err)
	return filepath.Join(dir, "workspace")
}

// drive runs a scenario in a window of a workspace. input has its name and data.
func (w *workbench) drive(t *testing.T, root string, input map[string]any) (f found) {
	t.Helper()
	if installation == "" {
		t.Skip("SKIPPED: the real VS Code was not driven; editors/vscode/test/run does it")
	}
	w.once.Do(func() { w.start(t) })
	require.NotEmpty(t, w.url, "VS Code did not start; the first test that wanted it says why")
	w.configure(t) // scenarios may change the settings

	dir := filepath.Dir(root)
	played, err := json.Marshal(input)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "scenario.json"), played, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "program.txt"), []byte(server()), 0o600))
	options, err := json.Marshal(map[string]string{
		"url": w.url, "folder": root, "socket": filepath.Join(dir, "driver.sock"),
		"screens": filepath.Join(checkout(), ".screens", "vscode"),
	})
	require.NoError(t, err)
	out, err := driver.play(options)
	require.NoError(t, err, "%s", out)
	require.NoError(t, json.Unmarshal(out, &f), "%s", out)
	require.Empty(t, f.Error)
	t.Logf("VS Code %s", f.Version)
	return f
}

// browser runs scenarios one by one.
type browser struct {
	once sync.Once
	in   io.WriteCloser
	out  *bufio.Reader
	stop func()
	err  error
}

var driver browser

// play runs a scenario, and returns its output as a line of JSON.
func (b *browser) play(options []byte) ([]byte, error) {
	b.once.Do(func() { b.err = b.start() })
	if b.err != nil {
		return nil, b.err
	}
	if _, err := b.in.Write(append(options, '\n')); err != nil {
		return nil, err
	}
	return b.out.ReadBytes('\n')
}

func (b *browser) start() (err error) {
	cmd := exec.Command("node", "test/drive.mjs", installation, filepath.Join(box, "profile"))
	cmd.Stderr = os.Stderr
	if b.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	b.out = bufio.NewReader(out)
	b.stop = func() {
		_ = b.in.Close()
		_ = cmd.Wait()
	}
	return cmd.Start()
}

// start packages and installs the extension, installs the driver, and starts the workbench.
func (w *workbench) start(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp(box, "")
	require.NoError(t, err)
	path := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"package.mjs", "--out", dir}
	run(t, "go", "build", "-o", server(), "github.com/edit-lsp/edit-lsp/cmd/edit-lsp")
	if w.bundled {
		args = append(args, "--target", target(), "--binary", server())
	}
	run(t, "node", args...)
	runIn(t, "test/driver", "node", "../../node_modules/@vscode/vsce/vsce", "package", "--no-dependencies",
		"--allow-missing-repository", "--skip-license", "--out", path("driver.vsix"))
	packages, err := filepath.Glob(path("edit-lsp-*.vsix"))
	require.NoError(t, err)
	require.Len(t, packages, 1)

	w.data = path("data")
	common := []string{
		filepath.Join(installation, "node_modules/code-server/out/node/entry.js"),
		"--user-data-dir", w.data, "--extensions-dir", path("extensions"), "--config", path("config.yaml"),
	}
	run(t, "node", append(common, "--install-extension", packages[0], "--install-extension", path("driver.vsix"))...)

	more := []string{"--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"}
	if !w.restricted {
		more = append(more, "--disable-workspace-trust")
	}
	cmd := exec.Command("node", append(common, more...)...)
	cmd.Env = append(os.Environ(), "PATH="+pathWithoutOurs())
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = cmd.Stdout
	require.NoError(t, cmd.Start())
	w.stop = func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	var said []string
	listens := regexp.MustCompile(`listening on (http://127\.0\.0\.1:\d+)`)
	for late := time.After(3 * time.Minute); ; {
		select {
		case line, ok := <-lines:
			require.True(t, ok, "code-server ended: %s", strings.Join(said, "\n"))
			said = append(said, line)
			if m := listens.FindStringSubmatch(line); m != nil {
				w.url = m[1]
				go func() {
					for range lines { // ignore its later output
					}
				}()
				return
			}
		case <-late:
			t.Fatalf("code-server does not listen: %s", strings.Join(said, "\n"))
		}
	}
}

// configure writes the user's settings. VS Code keeps those that depend on the machine in another
// file.
func (w *workbench) configure(t *testing.T) {
	t.Helper()
	settings := `{"files.autoSave": "off", "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off",
		"extensions.ignoreRecommendations": true, "security.workspace.trust.startupPrompt": "never"`
	if w.inBrowser {
		settings += `, "remote.extensionKind": {"edit-lsp.edit-lsp": ["web"]}`
	}
	for dir, content := range map[string]string{"User": settings + "}", "Machine": "{}"} {
		path := filepath.Join(w.data, dir, "settings.json")
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
}

func server() string { return filepath.Join(box, "edit-lsp") }

func checkout() string {
	here, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return filepath.Join(here, "..", "..")
}

// target returns VS Code's name of this platform.
func target() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return runtime.GOOS + "-" + arch
}

// pathWithoutOurs returns PATH without folders that contain edit-lsp.
func pathWithoutOurs() string {
	var dirs []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, "edit-lsp")); err != nil {
			dirs = append(dirs, dir)
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	runIn(t, ".", name, args...)
}

func runIn(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %q: %s", name, args, out)
}
