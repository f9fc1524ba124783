// Package conformance reads the cases of testdata/conformance, which its README.md describes. It is test support.
package conformance

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Case is a case: the members of its setup.json, and all its entries by name.
type Case struct {
	// Name is the folder and the file's name without ending, such as "undo/a-name".
	Name string
	Setup
	Data map[string][]byte
}

// Setup is how a case is run and what it expects beyond expect.json.
type Setup struct {
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

// Read returns the cases below testdata/conformance, whose path is dir.
func Read(t *testing.T, dir string) (all []Case) {
	t.Helper()
	folders, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		cases, err := filepath.Glob(filepath.Join(dir, folder.Name(), "*.txtar"))
		require.NoError(t, err)
		require.NotEmpty(t, cases, "%s has no cases", folder.Name())
		for _, name := range cases {
			all = append(all, read(t, name))
		}
	}
	require.NotEmpty(t, all)
	return all
}

func read(t *testing.T, name string) Case {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	short := filepath.Base(filepath.Dir(name)) + "/" + strings.TrimSuffix(filepath.Base(name), ".txtar")
	c := Case{Name: short, Setup: Setup{Chat: "chat.md"}, Data: map[string][]byte{}}
	for _, f := range archive.Files {
		known := slices.Contains([]string{"chat.md", "setup.json", "expect.json"}, f.Name)
		require.True(t, known || strings.HasPrefix(f.Name, "files/") || strings.HasPrefix(f.Name, "after/"), "%s: unknown entry %s", short, f.Name)
		require.NotContains(t, c.Data, f.Name, "%s: entry twice", short)
		c.Data[f.Name] = f.Data
	}
	if setup, ok := c.Data["setup.json"]; ok {
		d := json.NewDecoder(bytes.NewReader(setup))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&c.Setup), short)
	}
	for _, k := range c.CRLF {
		c.Data[k] = bytes.ReplaceAll(c.Data[k], []byte("\n"), []byte("\r\n"))
	}
	for _, k := range c.Chop {
		c.Data[k] = bytes.TrimSuffix(bytes.TrimSuffix(c.Data[k], []byte("\n")), []byte("\r"))
	}
	for _, k := range c.BOM {
		c.Data[k] = append([]byte("\xef\xbb\xbf"), c.Data[k]...)
	}
	maps.Copy(c.Data, c.Base64)
	require.Contains(t, c.Data, "chat.md", short)
	require.Contains(t, c.Data, "expect.json", short)
	return c
}

// Under returns the entries with a name prefix, by the rest of the name.
func (c *Case) Under(prefix string) map[string][]byte {
	found := map[string][]byte{}
	for name, data := range c.Data {
		if path, ok := strings.CutPrefix(name, prefix); ok {
			found[path] = data
		}
	}
	return found
}

// Lay writes the case to a new folder. It returns the paths of the chat there, and of the workspace "ws" below it.
func (c *Case) Lay(t *testing.T) (chat, root string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	chat, root = filepath.Join(dir, c.Chat), filepath.Join(dir, "ws")
	require.NoError(t, os.Mkdir(root, 0o777))
	require.NoError(t, os.WriteFile(chat, c.Data["chat.md"], 0o666))
	for path, data := range c.Under("files/") {
		path = inFolder(t, root, path)
		require.NoError(t, os.WriteFile(path, data, 0o666))
	}
	for path, goal := range c.Symlinks {
		require.NoError(t, os.Symlink(goal, inFolder(t, root, path)))
	}
	return chat, root
}

// inFolder returns a file's path, and makes its folder.
func inFolder(t *testing.T, root, name string) string {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	return path
}
