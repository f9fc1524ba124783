package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inTerminal runs the program in a terminal, where typed is typed, and returns what the terminal shows. Its streams
// are no terminal. Control characters of typed are those of the keyboard.
func inTerminal(t *testing.T, dir, typed, in string, args ...string) (string, ran) {
	t.Helper()
	shown, screen := terminal(t)
	cmd := exec.Command(binary(t), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	cmd.Stdin = strings.NewReader(in)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	cmd.ExtraFiles = []*os.File{screen}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	_, err := shown.WriteString(typed)
	require.NoError(t, err)
	done := make(chan string)
	go func() {
		data, _ := io.ReadAll(shown) // it fails once the other side is closed everywhere
		done <- string(data)
	}()
	_ = cmd.Run()
	require.NoError(t, screen.Close())
	screenText := strings.ReplaceAll(<-done, "\r\n", "\n")
	return screenText, ran{cmd.ProcessState.ExitCode(), out.Bytes(), stderr.String()}
}

const patchChat = "a.txt\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n\n" +
	"a.txt\n<<<<<<< SEARCH\n1\n=======\n1!\n>>>>>>> REPLACE\n\n" +
	".env\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n\n" +
	"b.txt\n<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n"

func TestPatch(t *testing.T) {
	for _, c := range []struct {
		name, typed string
		args        []string
		status      int
		a, b, env   string
	}{
		{"yes to all, which confirms", "y\ny\ny\ny\n", nil, 0, "1!\n", "2\n", "x\n"},
		{"no to one that others don't need", "y\ny\nn\ny\n", nil, 0, "1!\n", "2\n", ""},
		{"no to one that the next needs", "n\ny\ny\n", nil, 1, "one\n", "2\n", "x\n"},
		{"the rest of a file", "a\nn\nn\n", nil, 0, "1!\n", "two\n", ""},
		{"no more of a file", "d\nn\ny\n", nil, 1, "one\n", "2\n", ""},
		{"quit keeps what was chosen", "y\nq\n", nil, 0, "1\n", "two\n", ""},
		{"the end of the input quits", "y\n\x04", nil, 0, "1\n", "two\n", ""},
		{"help, and what isn't an answer", "?\nyes\n\ny\nq\n", nil, 0, "1\n", "two\n", ""},
		{"only some are asked for", "y\n", []string{"--only", "4"}, 0, "one\n", "2\n", ""},
		{"nothing is written", "y\ny\ny\ny\n", []string{"--dry-run"}, 0, "one\n", "two\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, map[string]string{"a.txt": "one\n", "b.txt": "two\n"})
			shown, r := inTerminal(t, dir, c.typed, patchChat, append(append([]string{"apply", "-p"}, c.args...), "-")...)
			assert.Equal(t, c.status, r.status, "%s\n%s\n%s", shown, r.out, r.err)
			for name, want := range map[string]string{"a.txt": c.a, "b.txt": c.b, ".env": c.env} {
				got, err := os.ReadFile(filepath.Join(dir, name))
				assert.True(t, err == nil || want == "", "%v", err)
				assert.Equal(t, want, string(got), name)
			}
			assert.NotContains(t, string(r.out)+r.err, "write it to", "questions are for the terminal")
		})
	}
}

// What is asked is the block's own diff, after those that were chosen.
func TestPatchShowsEachDiff(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\n", "b.txt": "two\n", "chat.md": patchChat + "\n\nb.txt\n<<<<<<< SEARCH\nnever\n=======\n\x1b[2J\n>>>>>>> REPLACE\n"})
	shown, r := inTerminal(t, dir, "y\ny\nq\n", "", "apply", "--patch", "--format", "json", "chat.md")
	assert.Equal(t, 1, r.status, "the last block fails")
	_, asked, _ := strings.Cut(shown, "q\n")
	assert.Equal(t, `chat.md:2: ready a.txt:1 +1 −1
diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-one
+1
Block 1 of 5: write it to a.txt [y,n,a,d,q,?]? chat.md:9: ready a.txt:1 +1 −1
chat.md:9: hint[merge-suggested] a.txt:1: Better merged with the block at line 2
diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-1
+1!
Block 2 of 5: write it to a.txt [y,n,a,d,q,?]? chat.md:16: asks first .env +1 −0
chat.md:15: warning[protected-path] .env: Protected file
    secrets, and environment variables of programs
diff --git a/.env b/.env
new file mode 100644
--- /dev/null
+++ b/.env
@@ -0,0 +1 @@
+x
Block 3 of 5: write it to .env [y,n,a,d,q,?]? `, asked)
	var results struct{ Summary struct{ Applied int } }
	decode(t, r.out, &results)
	assert.Equal(t, 2, results.Summary.Applied)
}

func TestPatchWithoutTerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\n", "chat.md": patchChat})
	cmd := exec.Command(binary(t), "apply", "--patch", "chat.md")
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	said, _ := cmd.CombinedOutput()
	assert.Equal(t, 2, cmd.ProcessState.ExitCode())
	assert.Equal(t, "edit-lsp: --patch asks on a terminal, and there is none (open /dev/tty: no such device or address); choose with --only instead\n", string(said))
}

// Ctrl-C at a question ends the run, and nothing is written.
func TestPatchInterrupted(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\n", "chat.md": patchChat})
	shown, screen := terminal(t)
	cmd := exec.Command(binary(t), "apply", "--patch", "chat.md")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	cmd.ExtraFiles = []*os.File{screen}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	require.NoError(t, cmd.Start())
	said := ""
	for buf := make([]byte, 1<<10); !strings.HasSuffix(said, "Block 2 of 4: write it to a.txt [y,n,a,d,q,?]? "); {
		n, err := shown.Read(buf)
		require.NoError(t, err)
		if said += string(buf[:n]); strings.HasSuffix(said, "Block 1 of 4: write it to a.txt [y,n,a,d,q,?]? ") {
			_, err = shown.WriteString("y\n")
			require.NoError(t, err)
		}
	}
	_, err := shown.WriteString("\x03")
	require.NoError(t, err)
	_ = cmd.Wait()
	assert.Equal(t, 130, cmd.ProcessState.ExitCode())
	got, err := os.ReadFile(filepath.Join(dir, "a.txt"))
	require.NoError(t, err)
	assert.Equal(t, "one\n", string(got))
}
