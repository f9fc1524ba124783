// Package terminal drives editors in tmux: it types and reads the screen.
package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	columns, rows = 132, 40
	// patience is only reached if something is wrong.
	patience = time.Minute
	// glance is how often the screen is polled.
	glance = 30 * time.Millisecond
)

// Terminal is a tmux screen with an editor.
type Terminal struct {
	socket string
	tmux   string
}

// Start runs a command in dir on its own screen, until the test ends.
func Start(t testing.TB, tmux, dir string, env []string, command ...string) *Terminal {
	t.Helper()
	// Socket paths are limited to about 100 bytes, so not the test's directory.
	box, err := os.MkdirTemp("", "screen-")
	require.NoError(t, err)
	term := &Terminal{socket: filepath.Join(box, "tmux"), tmux: tmux}
	config := filepath.Join(box, "conf")
	require.NoError(t, os.WriteFile(config, []byte("set -g status off\nset -s escape-time 0\nset -g default-terminal tmux-256color\nset -sa terminal-features ',*:RGB'\nset -g remain-on-exit on\n"), 0o600))
	args := []string{"-f", config, "new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(rows), "-c", dir}
	cmd := exec.CommandContext(t.Context(), tmux, append(append([]string{"-S", term.socket}, args...), command...)...)
	cmd.Env = append(env, "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "COLORTERM=truecolor", "TERM=tmux-256color")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	pid, err := strconv.Atoi(strings.TrimSpace(term.run(t, "display-message", "-p", "#{pane_pid}")))
	require.NoError(t, err)
	t.Cleanup(func() {
		// The test's context is already cancelled.
		_ = exec.Command(tmux, "-S", term.socket, "kill-server").Run()
		await(pid)
		_ = os.RemoveAll(box)
	})
	return term
}

// await waits for a process that isn't our child, which may still write into the test's directories.
func await(pid int) {
	process, err := os.FindProcess(pid)
	for deadline := time.Now().Add(patience); err == nil && time.Now().Before(deadline); time.Sleep(glance) {
		err = process.Signal(syscall.Signal(0))
	}
}

func (term *Terminal) run(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), term.tmux, append([]string{"-S", term.socket}, args...)...).CombinedOutput()
	require.NoError(t, err, "tmux %q: %s", args, out)
	return string(out)
}

// Type types text literally.
func (term *Terminal) Type(t testing.TB, text string) {
	t.Helper()
	term.run(t, "send-keys", "-l", "--", text)
}

// Press presses keys by tmux names, such as Enter, Escape or C-x.
func (term *Terminal) Press(t testing.TB, keys ...string) {
	t.Helper()
	term.run(t, append([]string{"send-keys", "--"}, keys...)...)
}

// Screen returns the screen's text without colours.
func (term *Terminal) Screen(t testing.TB) string {
	t.Helper()
	return term.run(t, "capture-pane", "-p")
}

// Await waits until the screen shows text.
func (term *Terminal) Await(t testing.TB, text string) string {
	t.Helper()
	return term.Until(t, text, func(screen string) bool { return strings.Contains(screen, text) })
}

// AwaitTimes waits until a text is on the screen so many times.
func (term *Terminal) AwaitTimes(t testing.TB, text string, times int) {
	t.Helper()
	term.Until(t, fmt.Sprintf("%s, %d times", text, times), func(screen string) bool { return strings.Count(screen, text) == times })
}

// Until returns the screen once it satisfies done.
func (term *Terminal) Until(t testing.TB, what string, done func(screen string) bool) string {
	t.Helper()
	screen := ""
	Poll(t, func() (bool, string) {
		screen = term.Screen(t)
		return done(screen), "the screen does not show " + what + ", but:\n" + screen
	})
	return screen
}

// Ended waits until the editor has ended.
func (term *Terminal) Ended(t testing.TB) {
	t.Helper()
	Poll(t, func() (bool, string) {
		return strings.TrimSpace(term.run(t, "display-message", "-p", "#{pane_dead}")) == "1", "the editor does not end:\n" + term.Screen(t)
	})
}

// Poll waits until look is done, and otherwise fails with its reason.
func Poll(t testing.TB, look func() (done bool, why string)) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		done, why := look()
		if done {
			return
		}
		if time.Now().After(deadline) {
			require.FailNow(t, "timed out", why)
		}
		select {
		case <-time.After(glance):
		case <-t.Context().Done():
			require.FailNow(t, "interrupted", why)
		}
	}
}

// underlineColour is what aha takes for a background. Nor does it know wavy underlines.
var underlineColour = regexp.MustCompile("\x1b\\[58[;:0-9]*m")

// Picture saves the screen as NAME.ansi, and if aha and chromium are installed as NAME.html and
// NAME.png.
func (term *Terminal) Picture(t testing.TB, dir, name string) {
	t.Helper()
	coloured := term.run(t, "capture-pane", "-p", "-e", "-N")
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".ansi"), []byte(coloured), 0o600))
	aha, err := exec.LookPath("aha")
	if err != nil {
		return
	}
	cmd := exec.CommandContext(t.Context(), aha, "--black", "--title", name)
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(underlineColour.ReplaceAllString(coloured, ""), "\x1b[4:3m", "\x1b[4m"))
	page, err := cmd.Output()
	require.NoError(t, err)
	style := "<style>body{margin:8px} pre{font:14px/17px 'DejaVu Sans Mono',monospace}</style></head>"
	page = []byte(strings.Replace(string(page), "</head>", style, 1))
	html := filepath.Join(dir, name+".html")
	require.NoError(t, os.WriteFile(html, page, 0o600))
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return
	}
	shot := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+t.TempDir(), fmt.Sprintf("--window-size=%d,%d", columns*9, rows*17+20),
		"--screenshot="+filepath.Join(dir, name+".png"), "file://"+html)
	if out, err := shot.CombinedOutput(); err != nil {
		t.Logf("no picture %s.png: %v: %s", name, err, out)
	}
}
