//go:build unix

package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const nobody = 65534

// asNobody runs the program as an unprivileged user, since root can write to read-only folders.
func asNobody(t *testing.T, dir string, args ...string) ran {
	t.Helper()
	cmd := exec.Command(binary(t), args...)
	cmd.Dir = dir
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		// Only we may enter the parent folders of the program and of the folder.
		for _, inside := range []string{binary(t), dir} {
			for d := filepath.Dir(inside); d != filepath.Dir(d) && d != os.TempDir(); d = filepath.Dir(d) {
				require.NoError(t, os.Chmod(d, 0o755))
			}
		}
	}
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	if errors.Is(err, fs.ErrPermission) {
		t.Skip("cannot become another user here, or it may not enter the folder: ", err)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return ran{status: cmd.ProcessState.ExitCode(), out: out.Bytes(), err: stderr.String()}
}

// If a file can't be written, that is reported and the others are written.
func TestWriteFails(t *testing.T) {
	lay := func(t *testing.T) string {
		dir := t.TempDir()
		write(t, dir, map[string]string{
			"open/a.txt": "one\n",
			"shut/b.txt": "one\n",
			"chat.md": "FILE: shut/b.txt\nFIND:\none\nREPLACE:\n1\nEND\n" +
				"FILE: open/a.txt\nFIND:\none\nREPLACE:\n1\nEND\n" +
				"shut/new/c.txt\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n",
		})
		require.NoError(t, os.Chmod(filepath.Join(dir, "open"), 0o777))
		require.NoError(t, os.Chmod(filepath.Join(dir, "open/a.txt"), 0o666))
		if os.Geteuid() == 0 {
			require.NoError(t, os.Chown(filepath.Join(dir, "open/a.txt"), nobody, nobody))
		}
		require.NoError(t, os.Chmod(filepath.Join(dir, "shut"), 0o555))
		t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "shut"), 0o755) })
		return dir
	}
	want := map[string]string{"open/a.txt": "1\n", "shut/b.txt": "one\n"}

	t.Run("text", func(t *testing.T) {
		dir := lay(t)
		got := asNobody(t, dir, "apply", "chat.md")
		assert.Equal(t, exitTrouble, got.status)
		assert.Equal(t, ""+
			"chat.md:2: ready shut/b.txt:1 +1 −1\n"+
			"chat.md:8: applied open/a.txt:1 +1 −1\n"+
			"chat.md:14: ready shut/new/c.txt +1 −0\n"+
			"changed open/a.txt\n"+
			"3 blocks, 2 ready, 1 applied\n", string(got.out))
		assert.Equal(t, "edit-lsp: not written: shut/b.txt: permission denied\n"+
			"edit-lsp: not written: shut/new/c.txt: permission denied\n", got.err)
		have := tree(t, dir)
		delete(have, "chat.md")
		assert.Equal(t, want, have, "no other file is left behind")
	})
	t.Run("json", func(t *testing.T) {
		dir := lay(t)
		got := asNobody(t, dir, "apply", "--format", "json", "chat.md")
		assert.Equal(t, exitTrouble, got.status)
		var result map[string]any
		decode(t, got.out, &result)
		assert.Empty(t, differs(map[string]any{
			"documents": []any{map[string]any{"files": []any{map[string]any{"path": "open/a.txt"}}}},
			"summary":   map[string]any{"applied": 1.0, "validated": 2.0, "files_modified": []any{"open/a.txt"}},
		}, result, ""))
		assert.Contains(t, got.err, "not written: shut/b.txt: ")
	})
}

// With --atomic, a file that can't be written keeps all the others as they were.
func TestAtomicWriteFails(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"open/a.txt": "one\n", "open/gone.txt": "gone\n", "shut/b.txt": "one\n",
		"chat.md": "FILE: open/a.txt\nFIND:\none\nREPLACE:\n1\nEND\n" +
			"open/new/c.txt\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n" +
			"*** Begin Patch\n*** Delete File: open/gone.txt\n*** Update File: shut/b.txt\n*** Move to: open/b.txt\n@@\n-one\n+1\n*** End Patch\n",
	})
	before := tree(t, dir)
	mine(t, dir, "open", "open/a.txt", "open/gone.txt")
	require.NoError(t, os.Chmod(filepath.Join(dir, "open/gone.txt"), 0o750))
	require.NoError(t, os.Chmod(filepath.Join(dir, "shut"), 0o555))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "shut"), 0o755) })

	got := asNobody(t, dir, "apply", "--atomic", "--yes", "chat.md")
	assert.Equal(t, exitTrouble, got.status)
	assert.Equal(t, "edit-lsp: not written: shut/b.txt: it keeps its name and content: permission denied\n"+
		"edit-lsp: --atomic writes all blocks or none; what was written is reverted\n", got.err)
	assert.NotRegexp(t, "(?m)^(changed|created|deleted|renamed)", string(got.out))
	assert.Equal(t, before, tree(t, dir))
	assert.NoDirExists(t, filepath.Join(dir, "open/new"))
	info, err := os.Stat(filepath.Join(dir, "open/gone.txt"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o750), info.Mode(), "as before")
}

// An undo that fails half-way leaves the files as the run did, and can be made again.
func TestUndoFails(t *testing.T) {
	top := t.TempDir()
	dir, state := filepath.Join(top, "ws"), filepath.Join(top, "state")
	write(t, dir, map[string]string{
		"open/a.txt": "one\n", "shut/b.txt": "one\n",
		"chat.md": "FILE: open/a.txt\nFIND:\none\nREPLACE:\n1\nEND\nFILE: shut/b.txt\nFIND:\none\nREPLACE:\n1\nEND\n",
	})
	before := tree(t, dir)
	require.NoError(t, os.Mkdir(state, 0o700))
	mine(t, dir, "../state", "open", "shut", "open/a.txt", "shut/b.txt")
	t.Setenv("XDG_STATE_HOME", state)
	require.Equal(t, exitFine, asNobody(t, dir, "apply", "chat.md").status)
	applied := tree(t, dir)
	require.NoError(t, os.Chmod(filepath.Join(dir, "shut"), 0o555))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "shut"), 0o755) })

	got := asNobody(t, dir, "undo")
	assert.Equal(t, exitTrouble, got.status)
	assert.Equal(t, "edit-lsp: not written: shut/b.txt: permission denied\nedit-lsp: nothing was changed\n", got.err)
	assert.Empty(t, got.out)
	assert.Equal(t, applied, tree(t, dir))

	require.NoError(t, os.Chmod(filepath.Join(dir, "shut"), 0o755))
	got = asNobody(t, dir, "undo")
	assert.Equal(t, exitFine, got.status, got.err)
	assert.Equal(t, before, tree(t, dir))
}

// Where the home folder is read-only, apply works as without a journal.
func TestReadOnlyHome(t *testing.T) {
	binary(t) // whose build has files in a home
	dir := t.TempDir()
	write(t, dir, map[string]string{"ws/a.txt": "one\n", "ws/chat.md": oneToUno, "home/x": ""})
	mine(t, dir, "ws", "ws/a.txt")
	home := filepath.Join(dir, "home")
	require.NoError(t, os.Chmod(home, 0o555))
	t.Cleanup(func() { _ = os.Chmod(home, 0o755) })
	t.Setenv("HOME", home)
	t.Setenv("XDG_STATE_HOME", "")
	for _, args := range [][]string{{"apply", "chat.md"}, {"apply", "chat.md"}, {"check", "chat.md"}} {
		got := asNobody(t, filepath.Join(dir, "ws"), args...)
		assert.Equal(t, exitFine, got.status, args)
		assert.Empty(t, got.err)
	}
	got := asNobody(t, filepath.Join(dir, "ws"), "undo")
	assert.Equal(t, exitFindings, got.status)
	assert.Contains(t, got.err, "nothing to undo: no run is known")
	assert.Equal(t, map[string]string{"x": ""}, tree(t, home))
}

// A disk that gets full while a run is noted cuts its line off, and costs neither the run nor the other entries.
func TestFullDisk(t *testing.T) {
	long := strings.Repeat("u", 1500)
	dir, state := inJournal(t, map[string]string{
		"a.txt": "one\n", "b.txt": "one\n", "c.txt": "one\n", "a.md": oneToUno,
		"b.md": strings.NewReplacer("a.txt", "b.txt", "uno", long).Replace(oneToUno), "c.md": strings.ReplaceAll(oneToUno, "a.txt", "c.txt"),
	})
	require.Equal(t, exitFine, start(t, dir, nil, binary(t), "apply", "a.md").status)
	const limit = 4 * 512 // the unit of sh's ulimit
	got := start(t, dir, nil, "sh", "-c", `ulimit -f 4 && exec "$0" apply b.md`, binary(t))
	require.Equal(t, exitFine, got.status, got.err)
	data, err := os.ReadFile(segment(t, state))
	require.NoError(t, err)
	require.Len(t, data, limit, "a line that is cut off")
	require.Equal(t, exitFine, start(t, dir, nil, binary(t), "apply", "c.md").status)

	list := start(t, dir, nil, binary(t), "undo", "--list")
	assert.Regexp(t, `^1  .*  c\.md  c\.txt\n2  .*  a\.md  a\.txt\n$`, string(list.out))
	for range 2 {
		require.Equal(t, exitFine, start(t, dir, nil, binary(t), "undo").status)
	}
	have := tree(t, dir)
	assert.Equal(t, []string{"one\n", long + "\n", "one\n"}, []string{have["a.txt"], have["b.txt"], have["c.txt"]})
}

// mine gives files to the user of asNobody.
func mine(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if os.Geteuid() == 0 {
			require.NoError(t, os.Chown(filepath.Join(dir, name), nobody, nobody))
		}
	}
}

func TestWriteSaysWhatChanged(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\n", "chat.md": "FILE: a.txt\nFIND:\none\nREPLACE:\n1\nEND\n"})
	require.NoError(t, os.Chmod(dir, 0o777))
	require.NoError(t, os.Chmod(filepath.Join(dir, "a.txt"), 0o664))
	got := asNobody(t, dir, "apply", "chat.md")
	assert.Equal(t, exitFine, got.status)
	assert.Equal(t, "edit-lsp: a.txt: its group changed from 0 to 65534\n"+
		"edit-lsp: a.txt: its owner changed from 0 to 65534\n"+
		"edit-lsp: a.txt: its mode changed from -rw-rw-r-- to -rw-r--r--\n", got.err)
}

func TestSignalsLeaveNoTemporaryFile(t *testing.T) {
	many := strings.Repeat("many lines, so that it takes long to write\n", 1<<19)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			// On a busy machine, a run may end before the signal arrives.
			for tries := 1; !signalled(t, sig, many); tries++ {
				require.Less(t, tries, 50, "each run ended before it was seen to write")
			}
		})
	}
}

// signalled sends a signal to a run that is writing a file, and checks the result. It reports
// whether the run was caught while writing.
func signalled(t *testing.T, sig syscall.Signal, many string) bool {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.txt":   "one\n" + many,
		"chat.md": "FILE: a.txt\nFIND:\none\nREPLACE:\n1\nEND\n",
	})
	cmd := exec.Command(binary(t), "apply", "chat.md")
	cmd.Dir = dir
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it fails if the signal arrived in time
	}()
	left := func() []string {
		found, err := filepath.Glob(filepath.Join(dir, ".edit-lsp-*"))
		require.NoError(t, err)
		return found
	}
	seen := false
	for running := true; running && !seen; seen = len(left()) > 0 {
		select {
		case <-ended:
			running = false
		default:
		}
	}
	_ = cmd.Process.Signal(sig) // it may have ended already
	<-ended
	assert.Empty(t, left())
	data, err := os.ReadFile(filepath.Join(dir, "a.txt"))
	require.NoError(t, err)
	whole := string(data) == "one\n"+many || string(data) == "1\n"+many
	assert.True(t, whole, "it is the old file or the new one")
	return seen
}

func TestUnreadableChat(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"chat.md": "a.txt\n"})
	require.NoError(t, os.Chmod(filepath.Join(dir, "chat.md"), 0))
	got := asNobody(t, dir, "check", "chat.md")
	assert.Equal(t, exitTrouble, got.status)
	assert.Equal(t, "edit-lsp: open chat.md: permission denied\n", got.err)
}
