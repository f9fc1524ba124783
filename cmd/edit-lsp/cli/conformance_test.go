package cli

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/internal/conformance"
)

// conformanceDir holds the cases; its README.md describes them.
const conformanceDir = "../../../testdata/conformance"

func TestConformance(t *testing.T) {
	eachConformance(t, func(t *testing.T, c *conformance.Case) {
		chat, root := c.Lay(t)
		checked := here(t, append([]string{"check", "--root", root, "--format", "json", chat}, c.Args...)...)
		var got any
		require.NoError(t, json.Unmarshal(checked.out, &got), "check, exit %d: %s", checked.status, checked.err)
		if c.Exit != nil {
			require.Equal(t, *c.Exit, checked.status, "exit status of check")
		}
		var want map[string]any
		require.NoError(t, json.Unmarshal(c.Data["expect.json"], &want))
		if _, ok := want["documents"]; !ok {
			got = onlyDocument(t, got)
		}
		require.Empty(t, differs(want, got, ""))
		var result editlsp.Results
		require.NoError(t, json.Unmarshal(checked.out, &result))
		for _, d := range result.Documents {
			for _, b := range d.Blocks {
				if b.Status == editlsp.Failed || b.Status == editlsp.Skipped {
					require.NotEmpty(t, b.Code, "why block %d is %s", b.Index, b.Status)
					require.NotEmpty(t, b.Message)
				}
			}
		}

		if c.DiffExit != nil {
			diff := here(t, append([]string{"diff", "--root", root, chat}, c.Args...)...)
			require.Equal(t, *c.DiffExit, diff.status, "exit status of diff: %s", diff.err)
		}
		if c.RetryExit != nil {
			retry := here(t, "retry", "--root", root, chat)
			require.Equal(t, *c.RetryExit, retry.status, "exit status of retry: %s", retry.err)
		}
		after := c.Under("after/")
		if len(after) == 0 && c.Absent == nil && c.ApplyExit == nil && !c.Twice {
			return
		}
		apply := func() ran {
			return here(t, slices.Concat([]string{"apply", "--root", root, chat}, applyArgs(c), c.Args)...)
		}
		applied := apply()
		if c.ApplyExit != nil {
			require.Equal(t, *c.ApplyExit, applied.status, "exit status of apply: %s", applied.err)
		}
		for path, want := range after {
			have, err := os.ReadFile(filepath.Join(root, path))
			require.NoError(t, err)
			require.Equal(t, string(want), string(have), "%s after apply", path)
		}
		for _, path := range c.Absent {
			_, err := os.Lstat(filepath.Join(root, path))
			require.ErrorIs(t, err, fs.ErrNotExist, "%s after apply", path)
		}
		if c.Twice {
			once := tree(t, root)
			apply()
			require.Equal(t, once, tree(t, root), "after applying twice")
		}
	})
}

// git applies the printed diff with the same result as apply, byte for byte.
func TestConformanceOfDiff(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	eachConformance(t, func(t *testing.T, c *conformance.Case) {
		chat, root := c.Lay(t)
		diff := here(t, append([]string{"diff", "--root", root, chat}, c.Args...)...)
		require.Less(t, diff.status, exitTrouble, diff.err)
		if len(diff.out) > 0 {
			patched := start(t, root, diff.out, "git", "apply", "--whitespace=nowarn")
			require.Zero(t, patched.status, "git apply: %s\n%s", patched.err, diff.out)
		}
		chat, other := c.Lay(t)
		args := append([]string{"apply", "--root", other, chat}, c.Args...)
		if slices.Contains(args, "--code-blocks") { // diff prints those that ask first, too
			args = append(args, "--yes")
		}
		here(t, args...)
		require.Equal(t, tree(t, other), tree(t, root), "diff:\n%s", diff.out)
	})
}

func eachConformance(t *testing.T, do func(*testing.T, *conformance.Case)) {
	for _, c := range conformance.Read(t, conformanceDir) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			do(t, &c)
		})
	}
}

func applyArgs(c *conformance.Case) []string {
	if c.ApplyArgs != nil {
		return *c.ApplyArgs
	}
	return []string{"--yes"}
}

// onlyDocument merges the members of the only document into the whole.
func onlyDocument(t *testing.T, result any) any {
	whole, ok := result.(map[string]any)
	require.True(t, ok, "the result is no object")
	documents, ok := whole["documents"].([]any)
	require.True(t, ok && len(documents) == 1, "the result has not one document")
	maps.Copy(whole, documents[0].(map[string]any))
	return whole
}

// differs describes the first difference, or returns "".
func differs(want, got any, at string) string {
	switch want := want.(type) {
	case map[string]any:
		have, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s: expected an object, got %v", at, got)
		}
		for key, value := range want {
			name, part := strings.CutSuffix(key, "~")
			field, there := have[name]
			if !there {
				return fmt.Sprintf("%s.%s: missing", at, name)
			}
			if part {
				all := fmt.Sprint(field) // some members are lists
				if text, ok := value.(string); !ok || !strings.Contains(all, text) {
					return fmt.Sprintf("%s.%s: %q does not contain %q", at, name, field, value)
				}
			} else if d := differs(value, field, at+"."+name); d != "" {
				return d
			}
		}
		return ""
	case []any:
		have, ok := got.([]any)
		if !ok || len(have) != len(want) {
			return fmt.Sprintf("%s: expected %d elements, got %v", at, len(want), got)
		}
		for i := range want {
			if d := differs(want[i], have[i], fmt.Sprintf("%s[%d]", at, i)); d != "" {
				return d
			}
		}
		return ""
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Sprintf("%s: expected %#v, got %#v", at, want, got)
	}
	return ""
}

// tree reads all files below a folder, without following links.
func tree(t *testing.T, dir string) map[string]string {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.Type()&fs.ModeSymlink != 0 {
			goal, err := os.Readlink(path)
			found[name] = "-> " + goal
			return err
		}
		data, err := os.ReadFile(path)
		found[name] = string(data)
		return err
	}))
	return found
}
