// Package desktop drives editors that need windows: on a virtual X server, with keys, watching the
// windows.
package desktop

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// Needs are the programs that a desktop requires.
var Needs = []string{"Xvfb", "dbus-daemon", "xdotool", "import"}

const (
	width, height = 1280, 800
	// patience is only reached if something is wrong.
	patience = time.Minute
)

// Desktop is a screen with a session bus for an editor.
type Desktop struct {
	env   []string
	dir   string
	class string
	// main is the main window's X id.
	main string
	// ended is closed after err is set.
	ended chan struct{}
	err   error
	// said is the editor's output, to read after its end.
	said bytes.Buffer
}

// Window is a visible window.
type Window struct {
	Width, Height int
	id            string
}

// Start starts a desktop, until the test ends, for programs that run in dir.
func Start(t testing.TB, dir string, env []string) *Desktop {
	t.Helper()
	d := &Desktop{env: append(env, "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "XDG_RUNTIME_DIR="+runtimeDir(t)), dir: dir}
	// Each server takes a free number and prints it to its third file. Without -noreset, Xvfb restarts
	// when its last client leaves.
	screen := d.serve(t, "Xvfb", "-displayfd", "3", "-noreset", "-nolisten", "tcp", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height))
	d.env = append(d.env, "DISPLAY=:"+screen)
	bus := d.serve(t, "dbus-daemon", "--session", "--nofork", "--print-address=3")
	d.env = append(d.env, "DBUS_SESSION_BUS_ADDRESS="+bus)
	// In the middle, the pointer would select an entry of a menu that opens there.
	d.Run(t, "xdotool", "mousemove", fmt.Sprint(width-1), fmt.Sprint(height-1))
	return d
}

// runtimeDir holds sockets, whose paths are limited to about 100 bytes.
func runtimeDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "desktop-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// serve starts a program until the test ends, and returns the line that it prints when ready.
func (d *Desktop) serve(t testing.TB, command ...string) string {
	t.Helper()
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	cmd := d.command(command...)
	cmd.ExtraFiles = []*os.File{write}
	require.NoError(t, cmd.Start())
	require.NoError(t, write.Close())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(read).ReadString('\n')
	require.NoError(t, err, "%s does not start", command[0])
	return strings.TrimSpace(line)
}

func (d *Desktop) command(command ...string) *exec.Cmd {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Dir = d.env, d.dir
	return cmd
}

// Run runs a program to its end.
func (d *Desktop) Run(t testing.TB, command ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env, cmd.Dir = d.env, d.dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%q: %s", command, out)
}

// Open starts the editor, with windows of that class, and waits until one fills the screen and has the
// focus. It ends with the test; if that fails, a picture is kept in screens.
func (d *Desktop) Open(t testing.TB, screens, class string, command ...string) {
	t.Helper()
	d.class, d.ended = class, make(chan struct{})
	cmd := d.command(command...)
	cmd.Stdout, cmd.Stderr = &d.said, &d.said
	require.NoError(t, cmd.Start())
	go func() {
		d.err = cmd.Wait()
		close(d.ended)
	}()
	t.Cleanup(func() {
		if t.Failed() {
			_ = d.picture(filepath.Join(screens, strings.ReplaceAll(t.Name(), "/", "-")+"-failed.png"))
		}
		_ = cmd.Process.Kill()
		<-d.ended
	})
	d.poll(t, func() (bool, string) {
		for _, w := range d.windows() {
			d.main = w.id
			return true, ""
		}
		return false, command[0] + " opens no window"
	})
	// There is no window manager to do this.
	d.Run(t, "xdotool", "windowsize", d.main, fmt.Sprint(width), fmt.Sprint(height), "windowmove", d.main, "0", "0", "windowfocus", d.main)
	d.poll(t, func() (bool, string) {
		return slices.Contains(d.windows(), Window{Width: width, Height: height, id: d.main}), "the window does not fill the screen"
	})
	d.poll(t, func() (bool, string) {
		focus, err := d.command("xdotool", "getwindowfocus").Output()
		return err == nil && strings.TrimSpace(string(focus)) == d.main, "the window does not get what is typed"
	})
}

// windows returns the editor's visible windows.
func (d *Desktop) windows() []Window {
	// It fails if there is none, or one disappears during the search.
	out, err := d.command("xdotool", "search", "--maxdepth", "1", "--onlyvisible", "--class", d.class, "getwindowgeometry", "--shell", "%@").Output()
	if err != nil {
		return nil
	}
	var shown []Window
	for _, m := range geometry.FindAllStringSubmatch(string(out), -1) {
		wide, _ := strconv.Atoi(m[2])
		high, _ := strconv.Atoi(m[3])
		shown = append(shown, Window{wide, high, m[1]})
	}
	return shown
}

var geometry = regexp.MustCompile(`WINDOW=(\d+)\n(?:[XY]=.*\n)*WIDTH=(\d+)\nHEIGHT=(\d+)\n`)

// Title waits until the title of the main window contains text.
func (d *Desktop) Title(t testing.TB, text string) {
	t.Helper()
	d.poll(t, func() (bool, string) {
		title, _ := d.command("xdotool", "getwindowname", d.main).Output()
		return strings.Contains(string(title), text), fmt.Sprintf("the title is %q, without %q", title, text)
	})
}

// Popup waits for another window, such as a menu, that satisfies done.
func (d *Desktop) Popup(t testing.TB, what string, done func(Window) bool) {
	t.Helper()
	d.poll(t, func() (bool, string) {
		shown := d.windows()
		for _, w := range shown {
			if w.id != d.main && done(w) {
				return true, ""
			}
		}
		return false, fmt.Sprintf("no %s among the windows %+v", what, shown)
	})
}

// Opens presses keys that open another window, such as a menu. It presses them again if none opens:
// programs miss keys while their window changes.
func (d *Desktop) Opens(t testing.TB, keys ...string) {
	t.Helper()
	const again = 30
	looks := 0
	d.poll(t, func() (bool, string) {
		if looks%again == 0 {
			d.Press(t, keys...)
		}
		looks++
		return len(d.windows()) > 1, fmt.Sprintf("%q opens no window", keys)
	})
}

// Alone waits until only the main window is left, and presses keys until then.
func (d *Desktop) Alone(t testing.TB, keys ...string) {
	t.Helper()
	d.poll(t, func() (bool, string) {
		shown := d.windows()
		if len(shown) > 1 && len(keys) > 0 {
			d.Press(t, keys...)
		}
		return len(shown) == 1, fmt.Sprintf("there are other windows: %+v", shown)
	})
}

// Type types text literally.
func (d *Desktop) Type(t testing.TB, text string) {
	t.Helper()
	d.Run(t, "xdotool", "type", "--", text)
}

// Press presses keys by their X names, such as Return or ctrl+x.
func (d *Desktop) Press(t testing.TB, keys ...string) {
	t.Helper()
	d.Run(t, append([]string{"xdotool", "key", "--"}, keys...)...)
}

// poll waits for a condition; it fails if the editor ends.
func (d *Desktop) poll(t testing.TB, look func() (done bool, why string)) {
	t.Helper()
	terminal.Poll(t, func() (bool, string) {
		select {
		case <-d.ended:
			require.FailNow(t, "the editor has ended", "%v: %s", d.err, d.said.String())
		default:
		}
		return look()
	})
}

// Ended waits until the editor has ended by itself.
func (d *Desktop) Ended(t testing.TB) {
	t.Helper()
	select {
	case <-d.ended:
		require.NoError(t, d.err, "%s", d.said.String())
	case <-time.After(patience):
		require.FailNow(t, "the editor does not end", "windows: %+v", d.windows())
	}
}

// Picture saves the screen as dir/NAME.png.
func (d *Desktop) Picture(t testing.TB, dir, name string) {
	t.Helper()
	require.NoError(t, d.picture(filepath.Join(dir, name+".png")))
}

func (d *Desktop) picture(file string) error {
	if out, err := d.command("import", "-window", "root", file).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}
