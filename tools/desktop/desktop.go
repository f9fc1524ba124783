// Package desktop plays editors that need windows: it runs one on an X server whose
// screen nobody sees, presses keys, and looks at which windows are there.
package desktop

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// Needs are the programs that a desktop is made of.
var Needs = []string{"Xvfb", "dbus-daemon", "xdotool", "import"}

const (
	// width and height of the screen, in pixels.
	width, height = 1280, 800
	// patience is how long the end of a program is waited for; it is only reached when
	// something is wrong.
	patience = time.Minute
)

// Desktop is a screen, with a session bus, on which an editor can run.
type Desktop struct {
	env []string
	dir string
	// class is that of the editor's windows.
	class string
	// main is the editor's own window, by its number.
	main string
	// ended is closed when the editor has ended, after err was set.
	ended chan struct{}
	err   error
	// said is what the editor wrote, to be read when it has ended.
	said bytes.Buffer
}

// Window is what can be seen of a window.
type Window struct {
	// Width and Height are in pixels.
	Width, Height int
	id            string
}

// Start makes a desktop for programs that run in a folder. It ends with the test.
func Start(t testing.TB, dir string, env []string) *Desktop {
	t.Helper()
	d := &Desktop{env: append(env, "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "XDG_RUNTIME_DIR="+runtimeDir(t)), dir: dir}
	// They take what is free, and say what that is where a third file is opened for it. An
	// X server restarts when its last client goes, and drops one that comes just then.
	screen := d.serve(t, "Xvfb", "-displayfd", "3", "-noreset", "-nolisten", "tcp", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height))
	d.env = append(d.env, "DISPLAY=:"+screen)
	bus := d.serve(t, "dbus-daemon", "--session", "--nofork", "--print-address=3")
	d.env = append(d.env, "DBUS_SESSION_BUS_ADDRESS="+bus)
	// A pointer in the middle would choose the entry of a menu that opens under it.
	d.Run(t, "xdotool", "mousemove", fmt.Sprint(width-1), fmt.Sprint(height-1))
	return d
}

// runtimeDir is a folder for sockets, whose paths may have about 100 bytes only.
func runtimeDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "desktop-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// serve starts a program that runs until the test ends, and gives the line by which it
// says that it is there.
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
	cmd := d.command(command...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	require.NoError(t, cmd.Start())
	stop := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	require.NoError(t, cmd.Wait(), "%q: %s", command, said.String())
}

// Open starts the editor whose windows are of that class, and waits until its window
// fills the screen and gets what is typed. It ends with the test, at the latest; if the
// test has failed, a picture of what it then showed is kept in a folder.
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
	// There is no window manager that would do it.
	d.Run(t, "xdotool", "windowsize", d.main, fmt.Sprint(width), fmt.Sprint(height), "windowmove", d.main, "0", "0", "windowfocus", d.main)
	d.poll(t, func() (bool, string) {
		return slices.Contains(d.windows(), Window{Width: width, Height: height, id: d.main}), "the window does not fill the screen"
	})
	d.poll(t, func() (bool, string) {
		focus, err := d.command("xdotool", "getwindowfocus").Output()
		return err == nil && strings.TrimSpace(string(focus)) == d.main, "the window does not get what is typed"
	})
}

// windows are those of the editor that are shown.
func (d *Desktop) windows() []Window {
	// It fails where there is none, and where one goes while it looks.
	out, err := d.command("xdotool", "search", "--maxdepth", "1", "--onlyvisible", "--class", d.class, "getwindowgeometry", "--shell", "%@").Output()
	if err != nil {
		return nil
	}
	var shown []Window
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if name == "WINDOW" {
			shown = append(shown, Window{id: value})
			continue
		}
		number, _ := strconv.Atoi(value)
		switch w := &shown[len(shown)-1]; name {
		case "WIDTH":
			w.Width = number
		case "HEIGHT":
			w.Height = number
		}
	}
	return shown
}

// Title waits until the title of the editor's own window holds text.
func (d *Desktop) Title(t testing.TB, text string) {
	t.Helper()
	d.poll(t, func() (bool, string) {
		title, _ := d.command("xdotool", "getwindowname", d.main).Output()
		return strings.Contains(string(title), text), fmt.Sprintf("the title is %q, without %q", title, text)
	})
}

// Popup waits until the editor shows a second window, such as a menu, for which a
// condition holds.
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

// Alone waits until the editor shows its own window only; while it shows others, it
// presses keys.
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

// Press presses keys, one after another, by X's names for them, such as Return or ctrl+x.
func (d *Desktop) Press(t testing.TB, keys ...string) {
	t.Helper()
	d.Run(t, append([]string{"xdotool", "key", "--"}, keys...)...)
}

// poll waits for a condition, and fails if the editor ends meanwhile.
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

// Picture puts what the screen shows into a folder, as NAME.png, for people.
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
