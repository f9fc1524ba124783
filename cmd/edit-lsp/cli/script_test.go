package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/edit-lsp/edit-lsp/internal/golden"
)

// Each script tests one subject of the command line. UPDATE updates the files compared by cmp.
func TestScript(t *testing.T) {
	bin := filepath.Dir(binary(t))
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			// git has no user and no other settings.
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_STATE_HOME", filepath.Join(scratch, "state", filepath.Base(env.WorkDir)))
			env.Setenv("EVIL", "x\x1b]0;owned\a")
			env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			env.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "fill": fill, "printable": printable, "crlf": crlf, "same": same,
		},
		RequireUniqueNames: true,
		UpdateScripts:      golden.Update,
	})
}

// exits N PROGRAM ARGUMENT... runs a program and checks its exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N program argument...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, not %d", got, want)
	}
}

// fill FILE TEXT writes a file. TEXT may have Go string escapes.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fill file text")
	}
	content, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(content), 0o666))
}

// printable FILE... checks that there are no invisible characters, and no control characters except
// newline and tab.
func printable(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		for i, r := range ts.ReadFile(name) {
			if unicode.In(r, unicode.Cc, unicode.Cf) && r != '\n' && r != '\t' {
				ts.Fatalf("%s has %U at byte %d", name, r, i)
			}
		}
	}
}

// crlf FILE... converts line endings to CR LF.
func crlf(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		content := strings.ReplaceAll(ts.ReadFile(name), "\n", "\r\n")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(content), 0o666))
	}
}

// same FOLDER FOLDER checks that both have the same files.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same folder folder")
	}
	one, other := ts.MkAbs(args[0]), ts.MkAbs(args[1])
	ts.Check(sameFiles(one, other))
	ts.Check(sameFiles(other, one))
}

// sameFiles returns an error for the first file that is missing or different in the other folder.
func sameFiles(one, other string) error {
	return filepath.WalkDir(one, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(one, path)
		if err != nil {
			return err
		}
		a, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(other, name))
		if err == nil && !bytes.Equal(a, b) {
			err = fmt.Errorf("%s differs:\n%q\n%q", name, a, b)
		}
		return err
	})
}
