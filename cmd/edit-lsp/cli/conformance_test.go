package cli

import (
	"bytes"
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

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
)

// conformanceDir holds the cases; its README.md describes them.
const conformanceDir = "../../../testdata/conformance"

type conformance struct {
	data  map[string][]byte
	setup conformanceSetup
}

type conformanceSetup struct {
	Args      []string          `json:"args"`
	Exit      *int              `json:"exit"`
	ApplyExit *int              `json:"apply_exit"`
	DiffExit  *int              `json:"diff_exit"`
	RetryExit *int              `json:"retry_exit"`
	Twice     bool              `json:"apply_twice"`
	ApplyArgs *[]string         `json:"apply_args"`
	Chat      string            `json:"chat"`
	Absent    []string          `json:"absent"`
	Symlinks  map[string]string `json:"symlinks"`
	CRLF      []string          `json:"crlf"`
	Chop      []string          `json:"chop"`
	BOM       []string          `json:"bom"`
	Base64    map[string][]byte `json:"base64"`
}

func TestConformance(t *testing.T) {
	eachConformance(t, func(t *testing.T, c conformance) {
		chat, root := c.lay(t)
		checked := here(t, append([]string{"check", "--root", root, "--format", "json", chat}, c.setup.Args...)...)
		var got any
		require.NoError(t, json.Unmarshal(checked.out, &got), "check, exit %d: %s", checked.status, checked.err)
		if c.setup.Exit != nil {
			require.Equal(t, *c.setup.Exit, checked.status, "exit status of check")
		}
		var want map[string]any
		require.NoError(t, json.Unmarshal(c.data["expect.json"], &want))
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

		if c.setup.DiffExit != nil {
			diff := here(t, append([]string{"diff", "--root", root, chat}, c.setup.Args...)...)
			require.Equal(t, *c.setup.DiffExit, diff.status, "exit status of diff: %s", diff.err)
		}
		if c.setup.RetryExit != nil {
			retry := here(t, "retry", "--root", root, chat)
			require.Equal(t, *c.setup.RetryExit, retry.status, "exit status of retry: %s", retry.err)
		}
		after := c.under("after/")
		if len(after) == 0 && c.setup.Absent == nil && c.setup.ApplyExit == nil && !c.setup.Twice {
			return
		}
		apply := func() ran {
			return here(t, slices.Concat([]string{"apply", "--root", root, chat}, c.applyArgs(), c.setup.Args)...)
		}
		applied := apply()
		if c.setup.ApplyExit != nil {
			require.Equal(t, *c.setup.ApplyExit, applied.status, "exit status of apply: %s", applied.err)
		}
		for path, want := range after {
			have, err := os.ReadFile(filepath.Join(root, path))
			require.NoError(t, err)
			require.Equal(t, string(want), string(have), "%s after apply", path)
		}
		for _, path := range c.setup.Absent {
			_, err := os.Lstat(filepath.Join(root, path))
			require.ErrorIs(t, err, fs.ErrNotExist, "%s after apply", path)
		}
		if c.setup.Twice {
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
	eachConformance(t, func(t *testing.T, c conformance) {
		chat, root := c.lay(t)
		diff := here(t, append([]string{"diff", "--root", root, chat}, c.setup.Args...)...)
		require.Less(t, diff.status, exitTrouble, diff.err)
		if len(diff.out) > 0 {
			patched := start(t, root, diff.out, "git", "apply", "--whitespace=nowarn")
			require.Zero(t, patched.status, "git apply: %s\n%s", patched.err, diff.out)
		}
		chat, other := c.lay(t)
		args := append([]string{"apply", "--root", other, chat}, c.setup.Args...)
		if slices.Contains(args, "--code-blocks") { // diff prints those that ask first, too
			args = append(args, "--yes")
		}
		here(t, args...)
		require.Equal(t, tree(t, other), tree(t, root), "diff:\n%s", diff.out)
	})
}

func eachConformance(t *testing.T, do func(*testing.T, conformance)) {
	folders, err := os.ReadDir(conformanceDir)
	require.NoError(t, err)
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		t.Run(folder.Name(), func(t *testing.T) {
			cases, err := filepath.Glob(filepath.Join(conformanceDir, folder.Name(), "*.txtar"))
			require.NoError(t, err)
			require.NotEmpty(t, cases, "a folder without cases")
			for _, name := range cases {
				short := strings.TrimSuffix(filepath.Base(name), ".txtar")
				t.Run(short, func(t *testing.T) {
					t.Parallel()
					do(t, readConformance(t, name))
				})
			}
		})
	}
}

func readConformance(t *testing.T, name string) conformance {
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	c := conformance{data: map[string][]byte{}}
	for _, f := range archive.Files {
		known := slices.Contains([]string{"chat.md", "setup.json", "expect.json"}, f.Name)
		require.True(t, known || strings.HasPrefix(f.Name, "files/") || strings.HasPrefix(f.Name, "after/"), "unknown entry %s", f.Name)
		require.NotContains(t, c.data, f.Name, "entry twice")
		c.data[f.Name] = f.Data
	}
	if setup, ok := c.data["setup.json"]; ok {
		d := json.NewDecoder(bytes.NewReader(setup))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&c.setup))
	}
	for _, k := range c.setup.CRLF {
		c.data[k] = bytes.ReplaceAll(c.data[k], []byte("\n"), []byte("\r\n"))
	}
	for _, k := range c.setup.Chop {
		c.data[k] = bytes.TrimSuffix(bytes.TrimSuffix(c.data[k], []byte("\n")), []byte("\r"))
	}
	for _, k := range c.setup.BOM {
		c.data[k] = append([]byte("\xef\xbb\xbf"), c.data[k]...)
	}
	maps.Copy(c.data, c.setup.Base64)
	if c.setup.Chat == "" {
		c.setup.Chat = "chat.md"
	}
	require.Contains(t, c.data, "chat.md")
	require.Contains(t, c.data, "expect.json")
	return c
}

func (c conformance) applyArgs() []string {
	if c.setup.ApplyArgs != nil {
		return *c.setup.ApplyArgs
	}
	return []string{"--yes"}
}

// under returns the entries with a name prefix, by the rest of the name.
func (c conformance) under(prefix string) map[string][]byte {
	found := map[string][]byte{}
	for name, data := range c.data {
		if path, ok := strings.CutPrefix(name, prefix); ok {
			found[path] = data
		}
	}
	return found
}

func (c conformance) lay(t *testing.T) (chat, root string) {
	dir := t.TempDir()
	chat, root = filepath.Join(dir, c.setup.Chat), filepath.Join(dir, "ws")
	require.NoError(t, os.Mkdir(root, 0o777))
	require.NoError(t, os.WriteFile(chat, c.data["chat.md"], 0o666))
	for path, data := range c.under("files/") {
		path = filepath.Join(root, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, data, 0o666))
	}
	for path, goal := range c.setup.Symlinks {
		path = filepath.Join(root, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.Symlink(goal, path))
	}
	return chat, root
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
