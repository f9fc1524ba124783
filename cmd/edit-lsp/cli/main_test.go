package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The tests of this package run the real binary, built once.

// scratch exists while the tests run.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "edit-lsp-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		scratch = dir
		// Ignore the user's settings.
		os.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
		// And leave the user's journals alone.
		os.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
		return m.Run()
	}())
}

// Like all tests here that run the go command, this builds with -trimpath and without cgo, so that they
// share what is compiled, whatever its folder.
var build = sync.OnceValues(func() (string, error) {
	name := filepath.Join(scratch, "bin", "edit-lsp")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", name, "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return name, nil
})

func binary(t testing.TB) string {
	t.Helper()
	name, err := build()
	require.NoError(t, err)
	return name
}

type ran struct {
	status int
	out    []byte
	err    string
}

const patience = 2 * time.Minute

func start(t testing.TB, dir string, in []byte, name string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(in)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	require.NoError(t, ctx.Err(), "no answer in %v", patience)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return ran{status: cmd.ProcessState.ExitCode(), out: out.Bytes(), err: stderr.String()}
}

// here runs edit-lsp in this process, for tests that run it a thousand times.
func here(t testing.TB, args ...string) ran {
	t.Helper()
	root := Root()
	root.SetArgs(args)
	var out, stderr bytes.Buffer
	root.SetIn(strings.NewReader(""))
	root.SetOut(&out)
	root.SetErr(&stderr)
	status := run(t.Context(), root)
	return ran{status: status, out: out.Bytes(), err: stderr.String()}
}

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
	}
}

func decode(t testing.TB, data []byte, into any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(data, into), "%s", data)
}
