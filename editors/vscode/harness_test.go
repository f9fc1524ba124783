package vscode_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
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

// workbench is a window of VS Code with its own settings.
type workbench struct {
	name string
	// settings are those of the user besides the usual ones.
	settings map[string]any
	// withoutServer means that the extension's package doesn't include the server.
	withoutServer bool
}

var (
	trusted    = &workbench{name: "trusted"}
	untrusted  = &workbench{name: "untrusted", settings: map[string]any{"security.workspace.trust.enabled": true}}
	serverless = &workbench{name: "serverless", withoutServer: true}
	// webWorker runs the extension in the browser, without Node.
	webWorker = &workbench{name: "webWorker", settings: map[string]any{"remote.extensionKind": map[string][]string{"edit-lsp.edit-lsp": {"web"}}}}
)

type file struct{ name, content string }

// box holds the built server, the packages and the workspaces.
var box string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if box, err = os.MkdirTemp("", "edit-lsp-vscode-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(box)
		defer func() {
			driver.stop()
			host.stop()
		}()
		return m.Run()
	}())
}

// play runs a scenario, and returns its workspace and output.
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
	fill(t, root, more...)
	return root
}

// fill writes the files of a workspace: the usual ones, and more.
func fill(t *testing.T, root string, more ...file) {
	t.Helper()
	for _, f := range append([]file{{"src/cart.py", cart}, {"src/shop.py", shop}, {"chat.md", chat}}, more...) {
		path := filepath.Join(root, filepath.FromSlash(f.name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(f.content), 0o600))
	}
}

// workspace returns an empty folder. All tests use the same one, so that they share a window, which
// is left as if it were new.
func workspace(t *testing.T) string {
	t.Helper()
	root := filepath.Join(box, "shared", "workspace")
	if driver.in != nil {
		request, err := json.Marshal(map[string]string{"clear": root})
		require.NoError(t, err)
		out, err := driver.send(request)
		require.NoError(t, err, "%s", out)
	}
	// The folder itself stays, since VS Code watches it.
	require.NoError(t, os.MkdirAll(root, 0o755))
	left, err := os.ReadDir(root)
	require.NoError(t, err)
	for _, entry := range left {
		require.NoError(t, os.RemoveAll(filepath.Join(root, entry.Name())))
	}
	require.NoError(t, os.RemoveAll(filepath.Join(box, "state")))
	return root
}

// freshWorkspace returns a path of its own, for a test that needs a workspace that VS Code doesn't
// know.
func freshWorkspace(t *testing.T) string {
	t.Helper()
	// A socket's path must be short.
	dir, err := os.MkdirTemp(box, "")
	require.NoError(t, err)
	return filepath.Join(dir, "workspace")
}

// drive runs a scenario in a window of a workspace. input has its name and data.
func (w *workbench) drive(t *testing.T, root string, input map[string]any) (f found) {
	t.Helper()
	host.need(t)
	w.configure(t)
	options, err := json.Marshal(map[string]any{
		"window": w.name, "url": host.url, "folder": root, "workspace": input["workspace"], "play": input, "reload": input["reload"],
		"screens": filepath.Join(checkout(), ".screens", "vscode"),
	})
	require.NoError(t, err)
	out, err := driver.send(options)
	require.NoError(t, err, "%s", out)
	require.NoError(t, json.Unmarshal(out, &f), "%s", out)
	require.Empty(t, f.Error)
	t.Logf("VS Code %s", f.Version)
	return f
}

// browser runs scenarios one by one.
type browser struct {
	once sync.Once
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	err  error
}

var driver browser

// send sends a request of drive.mjs, and returns its answer as a line of JSON.
func (b *browser) send(options []byte) ([]byte, error) {
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
	b.cmd = exec.Command("node", "test/drive.mjs", installation, filepath.Join(box, "profile"))
	b.cmd.Stderr = os.Stderr
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	b.out = bufio.NewReader(out)
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return err
	}
	return b.cmd.Start()
}

func (b *browser) stop() {
	if b.in != nil {
		_ = b.in.Close()
		_ = b.cmd.Wait()
	}
}

// codeServer is VS Code's server, with the packaged extension and the driver.
type codeServer struct {
	once sync.Once
	cmd  *exec.Cmd
	url  string
	// data is the folder of its settings, extension that of the installed extension.
	data, extension string
}

var host codeServer

// need starts the server once.
func (c *codeServer) need(t *testing.T) {
	t.Helper()
	if installation == "" {
		t.Skip("SKIPPED: the real VS Code was not driven; editors/vscode/test/run does it")
	}
	c.once.Do(func() { c.start(t) })
	require.NotEmpty(t, c.url, "VS Code did not start; the first test that wanted it says why")
}

func (c *codeServer) start(t *testing.T) {
	t.Helper()
	path := func(name string) string { return filepath.Join(box, name) }
	run(t, "go", "build", "-o", server(), "github.com/edit-lsp/edit-lsp/cmd/edit-lsp")
	run(t, "node", "package.mjs", "--out", box, "--target", target(), "--binary", server())
	runIn(t, "test/driver", "node", "../../node_modules/@vscode/vsce/vsce", "package", "--no-dependencies",
		"--allow-missing-repository", "--skip-license", "--out", path("driver.vsix"))
	one := func(pattern string) string {
		list, err := filepath.Glob(path(pattern))
		require.NoError(t, err)
		require.Len(t, list, 1, pattern)
		return list[0]
	}
	c.data = path("data")
	common := []string{
		filepath.Join(installation, "node_modules/code-server/out/node/entry.js"),
		"--user-data-dir", c.data, "--extensions-dir", path("extensions"), "--config", path("config.yaml"),
	}
	run(t, "node", append(common, "--install-extension", one("edit-lsp-*.vsix"), "--install-extension", path("driver.vsix"))...)
	c.extension = one("extensions/edit-lsp.edit-lsp-[0-9]*")
	c.cmd = exec.Command("node", append(common, "--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check")...)
	c.cmd.Env = append(os.Environ(), "PATH="+pathWithoutOurs(), "XDG_STATE_HOME="+path("state"))
	out, err := c.cmd.StdoutPipe()
	require.NoError(t, err)
	c.cmd.Stderr = c.cmd.Stdout
	require.NoError(t, c.cmd.Start())
	c.url = listening(t, out)
}

func (c *codeServer) stop() {
	if c.cmd != nil && c.cmd.Process != nil {
		_ = c.cmd.Process.Signal(os.Interrupt)
		_ = c.cmd.Wait()
	}
}

// listening waits until the server says where it listens. Its later output is ignored.
func listening(t *testing.T, out io.Reader) (url string) {
	t.Helper()
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
				go func() {
					for range lines {
					}
				}()
				return m[1]
			}
		case <-late:
			t.Fatalf("code-server does not listen: %s", strings.Join(said, "\n"))
		}
	}
}

// configure writes the user's settings, and includes the server or not. VS Code keeps the settings
// that depend on the machine in another file.
func (w *workbench) configure(t *testing.T) {
	t.Helper()
	settings := map[string]any{
		"files.autoSave": "off", "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "extensions.ignoreRecommendations": true,
		"security.workspace.trust.startupPrompt": "never", "security.workspace.trust.enabled": false,
	}
	maps.Copy(settings, w.settings)
	user, err := json.Marshal(settings)
	require.NoError(t, err)
	for dir, content := range map[string][]byte{"User": user, "Machine": []byte("{}")} {
		path := filepath.Join(host.data, dir, "settings.json")
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
			continue
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, content, 0o600))
	}
	from, to := filepath.Join(host.extension, "bin"), filepath.Join(box, "bin")
	if !w.withoutServer {
		from, to = to, from
	}
	if _, err := os.Stat(from); err == nil {
		require.NoError(t, os.Rename(from, to))
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
